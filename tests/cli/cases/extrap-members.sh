scalaextrap members-4 members-9 members-16 members-25 -t 36 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e members-36 | tail -1
