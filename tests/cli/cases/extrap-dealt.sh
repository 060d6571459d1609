scalaextrap dealt-4 dealt-6 dealt-9 -t 12 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e dealt-12 | tail -1
