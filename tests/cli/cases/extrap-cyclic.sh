scalaextrap around-4 around-8 around-16 -t 12 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e around-12 | tail -1
scalaextrap last-4 last-8 last-16 -t 32 -o $scratch/e | sed "s|$scratch/||g" | grep -v '^    '; scaladiff $scratch/e last-32 | tail -1 | sed "s|$scratch/||"
scalaextrap backwards-4 backwards-8 backwards-16 -t 20 -o $scratch/e | sed "s|$scratch/||g" | grep -v '^    '; scaladiff $scratch/e backwards-20 | tail -1
scalaextrap squared-4 squared-7 squared-9 squared-16 -t 20 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e squared-20 | tail -1
scalaextrap sized-4 sized-8 sized-16 -t 32 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e sized-32 | tail -1 | sed "s|$scratch/||"
scalaextrap corner-4 corner-8 corner-16 -t 20 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e corner-20 | tail -1 | sed "s|$scratch/||"
scalaextrap shifted-4 shifted-9 shifted-16 -t 25 -o $scratch/e | sed "s|$scratch/||g" | grep -v '^    '; scaladiff $scratch/e shifted-25 | tail -1 | sed "s|$scratch/||"
scalaextrap dealers-3 dealers-5 dealers-9 -t 12 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e dealers-12 | tail -1
scalaextrap rounds-4 rounds-8 rounds-16 -t 12 -o $scratch/e | sed "s|$scratch/||g" | grep -v "^    "; scaladiff $scratch/e rounds-12 | tail -1
scalaextrap laps-3 laps-5 laps-9 -t 12 -o $scratch/e | sed "s|$scratch/||g" | grep -v "^    "; scaladiff $scratch/e laps-12 | tail -1
