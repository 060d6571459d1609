scaladiff --help
scaladiff --version
scaladiff ring
scaladiff --max -1 ring ring
scaladiff --max many ring ring
scaladiff ring no-such-file
scaladiff ring formula
scaladiff ring stencil-ranklists >/dev/full
