# P ranks around a ring share out N points: each sends its first column to the left and its last one to the right, by a neighbourhood collective
# with subarrays of its own.  awk -v P=6 -v N=100 -f sides.awk
function side(at, first) {
    known[++types] = sprintf("%d subarray lb=0 extent=%d ints=(2,9,%d,9,1,0,%d,56) types=0", 72, 72 * (part[at] + 2), part[at] + 2, first)
    return types
}

BEGIN {
    for (r = 0; r < P; r++) {
        part[r] = int(N / P) + (r < N % P)
        own = part[r]
        if (!(own in send)) {
            send[own] = side(r, 1) "," side(r, own)
            receive[own] = side(r, 0) "," side(r, own + 1)
        }
        sends = sends (r ? "|" : "") "(" send[own] ")@<0 " r ">"
        receives = receives (r ? "|" : "") "(" receive[own] ")@<0 " r ">"
    }
    print "scalatrace 1\nranks " P "\nmodule 0 \"sides\""
    print "site 0 0+0x10\nsite 1 0+0x20\nsite 2 0+0x30\ncomm 0 world\ncomm 1 self\ntype 0 \"MPI_DOUBLE\" 8"
    for (k = 1; k <= types; k++)
        print "type " k " \"derived\" " known[k]
    print "program\nInit site=0\nloop 10 {"
    print "  Neighbor_alltoallw site=1 comm=0 ndests=2 nsources=2 counts=1 rcounts=1 types=" sends " rtypes=" receives
    print "}\nFinalize site=2\nend"
}
