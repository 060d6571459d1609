/* Around a communicator by a part of it: half of the ranks and one on, a third of them; by a number that is more than some inputs have
 * ranks; and among all but the first and the last rank. */
#include "fit/fit.h"
#include "message.h"
#include "try_program.h"

enum { TASKS = 62 };

static int64_t nine(const synth_at *at)
{
    (void)at;
    return 9;
}

/* ---- by a part of the ranks ---- */

static int64_t around(const synth_at *at, int64_t by)
{
    return ((at->r + by) % at->p + at->p) % at->p;
}
static int64_t half_and_one_on(const synth_at *at)
{
    return around(at, at->p / 2 + 1);
}
static int64_t half_and_one_back(const synth_at *at)
{
    return around(at, -(at->p / 2) - 1);
}
static int64_t third_on(const synth_at *at)
{
    return around(at, at->p / 3);
}
static int64_t third_back(const synth_at *at)
{
    return around(at, -(at->p / 3));
}

static const synth_item parts[] = {
    MESSAGE(NULL, half_and_one_on, nine),
    MESSAGE(NULL, half_and_one_back, nine),
    MESSAGE(NULL, third_on, nine),
    MESSAGE(NULL, third_back, nine),
    { 0 },
};

/* ---- by a number beyond the ranks of some inputs ---- */

static int64_t five_on(const synth_at *at)
{
    return around(at, 5);
}
static int64_t five_back(const synth_at *at)
{
    return around(at, -5);
}
static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t other_from_fortieth(const synth_at *at)
{
    return 1 + (at->i[0] + 40) % (at->p - 1);
}

static const synth_item by_five[] = {
    MESSAGE(NULL, five_on, nine),
    MESSAGE(NULL, five_back, nine),
    { 0 },
};
static const synth_item by_forty[] = {
    { '(', .where = is_first, .trips = others },
    MESSAGE(NULL, other_from_fortieth, nine),
    { .kind = ')' },
    { 0 },
};

/* ---- among all but the first and the last ---- */

static int64_t is_between(const synth_at *at)
{
    return at->r > 0 && at->r < at->p - 1;
}
static int64_t is_last(const synth_at *at)
{
    return at->r == at->p - 1;
}
static int64_t up_between(const synth_at *at)
{
    return 1 + at->r % (at->p - 2);
}
static int64_t down_between(const synth_at *at)
{
    return 1 + (at->r - 2 + at->p - 2) % (at->p - 2);
}
static int64_t tasks(const synth_at *at)
{
    (void)at;
    return TASKS;
}
static int64_t worker_in_turn(const synth_at *at)
{
    return 1 + at->i[0] % (at->p - 2);
}
static int64_t last(const synth_at *at)
{
    return at->p - 1;
}
static int64_t own_turns(const synth_at *at)
{
    const int64_t workers = at->p - 2;
    return (TASKS - (at->r - 1) + workers - 1) / workers;
}

static const synth_item ring_between[] = {
    MESSAGE(is_between, up_between, nine),
    MESSAGE(is_between, down_between, nine),
    { 0 },
};
/* The first gives work to those between in turn, the last has their results. */
static const synth_item work_between[] = {
    { '(', .where = is_first, .trips = tasks },
    MESSAGE(NULL, worker_in_turn, nine),
    { .kind = ')' },
    { '(', .where = is_last, .trips = tasks },
    MESSAGE(NULL, worker_in_turn, nine),
    { .kind = ')' },
    { '(', .where = is_between, .trips = own_turns },
    MESSAGE(NULL, zero, nine),
    MESSAGE(NULL, last, nine),
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    const int64_t even[] = { 4, 6, 8, 12, 0 }, large[] = { 20, 32, 0 };
    const int64_t any[] = { 3, 4, 7, 8, 0 }, more[] = { 11, 16, 0 };
    const int64_t some[] = { 6, 7, 8, 10, 12, 0 }, larger[] = { 15, 20, 0 };
    sx_fit_init();
    try_program("by a part of the ranks", parts, even, large, 0);
    try_program("by five, from three ranks on", by_five, any, more, 0);
    try_program("by forty among the others", by_forty, even, large, 0);
    try_program("a ring between the first and the last", ring_between, some, larger, 0);
    try_program("work between the first and the last", work_between, even, large, 0);
    return tap_done();
}
