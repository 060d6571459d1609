scalastat --events --quiet features
scalastat --events --rank 5 stencil-ranklists | head -12
scalastat -e -r 5 stencil-formulas | cksum; scalastat -e -r 5 stencil-ranklists | cksum
