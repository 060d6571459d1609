/* Every ninth of eighteen steps has a call of some ranks, an output that they write: these fold two loops of nine steps, all others one loop of all. */
#include "fit/fit.h"
#include "largest_divisor.h"
#include "message.h"
#include "try_program.h"

enum { STEPS = 9, OUTPUTS = 2 };

static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
/* The shorter side of a grid that is as square as can be. */
static int64_t row(const synth_at *at)
{
    return largest_divisor(at->p);
}
static int64_t is_of_first_row(const synth_at *at)
{
    return at->r < row(at);
}

/* Who writes is what the loop's item says. */
static bool writes(const synth_at *at, synth_function *who)
{
    return who(at) != 0;
}
static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t next_in_row(const synth_at *at)
{
    const int64_t c = at->r % row(at);
    return at->r - c + (c + 1) % row(at);
}
static int64_t next_row(const synth_at *at)
{
    return (at->r + row(at)) % at->p;
}

#define LOOPS_OF(WHO)                                                                    \
    static int64_t WHO##_outer(const synth_at *at)                                       \
    {                                                                                    \
        return writes(at, WHO) ? OUTPUTS : OUTPUTS * STEPS;                              \
    }                                                                                    \
    static int64_t WHO##_inner(const synth_at *at)                                       \
    {                                                                                    \
        return writes(at, WHO) ? STEPS : 1;                                              \
    }                                                                                    \
    static int64_t WHO##_third(const synth_at *at)                                       \
    {                                                                                    \
        return (at->i[0] * WHO##_inner(at) + at->i[1]) % 3 * 10 + at->i[2];              \
    }
LOOPS_OF(is_first)
LOOPS_OF(is_of_first_row)

static const synth_item ring[] = {
    { '(', .trips = is_first_outer },
    { '(', .trips = is_first_inner },
    { '(', .trips = four },
    MESSAGE(NULL, next, is_first_third),
    { .kind = ')' },
    { .kind = ')' },
    MESSAGE(is_first, zero, zero),
    { .kind = ')' },
    { 0 },
};
static const synth_item grid[] = {
    { '(', .trips = is_of_first_row_outer },
    { '(', .trips = is_of_first_row_inner },
    { '(', .trips = four },
    MESSAGE(NULL, next_in_row, is_of_first_row_third),
    { .kind = ')' },
    { '(', .trips = four },
    MESSAGE(NULL, next_row, is_of_first_row_third),
    { .kind = ')' },
    { .kind = ')' },
    MESSAGE(is_of_first_row, zero, zero),
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    const int64_t few[] = { 4, 6, 9, 12, 0 }, more[] = { 20, 30, 0 };
    sx_fit_init();
    try_program("the first rank writes", ring, few, more, 0);
    try_program("the first row writes", grid, few, more, 0);
    return tap_done();
}
