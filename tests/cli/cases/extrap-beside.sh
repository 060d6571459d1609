scalaextrap beside-6 beside-12 beside-20 beside-30 -t 42 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e beside-42 | tail -1
