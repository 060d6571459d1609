scalastat --json -q features
