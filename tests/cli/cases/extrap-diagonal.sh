scalaextrap diagonal-4 diagonal-9 diagonal-16 -t 25 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e diagonal-25 | tail -1
scalaextrap across-6 across-12 across-20 -t 16 -o $scratch/e | sed "s|$scratch/||g"
