scalabenchgen race | grep -E 'MPI_(Recv|Send)'
scalabenchgen --keep-wildcards race | grep -E 'MPI_(Recv|Send)'
scalabenchgen growing-4 | grep -c MPI_ANY_SOURCE
sed 's/peer=any/peer=2/' race >"$scratch/two"; scaladiff -w resolved race "$scratch/two"
scaladiff race "$scratch/two" | tail -n 1 | cut -d ";" -f 1
sed 's/peer=any/peer=0/' race | scaladiff --wildcards resolved - race
scaladiff --wildcards any race race
