scalabenchgen --options none example-stencil1d | sed 1,2d
scalabenchgen --options none example-stencil2d | sed 1,2d
scalabenchgen --options none example-stencil3d | sed 1,2d
scalabenchgen --options none example-fft | sed 1,2d
scalabenchgen --options none example-halo_fft | sed 1,2d
cd "$scratch" && scalaextrap -q t16 t64 t144 -t 256 -o adi && scalabenchgen --options none adi.formula | sed 1,2d
for e in example-*; do scalabenchgen --options all $e >"$scratch/once.c" && scalabenchgen --options all $e | cmp - "$scratch/once.c" && grep -c 'MPI_.*(' "$scratch/once.c"; done
