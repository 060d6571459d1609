/* A certificate for every number of ranks is given where the laws prove it, and not where they are wrong at one scale; what has
 * one agrees, and comes to its end, at every scale that is looked at. */
#include "match/by_formula.h"

#include "match/anywhere.h"
#include "programs.h"
#include "tap.h"
#include "trace/policy.h"

typedef struct sample {
    const char *what, *law, *program;
    bool holds;
} sample;

#define WEST "m + ((g1.c1 - 1) mod g1.d1 - g1.c1)"
#define EAST "m + ((g1.c1 + 1) mod g1.d1 - g1.c1)"
#define UP "if(g1.c2 + 1 >= 0 && g1.c2 + 1 < g1.d2, m + g1.d1, null)"
#define DOWN "if(g1.c2 - 1 >= 0 && g1.c2 - 1 < g1.d2, m + -1 * g1.d1, null)"
#define DIAGONAL                                                                         \
    "m + ((g1.c1 + 1) mod g1.d1 - g1.c1) + ((g1.c2 - 1) mod g1.d2 - g1.c2) * g1.d1"
#define BACK                                                                             \
    "m + ((g1.c1 - 1) mod g1.d1 - g1.c1) + ((g1.c2 + 1) mod g1.d2 - g1.c2) * g1.d1"
#define NEXT "(m + 1) mod s"
#define LAST "(m - 1) mod s"
#define RIGHT "if(m + 1 < s, m + 1, null)"
#define LEFT "if(m - 1 >= 0, m - 1, null)"
#define ONE " ; count = 5 ; tag = 3\n"
#define WAIT "Waitall nreqs = 2 ; reqs = 1 - e\n"

