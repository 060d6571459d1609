scalastat --matrix groups
scalastat --matrix groups $scratch/m.svg; cat $scratch/m.svg
scalastat -m growing-64
scalastat -m -q features no-such-folder/m.svg
