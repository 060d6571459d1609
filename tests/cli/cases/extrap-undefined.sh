printf '%s\n' 'scalatrace 1' 'ranks P' 'meta program "halving"' 'module 0 "halving"' 'site 0 0+0x10' 'comm 0 world' 'comm 1 self' 'type 0 "MPI_INT" 4' program 'loop {4} !proved ranks=all !proved {' '  Bcast site=0 ranks=all !proved comm={0} !proved root={0} !proved count={pow(2, 12 - P - i1)} !proved type={0} !proved' '}' end >"$scratch/halving.formula"
cd "$scratch" && scalaextrap --from-formula halving.formula --target 9,10 -o h%P
cd "$scratch" && grep Bcast h9 h10
cd "$scratch" && scalastat --events h10 | head -n 4
printf '%s\n' 'scalatrace 1' 'ranks P' 'meta program "beyond"' 'module 0 "beyond"' 'site 0 0+0x10' 'comm 0 world' 'comm 1 self' program 'Barrier site=0 ranks=all !proved comm={1 - r} !proved' end >"$scratch/beyond.formula"
cd "$scratch" && scalaextrap --from-formula beyond.formula --target 2,4 -o b%P
cd "$scratch" && scalastat --events b4
printf '%s\n' 'scalatrace 1' 'ranks P' 'meta program "apart"' 'module 0 "apart"' 'site 0 0+0x10' 'comm 0 world' 'comm 1 self' 'type 0 "MPI_INT" 4' program 'Send site=0 ranks=all !proved comm={P div 4} !exact "a guess" peer={m mod (s - 1)} !exact "a guess" count={1} !proved type={0} !proved tag={0} !proved' end >"$scratch/apart.formula"
cd "$scratch" && scalaextrap --from-formula apart.formula --target 3,5 --no-match -o a%P
cd "$scratch" && scalastat --events a3; scalastat --events a5
