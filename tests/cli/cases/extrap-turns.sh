scalaextrap turns-6 turns-12 turns-20 -t 30 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e turns-30 | tail -1
