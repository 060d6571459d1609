scalaextrap --from-formula beyond -t 8 -o $scratch/e | sed "s|$scratch/||g"; grep Comm_dup $scratch/e