static const sample samples[] = {
    { "a ring", "line",
      "Irecv peer = " LAST ONE "Send peer = " NEXT ONE "Wait reqs = 0\n", true },
    { "a ring whose sends come first", "line",
      "Send peer = " NEXT ONE "Recv peer = " LAST ONE, false },
    { "a ring whose receives come first", "line",
      "Recv peer = " LAST ONE "Send peer = " NEXT ONE, false },
    { "a ring whose receives are waited for before it sends", "line",
      "Irecv peer = " LAST ONE "Wait reqs = 0\nSend peer = " NEXT ONE, false },
    { "a ring that waits in a loop between", "line",
      "Irecv peer = " LAST ONE "loop P\nWait reqs = 0\nend\nSend peer = " NEXT ONE,
      false },
    { "a shift of two", "line",
      "Irecv peer = (m - 2) mod s" ONE "Isend peer = (m + 2) mod s" ONE WAIT, true },
    { "a shift of two, and of one back", "line",
      "Irecv peer = (m - 1) mod s" ONE "Isend peer = (m + 2) mod s" ONE WAIT, false },
    { "another tag", "line",
      "Irecv peer = " LAST ONE "Isend peer = " NEXT " ; count = 5 ; tag = 2\n" WAIT,
      false },
    { "another size", "line",
      "Irecv peer = " LAST ONE "Isend peer = " NEXT " ; count = 6 ; tag = 3\n" WAIT,
      false },
    { "another type", "line",
      "Irecv peer = " LAST ONE "Isend peer = " NEXT
      " ; count = 5 ; type = 1 ; tag = 3\n" WAIT,
      false },
    { "a size that is the sender's", "line",
      "Irecv peer = " LAST " ; count = (m - 1) mod s ; tag = 0\nIsend peer = " NEXT
      " ; count = m ; tag = 0\n" WAIT,
      true },
    { "open ends", "line", "Irecv peer = " LEFT ONE "Isend peer = " RIGHT ONE WAIT,
      true },
    { "open ends as conditions on who takes part", "line",
      "Irecv ? r > 0 ; peer = m - 1" ONE "Isend ? r < P - 1 ; peer = m + 1" ONE WAIT,
      true },
    { "one receive too few", "line",
      "Irecv ? r > 1 ; peer = m - 1" ONE "Isend ? r < P - 1 ; peer = m + 1" ONE WAIT,
      false },
    { "one send too few", "line",
      "Irecv ? r > 0 ; peer = m - 1" ONE "Isend ? r < P - 2 ; peer = m + 1" ONE WAIT,
      false },
    { "a send beyond the last rank", "line",
      "Irecv ? r > 0 ; peer = m - 1" ONE "Isend peer = m + 1" ONE WAIT, false },
    { "a receive that is there once more", "line",
      "Irecv peer = " LEFT ONE "Irecv peer = " LEFT ONE "Isend peer = " RIGHT ONE,
      false },
    { "around the grid and along it", "square",
      "loop 7\nIrecv peer = " WEST ONE "Irecv peer = " DOWN ONE "Isend peer = " EAST ONE
      "Isend peer = " UP ONE
      "Waitall nreqs = 4 ; reqs = 3 - e\nAllreduce count = 1\nend\n",
      true },
    { "a diagonal", "divisor-wide",
      "Sendrecv peer = " DIAGONAL " ; count = 4 ; tag = 1 ; source = " BACK
      " ; rcount = 4 ; rtag = 1\n",
      true },
    { "a diagonal, and another one back", "divisor-wide",
      "Sendrecv peer = " DIAGONAL " ; count = 4 ; tag = 1 ; source = " DIAGONAL
      " ; rcount = 4 ; rtag = 1\n",
      false },
    { "neighbours trip by trip", "dims_create-2d",
      "loop 9\nloop 4\nIrecv peer = if(i2 == 0, " WEST ", if(i2 == 1, " EAST
      ", if(i2 == 2, " UP ", " DOWN "))) ; count = g1.d1 ; tag = i2\nend\n"
      "loop 4\nIsend peer = if(i2 == 0, " EAST ", if(i2 == 1, " WEST ", if(i2 == 2, " DOWN
      ", " UP "))) ; count = g1.d1 ; tag = i2\nend\n"
      "Waitall nreqs = 8 ; reqs = 7 - e\nend\n",
      true },
    { "neighbours with two tags confused", "dims_create-2d",
      "loop 4\nIrecv peer = if(i1 == 0, " WEST ", if(i1 == 1, " EAST ", if(i1 == 2, " UP
      ", " DOWN "))) ; count = g1.d1 ; tag = i1\nend\n"
      "loop 4\nIsend peer = if(i1 == 0, " EAST ", if(i1 == 1, " WEST ", if(i1 == 2, " UP
      ", " DOWN "))) ; count = g1.d1 ; tag = i1\nend\n",
      false },
    { "blocks that move around", "square",
      "loop g1.d1\nIsend peer = " EAST
      " ; tag = 0 ; count = block(13, g1.d1, (g1.c1 - i1) mod g1.d1)\n"
      "Irecv peer = " WEST
      " ; tag = 0 ; count = block(13, g1.d2, (g1.c1 - i1 - 1) mod g1.d1)\n" WAIT "end\n",
      true },
    { "blocks that move around the axes of a grid that is not square", "divisor-wide",
      "loop g1.d1\nIsend peer = " EAST
      " ; tag = 0 ; count = block(13, g1.d1, (g1.c1 - i1) mod g1.d1)\n"
      "Irecv peer = " WEST
      " ; tag = 0 ; count = block(13, g1.d2, (g1.c1 - i1 - 1) mod g1.d1)\n" WAIT "end\n",
      false },
    { "both ways with one tag, to two ranks at every scale", "line",
      "Irecv peer = " LEFT ONE "Irecv peer = " RIGHT ONE "Isend peer = " LEFT ONE
      "Isend peer = " RIGHT ONE "Waitall nreqs = 4 ; reqs = 3 - e\n",
      true },
    { "both ways around with one tag, to one rank of two", "line",
      "Irecv peer = " LAST ONE "Irecv peer = " NEXT " ; count = 6 ; tag = 3\n"
      "Isend peer = " LAST " ; count = 6 ; tag = 3\nIsend peer = " NEXT ONE
      "Waitall nreqs = 4 ; reqs = 3 - e\n",
      false },
    { "a transposition", "square",
      "Sendrecv peer = g1.c2 + g1.c1 * g1.d1 ; count = 4 ; tag = 1 ; source = g1.c2 + "
      "g1.c1 * g1.d1 ; rcount = 4 ; rtag = 1\n",
      true },
    { "a transposition of what need not be square", "divisor-tall",
      "Sendrecv peer = g1.c2 + g1.c1 * g1.d1 ; count = 4 ; tag = 1 ; source = g1.c2 + "
      "g1.c1 * g1.d1 ; rcount = 4 ; rtag = 1\n",
      false },
    { "halves of a cube of ranks, where there are so many", "line",
      "loop 3\nSendrecv peer = if(r xor pow(2, i1) >= 0 && r xor pow(2, i1) < P, "
      "r xor pow(2, i1), null) ; count = 4 ; tag = 1 ; source = if(r xor pow(2, i1) >= 0 "
      "&& r xor pow(2, i1) < P, r xor pow(2, i1), null) ; rcount = 4 ; rtag = 1\nend\n",
      true },
    { "halves of a cube of ranks that are not there", "line",
      "Sendrecv peer = r xor 1 ; count = 4 ; tag = 1 ; source = r xor 1 ; rcount = 4 ; "
      "rtag = 1\n",
      false },
    { "a root that is the last rank", "line", "Bcast root = P - 1 ; count = 4\n", true },
    { "a root that is not there at P = 1", "line", "Bcast root = 1 ; count = 4\n",
      false },
    { "a root that differs", "line", "Bcast root = r ; count = 4\n", false },
    { "a size that differs", "line", "Bcast root = 0 ; count = r\n", false },
    { "a collective of some", "line", "Bcast ? r > 0 ; root = 0 ; count = 4\n", false },
    { "a receive from anybody", "line",
      "Irecv peer = any" ONE "Isend peer = " NEXT ONE WAIT, false },
    { "a collective that not all ranks call as often", "line", "loop r\nBarrier\nend\n",
      false },
    { "blocks for each other", "line",
      "Alltoall count = 3 ; rcount = 3\nIallgather count = P ; rcount = P\nWait reqs = "
      "0\nAlltoall inplace = 1 ; rcount = 5\n",
      true },
    { "blocks of the root, in place on all ranks", "line",
      "Gather root = 0 ; inplace = 1 ; rcount = 5\n", false },
    { "blocks of other sizes", "line", "Alltoall count = 3 ; rcount = 4\n", false },
    { "blocks of other types", "line", "Alltoall count = 3 ; rcount = 3 ; rtype = 1\n",
      false },
    { "blocks whose size is a rank's", "line", "Alltoall count = r ; rcount = r\n",
      false },
    { "parts that are dealt out", "line",
      "Alltoallv counts = share(64, s, e + s * m) ; rcounts = share(64, s, m + s * e)\n",
      true },
    { "parts that others say they get", "line",
      "Alltoallv counts = share(64, s, e + s * m) ; rcounts = share(64, s, e + s * m)\n",
      false },
    { "parts of other types", "line",
      "Alltoallv counts = e + m ; rcounts = m + e ; rtype = 1\n", false },
    { "parts by the rank in the world", "line",
      "Alltoallv counts = e + r ; rcounts = r + e\n", false },
    { "blocks of other sizes for all", "line",
      "Allgatherv count = block(N1, s, m) ; rcounts = block(N1, s, e)\n", true },
    { "blocks of other sizes, one too large", "line",
      "Allgatherv count = block(N1, s, m) + 1 ; rcounts = block(N1, s, e)\n", false },
    { "blocks for the root, and from it", "line",
      "Gatherv root = s - 1 ; count = m + 2 ; rcounts = e + 2\nScatterv root = 0 ; "
      "counts = 2 * e ; rtype = 0 ; count = 2 * m\n",
      true },
    { "a block from the root that is not what is expected", "line",
      "Scatterv root = 0 ; counts = 2 * e ; rtype = 0 ; count = m\n", false },
    { "blocks of a sum", "line", "Reduce_scatter counts = e + 1\n", true },
    { "blocks of a sum that are not the same for all", "line",
      "Reduce_scatter counts = e + m\n", false },
    { "collectives among neighbours", "line",
      "Neighbor_allgather count = 1 ; rcount = 1\n", false },
    { "the last of those", "line", "Ineighbor_alltoallw\n", false },
    { "a half of an exchange", "line",
      "Irecv peer = " LAST ONE "Sendrecv peer = " NEXT
      " ; count = 5 ; tag = 3 ; source = null ; rcount = 5 ; rtag = 3\nWait reqs = 0\n",
      true },
    { "an exchange of other types", "line",
      "Sendrecv peer = " NEXT " ; count = 5 ; tag = 3 ; source = " LAST
      " ; rcount = 5 ; rtype = 1 ; rtag = 3\n",
      false },
    { "an exchange in a loop over ranks", "line",
      "loop P\nIsend peer = (m + i1) mod s" ONE "Irecv peer = (m - i1) mod s" ONE WAIT
      "end\n",
      true },
    { "an exchange in a loop, one trip off", "line",
      "loop P\nIsend peer = (m + i1) mod s" ONE "Irecv peer = (m - i1 - 1) mod s" ONE WAIT
      "end\n",
      false },
    { "messages of two loops", "line",
      "loop P\nIsend peer = " NEXT ONE "end\nloop P\nIrecv peer = " LAST ONE "end\n",
      false },
    { "boxes of a line", "line",
      "Irecv ? [1 | P - 1 | 1] ; peer = m - 1" ONE "Isend ? [0 | P - 1 | 1] ; peer = m + "
      "1" ONE WAIT,
      true },
    { "boxes of a line, one too short", "line",
      "Irecv ? [1 | P - 1 | 1] ; peer = m - 1" ONE "Isend ? [0 | P - 2 | 1] ; peer = m + "
      "1" ONE WAIT,
      false },
    { "boxes of a line, one too late", "line",
      "Irecv ? [2 | P - 1 | 1] ; peer = m - 1" ONE "Isend ? [0 | P - 1 | 1] ; peer = m + "
      "1" ONE WAIT,
      false },
    { "columns of a grid", "dims_create-2d",
      "Irecv ? [1 | g1.d2 | g1.d1 | g1.d1 - 1 | 1] ; peer = m - 1" ONE
      "Isend ? [0 | g1.d2 | g1.d1 | g1.d1 - 1 | 1] ; peer = (m + 1) mod s" ONE WAIT,
      true },
    { "columns of a grid that go on in the next row", "dims_create-2d",
      "Irecv ? [1 | g1.d2 | g1.d1 | g1.d1 | 1] ; peer = m - 1" ONE
      "Isend ? [0 | g1.d2 | g1.d1 | g1.d1 | 1] ; peer = (m + 1) mod s" ONE WAIT,
      false },
    { "rows of a grid, as one run of ranks", "dims_create-2d",
      "Irecv ? [g1.d1 | P - g1.d1 | 1] ; peer = m - g1.d1" ONE
      "Isend ? [0 | P - g1.d1 | 1] ; peer = m + g1.d1" ONE WAIT,
      true },
    { "rows of a grid, one rank too early", "dims_create-2d",
      "Irecv ? [g1.d1 - 1 | P - g1.d1 | 1] ; peer = m - g1.d1" ONE
      "Isend ? [0 | P - g1.d1 | 1] ; peer = m + g1.d1" ONE WAIT,
      false },
    { "every other rank", "line",
      "Irecv ? [1 | P div 2 | 2] ; peer = m - 1" ONE
      "Isend ? [0 | P div 2 | 2] ; peer = m + 1" ONE WAIT,
      false },
    { "layers of a grid", "dims_create-3d",
      "Irecv ? [g1.d1 * g1.d2 | P - 1 - g1.d1 * g1.d2 + 1 | 1] ; peer = m - g1.d1 * "
      "g1.d2" ONE "Isend ? [0 | g1.d3 - 1 | g1.d1 * g1.d2 | g1.d2 | g1.d1 | g1.d1 | 1] ; "
      "peer = m + g1.d1 * g1.d2" ONE WAIT,
      true },
    { "a ring by conditions", "line",
      "Irecv peer = if(m == 0, s - 1, m - 1)" ONE
      "Isend peer = if(m == s - 1, 0, m + 1)" ONE WAIT,
      true },
    { "a ring by conditions that leaves out a rank", "line",
      "Irecv peer = if(m == 0, s - 1, m - 1)" ONE
      "Isend peer = if(m == s - 2, 0, m + 1)" ONE WAIT,
      false },
    { "a ring by other conditions", "line",
      "Irecv peer = if(m != 0, m - 1, s - 1)" ONE
      "Isend peer = if(m != s - 1, m + 1, 1)" ONE WAIT,
      false },
    { "a constant", "line",
      "Irecv peer = " LAST " ; count = N1 ; tag = 0\nIsend peer = if(N1 > 6, " NEXT
      ", " LAST ") ; count = 7 ; tag = 0\n" WAIT,
      true },
    { "a persistent send that is not started", "line", "Send_init peer = " NEXT ONE,
      true },
    { "a probe", "line", "Probe peer = " LAST " ; tag = 3\n", false },
    { "a loop that few ranks make", "line", "loop s - m\nend\n", false },
    { "an exchange between a send and its receive", "line",
      "Isend peer = " NEXT ONE "Barrier\nIrecv peer = " LAST ONE WAIT, true },
    { "a blocking send before a barrier, whose receive is behind", "line",
      "Send peer = " NEXT ONE "Barrier\nIrecv peer = " LAST ONE "Wait reqs = 0\n",
      false },
};

