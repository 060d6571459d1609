scalastat --times --quiet regions
scalastat -T -q --quantiles 1,99,99.9 regions
scalastat --times --quiet ring
scalastat --times --quiet --quantiles=50,99 ring
scalastat --times --quiet features
scalastat --times --quiet stencil-formulas
scalastat --tree --quiet regions
scalastat --events --rank 1 --quiet regions | cut -f2 | sort | uniq -c
scalastat --times --quantiles=50,101 ring
scalastat --times --quantiles=, ring
scalastat --times --json ring
