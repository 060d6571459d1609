scalaextrap sometimes-4 sometimes-8 sometimes-16 -t 32 -o $scratch/e | sed "s|$scratch/||g" | grep -v '^    '; scaladiff $scratch/e sometimes-32 | tail -1
grep -o '^comm [0-9]* .* ranks' $scratch/e.formula
scalaextrap tagged-5 tagged-6 tagged-9 tagged-12 -t 15 -o $scratch/e | sed "s|$scratch/||g" | grep -v '^    '; scaladiff $scratch/e tagged-15 | tail -1
scalaextrap upper-5 upper-7 upper-12 -t 20 -o $scratch/e | sed "s|$scratch/||g"
