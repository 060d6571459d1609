scalastat --deadlocks -q ring
scalastat -D -q butterfly-4
scalastat -D -q growing-4
scalastat -D -q chosen
scalastat -D -q race
sed 's/site=1 ranks=<0 1> comm=0 peer=0/site=1 ranks=<0 1> comm=0 peer=any/' race | scalastat -D -q -
sed 's/site=1 ranks=<0 1> comm=0 peer=0/site=1 ranks=<0 1> comm=0 peer=2/; s/peer=any/peer=2/' race | scalastat -D -q -
sed 's/^Allreduce site=0/Allreduce site=0 ranks=<1 0 2 2>/; s/Send site/Isend site/' ring | scalastat -D -q -
sed 's/^Send/Bcast site=1 ranks=<0 1> comm=0 root=0 count=1 type=0\nReduce site=2 ranks=<1 0 2 2> comm=0 root=0 count=1 type=0 redop=0\nSend/; s/^program/redop 0 "MPI_SUM"\nprogram/; s/^Recv.*//' race | grep . | scalastat -D -q -
scalastat -D --json ring
scalastat -D -M ring
scalastat -D -q formula
sed 's/loop 1000000/loop 1000000000/' trips | scalastat -D -q -
sed 's/loop 1000000/loop 1000/; s/peer=~1 count=1 type=0 tag=(3,4)/peer=~1 count=1 type=0 tag=((3,4)*999,3,5)/' trips | scalastat -D -q -
sed 's/loop 1000000/loop 1000/; s/Irecv\(.*\)(3,4)/Irecv\1((3,4)*999,3,5)/' trips | scalastat -D -q -
sed 's/loop 1000000/loop 1000/; s/reqs=(1,0)/reqs=((1,0)*1999,1,3)/' trips | scalastat -D -q -
scalaextrap -q --no-match -t 36 -o $scratch/adi --formula $scratch/adi.formula $scratch/t16 $scratch/t64 $scratch/t144 && scalastat -D -q $scratch/adi.formula
sed '/Irecv/s/tag={10}/tag={11}/' $scratch/adi.formula | scalastat -M -q -
sed 's/Bcast site=0 comm=2/Bcast site=0 comm=0/; s/ !refused "no family"//; s/^  Isend.*//' formula | grep . | scalastat -D -q -
