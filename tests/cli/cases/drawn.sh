scalastat drawn
scalastat -q --events --rank 1 drawn
for r in 0 1 2 3; do scalastat -q --events --rank $r drawn; done | awk '$2 == "Send" { n++; bytes += $4; nowhere += $3 == "null" } END { print n, bytes, nowhere }'
scalastat --tree drawn
scaladiff drawn drawn
sed 's/5\*12,6\*6/5*11,6*7/' drawn | scaladiff -m 2 drawn -
sed 's/1\*20,7\*4/1*24/' drawn | scaladiff -m 2 drawn -
sed 's/?(3\.\.7,9)/(3..7,9)/' drawn | scaladiff -m 1 drawn -
for p in 8 16; do sed "s/ranks 4/ranks $p/; s/&([^)]*)@<1 0 4 1>/?(4*3,6*3)/; s/2 2>/$((p / 2)) 2>/g" drawn >"$scratch/d$p"; done; cd "$scratch" && scalaextrap d8 d16 --target 32
cd "$scratch" && grep -v '^meta' t32
cd "$scratch" && grep -c '!proved' t32.formula; grep -o 'count={[^}]*} ![a-z]*' t32.formula