#define FROM_WEST "Recv peer = if(g1.c1 > 0, m - 1, null)"
#define TO_EAST "Send peer = if(g1.c1 < g1.d1 - 1, m + 1, null)"
#define FROM_EAST "Recv peer = if(g1.c1 < g1.d1 - 1, m + 1, null)"
#define TO_WEST "Send peer = if(g1.c1 > 0, m - 1, null)"
#define FROM_BELOW "Recv peer = " DOWN
#define TO_ABOVE "Send peer = " UP
#define FROM_ABOVE "Recv peer = " UP
#define TO_BELOW "Send peer = " DOWN
#define FOUR " ; count = 5 ; tag = 4\n"

/* Ranks that wait for others before these may go on. Without a certificate they hang somewhere. */
static const sample waves[] = {
    { "along a line", "line", "Recv peer = " LEFT ONE "Send peer = " RIGHT ONE, true },
    { "along a line, the other way", "line",
      "Recv peer = " RIGHT ONE "Send peer = " LEFT ONE, true },
    { "along a line, without an end", "line",
      "Recv peer = if(m > 0, m - 1, s - 1)" ONE "Send peer = if(m < s - 1, m + 1, 0)" ONE,
      false },
    { "both ways at once", "line",
      "Recv peer = " LEFT ONE "Recv peer = " RIGHT ONE "Send peer = " RIGHT ONE
      "Send peer = " LEFT ONE,
      false },
    { "there and back", "line",
      "Recv peer = " LEFT ONE "Send peer = " RIGHT ONE "Recv peer = " RIGHT ONE
      "Send peer = " LEFT ONE,
      true },
    { "across a grid", "divisor-wide",
      "loop 9\n" FROM_WEST ONE FROM_BELOW FOUR TO_EAST ONE TO_ABOVE FOUR "end\n", true },
    { "across a grid, in another order", "divisor-wide",
      FROM_BELOW FOUR FROM_WEST ONE TO_EAST ONE TO_ABOVE FOUR, true },
    { "across a grid from all corners", "dims_create-2d",
      "loop 9\n" FROM_WEST ONE FROM_BELOW FOUR TO_EAST ONE TO_ABOVE FOUR FROM_EAST ONE
          FROM_BELOW FOUR TO_WEST ONE TO_ABOVE FOUR FROM_WEST ONE FROM_ABOVE FOUR TO_EAST
              ONE TO_BELOW FOUR FROM_EAST ONE FROM_ABOVE FOUR TO_WEST ONE TO_BELOW FOUR
      "end\n",
      true },
    { "across a grid, with one neighbour turned around", "divisor-wide",
      FROM_WEST ONE FROM_BELOW FOUR "Send peer = " DOWN FOUR TO_EAST ONE
                                    "Recv peer = " UP FOUR TO_ABOVE FOUR,
      false },
    { "across a grid that is closed along one axis", "square",
      "Recv peer = " WEST ONE FROM_BELOW FOUR "Send peer = " EAST ONE TO_ABOVE FOUR,
      false },
    { "across a grid, by who takes part", "divisor-tall",
      "Recv ? g1.c1 > 0 ; peer = m - 1" ONE
      "Recv ? [g1.d1 | P - g1.d1 | 1] ; peer = m - g1.d1" FOUR
      "Send ? g1.c1 < g1.d1 - 1 ; peer = m + 1" ONE
      "Send ? [0 | P - g1.d1 | 1] ; peer = m + g1.d1" FOUR,
      true },
    { "on the last column, which falling extents say is not the first where it has rows",
      "divisor-tall",
      "Recv ? [g1.d1 - 1 | g1.d2 - 1 | g1.d1] ; peer = m + g1.d1" ONE
      "Send ? g1.c1 > 0 && g1.c1 == g1.d1 - 1 && g1.c2 > 0 ; peer = m - g1.d1" ONE,
      true },
    { "on the last column, which may be the first", "divisor-wide",
      "Recv ? [g1.d1 - 1 | g1.d2 - 1 | g1.d1] ; peer = m + g1.d1" ONE
      "Send ? g1.c1 > 0 && g1.c1 == g1.d1 - 1 && g1.c2 > 0 ; peer = m - g1.d1" ONE,
      false },
    { "through a barrier", "line",
      "Recv peer = " LEFT ONE "Barrier\nSend peer = " RIGHT ONE, false },
    { "behind a barrier, and before one", "line",
      "Barrier\nRecv peer = " LEFT ONE "Send peer = " RIGHT ONE "Barrier\n", true },
    { "posted before a barrier", "line",
      "Irecv peer = " LEFT ONE "Barrier\nWait reqs = 0\nSend peer = " RIGHT ONE, true },
    { "around a loop in which nobody waits for the next", "line",
      "Recv peer = " LEFT ONE "loop 3\nIsend peer = " RIGHT FOUR "Recv peer = " LEFT FOUR
      "end\nSend peer = " RIGHT ONE "Waitall nreqs = 3 ; reqs = 2 - e\n",
      true },
    { "around a loop in which all wait for the next", "line",
      "Recv peer = " LEFT ONE "loop 3\nRecv peer = " LEFT FOUR "Send peer = " RIGHT FOUR
      "end\nSend peer = " RIGHT ONE,
      false },
    { "around a loop of one call", "line",
      "Recv peer = " LEFT ONE "loop 3\nSendrecv peer = " RIGHT
      " ; count = 5 ; tag = 4 ; source = " LEFT " ; rcount = 5 ; rtag = 4\nend\n"
      "Send peer = " RIGHT ONE,
      false },
    { "around a loop whose trips wait for the trip before", "line",
      "Isend peer = null" FOUR "Recv peer = " LEFT ONE
      "loop 3\nWait reqs = 0\nIsend peer = " RIGHT FOUR "Recv peer = " LEFT FOUR
      "end\nSend peer = " RIGHT ONE,
      false },
    { "whose first wait is in a loop behind", "line",
      "Irecv peer = " LEFT ONE
      "loop 3\nWait reqs = if(i1 == 0, 0, null)\nSend peer = " RIGHT FOUR
      "Recv peer = " LEFT FOUR "end\nSend peer = " RIGHT ONE,
      false },
};

