scalaextrap pipeline-4 pipeline-6 pipeline-9 -t 12 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e pipeline-12 | tail -1
