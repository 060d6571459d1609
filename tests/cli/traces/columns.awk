# P ranks in a grid of Q columns (the largest divisor up to the root) share out 300 x 200 points: each sends a column of its
# part with a frame to the right, a vector of as many numbers as it has rows, in a resized type, and a row down; and has its
# part as a subarray.  awk -v P=6 -f columns.awk
function part(n, q, c) { return int(n / q) + (c < n % q) }

function each(value, r, text) {
    for (r = 0; r < P; r++)
        text = text (r ? "|" : "") value[r] "@<0 " r ">"
    return text
}

function type(text) {
    for (k = 1; k <= types; k++)
        if (known[k] == text)
            return k
    known[++types] = text
    return types
}

BEGIN {
    for (i = 1; i * i <= P; i++)
        if (P % i == 0)
            Q = i
    for (r = 0; r < P; r++) {
        ny = part(200, Q, r % Q)
        nx = part(300, P / Q, int(r / Q))
        column = type(sprintf("%d vector lb=0 extent=%d ints=(%d,1,%d) types=0", 8 * nx, 8 * ((nx - 1) * (ny + 2) + 1), nx, ny + 2))
        next_to[r] = type(sprintf("%d resized lb=0 extent=8 addresses=(0,8) types=%d", 8 * nx, column))
        all[r] = type(sprintf("%d subarray lb=0 extent=%d ints=(2,%d,%d,%d,%d,1,1,56) types=0", 8 * nx * ny, 8 * (nx + 2) * (ny + 2), nx + 2, ny + 2, nx, ny))
        to[r] = r % Q < Q - 1 ? r + 1 : "null"
        from[r] = r % Q ? r - 1 : "null"
        down[r] = r + Q < P ? r + Q : "null"
        up[r] = r >= Q ? r - Q : "null"
        width[r] = ny
    }
    print "scalatrace 1\nranks " P "\nmodule 0 \"columns\""
    print "site 0 0+0x10\nsite 1 0+0x20\nsite 2 0+0x30\nsite 3 0+0x40\ncomm 0 world\ncomm 1 self\ntype 0 \"MPI_DOUBLE\" 8"
    for (k = 1; k <= types; k++)
        print "type " k " \"derived\" " known[k]
    print "program\nInit site=0\nloop 10 {"
    print "  Sendrecv site=1 comm=0 peer=" each(to) " count=2 type=" each(next_to) " tag=1 source=" each(from) " rcount=2 rtype=" each(next_to) " rtag=1"
    print "  Sendrecv site=1 comm=0 peer=" each(down) " count=" each(width) " type=0 tag=1 source=" each(up) " rcount=" each(width) " rtype=0 rtag=1"
    print "}\nSend site=2 comm=0 peer=null count=1 type=" each(all) " tag=2\nFinalize site=3\nend"
}