/* On communicator 2: rows of four ranks, or all ranks where `is_whole`. */
static const struct {
    sample of;
    bool is_whole;
} on_comms[] = {
    { { "a collective in rows", "fixed-x-2d", "rows\nAllreduce comm = 2 ; count = 3\n",
        true },
      false },
    { { "the first of each row", "fixed-x-2d",
        "rows\nBcast comm = 2 ; root = 0 ; count = 3\nComm_free comm = 2\n", true },
      false },
    { { "the second of each row", "fixed-x-2d",
        "rows\nBcast comm = 2 ; root = 1 ; count = 3\n", false },
      false },
    { { "the last of each row", "fixed-x-2d",
        "rows\nBcast comm = 2 ; root = s - 1 ; count = 3\n", false },
      false },
    { { "messages in rows", "fixed-x-2d",
        "rows\nIrecv comm = 2 ; peer = " LAST ONE
        "Isend comm = 2 ; peer = " NEXT ONE WAIT,
        false },
      false },
    { { "messages on a communicator of all", "line",
        "Comm_dup newcomm = 2\nIrecv comm = 2 ; peer = " LAST ONE
        "Isend comm = 2 ; peer = " NEXT ONE WAIT "Bcast comm = 2 ; root = P - 1 ; count "
        "= 1\n",
        true },
      true },
    { { "messages on two communicators of all", "line",
        "Comm_dup newcomm = 2\nIrecv comm = 0 ; peer = " LAST ONE
        "Isend comm = 2 ; peer = " NEXT ONE WAIT,
        false },
      true },
    { { "a grid with the same extents for all", "fixed-x-2d",
        "Cart_create newcomm = 2 ; ndims = 2 ; dims = if(e == 0, 4, P div 4) ; periods = "
        "e ; reorder = 0\nBarrier comm = 2\n",
        true },
      true },
    { { "a grid with others for each", "fixed-x-2d",
        "Cart_create newcomm = 2 ; ndims = 2 ; dims = r ; periods = e ; reorder = 0\n",
        false },
      true },
    { { "communicators of who shares memory", "line", "Comm_split_type newcomm = 2\n",
        false },
      true },
    { { "a communicator that differs by rank", "line", "Barrier comm = r mod 2\n",
        false },
      false },
};

