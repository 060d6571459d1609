scalaextrap ahead-8 ahead-12 ahead-18 ahead-27 -t 48 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e ahead-48 | tail -1
