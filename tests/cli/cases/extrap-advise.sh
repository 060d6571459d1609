for p in 4 6 2 3; do sed "s/ranks 4/ranks $p/; s/count=3/count=$((3 * p + 1))/" odd >"$scratch/o$p"; done
cd "$scratch" && scalaextrap --advise o4 o6 --target 100
cd "$scratch" && scalaextrap --advise o4 o6 o2 o3 --target 100,1000
cd "$scratch" && scalaextrap --advise --json o4 o6 --target 100
cd "$scratch" && scalaextrap --quiet o4 o6 --target 100; scalaextrap --advise --from-formula t100.formula --target 100
cd "$scratch" && scalaextrap --quiet o4 o6 o2 o3 --target 100; scalaextrap --advise --from-formula t100.formula --target 1000
scalaextrap --advise --target 100
cd "$scratch" && scalaextrap --advise t16 t64 t256 --target 1024
cd "$scratch" && scalaextrap --advise t16 t64 t144 t256 --target 1024
