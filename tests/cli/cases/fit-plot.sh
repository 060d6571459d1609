scalafit --select paper --region main-\>reduce --at 128 -o /dev/null --plot $scratch/times.svg times.txt && cat $scratch/times.svg
scalafit --plot $scratch/times.svg times-names.json >/dev/null && python3 -c 'import sys, xml.dom.minidom as x; d = x.parse(sys.argv[1]); print([len(d.getElementsByTagName(n)) for n in ("g", "circle")])' $scratch/times.svg
scalafit --plot $scratch/times.svg --at p=512:n=10 times.csv >/dev/null && python3 -c 'import sys, xml.dom.minidom as x; d = x.parse(sys.argv[1]); print([len(d.getElementsByTagName(n)) for n in ("g", "circle")])' $scratch/times.svg
awk 'BEGIN { print "p,region,value"; for (r = 0; r < 401; r++) print "4,r" r ",1" }' | scalafit --plot $scratch/times.svg -
scalafit --plot . times.txt -o /dev/null
