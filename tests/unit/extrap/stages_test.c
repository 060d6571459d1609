/* Communication in stages, as programs write it by hand: trees from another root than 0, sums that go as far as there are ranks,
 * butterflies with a fold before and after. The last two as ranks fold them, each in its own way. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* ---- binomial trees whose root is a number, the last rank or the one in the middle ---- */

typedef enum root_kind { THIRD, LAST, MIDDLE } root_kind;

static int64_t root(const synth_at *at)
{
    const root_kind *kind = at->item->data;
    return *kind == THIRD ? 3 : *kind == LAST ? at->p - 1 : at->p / 2;
}

/* Counted from the root. */
static int64_t number(const synth_at *at)
{
    return (at->r - root(at) + at->p) % at->p;
}
static int64_t rank_of(const synth_at *at, int64_t x)
{
    return (x + root(at)) % at->p;
}
static int64_t is_not_root(const synth_at *at)
{
    return number(at) != 0;
}
static int64_t children(const synth_at *at)
{
    int64_t n = 0, x = number(at);
    while (x + (INT64_C(1) << n) < at->p && x >> n << n == x && !(x >> n & 1))
        n++;
    return n;
}
static int64_t child(const synth_at *at)
{
    return rank_of(at, number(at) + (INT64_C(1) << at->i[0]));
}
static int64_t child_from_top(const synth_at *at)
{
    return rank_of(at, number(at) + (INT64_C(1) << (children(at) - 1 - at->i[0])));
}
static int64_t parent(const synth_at *at)
{
    return rank_of(at, number(at) & (number(at) - 1));
}

#define TREE(ROOT)                                                                       \
    {                                                                                    \
        { '(', .trips = children, .data = &(ROOT) },                                     \
            { 'e', .op = SX_OP_Recv, .data = &(ROOT),                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, child },                                       \
                         { SX_PARAM_TAG, zero } } },                                     \
            { .kind = ')' },                                                             \
            { 'e', .op = SX_OP_Send, .where = is_not_root, .data = &(ROOT),              \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, parent },                                      \
                         { SX_PARAM_TAG, zero } } },                                     \
            { '(', .trips = children, .data = &(ROOT) },                                 \
            { 'e', .op = SX_OP_Send, .data = &(ROOT),                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, child_from_top },                              \
                         { SX_PARAM_TAG, zero } } },                                     \
            { .kind = ')' }, { 0 },                                                      \
    }

static const root_kind third = THIRD, last = LAST, middle = MIDDLE;
static const synth_item from_third[] = TREE(third), from_last[] = TREE(last),
                        from_middle[] = TREE(middle);

/* ---- a broadcast and a reduction by the same tree in each of five steps, in which the root does not get anything ---- */

static int64_t five(const synth_at *at)
{
    (void)at;
    return 5;
}
static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_behind_first(const synth_at *at)
{
    return at->r > 0;
}
static int64_t children_of_all(const synth_at *at)
{
    int64_t n = 0;
    while (at->r + (INT64_C(1) << n) < at->p && !(at->r >> n & 1))
        n++;
    return n;
}
static int64_t child_of_all(const synth_at *at)
{
    return at->r + (INT64_C(1) << at->i[1]);
}
static int64_t top_of_all(const synth_at *at)
{
    return at->r + (INT64_C(1) << (children_of_all(at) - 1 - at->i[1]));
}
static int64_t parent_of_all(const synth_at *at)
{
    return at->r & (at->r - 1);
}

static int64_t hundred(const synth_at *at)
{
    (void)at;
    return 100;
}
static int64_t one(const synth_at *at)
{
    (void)at;
    return 1;
}

#define MESSAGE(OP, PEER, SITE, TAG)                                                     \
    {                                                                                    \
        'e', .op = OP, .site = SITE, .param = {                                          \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, PEER },                                                     \
            { SX_PARAM_COUNT, hundred },                                                 \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, TAG }                                                        \
        }                                                                                \
    }
