scalaextrap workers-4 workers-6 workers-8 workers-12 -t 15 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e workers-15 | tail -1
