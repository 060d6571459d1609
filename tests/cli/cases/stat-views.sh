scalastat --ranks --top 3 stencil-ranklists
scalastat --tree features
scalastat --tree stencil-formulas
scalastat --tree formula
scalastat --tree --quiet ring
scalastat -m stencil-ranklists
scalastat -m formula
scalastat --json -q groups | head -40
