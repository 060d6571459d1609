scalastat --match -q ring
scalastat -M -q groups
scalastat -M -q features
sed 's/peer=~-1 count=12/peer=~-2 count=12/' ring | scalastat -M -q -
sed 's/peer=~-1 count=12/peer=~-1 count=11/' ring | scalastat -M -q -
sed 's/tag=5/tag={if(r == 2, 6, 5)}/' ring | scalastat -M -q -
sed 's/^Allreduce site=0/Allreduce site=0 ranks=<1 0 2 2>/' ring | scalastat -M -q -
sed 's/counts=(1,2,3,4)/counts={e + r}/; s/rcounts=2/rcounts={e + r + (r == 3)}/' ring | scalastat -M -q -
sed 's/^Alltoallv/Gather site=0 comm=0 root={r mod 2} count=1 type=0 rcount=1 rtype=0\nAlltoallv/; s/counts=(1,2,3,4)/counts=2/' ring | scalastat -M -q -
scalastat -M -q formula
scalastat -M --json ring
scalastat -M -q drawn
