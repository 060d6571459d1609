scalaextrap masters-7 masters-8 masters-10 masters-12 -t 20 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e masters-20 | tail -1
