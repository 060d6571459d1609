/* Levels of which each has every other rank of the level before: exchanges with the next ranks of a level, who may be nobody, and
 * whom a rank hands over to before it rests. As ranks fold it, each by as many levels as it has. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t sixteen(const synth_at *at)
{
    (void)at;
    return 16;
}

/* How far apart ranks of its last level are: a power of two that is no less than there are ranks, for the first. */
static int64_t last_distance(const synth_at *at)
{
    int64_t s = 1;
    while (at->r ? at->r % (2 * s) == 0 : s < at->p)
        s *= 2;
    return s;
}

/* Where an item is: before the last level, the finest first; on the last one; behind it, the finest last. */
typedef enum where_at { DOWN, LAST, UP } where_at;

/* The coarsest level goes on as the others do, with one rank left on the next; or two ranks are left to themselves there. */
typedef enum coarsest { ONE_RANK, TWO_RANKS } coarsest;

typedef struct level {
    where_at where;
    coarsest coarsest;
} level;

static const level *level_of(const synth_at *at)
{
    return at->item->data;
}
static int64_t end(const synth_at *at)
{
    const int64_t s = last_distance(at);
    return level_of(at)->coarsest == TWO_RANKS && 2 * s > at->p ? at->p / 2 : s;
}
static int64_t levels_before(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(1) << n < end(at))
        n++;
    return n;
}
static int64_t has_last(const synth_at *at)
{
    return at->r > 0 || level_of(at)->coarsest == TWO_RANKS;
}
static int64_t hands_over(const synth_at *at)
{
    return at->r > 0 && end(at) == last_distance(at) &&
           (level_of(at)->coarsest == ONE_RANK || 2 * end(at) < at->p);
}
static int64_t distance(const synth_at *at)
{
    const where_at where = level_of(at)->where;
    return where == LAST   ? end(at)
           : where == DOWN ? INT64_C(1) << at->i[1]
                           : end(at) / 2 >> at->i[1];
}
static int64_t above(const synth_at *at)
{
    return at->r + distance(at);
}
static int64_t below(const synth_at *at)
{
    return at->r - distance(at);
}
static int64_t above_if_any(const synth_at *at)
{
    return above(at) < at->p ? above(at) : SX_NULL;
}
static int64_t below_if_any(const synth_at *at)
{
    return below(at) >= 0 ? below(at) : SX_NULL;
}

static const level down = { DOWN, ONE_RANK }, last = { LAST, ONE_RANK },
                   up = { UP, ONE_RANK }, down_to_two = { DOWN, TWO_RANKS },
                   last_two = { LAST, TWO_RANKS }, up_from_two = { UP, TWO_RANKS };

#define BOTH(SITE, DATA, WHO, TO, FROM)                                                  \
    {                                                                                    \
        'e', .op = SX_OP_Sendrecv, .where = WHO, .site = SYNTH_SHARED + SITE,            \
             .data = &(DATA), .param = {                                                 \
                 { SX_PARAM_COMM, zero },                                                \
                 { SX_PARAM_PEER, TO },                                                  \
                 { SX_PARAM_COUNT, sixteen },                                            \
                 { SX_PARAM_TAG, zero },                                                 \
                 { SX_PARAM_SOURCE, FROM },                                              \
                 { SX_PARAM_RCOUNT, sixteen },                                           \
                 { SX_PARAM_RTAG, zero }                                                 \
             }                                                                           \
    }
#define ONE(OP, SITE, DATA, WHO, PEER, TAG)                                              \
    {                                                                                    \
        'e', .op = OP, .where = WHO, .site = SYNTH_SHARED + SITE, .data = &(DATA),       \
             .param = {                                                                  \
                 { SX_PARAM_COMM, zero },                                                \
                 { SX_PARAM_PEER, PEER },                                                \
                 { SX_PARAM_COUNT, sixteen },                                            \
                 { SX_PARAM_TAG, TAG }                                                   \
             }                                                                           \
    }
