/* Loops in whose trips ranks do other things, as each rank folds them: stages of a scan, turns, and partners, told apart by a collective call that everybody
 * makes in each, or by turns that all have; and what is there in some trips only. */
#include "labelled.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t one(const synth_at *at)
{
    (void)at;
    return 1;
}
static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t others(const synth_at *at)
{
    return at->p - 1;
}

#define CALL(SITE, OP, WHERE, TO)                                                        \
    {                                                                                    \
        'e', .op = (OP), .where = (WHERE), .site = SYNTH_SHARED + (SITE), .param = {     \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (TO) },                                                     \
            { SX_PARAM_COUNT, three },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }
#define BARRIER(WHERE)                                                                   \
    {                                                                                    \
        'e', .op = SX_OP_Barrier, .where = (WHERE), .site = SYNTH_SHARED + 9, .param = { \
            { SX_PARAM_COMM, zero }                                                      \
        }                                                                                \
    }
#define LOOP(TRIPS)                                                                      \
    {                                                                                    \
        '(', .trips = (TRIPS)                                                            \
    }
#define END                                                                              \
    {                                                                                    \
        .kind = ')'                                                                      \
    }

/* ---- stages of a scan on a power of two of ranks: up the tree, with a barrier in each ---- */

static int64_t stages(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(1) << n < at->p)
        n++;
    return n;
}
/* Stages in which the rank receives, before it sends. */
static int64_t received(const synth_at *at)
{
    int64_t n = 0;
    while (n < stages(at) && (at->r + 1) >> n << n == at->r + 1 && at->r >> n & 1)
        n++;
    return n;
}
static int64_t sends(const synth_at *at)
{
    return at->r != at->p - 1;
}
static int64_t idle(const synth_at *at)
{
    return stages(at) - received(at) - sends(at);
}
static int64_t from_below(const synth_at *at)
{
    return at->r - (INT64_C(1) << at->i[0]);
}
static int64_t to_above(const synth_at *at)
{
    return at->r + (INT64_C(1) << received(at));
}

static const synth_item scan[] = {
    LOOP(received),
    CALL(0, SX_OP_Recv, NULL, from_below),
    BARRIER(NULL),
    END,
    CALL(1, SX_OP_Send, sends, to_above),
    BARRIER(sends),
    LOOP(idle),
    BARRIER(NULL),
    END,
    { 0 },
};

/* ---- each in turn sends to all others ---- */

static int64_t turns_before(const synth_at *at)
{
    return at->r;
}
static int64_t turns_behind(const synth_at *at)
{
    return at->p - 1 - at->r;
}
static int64_t turn_before(const synth_at *at)
{
    return at->i[0];
}
static int64_t turn_behind(const synth_at *at)
{
    return at->r + 1 + at->i[0];
}
static int64_t other(const synth_at *at)
{
    return at->i[0] + (at->i[0] >= at->r);
}

static const synth_item turns[] = {
    LOOP(turns_before),
    CALL(0, SX_OP_Recv, NULL, turn_before),
    BARRIER(NULL),
    END,
    LOOP(others),
    CALL(1, SX_OP_Send, NULL, other),
    END,
    BARRIER(NULL),
    LOOP(turns_behind),
    CALL(0, SX_OP_Recv, NULL, turn_behind),
    BARRIER(NULL),
    END,
    { 0 },
};

/* ---- the same of items that are dealt out in turn, with nothing that all call: the last round is not whole ---- */

enum { ITEMS = 23 };

/* The first item behind all of the own ones. */
static int64_t behind(const synth_at *at)
{
    int64_t last = at->r;
    while (last + at->p < ITEMS)
        last += at->p;
    return last + 1;
}
static int64_t rounds(const synth_at *at)
{
    return (behind(at) - 1 - at->r) / at->p;
}
static int64_t left(const synth_at *at)
{
    return ITEMS - behind(at);
}
static int64_t owner_between(const synth_at *at)
{
    return (at->r + 1 + at->i[1]) % at->p;
}
static int64_t owner_left(const synth_at *at)
{
    return (at->r + 1 + at->i[0]) % at->p;
}
static int64_t other_in_round(const synth_at *at)
{
    return at->i[1] + (at->i[1] >= at->r);
}

static const synth_item dealt[] = {
    LOOP(turns_before),
    CALL(0, SX_OP_Recv, NULL, turn_before),
    END,
    LOOP(rounds),
    LOOP(others),
    CALL(1, SX_OP_Send, NULL, other_in_round),
    END,
    LOOP(others),
    CALL(0, SX_OP_Recv, NULL, owner_between),
    END,
    END,
    LOOP(others),
    CALL(1, SX_OP_Send, NULL, other),
    END,
    LOOP(left),
    CALL(0, SX_OP_Recv, NULL, owner_left),
    END,
    { 0 },
};

