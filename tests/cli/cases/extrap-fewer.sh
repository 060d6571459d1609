scalaextrap coarser-8 coarser-16 coarser-32 -t 64 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e coarser-64 | tail -1
scalaextrap three-6 three-10 three-16 -t 24 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e three-24 | tail -1
scalaextrap upward-4 upward-8 upward-16 -t 24 -o $scratch/e | sed "s|$scratch/||g" | grep -v "^    "
