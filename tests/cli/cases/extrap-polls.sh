scalaextrap asking-4 asking-8 asking-16 -t 32 -o $scratch/e | sed "s|$scratch/||g" | grep -v "^    "
