# P ranks in a grid of Q columns (the largest divisor up to the root), around both ways, share out 203 x 157 points: in turn each sends a
# row of its part down and a column to the right, by one call with contiguous numbers and with a vector.  awk -v P=6 -f strips.awk
function part(n, q, c) { return int(n / q) + (c < n % q) }

function type(text) {
    for (k = 1; k <= types; k++)
        if (known[k] == text)
            return k
    known[++types] = text
    return types
}

function add(list, r, one, other) { return list (r ? "|" : "") "(" one "," other ")@<0 " r ">" }

BEGIN {
    for (i = 1; i * i <= P; i++)
        if (P % i == 0)
            Q = i
    for (r = 0; r < P; r++) {
        c = r % Q
        n = part(203, P / Q, int(r / Q))
        m = part(157, Q, c)
        row = type(sprintf("%d contiguous lb=0 extent=%d ints=%d types=0", 4 * m, 4 * m, m))
        column = type(sprintf("%d vector lb=0 extent=%d ints=(%d,1,%d) types=0", 4 * n, 4 * ((n - 1) * (m + 2) + 1), n, m + 2))
        sent = add(sent, r, row, column)
        to = add(to, r, (r + Q) % P, r - c + (c + 1) % Q)
        from = add(from, r, (r + P - Q) % P, r - c + (c + Q - 1) % Q)
    }
    print "scalatrace 1\nranks " P "\nmodule 0 \"strips\""
    print "site 0 0+0x10\nsite 1 0+0x20\nsite 2 0+0x30\ncomm 0 world\ncomm 1 self\ntype 0 \"MPI_FLOAT\" 4"
    for (k = 1; k <= types; k++)
        print "type " k " \"derived\" " known[k]
    print "program\nInit site=0\nloop 6 {"
    print "  Sendrecv_replace site=1 comm=0 peer=" to " count=1 type=" sent " tag=(0,1) source=" from " rtag=(0,1)"
    print "}\nFinalize site=2\nend"
}
