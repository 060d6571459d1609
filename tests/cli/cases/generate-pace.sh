scalabenchgen paced | tee "$scratch/paced.c" | sed -n '/^int main/,/room_for/p' && mpicc -std=c11 -Wall -Wextra -Werror "$scratch/paced.c" -o "$scratch/paced" -lm
sed 's/^ranks 6/ranks P/; s/ dims=2,3//' paced >"$scratch/paced.formula" && scalabenchgen "$scratch/paced.formula" | tee "$scratch/paced.c" | sed -n '/^int main/,/room_for/p' && mpicc -std=c11 -Wall -Wextra -Werror "$scratch/paced.c" -o "$scratch/paced" -lm
scalabenchgen --options none paced | grep -c pace
scalastat --ranks paced 2>/dev/null | grep -A6 '^rank' | awk '{ print $1, $(NF - 1) }'
sed '/^pace/d; s/^ranks P/&\nmeta input.0 "4 ranks, time 9, computation 9, most 9, slowness 0.9000 of 1 to 1.1000 of 2"\nmeta input.1 "6 ranks, time 9, computation 9, most 9, slowness 0.8000 of 3 to 1.2000 of 5"/' "$scratch/paced.formula" >"$scratch/uneven.formula" && scalabenchgen "$scratch/uneven.formula" | tee "$scratch/uneven.c" | grep ' slowness(' && mpicc -std=c11 -Wall -Wextra -Werror "$scratch/uneven.c" -o "$scratch/uneven" -lm
for own in 0.3000 1.5; do sed "s/^ranks 6/&\nmeta rank.computation_own \"$own\"/" paced >"$scratch/own" && scalabenchgen "$scratch/own" | grep -o 'alone = [^,]*'; done; scalabenchgen paced | grep -o 'alone = [^,]*'
sed 's/^ranks 6/&\nmeta rank.computation_own "0.3000"/' paced >"$scratch/own" && scalabenchgen --anonymous "$scratch/own" | grep -o 'alone = [^,]*'