#define CHILDREN(OP, PEER, SITE, TAG)                                                    \
    { '(', .trips = children_of_all, .where = children_of_all },                         \
        MESSAGE(OP, PEER, SITE, TAG),                                                    \
    {                                                                                    \
        .kind = ')'                                                                      \
    }

static const synth_item there_and_back[] = {
    { 'e', .op = SX_OP_Init },
    { '(', .trips = five, .where = is_first },
    CHILDREN(SX_OP_Send, top_of_all, SYNTH_SHARED, zero),
    CHILDREN(SX_OP_Recv, child_of_all, SYNTH_SHARED + 1, one),
    { .kind = ')' },
    { '(', .trips = five, .where = is_behind_first },
    MESSAGE(SX_OP_Recv, parent_of_all, 0, zero),
    CHILDREN(SX_OP_Send, top_of_all, SYNTH_SHARED, zero),
    CHILDREN(SX_OP_Recv, child_of_all, SYNTH_SHARED + 1, one),
    MESSAGE(SX_OP_Send, parent_of_all, 0, one),
    { .kind = ')' },
    { 'e', .op = SX_OP_Finalize },
    { 0 },
};

/* Is it said once for all ranks, with the root among them? */
static void is_one_loop(const char *what, const synth_item *program, const int64_t *scale,
                        int64_t p)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, scale, p, &trace))
        ok(trace.program.n == 3, "%s: %d loops", what, (int)trace.program.n - 2);
    sx_arena_destroy(arena);
}

/* ---- a tree of four branches in breadth-first order, from the rank in the middle ---- */

static int64_t branches(const synth_at *at)
{
    int64_t left = at->p - 4 * number(at) - 1;
    return left < 0 ? 0 : left < 4 ? left : 4;
}
static int64_t branch(const synth_at *at)
{
    return rank_of(at, 4 * number(at) + 1 + at->i[0]);
}

static const synth_item four_branches[] = {
    { '(', .trips = branches, .data = &middle },
    { 'e', .op = SX_OP_Recv, .data = &middle,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, branch },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 0 },
};

static int64_t rounds(const synth_at *at)
{
    (void)at;
    return 5;
}
/* ---- a prefix sum: at distances 1, 2, 4 .. up as far as there are ranks, in as many trips as the rank has
 * something to do in ---- */

static int64_t sends(const synth_at *at)
{
    return at->r + (INT64_C(1) << at->i[1]) < at->p;
}
static int64_t receives(const synth_at *at)
{
    return at->r >= INT64_C(1) << at->i[1];
}
static int64_t own_stages(const synth_at *at)
{
    int64_t n = 0;
    while (at->r + (INT64_C(1) << n) < at->p || at->r >= INT64_C(1) << n)
        n++;
    return n;
}
static int64_t up(const synth_at *at)
{
    return at->r + (INT64_C(1) << at->i[1]);
}
static int64_t down(const synth_at *at)
{
    return at->r - (INT64_C(1) << at->i[1]);
}

static const synth_item prefix_sum[] = {
    { '(', .trips = rounds },
    { '(', .trips = own_stages },
    { '(', .trips = sends },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, up },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { '(', .trips = receives },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, down },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

/* ---- the same from the largest distance down ---- */

static int64_t all_stages(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(1) << n < at->p)
        n++;
    return n;
}
static int64_t far(const synth_at *at)
{
    return INT64_C(1) << (all_stages(at) - 1 - at->i[1]);
}
static int64_t sends_far(const synth_at *at)
{
    return at->r + far(at) < at->p;
}
static int64_t up_far(const synth_at *at)
{
    return at->r + far(at);
}

static const synth_item falling_sum[] = {
    { '(', .trips = rounds },
    { '(', .trips = all_stages },
    { '(', .trips = sends_far },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, up_far },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

