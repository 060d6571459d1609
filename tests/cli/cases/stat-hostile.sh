scalastat hostile
scalastat --tree -q hostile
scalastat --matrix -q hostile
cp hostile "$scratch/<b>&\"'.x" && cd $scratch && scalastat -q --matrix "<b>&\"'.x" h.svg && grep '<b>' h.svg; grep -c '&lt;b&gt;&amp;&quot;' h.svg
scalastat --json -q hostile | grep -a -c -P '[^\x20-\x7e]'
