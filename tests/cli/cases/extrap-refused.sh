for p in 6 9 12; do sed "s/ranks 4/ranks $p/; s/count=3/count=$((p * p % 7 * 10 + 3))/" odd >"$scratch/o$p"; done
cp odd "$scratch/o4"; cd "$scratch" && scalaextrap o4 o6 o9 o12 --target 20
cd "$scratch" && scalaextrap --quiet --from-formula t20.formula --target 20 -o again; cmp t20 again
cd "$scratch" && grep '^Bcast' t20 t20.formula
cd "$scratch" && scalaextrap --json o4 o6 o9 o12 --target 20
cd "$scratch" && scalaextrap --quiet o4 o6 o9 o12 --target 4,20 -o %P; ls 4 20
cp apart "$scratch"; cd "$scratch" && scalaextrap --from-formula apart --target 8 -o %P
cd "$scratch" && grep '^comm 2' 8
sed 's/rank={m}/rank={m mod (P - 8)}/' apart >"$scratch/none"; cd "$scratch" && scalaextrap --quiet --from-formula none --target 8 -o %P
cd "$scratch" && grep '^comm 2' 8
