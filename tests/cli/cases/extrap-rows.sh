scalaextrap rows-6 rows-8 rows-10 rows-12 -t 20 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e rows-20 | tail -1