/* ---- the same in blocks, of which the last ranks may have none; all requests of a turn are waited for at once ---- */

enum { ROWS = 40 };

static int64_t block(const synth_at *at)
{
    return (ROWS + at->p - 1) / at->p;
}
static int64_t rows_before(const synth_at *at)
{
    return at->r * block(at) < ROWS ? at->r * block(at) : ROWS;
}
static int64_t own_rows(const synth_at *at)
{
    const int64_t left = ROWS - rows_before(at);
    return left < block(at) ? left : block(at);
}
static int64_t rows_behind(const synth_at *at)
{
    return ROWS - rows_before(at) - own_rows(at);
}
static int64_t has_rows(const synth_at *at)
{
    return own_rows(at) > 0;
}
static int64_t owner_before(const synth_at *at)
{
    return at->i[0] / block(at);
}
static int64_t owner_behind(const synth_at *at)
{
    return (rows_before(at) + own_rows(at) + at->i[0]) / block(at);
}
static int64_t last_first(const synth_at *at)
{
    return at->p - 2 - at->e;
}

static const synth_item blocks[] = {
    LOOP(rows_before),
    CALL(0, SX_OP_Recv, NULL, owner_before),
    END,
    { '(', .where = has_rows, .trips = own_rows },
    LOOP(others),
    CALL(1, SX_OP_Isend, NULL, other_in_round),
    END,
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, others }, { SX_PARAM_REQS, last_first } } },
    END,
    LOOP(rows_behind),
    CALL(0, SX_OP_Recv, NULL, owner_behind),
    END,
    { 0 },
};

/* ---- tasks that the first rank, or the last, deals out to all others in turn ---- */

enum { TASKS = 60 };

static int64_t tasks(const synth_at *at)
{
    (void)at;
    return TASKS;
}
typedef enum dealer { FIRST, LAST } dealer;
static int64_t the_dealer(const synth_at *at)
{
    return *(const dealer *)at->item->data == FIRST ? 0 : at->p - 1;
}
static int64_t deals(const synth_at *at)
{
    return at->r == the_dealer(at);
}
static int64_t works(const synth_at *at)
{
    return !deals(at);
}
static int64_t worker(const synth_at *at)
{
    return at->i[0] % (at->p - 1) + (the_dealer(at) == 0);
}
static int64_t is_turn(const synth_at *at)
{
    return worker(at) == at->r;
}

#define TASKS_OF(DEALER)                                                                 \
    {                                                                                    \
        LOOP(tasks),                                                                     \
            { 'e', .op = SX_OP_Send, .where = deals, .data = &(DEALER),                  \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, worker },                                      \
                         { SX_PARAM_COUNT, three },                                      \
                         { SX_PARAM_TYPE, zero },                                        \
                         { SX_PARAM_TAG, zero } } },                                     \
            { '(', .where = works, .trips = is_turn, .data = &(DEALER) },                \
            { 'e', .op = SX_OP_Recv, .data = &(DEALER),                                  \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, the_dealer },                                  \
                         { SX_PARAM_COUNT, three },                                      \
                         { SX_PARAM_TYPE, zero },                                        \
                         { SX_PARAM_TAG, zero } } },                                     \
            END, END, { 0 },                                                             \
    }

static const dealer first = FIRST, last = LAST;
static const synth_item tasks_of_first[] = TASKS_OF(first),
                        tasks_of_last[] = TASKS_OF(last);

/* ---- everybody with everybody, the lower one first ---- */

static int64_t partner(const synth_at *at)
{
    return at->r ^ (at->i[0] + 1);
}
static int64_t is_lower(const synth_at *at)
{
    return at->r < partner(at);
}
static int64_t is_upper(const synth_at *at)
{
    return at->r > partner(at);
}
static int64_t is_not_first(const synth_at *at)
{
    return at->r != 0;
}
static int64_t is_not_last(const synth_at *at)
{
    return at->r != at->p - 1;
}

static const synth_item tournament[] = {
    LOOP(others),
    { '(', .where = is_not_last, .trips = is_lower },
    CALL(0, SX_OP_Send, NULL, partner),
    CALL(1, SX_OP_Recv, NULL, partner),
    END,
    { '(', .where = is_not_first, .trips = is_upper },
    CALL(2, SX_OP_Recv, NULL, partner),
    CALL(3, SX_OP_Send, NULL, partner),
    END,
    BARRIER(NULL),
    END,
    { 0 },
};

