for p in 4 6 2 3; do sed "s/ranks 4/ranks $p/; s/count=3/count=$((3 * p + 1))/" odd >"$scratch/o$p"; done
cd "$scratch" && scalaextrap --explain all o4 o6 o2 --target 100
cd "$scratch" && scalaextrap --explain Bcast.count o4 o6 o2 o3 --target 100,1000
cd "$scratch" && scalaextrap --explain 0.count --json o4 o6 o2 o3 --target 100
cd "$scratch" && scalaextrap --explain Irecv.peer t16 t64 t144 --target 1024
cd "$scratch" && scalaextrap --quiet o4 o6 --target 100; scalaextrap --explain count --from-formula t100.formula --target 100
cd "$scratch" && scalaextrap --explain Send o4 o6 --target 100
