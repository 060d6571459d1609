scalastat features
scalastat --quiet stencil-formulas
cat stencil-ranklists | scalastat -
