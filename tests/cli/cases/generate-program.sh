scalabenchgen stencil-formulas
scalabenchgen stencil-ranklists | sed -n '/^int main/,$p'
scalabenchgen lattice-8 | sed -n '/^int main/,$p'
cd "$scratch" && scalaextrap -q t16 t64 t144 -t 256 -o laws && scalabenchgen laws.formula | sed -n '/^int main/,$p'
cd "$scratch" && scalabenchgen - <t16 >piped.c && scalabenchgen t16 | cmp - piped.c
scalabenchgen hostile-names | tee "$scratch/names.c" | sed -n '/^static MPI_Comm/,$p' && mpicc -std=c11 -Wall -Wextra -Werror "$scratch/names.c" -o "$scratch/names" -lm
scalabenchgen chosen | tee "$scratch/chosen.c" | sed -n '/^int main/,$p' && mpicc -std=c11 -Wall -Wextra -Werror "$scratch/chosen.c" -o "$scratch/chosen" -lm
for p in 4 6 9; do awk -v P=$p -v N=100 -f vectors.awk >"$scratch/uneven$p"; done; cd "$scratch" && scalaextrap -q uneven4 uneven6 uneven9 -t 12 -o uneven12 && scalabenchgen uneven12.formula | grep -E '^    nx =|Type_(vector|commit)'
scalabenchgen --options all timed | sed -n '/^static void program/,$p'
scalabenchgen --neglect 60 --options some timed | grep -E 'compute\([0-9]'
scalabenchgen --options none timed | sed -n '/^int main/,$p'
scalabenchgen waited | grep -E 'MPI_Wait'
