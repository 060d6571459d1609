/* Laws that lead to each other agree at any scale, and those that do not are not said to. */
#include "match/by_law.h"

#include "programs.h"
#include "tap.h"

#include <inttypes.h>

typedef struct sample {
    const char *what;
    const char *program;
    bool agrees;
} sample;

#define WEST "m + ((g1.c1 - 1) mod g1.d1 - g1.c1)"
#define EAST "m + ((g1.c1 + 1) mod g1.d1 - g1.c1)"
#define NORTH "m + ((g1.c2 - 1) mod g1.d2 - g1.c2) * g1.d1"
#define SOUTH "m + ((g1.c2 + 1) mod g1.d2 - g1.c2) * g1.d1"

static const sample samples[] = {
    { "a ring",
      "Send peer = (m + 1) mod s ; count = 5 ; tag = 3\n"
      "Recv peer = (m - 1) mod s ; count = 5 ; tag = 3\n",
      true },
    { "a ring with another step back",
      "Send peer = (m + 1) mod s ; count = 5 ; tag = 3\n"
      "Recv peer = (m - 2) mod s ; count = 5 ; tag = 3\n",
      false },
    { "another tag",
      "Send peer = (m + 1) mod s ; count = 5 ; tag = 3\n"
      "Recv peer = (m - 1) mod s ; count = 5 ; tag = 2\n",
      false },
    { "a buffer with room to spare",
      "Send peer = (m + 1) mod s ; count = 5 ; tag = 3\n"
      "Recv peer = (m - 1) mod s ; count = 9 ; tag = 3\n",
      true },
    { "a buffer that is too small",
      "Send peer = (m + 1) mod s ; count = 5 ; tag = 3\n"
      "Recv peer = (m - 1) mod s ; count = 4 ; tag = 3\n",
      false },
    { "a buffer that is too small at the last rank",
      "Send peer = (m + 1) mod s ; count = 5 ; tag = 3\n"
      "Recv peer = (m - 1) mod s ; count = if(m == s - 1, 4, 5) ; tag = 3\n",
      false },
    { "open ends",
      "Send peer = if(m + 1 < s, m + 1, null) ; count = m ; tag = 3\n"
      "Recv peer = if(m - 1 >= 0, m - 1, null) ; count = m - 1 ; tag = 3\n",
      true },
    { "open ends as conditions on who takes part",
      "Send ? m < s - 1 ; peer = m + 1 ; count = m ; tag = 3\n"
      "Recv ? m > 0 ; peer = m - 1 ; count = m - 1 ; tag = 3\n",
      true },
    { "one end too many",
      "Send ? m < s - 1 ; peer = m + 1 ; count = m ; tag = 3\n"
      "Recv peer = if(m == 0, 1, m - 1) ; count = s ; tag = 3\n",
      false },
    { "a sender too few",
      "Send ? m < s - 2 ; peer = m + 1 ; count = m ; tag = 3\n"
      "Recv ? m > 0 ; peer = m - 1 ; count = s ; tag = 3\n",
      false },
    { "neighbours in a grid, trip by trip",
      "loop 2\nloop 4\nIrecv peer = if(i2 == 0, " WEST ", if(i2 == 1, " EAST
      ", if(i2 == 2, " NORTH ", " SOUTH "))) ; count = 3 ; tag = i2\nend\n"
      "loop 4\nIsend peer = if(i2 == 0, " EAST ", if(i2 == 1, " WEST
      ", if(i2 == 2, " SOUTH ", " NORTH "))) ; count = 3 ; tag = i2\nend\nend\n",
      true },
    { "neighbours in a grid with two tags confused",
      "loop 2\nloop 4\nIrecv peer = if(i2 == 0, " WEST ", if(i2 == 1, " EAST
      ", if(i2 == 2, " NORTH ", " SOUTH "))) ; count = 3 ; tag = i2\nend\n"
      "loop 4\nIsend peer = if(i2 == 0, " EAST ", if(i2 == 1, " WEST
      ", if(i2 == 2, " NORTH ", " SOUTH "))) ; count = 3 ; tag = i2\nend\nend\n",
      false },
    { "blocks that move around a grid",
      "loop P\nIsend peer = " EAST
      " ; tag = 0 ; count = block(13, g1.d1, (g1.c1 - i1) mod g1.d1)\n"
      "Irecv peer = " WEST
      " ; tag = 0 ; count = block(13, g1.d1, (g1.c1 - i1 - 1) mod g1.d1)\nend\n",
      true },
    { "blocks that move the other way",
      "loop P\nIsend peer = " EAST
      " ; tag = 0 ; count = block(13, g1.d1, (g1.c1 - i1) mod g1.d1)\n"
      "Irecv peer = " WEST
      " ; tag = 0 ; count = block(13, g1.d1, (g1.c1 - i1 + 1) mod g1.d1)\nend\n",
      false },
    { "sums over a line of the grid",
      "Isend peer = " SOUTH " ; tag = 0 ; "
      "count = sum(g1.d1, block(13, g1.d1, t) * block(9, g1.d1, (g1.c1 + t) mod g1.d1))\n"
      "Irecv peer = " NORTH " ; tag = 0 ; "
      "count = sum(g1.d1, block(13, g1.d1, t) * block(9, g1.d1, (g1.c1 + t) mod "
      "g1.d1))\n",
      true },
    { "sums that differ where they arrive",
      "Isend peer = " EAST " ; tag = 0 ; "
      "count = sum(g1.d1, block(13, g1.d1, t) * block(9, g1.d1, (g1.c1 + t) mod g1.d1))\n"
      "Irecv peer = " WEST " ; tag = 0 ; "
      "count = sum(g1.d1, block(13, g1.d1, t) * block(9, g1.d1, (g1.c1 + t) mod "
      "g1.d1))\n",
      false },
    { "open boundaries of a grid",
      "Sendrecv peer = if(g1.c2 < g1.d2 - 1, m + g1.d1, null) ; tag = 1 ; "
      "count = g1.c2 + 1 + g1.c1 ; source = if(g1.c2 > 0, m - g1.d1, null) ; rtag = 1 ; "
      "rcount = g1.c2 + g1.c1\n",
      true },
    { "partners of an exclusive or",
      "loop 2\nSendrecv peer = m xor pow(2, i1) ; tag = 1 ; count = 3 ; "
      "source = m xor pow(2, i1) ; rtag = 1 ; rcount = 3\nend\n",
      true },
    { "more trips on one side",
      "loop 5\nSend peer = (m + 1) mod s ; count = 5 ; tag = 3\nend\n"
      "loop 6\nRecv peer = (m - 1) mod s ; count = 5 ; tag = 3\nend\n",
      false },
    { "two sizes on one channel, in the same order",
      "loop 6\nSend peer = (m + 1) mod s ; count = 1 ; tag = 0\n"
      "Send peer = (m + 1) mod s ; count = 2 ; tag = 0\nend\n"
      "loop 6\nRecv peer = (m - 1) mod s ; count = 1 ; tag = 0\n"
      "Recv peer = (m - 1) mod s ; count = 2 ; tag = 0\nend\n",
      true },
    { "two sizes on one channel, in another order",
      "loop 6\nSend peer = (m + 1) mod s ; count = 1 ; tag = 0\n"
      "Send peer = (m + 1) mod s ; count = 2 ; tag = 0\nend\n"
      "loop 6\nRecv peer = (m - 1) mod s ; count = 2 ; tag = 0\n"
      "Recv peer = (m - 1) mod s ; count = 1 ; tag = 0\nend\n",
      false },
    { "two sizes on one channel, in one loop and in two",
      "loop 6\nSend peer = (m + 1) mod s ; count = 1 ; tag = 0\n"
      "Send peer = (m + 1) mod s ; count = 2 ; tag = 0\nend\n"
      "loop 6\nRecv peer = (m - 1) mod s ; count = 1 ; tag = 0\nend\n"
      "loop 6\nRecv peer = (m - 1) mod s ; count = 2 ; tag = 0\nend\n",
      false },
    { "collectives of all", "loop 3\nBarrier\nBcast root = 2 ; count = i1\nend\n", true },
    { "a root that is no rank", "Bcast root = s ; count = 3\n", false },
    { "blocks of the root, in place on all ranks",
      "Gather root = 0 ; inplace = 1 ; rcount = 5\n", false },
    { "blocks in place", "Allgather inplace = 1 ; rcount = 5\n", true },
    { "a root of each rank's own", "Bcast root = m ; count = 3\n", false },
    { "a count of each rank's own", "Allreduce count = m ; redop = 0\n", false },
    { "a collective of some", "Barrier ? m > 0\n", false },
    { "a Gather with equal parts", "Gather root = 0 ; count = 3 ; rcount = 3\n", true },
    { "a Gather with unequal parts", "Gather root = 0 ; count = 3 ; rcount = 2\n",
      false },
    { "as many calls as the rank says", "loop m\nBarrier\nend\n", false },
    { "a remainder of another remainder",
      "Send peer = (m + 1) mod s ; count = (m mod 4) mod 3 ; tag = 3\n"
      "Recv peer = (m - 1) mod s ; count = ((m - 1) mod s) mod 3 ; tag = 3\n",
      false },
    { "a receive from anybody",
      "Send peer = (m + 1) mod s ; count = 5 ; tag = 3\n"
      "Recv peer = any ; count = 5 ; tag = 3\n",
      false },
};

int main(void)
{
    static const sx_rank scales[] = { 16, 32, 64, 1 << 20 };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const sample *s = &samples[i];
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
            sx_arena *arena = sx_arena_create();
            sx_rank p = scales[k];
            ok(program_agrees(arena, s->program, p) == s->agrees,
               "%s: %s at %" PRId64 " ranks", s->what,
               s->agrees ? "agrees" : "is not said to agree", p);
            if (s->agrees && p <= 64)
                ok(program_match(arena, s->program, p).nmismatches == 0,
                   "%s: rank by rank too", s->what);
            sx_arena_destroy(arena);
        }
    }
    return tap_done();
}
