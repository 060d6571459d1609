scalaextrap joint-4-40-5 joint-9-40-5 joint-9-61-8 joint-16-54-5 -t 16:N=83:iterations=12 -o $scratch/j | sed "s|$scratch/||g"; scaladiff $scratch/j joint-16-83-12 | tail -1
grep -h '^param\|^loop\|count' $scratch/j.formula
scalaextrap joint-4-40-5 joint-9-40-5 joint-9-61-8 joint-16-54-5 -t 1024:N=4000:iterations=100 -o $scratch/large | sed "s|$scratch/||g"; scalastat $scratch/large | grep '^parameter'
scalaextrap -q --from-formula $scratch/j.formula -t 1024:N=4000:iterations=100 -o $scratch/again && cmp $scratch/large $scratch/again && echo same bytes
scalaextrap joint-4-40-5 joint-9-40-5 joint-16-83-12@iterations=12 -t 1024:N=100:iterations=5 -o $scratch/tied | sed "s|$scratch/||g" | grep -A1 values
scalastat $scratch/j.formula | grep '^parameter'
