scalabenchgen race | grep -E 'MPI_(Recv|Send)'
scalabenchgen --keep-wildcards race | grep -E 'MPI_(Recv|Send)'
scalabenchgen growing-4 | grep -c MPI_ANY_SOURCE
sed 's/peer=any/peer=2/' race >"$scratch/two"; scaladiff -w resolved race "$scratch/two"
scaladiff race "$scratch/two" | tail -n 1 | cut -d ";" -f 1
sed 's/peer=any/peer=0/' race | scaladiff --wildcards resolved - race
scaladiff --wildcards any race race
scalabenchgen --deadlock race | sed -n '/MPI_Init/,$p'
sed 's/^Send/Bcast site=1 comm=0 root=0 count=1 type=0\nSend/' race | scalabenchgen --deadlock --options none - | grep MPI_
scalabenchgen --deadlock butterfly-4
scalabenchgen --deadlock chosen
scalabenchgen --deadlock formula
scalabenchgen --deadlock --keep-wildcards race