/* ---- a scan whose distance doubles, on any number of ranks: its request is null where nobody is ---- */

static int64_t distance(const synth_at *at)
{
    return INT64_C(1) << at->i[0];
}
static int64_t has_above(const synth_at *at)
{
    return at->r + distance(at) < at->p;
}
static int64_t has_below(const synth_at *at)
{
    return at->r >= distance(at);
}
static int64_t above(const synth_at *at)
{
    return at->r + distance(at);
}
static int64_t below(const synth_at *at)
{
    return at->r - distance(at);
}
static int64_t request(const synth_at *at)
{
    return has_above(at) ? 0 : SX_NULL;
}

static const synth_item doubling[] = {
    LOOP(stages),
    { '(', .where = is_not_last, .trips = has_above },
    CALL(0, SX_OP_Isend, NULL, above),
    END,
    { '(', .where = is_not_first, .trips = has_below },
    CALL(1, SX_OP_Recv, NULL, below),
    END,
    { 'e', .op = SX_OP_Wait, .param = { { SX_PARAM_REQS, request } } },
    END,
    { 0 },
};

/* ---- what is left of a gathering that doubles, where ranks are no power of two ---- */

static int64_t whole_stages(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(2) << n <= at->p)
        n++;
    return n;
}
static int64_t power(const synth_at *at)
{
    return INT64_C(1) << whole_stages(at);
}
static int64_t has_rest(const synth_at *at)
{
    return at->p != power(at);
}
static int64_t around(const synth_at *at)
{
    return (at->r + distance(at)) % at->p;
}
static int64_t around_rest(const synth_at *at)
{
    return (at->r + power(at)) % at->p;
}
static int64_t back_around_rest(const synth_at *at)
{
    return (at->r - power(at) + at->p) % at->p;
}
static int64_t rest(const synth_at *at)
{
    return 8 * (at->p - power(at));
}

static const synth_item gathering[] = {
    LOOP(whole_stages),
    CALL(0, SX_OP_Isend, NULL, around),
    END,
    { 'e', .op = SX_OP_Isend, .where = has_rest,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, around_rest },
                 { SX_PARAM_COUNT, rest },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, one } } },
    { 'e', .op = SX_OP_Recv, .where = has_rest,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, back_around_rest },
                 { SX_PARAM_COUNT, rest },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, one } } },
    { 0 },
};

/* ---- all but the first ---- */

static int64_t the_first(const synth_at *at)
{
    (void)at;
    return 0;
}
static const synth_item to_the_first[] = {
    CALL(0, SX_OP_Send, is_not_first, the_first),
    { 0 },
};

static void is_proved_of(const synth_item *program, const int64_t *scale, int64_t p,
                         const char *value, const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, scale, p, &trace))
        is_int(label_of(arena, &trace, value), SX_LABEL_PROVED, what);
    sx_arena_destroy(arena);
}

int main(void)
{
    static const int64_t powers[] = { 4, 8, 16, 0 }, larger[] = { 32, 64, 0 };
    static const int64_t any[] = { 4, 6, 9, 0 }, more[] = { 12, 25, 0 };
    static const int64_t four[] = { 4, 6, 9, 12, 0 }, beyond[] = { 16, 21, 0 };
    static const int64_t fewer[] = { 12, 20, 0 };
    try_program("stages of a scan, with a barrier in each", scan, powers, larger, 0);
    try_program("each in turn to all others, with a barrier", turns, any, more, 0);
    try_program("items dealt out in turn, sent to all others", dealt, any, fewer, 0);
    try_program("items in blocks, sent to all others", blocks, any, more, 0);
    try_program("tasks of the first rank", tasks_of_first, any, more, 0);
    try_program("tasks of the last rank", tasks_of_last, any, more, 0);
    is_proved_of(dealt, any, 12, "Recv.peer", "a grid that no law asks for is no doubt");
    takes_part_is(to_the_first, any, 16, SX_LABEL_PROVED, "all but the first");
    takes_part_is(to_the_first, (int64_t[]) { 5, 8, 0 }, 27, SX_LABEL_PROVED,
                  "all but the first, of two inputs");
    try_program("everybody with everybody, the lower one first", tournament, powers,
                larger, 0);
    try_program("a scan whose request may be null", doubling, any, beyond, 0);
    try_program("what is left of a gathering that doubles", gathering, four, beyond, 0);
    return tap_done();
}
