scalaextrap lattice-4 lattice-8 lattice-16 lattice-32 -t 64,128 -o $scratch/e%P | sed "s|$scratch/||g" | grep -v '  '; for p in 64 128; do scaladiff $scratch/e$p lattice-$p | tail -1; done
grep -h '^grid\|^part 1 \|nreqs' $scratch/e128.formula | sed 's/ unless.*//'
scalaextrap -q lattice-4 lattice-8 lattice-16 -t 32 -o $scratch/few; scaladiff $scratch/few lattice-32 | tail -1
scalaextrap lattice-4 lattice-8 lattice-16 -t 32 -o $scratch/few | grep values
