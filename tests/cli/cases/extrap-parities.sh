scalaextrap parities-4 parities-9 parities-16 -t 25 -o $scratch/e25 | grep 'exact.* peer\|^grid'
scalaextrap -q parities-4 parities-9 parities-25 -t 16 -o $scratch/e16; grep -o 'Sendrecv site=[0-9]*' $scratch/e16.formula | sort | uniq -d; grep -c Sendrecv $scratch/e16.formula
