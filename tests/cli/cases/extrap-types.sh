for p in 4 6 9; do awk -v P=$p -v N=100 -f vectors.awk >"$scratch/uneven$p"; done; cd "$scratch" && scalastat uneven6 | head -3; scalaextrap uneven4 uneven6 uneven9 -t 12 -o uneven12
for p in 4 8 12 16; do awk -v P=$p -v N=240 -f vectors.awk >"$scratch/steps$p"; done; cd "$scratch" && scalaextrap steps4 steps8 steps12 steps16 -t 20 -o steps20; grep -o ' type=.* tag=' steps20
for p in 4 8 12 16; do awk -v P=$p -v N=$((7 * p)) -f vectors.awk >"$scratch/same$p"; done; cd "$scratch" && scalaextrap same4 same8 same12 same16 -t 20 -o same20; grep -o ' type=.* tag=' same20
