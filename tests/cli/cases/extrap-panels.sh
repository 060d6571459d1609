scalaextrap panels-4 panels-9 panels-16 -t 25 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e panels-25 | tail -1
