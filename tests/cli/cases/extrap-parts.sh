scalaextrap parts-9 parts-12 parts-18 parts-30 -t 60 -o $scratch/e | sed "s|$scratch/||g" | grep -v '^    '; scaladiff $scratch/e parts-60 | tail -1
scalaextrap parts-9 parts-12 parts-18 parts-60 -t 30 -o $scratch/e | sed "s|$scratch/||g" | grep -v '^    '; scaladiff $scratch/e parts-30 | tail -1