/* The least number of ranks where it is not; 0: there is none. */
static sx_rank first_wrong(const sx_trace *formula, sx_rank most)
{
    sx_rank wrong = 0;
    for (sx_rank p = 1; p <= most && !wrong; p++)
        wrong = program_is_fine(formula, p) ? 0 : p;
    return wrong;
}

/* Makes communicator 2 one of all ranks. */
static void make_whole(sx_arena *arena, sx_comm *comm)
{
    const sx_evidence proved = { .label = SX_LABEL_PROVED };
    comm->kind = SX_COMM_DUP;
    comm->size = sx_value_expr(sx_expr_var(arena, SX_VAR_P, 0, 0), proved);
    comm->rank = sx_value_expr(sx_expr_var(arena, SX_VAR_RANK, 0, 0), proved);
}

static void one(const sample *s, bool is_whole)
{
    sx_arena *arena = sx_arena_create();
    sx_trace formula = program_formula(arena, s->program, s->law, 4);
    sx_formula_proof proof;
    if (is_whole)
        make_whole(arena, &formula.comm[2]);
    sx_error err = { 0 };
    if (sx_match_by_formula(&formula, &proof, &err))
        ok(false, "%s", err.text);
    else
        ok(!proof.why == s->holds, "%s: %s", s->what,
           proof.why ? proof.why : "has a certificate");
    if (s->holds)
        is_int(first_wrong(&formula, 30), 0, s->what);
    sx_arena_destroy(arena);
}

