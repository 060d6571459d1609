scalaextrap leaders-4 leaders-6 leaders-9 leaders-12 -t 20 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e leaders-20 | tail -1
