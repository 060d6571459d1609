scalafit --at 256,p=1024 --select paper times.txt
scalafit --at 1024 --select paper --json --metric bytes times.txt
scalafit --at 256,p=1024 times.txt | cut -f 1-3
scalafit --at 256,p=1024 times.txt | awk -F'\t' 'NR > 1 { print ($8 <= $5 && $5 <= $4 && $4 <= $6 && $6 <= $9 && NF == 9) }'
scalafit --at n=320:p=128,p=1024:n=10 times.csv | cut -f 1-3
scalafit --at 1024 --metric bytes times.txt | awk -F'\t' 'NR > 1 { printf "%.6f\n", $4 / 1048576 }'
scalafit --at 4096 times.txt >$scratch/wide; scalafit --at 4096 --level 0.5 times.txt | paste - $scratch/wide | awk -F'\t' 'NR > 1 { print ($5 >= $14 && $6 <= $15 && $8 >= $17 && $9 <= $18) }'
scalafit --at 4096 --json times.csv --region sweep --at p=7:n=8 | grep -o '{"at": {"p": 7, "n": 8}, "value":'
scalafit --at 32 --select paper -o $scratch/out --region 'tab	here' times-names.json && cat $scratch/out
