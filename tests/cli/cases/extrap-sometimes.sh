scalaextrap sometimes-4 sometimes-8 sometimes-16 -t 32 -o $scratch/e | sed "s|$scratch/||g" | grep -v '^    '; scaladiff $scratch/e sometimes-32 | tail -1
grep -o '^comm [0-9]* .* ranks' $scratch/e.formula
