scalastat growing-64 growing-4 growing-16
scalastat --top 0 growing-4 growing-16
scalastat --json growing-16 growing-4
scalastat features ring
scalastat features groups formula
scalastat --tree features groups
