scalaextrap levels-4 levels-16 levels-64 -t 256 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e levels-256 | tail -1