/* ---- a butterfly over a power of two: the first of as many pairs as there are ranks beyond, or these themselves, give what
 * they have away before, and get the result behind ---- */

typedef enum fold_kind { PAIRS, TOP } fold_kind;

static int64_t power(const synth_at *at)
{
    int64_t n = 1;
    while (2 * n <= at->p)
        n *= 2;
    return n;
}
static int64_t rest(const synth_at *at)
{
    return at->p - power(at);
}
static bool in_pairs(const synth_at *at)
{
    return *(const fold_kind *)at->item->data == PAIRS;
}
static int64_t gives(const synth_at *at)
{
    return in_pairs(at) ? at->r < 2 * rest(at) && at->r % 2 == 0 : at->r >= power(at);
}
static int64_t stays(const synth_at *at)
{
    return !gives(at);
}
static int64_t takes(const synth_at *at)
{
    return in_pairs(at) ? at->r < 2 * rest(at) && at->r % 2 == 1 : at->r < rest(at);
}
static int64_t taker(const synth_at *at)
{
    return in_pairs(at) ? at->r + 1 : at->r - power(at);
}
static int64_t giver(const synth_at *at)
{
    return in_pairs(at) ? at->r - 1 : at->r + power(at);
}

static int64_t digits(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(2) << n <= at->p)
        n++;
    return n;
}

/* Who takes nobody in has the stages of all rounds in one loop. */
static int64_t outer_trips(const synth_at *at)
{
    return takes(at) ? 5 : 5 * digits(at);
}
static int64_t inner_trips(const synth_at *at)
{
    return takes(at) ? digits(at) : 1;
}
static int64_t partner(const synth_at *at)
{
    const int64_t stage = takes(at) ? at->i[1] : at->i[0] % digits(at),
                  over = in_pairs(at) ? rest(at) : 0,
                  own = at->r < 2 * over ? at->r / 2 : at->r - over,
                  other = own ^ INT64_C(1) << stage;
    return other < over ? 2 * other + 1 : other + over;
}

#define FOLDED(KIND)                                                                     \
    {                                                                                    \
        { '(', .where = stays, .trips = outer_trips, .data = &(KIND) },                  \
            { 'e', .op = SX_OP_Recv, .where = takes, .data = &(KIND),                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, giver },                                       \
                         { SX_PARAM_TAG, zero } } },                                     \
            { '(', .trips = inner_trips, .data = &(KIND) },                              \
            { 'e', .op = SX_OP_Isend, .data = &(KIND),                                   \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, partner },                                     \
                         { SX_PARAM_TAG, zero } } },                                     \
            { .kind = ')' },                                                             \
            { 'e', .op = SX_OP_Send, .where = takes, .data = &(KIND),                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, giver },                                       \
                         { SX_PARAM_TAG, zero } } },                                     \
            { .kind = ')' }, { '(', .where = gives, .trips = rounds, .data = &(KIND) },  \
            { 'e', .op = SX_OP_Ssend, .data = &(KIND),                                   \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, taker },                                       \
                         { SX_PARAM_TAG, zero } } },                                     \
            { 'e', .op = SX_OP_Recv, .data = &(KIND),                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, taker },                                       \
                         { SX_PARAM_TAG, zero } } },                                     \
            { .kind = ')' }, { 0 },                                                      \
    }

static const fold_kind pairs = PAIRS, top = TOP;
static const synth_item folded_pairs[] = FOLDED(pairs), folded_top[] = FOLDED(top);

/* ---- exchanges in pairs, by exclusive or at powers of two, around the ring elsewhere; blocks by a digit of their number ---- */

static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t in_pair(const synth_at *at)
{
    int64_t i = at->i[0] + 1;
    return power(at) == at->p ? at->r ^ i : (at->r + i) % at->p;
}
static int64_t around(const synth_at *at)
{
    return (at->r + (INT64_C(1) << at->i[0])) % at->p;
}
static int64_t with_digit(const synth_at *at)
{
    int64_t n = 0;
    for (int64_t block = 0; block < at->p; block++)
        n += 3 * (block >> at->i[0] & 1);
    return n;
}

