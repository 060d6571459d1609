scalabenchgen paced | tee "$scratch/paced.c" | sed -n '/^int main/,/room_for/p' && mpicc -std=c11 -Wall -Wextra -Werror "$scratch/paced.c" -o "$scratch/paced" -lm
sed 's/^ranks 6/ranks P/; s/ dims=2,3//' paced >"$scratch/paced.formula" && scalabenchgen "$scratch/paced.formula" | tee "$scratch/paced.c" | sed -n '/^int main/,/room_for/p' && mpicc -std=c11 -Wall -Wextra -Werror "$scratch/paced.c" -o "$scratch/paced" -lm
scalabenchgen --options none paced | grep -c pace
scalastat --ranks paced 2>/dev/null | grep -A6 '^rank' | awk '{ print $1, $(NF - 1) }'
