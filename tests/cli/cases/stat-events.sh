scalastat --events --quiet features
scalastat --events --rank 5 stencil-ranklists | head -12
scalastat -e -r 5 stencil-formulas | cksum; scalastat -e -r 5 stencil-ranklists | cksum
scalastat -q -e -r 5 --range 3:6 stencil-ranklists
scalastat -q -e --range 14:99 features
scalastat -e -r 5 --range 100:200 $scratch/t256 | cksum; scalastat -e -r 5 $scratch/t256 | sed -n '101,201p' | cksum
