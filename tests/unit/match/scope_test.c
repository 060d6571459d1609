/* Which numbers of ranks a program takes is found by where its messages arrive, if that is a rule at all. */
#include "match/scope.h"

#include "programs.h"
#include "tap.h"

#define PAIRS                                                                            \
    "Sendrecv peer = r xor 1 ; count = 5 ; tag = 3 ; source = r xor 1 ; rcount = 5 ; "   \
    "rtag = 3\n"
#define HALVES                                                                           \
    "Sendrecv peer = r xor (P div 2) ; count = 5 ; tag = 3 ; source = r xor (P div 2) "  \
    "; "                                                                                 \
    "rcount = 5 ; rtag = 3\n"

typedef struct sample {
    const char *what, *law, *program;
    int64_t input[3];
    const char *scope; /* NULL: none */
} sample;

static const sample samples[] = {
    { "neighbours by a bit", "line", PAIRS, { 4, 8, 16 }, "even" },
    { "neighbours by a bit, of six ranks, too", "line", PAIRS, { 4, 6, 10 }, "even" },
    { "halves by a bit", "line", HALVES, { 4, 8, 32 }, "powers" },
    { "halves by a bit, where an input has them at six",
      "line",
      HALVES,
      { 4, 6, 8 },
      NULL },
    { "of sizes that do not fit elsewhere",
      "line",
      "Sendrecv peer = (m + 1) mod s ; count = 5 + (P mod 2) * m ; tag = 3 ; source = (m "
      "- 1) mod s ; "
      "rcount = 5 ; rtag = 3\n",
      { 4, 8, 16 },
      NULL },
    { "on a grid that has powers only",
      "pow2-wide",
      "Send peer = (m + 1) mod s ; count = 5 ; tag = 3\nRecv peer = (m - 1) mod s ; "
      "count = 5 ; tag = 3\n",
      { 4, 8, 16 },
      NULL },
    { "which arrive everywhere",
      "line",
      "Irecv peer = (m - 1) mod s ; count = 5 ; tag = 3\nIsend peer = (m + 1) mod s ; "
      "count = 5 ; "
      "tag = 3\nWaitall nreqs = 2 ; reqs = 1 - e\n",
      { 4, 8, 16 },
      NULL },
    { "which arrive nowhere",
      "line",
      "Isend peer = (m + 1) mod s ; count = 5 ; tag = 3\nWait reqs = 0\n",
      { 4, 8, 16 },
      NULL },
    { "which arrive at five ranks and no fewer",
      "line",
      "Isend ? P < 5 ; peer = (m + 1) mod s ; count = 5 ; tag = 3\nBarrier\n",
      { 4, 8, 16 },
      NULL },
};

static void one(const sample *s)
{
    sx_arena *arena = sx_arena_create();
    sx_trace formula = program_formula(arena, s->program, s->law, 0);
    const size_t ngrids = formula.ngrids;
    const sx_policy *policy = NULL;
    sx_error err = { 0 };
    is_int(sx_scope_find(&formula, s->input, 3, &policy, &err), SX_OK, s->what);
    is_text(policy ? policy->name : "none", s->scope ? s->scope : "none", s->what);
    if (policy) {
        sx_trace bound;
        const sx_status st = sx_scope_add(arena, &formula, policy, &err);
        is_int(st, SX_OK, s->what);
        is_int((int64_t)formula.ngrids, (int64_t)ngrids + 1, s->what);
        is_int(sx_trace_bind(arena, &formula, 7, NULL, 0, &bound, &err), SX_INVALID,
               s->what);
        is_int(sx_trace_bind(arena, &formula, 64, NULL, 0, &bound, &err), SX_OK, s->what);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        one(&samples[i]);
    return tap_done();
}
