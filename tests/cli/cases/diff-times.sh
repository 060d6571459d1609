scaladiff --times ring ring
scaladiff --times ring ring-reordered
grep -v Alltoallv ring | scaladiff -t -m 1 ring -
scaladiff -t after after-renumbered
sed s/0x38/0x3c/ after-renumbered | scaladiff -t after -
