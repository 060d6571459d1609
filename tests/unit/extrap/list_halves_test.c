/* Lists in two halves: requests of sends and receives that are posted in turn, and waited for in the order of two arrays; and what one rank sends to all
 * others, so many messages to each. */
#include "fit/fit.h"
#include "message.h"
#include "try_program.h"

static int64_t all(const synth_at *at)
{
    return at->p;
}
static int64_t twice(const synth_at *at)
{
    return 2 * at->p;
}
static int64_t after(const synth_at *at)
{
    return (at->r + at->i[0]) % at->p;
}
static int64_t five(const synth_at *at)
{
    (void)at;
    return 5;
}

/* How many requests were posted since: those of sends first. */
static int64_t request(const synth_at *at)
{
    const int64_t n = at->p;
    return at->e < n ? 2 * n - 1 - 2 * at->e : 2 * n - 2 - 2 * (at->e - n);
}

#define MESSAGE_BY(operation)                                                            \
    {                                                                                    \
        'e', .op = operation, .param = {                                                 \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, after },                                                    \
            { SX_PARAM_COUNT, five },                                                    \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

static const synth_item exchange[] = {
    { '(', .trips = all },
    MESSAGE_BY(SX_OP_Isend),
    MESSAGE_BY(SX_OP_Irecv),
    { .kind = ')' },
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, twice }, { SX_PARAM_REQS, request } } },
    { .kind = 0 },
};

/* A root that has 62 rows, and sends as many of them to each of the others, one by one. */
enum { ROWS = 62 };
static int64_t is_root(const synth_at *at)
{
    return at->r == 0;
}
static int64_t rows_of_others(const synth_at *at)
{
    return (at->p - 1) * (ROWS / at->p);
}
static int64_t in_turn(const synth_at *at)
{
    return 1 + at->i[0] / (ROWS / at->p);
}
static const synth_item rows[] = {
    { '(', .where = is_root, .trips = rows_of_others },
    MESSAGE(NULL, in_turn, five),
    { .kind = ')' },
    { .kind = 0 },
};

int main(void)
{
    sx_fit_init();
    try_program("requests in two halves", exchange, (int64_t[]) { 3, 4, 6, 8, 0 },
                (int64_t[]) { 12, 16, 0 }, 0);
    try_program("rows one by one", rows, (int64_t[]) { 3, 4, 5, 6, 0 },
                (int64_t[]) { 9, 12, 0 }, 0);
    return tap_done();
}
