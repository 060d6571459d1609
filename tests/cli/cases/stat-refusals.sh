sed 's/loop 2/loop 9000000000000000000/' features | scalastat -q -
sed 's/loop 2/loop 9000000000000/' features | scalastat -q - | grep Isend
sed 's/loop 2/loop {0 - 5}/' features | scalastat -q -
sed 's/parent=0 serial=0 size=2/parent=0 serial=0 size=1/' features | scalastat -q -
sed 's/comm=2 peer=~1 count=3/comm={2 + m} peer=~1 count=3/' features | scalastat -e -q -r 1 -
