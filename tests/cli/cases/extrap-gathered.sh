scalaextrap gathered-4 gathered-6 gathered-9 gathered-12 -t 21 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e gathered-21 | tail -1
