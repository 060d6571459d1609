scalaextrap threefold-5 threefold-8 threefold-12 threefold-17 threefold-23 threefold-27 -t 28 -o $scratch/e | sed "s|$scratch/||g" | grep -v '    '
