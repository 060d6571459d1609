scalaextrap waits-6 waits-12 waits-20 -t 30 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e waits-30 | tail -1
