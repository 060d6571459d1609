scalaextrap halo-6 halo-12 halo-20 -t 30 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e halo-30 | tail -1
grep -o 'Alltoallv.*' $scratch/e.formula | grep -o ' counts={.*} !.* rcounts'
scalaextrap ringv-6 ringv-9 ringv-16 -t 25 -o $scratch/e | sed "s|$scratch/||g"; scaladiff $scratch/e ringv-25 | tail -1