static void wave(const sample *s)
{
    sx_arena *arena = sx_arena_create();
    sx_trace formula = program_formula(arena, s->program, s->law, 4);
    one(s, false);
    ok(s->holds == !first_wrong(&formula, 30), "%s: %s", s->what,
       s->holds ? "comes to its end" : "hangs, or does not agree");
    sx_arena_destroy(arena);
}

/* Every rank has one place, and extents are in the order that is said. */
static void policies(void)
{
    int wrong = 0;
    for (size_t i = 0; i < sx_policy_count; i++)
        for (int64_t arg = 1; arg <= (sx_policies[i].has_arg ? 24 : 1); arg++)
            for (int64_t p = 1; p <= 3000; p++) {
                int64_t dim[SX_MAX_DIMS], all = 1;
                if (!sx_policies[i].dims(p, arg, dim))
                    continue;
                const sx_grid_order order = sx_grid_order_of(sx_policies[i].name);
                for (uint32_t a = 0; a < sx_policies[i].ndims; a++) {
                    const int64_t before = dim[a ? a - 1 : 0];
                    all *= dim[a];
                    wrong += dim[a] < 1 || (order == SX_GRID_EVEN && dim[a] != before) ||
                             (order == SX_GRID_RISING && dim[a] < before) ||
                             (order == SX_GRID_FALLING && dim[a] > before);
                }
                wrong += all != p;
            }
    is_int(wrong, 0, "policies by which ranks have no place, or several");
}

