scalaextrap pencils-6 pencils-12 pencils-15 -t 30 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e pencils-30 | tail -1
