grep -v Alltoallv ring | scaladiff --max 5 ring -
sed 's/^Allreduce site=0/Allreduce site=0 ranks=<1 0 3 1>/' ring | scaladiff ring -
scaladiff --max 0 ring stencil-ranklists
