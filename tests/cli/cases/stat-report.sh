scalastat features
scalastat --quiet stencil-formulas
cat stencil-ranklists | scalastat -
sed '/^meta cores/a meta rank.mpi_ns "least 1000 of rank 2, mean 2000, most 4000 of rank 1"' regions | scalastat -q - | sed -n '/^of a rank/,/^$/p'
for p in 16 64 144; do sed '/^meta program/a meta rank.mpi_ns "least 1 of rank 0, mean 1, most 1 of rank 0"' $scratch/t$p >$scratch/e$p; done
scalaextrap -q $scratch/e16 $scratch/e64 $scratch/e144 --target 1024 -o $scratch/e1024; sed -n '/^meta/p' $scratch/e1024
