# A ring of P ranks that share out N columns: each sends a column of its own block, a vector whose stride is the
# block's width. Types are numbered as the recorder does, rank by rank, each once.  awk -v P=6 -v N=100 -f vectors.awk
function width(r) { return int(N / P) + (r < N % P) }

BEGIN {
    print "scalatrace 1\nranks " P "\nmodule 0 \"ring\""
    print "site 0 0+0x10\nsite 1 0+0x20\nsite 2 0+0x30\ncomm 0 world\ncomm 1 self\ntype 0 \"MPI_DOUBLE\" 8"
    wide = N % P
    first = wide ? width(0) : width(P - 1)
    for (k = 1; k <= (wide ? 2 : 1); k++)
        printf "type %d \"derived\" 40 vector lb=0 extent=%d ints=(5,1,%d) types=0\n", k,
               8 * (4 * (first + 1 - k) + 1), first + 1 - k
    type = wide ? sprintf("1@%s|2@%s", ranks(0, wide), ranks(wide, P - wide)) : "1"
    print "program\nInit site=0\nloop 10 {"
    print "  Sendrecv site=1 comm=0 peer=~1 count=1 type=" type " tag=1 source=~-1 rcount=5 rtype=0 rtag=1"
    print "}\nFinalize site=2\nend"
}

function ranks(from, n) { return n == 1 ? "<0 " from ">" : "<1 " from " " n " 1>" }
