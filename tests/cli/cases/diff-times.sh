scaladiff --times ring ring
scaladiff --times ring ring-reordered
grep -v Alltoallv ring | scaladiff -t -m 1 ring -