/* What was refused is no law. */
static void refused(void)
{
    sx_arena *arena = sx_arena_create();
    sx_trace formula = program_formula(
        arena,
        "Sendrecv peer = " NEXT " ; count = 5 ; tag = 3 ; source = " LAST
        " ; rcount = 5 ; rtag = 3\nBcast root = 0 ; count = 3\nloop 3\nBarrier\nend\n",
        "line", 0);
    for (size_t i = 0; i < formula.program.n; i++) {
        sx_node *node = formula.program.node[i];
        sx_value *value = node->kind == SX_NODE_LOOP
                              ? &node->trips
                              : &node->param[node->nparams - 1].value;
        sx_formula_proof proof = { .why = "" };
        ok(!sx_match_by_formula(&formula, &proof, NULL) && !proof.why, "all is known");
        value->evidence.label = SX_LABEL_REFUSED;
        ok(!sx_match_by_formula(&formula, &proof, NULL) && proof.why &&
               proof.undecided == node,
           "a value of node %zu is refused", i);
        value->evidence.label = SX_LABEL_PROVED;
    }
    sx_arena_destroy(arena);
}

static bool has_certificate(const sx_trace *formula)
{
    sx_formula_proof proof = { .why = "" };
    return !sx_match_by_formula(formula, &proof, NULL) && !proof.why;
}

