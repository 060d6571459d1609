scalaextrap peeled-4 peeled-6 peeled-8 -t 10 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e peeled-10 | tail -1
scalaextrap peeled-4 peeled-6 peeled-10 -t 8 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e peeled-8 | tail -1
scalaextrap chunked-4 chunked-6 chunked-8 chunked-12 -t 24 -o $scratch/e | sed "s|$scratch/||g" | grep -v '  '; scaladiff $scratch/e chunked-24 | tail -1
scalaextrap fewer-4 fewer-8 fewer-16 fewer-32 -t 64 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e fewer-64 | tail -1
scalaextrap turned-6 turned-10 turned-12 turned-15 -t 20 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e turned-20 | tail -1
scalaextrap turned-6 turned-10 -t 15 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e turned-15 | tail -1 | sed "s|$scratch/||"
scalaextrap halves-4 halves-8 halves-16 halves-32 -t 64 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e halves-64 | tail -1 | sed "s|$scratch/||"