#define LEVELS(DATA)                                                                     \
    {                                                                                    \
        '(', .where = levels_before, .trips = levels_before, .data = &(DATA)             \
    }
#define END                                                                              \
    {                                                                                    \
        .kind = ')'                                                                      \
    }

/* Exchanges with both sides of a level at once; four calls in the other program. */
#define HALO(SITE, DATA, WHO)                                                            \
    BOTH(SITE, DATA, WHO, above_if_any, below_if_any),                                   \
        BOTH(SITE + 1, DATA, WHO, below_if_any, above_if_any)
#define HALO_ONE_BY_ONE(SITE, DATA, WHO)                                                 \
    ONE(SX_OP_Send, SITE, DATA, WHO, above_if_any, zero),                                \
        ONE(SX_OP_Recv, SITE + 1, DATA, WHO, below_if_any, zero)

/* All levels down and up again; HALO is before a rank hands over, and behind what it gets back. */
#define CYCLES(HALO, DOWN, LAST, UP)                                                     \
    {                                                                                    \
        { '(', .trips = three }, LEVELS(DOWN), HALO(0, DOWN, NULL),                      \
            ONE(SX_OP_Recv, 2, DOWN, NULL, above, three), END, HALO(0, LAST, has_last),  \
            ONE(SX_OP_Send, 3, LAST, hands_over, below, three),                          \
            ONE(SX_OP_Recv, 4, LAST, hands_over, below, four), HALO(5, LAST, has_last),  \
            LEVELS(UP), ONE(SX_OP_Send, 7, UP, NULL, above, four), HALO(5, UP, NULL),    \
            END, END, { 0 },                                                             \
    }

static const synth_item cycles[] = CYCLES(HALO, down, last, up),
                        one_by_one[] = CYCLES(HALO_ONE_BY_ONE, down, last, up),
                        to_two[] = CYCLES(HALO, down_to_two, last_two, up_from_two);

/* One exchange a level, in which the last ranks have somebody on one side alone. */
static const synth_item shifts[] = {
    { '(', .trips = three },
    LEVELS(down),
    BOTH(0, down, NULL, above_if_any, below_if_any),
    ONE(SX_OP_Recv, 2, down, NULL, above, three),
    END,
    BOTH(0, last, has_last, above_if_any, below_if_any),
    ONE(SX_OP_Send, 3, last, hands_over, below, three),
    END,
    { 0 },
};

/* Exchanges alone, down to the level of the first rank and one other; a level's number is its tag. */
static int64_t own_levels(const synth_at *at)
{
    return levels_before(at) + (at->r > 0);
}
static int64_t number(const synth_at *at)
{
    return at->i[0];
}
static int64_t above_there(const synth_at *at)
{
    const int64_t to = at->r + (INT64_C(1) << at->i[0]);
    return to < at->p ? to : SX_NULL;
}
static int64_t below_there(const synth_at *at)
{
    const int64_t to = at->r - (INT64_C(1) << at->i[0]);
    return to >= 0 ? to : SX_NULL;
}

static const synth_item numbered[] = {
    { '(', .trips = own_levels, .data = &down },
    ONE(SX_OP_Send, 0, down, NULL, above_there, number),
    ONE(SX_OP_Recv, 1, down, NULL, below_there, number),
    ONE(SX_OP_Send, 2, down, NULL, below_there, number),
    ONE(SX_OP_Recv, 3, down, NULL, above_there, number),
    END,
    { 0 },
};

int main(void)
{
    const int64_t powers[] = { 4, 8, 16, 32, 0 }, larger[] = { 64, 128, 0 };
    sx_fit_init();
    try_program("exchanges on levels", numbered, powers, larger, 0);
    try_program("one exchange on each level", shifts, powers, larger, 0);
    try_program("down and up again", cycles, powers, larger, 0);
    try_program("down and up again, call by call", one_by_one, powers, larger, 0);
    try_program("down to two ranks and up", to_two, powers, larger, 0);
    return tap_done();
}