/* What another number, other dims, or another communicator may change. */
static void open_ends(void)
{
    sx_arena *arena = sx_arena_create();
    sx_trace formula = program_formula(
        arena,
        "Irecv peer = " LAST ONE "Isend peer = if(N1 > 6, " NEXT ", " LAST ")" ONE WAIT,
        "line", 0);
    ok(has_certificate(&formula), "a parameter that is 7");
    formula.constant->is_open = true;
    ok(!has_certificate(&formula), "a parameter that is open");
    formula.constant->is_open = false;
    formula.constant->law = sx_expr_var(arena, SX_VAR_P, 0, 0);
    ok(!has_certificate(&formula), "a constant that follows from P");
    formula = program_formula(
        arena, "Irecv peer = " WEST ONE "Isend peer = " EAST ONE WAIT, "square", 0);
    ok(has_certificate(&formula), "a grid of all ranks");
    formula.grid[0].comm = 2;
    ok(!has_certificate(&formula), "a grid of rows");
    formula.grid[0].comm = 0;
    formula.grid[0].law = "given";
    ok(!has_certificate(&formula), "a grid by no policy");
    sx_arena_destroy(arena);
}

int main(void)
{
    policies();
    open_ends();
    refused();
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        one(&samples[i], false);
    for (size_t i = 0; i < sizeof waves / sizeof *waves; i++)
        wave(&waves[i]);
    for (size_t i = 0; i < sizeof on_comms / sizeof *on_comms; i++)
        one(&on_comms[i].of, on_comms[i].is_whole);
    return tap_done();
}
