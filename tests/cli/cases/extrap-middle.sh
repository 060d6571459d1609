scalaextrap middle-4 middle-6 middle-12 middle-20 -t 30 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e middle-30 | tail -1
