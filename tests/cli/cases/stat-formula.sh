scalastat formula
scalastat --json formula | grep -A 6 labels
scalastat --events formula