static const synth_item all_to_all[] = {
    { '(', .trips = others },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, in_pair },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { '(', .trips = all_stages },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, around },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, with_digit } } },
    { .kind = ')' },
    { 0 },
};

/* ---- an odd-even transposition of as many phases as there are ranks, whose ends rest every other phase ---- */

/* -1 in a phase in which the rank rests. */
static int64_t partner_in(const synth_at *at, int64_t phase)
{
    const int64_t other = (at->r + phase) % 2 ? at->r - 1 : at->r + 1;
    return other < at->p ? other : -1;
}
static int64_t exchanges_of(const synth_at *at)
{
    int64_t n = 0;
    for (int64_t phase = 0; phase < at->p; phase++)
        n += partner_in(at, phase) >= 0;
    return n;
}
static int64_t phase_partner(const synth_at *at)
{
    int64_t phase = 0;
    for (int64_t left = at->i[0]; partner_in(at, phase) < 0 || left-- > 0;)
        phase++;
    return partner_in(at, phase);
}
static int64_t is_even(const synth_at *at)
{
    return at->r % 2 == 0;
}
static int64_t is_odd(const synth_at *at)
{
    return at->r % 2;
}

static const synth_item transposition[] = {
    { '(', .trips = exchanges_of },
    { 'e', .op = SX_OP_Sendrecv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, phase_partner },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_SOURCE, phase_partner } } },
    { .kind = ')' },
    { 0 },
};

static const synth_item transposition_by_two[] = {
    { '(', .trips = exchanges_of, .where = is_even },
    MESSAGE(SX_OP_Recv, phase_partner, 0, zero),
    MESSAGE(SX_OP_Send, phase_partner, 0, zero),
    { .kind = ')' },
    { '(', .trips = exchanges_of, .where = is_odd },
    MESSAGE(SX_OP_Send, phase_partner, 0, zero),
    MESSAGE(SX_OP_Recv, phase_partner, 0, zero),
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    static const int64_t any[] = { 5, 8, 13, 22, 0 }, elsewhere[] = { 11, 32, 57, 0 };
    sx_fit_init();
    try_program("a tree from rank 3", from_third, any, elsewhere, 0);
    try_program("a tree from the last rank", from_last, any, elsewhere, 0);
    try_program("a tree from the middle", from_middle, any, elsewhere, 0);
    static const int64_t few[] = { 4, 6, 8, 12, 0 }, more[] = { 16, 21, 64, 0 };
    try_program("a tree there and back", there_and_back, few, more, 0);
    is_one_loop("a tree there and back", there_and_back, few, 16);
    static const int64_t beyond[] = { 24, 41, 57, 0 };
    static const int64_t many[] = { 5, 11, 13, 22, 27, 0 };
    try_program("four branches from the middle", four_branches, many, elsewhere, 0);
    try_program("a prefix sum", prefix_sum, many, elsewhere, 0);
    try_program("a butterfly of one of each pair", folded_pairs, many, beyond, 0);
    try_program("a butterfly without the last", folded_top, many, beyond, 0);
    static const int64_t both[] = { 5, 8, 13, 16, 22, 32, 0 };
    static const int64_t either[] = { 64, 37, 24, 0 };
    try_program("a falling prefix sum", falling_sum, both, either, 0);
    try_program("all with all", all_to_all, both, either, 0);
    static const int64_t phases[] = { 4, 6, 9, 12, 0 }, more_phases[] = { 16, 21, 50, 0 };
    try_program("an odd-even transposition", transposition, phases, more_phases, 0);
    try_program("one of two calls on either side", transposition_by_two, phases,
                more_phases, 0);
    return tap_done();
}
