cd "$scratch" && scalaextrap -q t16 t64 t144 t256 -t 1024 -o direct
cd "$scratch" && scalaextrap -q t256 t64 t16 t144 -t 1024 -o shuffled && cmp direct shuffled && cmp direct.formula shuffled.formula
cd "$scratch" && scalaextrap -q --from-formula direct.formula -t 1024 -o again && cmp direct again
cd "$scratch" && scalaextrap -q t16 t64 t144 t256 t64 -t 1024 -o twice; scaladiff --quiet direct twice
cd "$scratch" && sed 's/mpi.version .*/mpi.version "other"/' t64 >u64; scalaextrap -q t16 u64 t144 t256 -t 1024 -o other; scaladiff --quiet direct other
cd "$scratch" && sed '0,/count=3/s//count=4/' t64 >v64; scalaextrap t16 t64 v64 -t 256 -o no
cd "$scratch" && scalaextrap -q t16 -t 64 -o one && grep -c '!proved' one
cd "$scratch" && scalaextrap -q t16 direct.formula -t 64 -o no
cd "$scratch" && scalaextrap -q --from-formula t16 -t 64 -o no
cd "$scratch" && scalaextrap t16 no-such-file -t 64 -o no
cd "$scratch" && scalaextrap t16 . -t 64 -o no
cd "$scratch" && head -100 t64 | scalaextrap t16 - -t 64 -o no
cd "$scratch" && scalaextrap -q t16 t64 t144 t256 -t 1024 -o no-such-folder/t
cd "$scratch" && ls no 2>&1
scalaextrap --quiet --select paper $scratch/t16 $scratch/t16 $scratch/t64 $scratch/t144 --target 256 -o $scratch/twice 2>&1; scalaextrap -q --select paper $scratch/t16 $scratch/t64 $scratch/t144 --target 256 -o $scratch/once; cmp $scratch/once $scratch/twice && echo the same bytes
scalaextrap $scratch/t16 $scratch/t64 ring --target 256 -o $scratch/mixed 2>&1 | sed "s|$scratch/||g"
