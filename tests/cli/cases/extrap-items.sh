scalaextrap items-6 items-9 items-12 items-20 -t 30 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e items-30 | tail -1
