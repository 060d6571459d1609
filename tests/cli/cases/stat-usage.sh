scalastat --help
scalastat --version
scalastat
scalastat features ring
scalastat --rank 1 features
scalastat --events --rank 4 --quiet features
scalastat --events --rank -1 features
scalastat --events --json features
scalastat --no-such-option features
scalastat no-such-file
scalastat .
head -20 features | scalastat -
scalastat ring >/dev/full
scalastat --range 1:2 features
scalastat --events --range 2:1 features
scalastat --events --range 2 features
scalastat --events --range -1:2 features
