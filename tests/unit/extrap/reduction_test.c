/* Cyclic reduction along the ranks, r + 1 in a tree whose levels double: on each level those that stay ask both neighbours, and going back
 * they answer. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t levels(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(2) << n <= at->p)
        n++;
    return n;
}
static int64_t down(const synth_at *at)
{
    return INT64_C(1) << at->i[0];
}
static int64_t back(const synth_at *at)
{
    return INT64_C(1) << (levels(at) - 1 - at->i[0]);
}

static int64_t stays(const synth_at *at, int64_t distance)
{
    return (at->r + 1) % (2 * distance) == 0;
}
static int64_t has_lower(const synth_at *at)
{
    return stays(at, down(at));
}
static int64_t has_upper(const synth_at *at)
{
    return stays(at, down(at)) && at->r + down(at) < at->p;
}
static int64_t answers_lower(const synth_at *at)
{
    return stays(at, back(at));
}
static int64_t answers_upper(const synth_at *at)
{
    return stays(at, back(at)) && at->r + back(at) < at->p;
}
static int64_t lower(const synth_at *at)
{
    return at->r - down(at);
}
static int64_t upper(const synth_at *at)
{
    return at->r + down(at);
}
static int64_t lower_back(const synth_at *at)
{
    return at->r - back(at);
}
static int64_t upper_back(const synth_at *at)
{
    return at->r + back(at);
}

/* Where a rank leaves. */
static int64_t lowest(const synth_at *at)
{
    return (at->r + 1) & -(at->r + 1);
}
static int64_t before(const synth_at *at)
{
    return at->r - lowest(at);
}
static int64_t behind(const synth_at *at)
{
    return at->r + lowest(at);
}
static int64_t has_before(const synth_at *at)
{
    return before(at) >= 0;
}
static int64_t has_behind(const synth_at *at)
{
    return behind(at) < at->p;
}

#define CALL(OP, PEER)                                                                   \
    .op = OP, .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, PEER } }

static const synth_item reduction[] = {
    { '(', .trips = levels },
    { '(', .trips = has_lower },
    { 'e', CALL(SX_OP_Recv, lower) },
    { .kind = ')' },
    { '(', .trips = has_upper },
    { 'e', CALL(SX_OP_Recv, upper) },
    { .kind = ')' },
    { .kind = ')' },
    { 'e', CALL(SX_OP_Send, behind), .where = has_behind },
    { 'e', CALL(SX_OP_Send, before), .where = has_before },
    { 'e', CALL(SX_OP_Recv, before), .where = has_before },
    { 'e', CALL(SX_OP_Recv, behind), .where = has_behind },
    { '(', .trips = levels },
    { '(', .trips = answers_lower },
    { 'e', CALL(SX_OP_Send, lower_back) },
    { .kind = ')' },
    { '(', .trips = answers_upper },
    { 'e', CALL(SX_OP_Send, upper_back) },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    const int64_t few[] = { 6, 8, 13, 19, 0 }, many[] = { 7, 11, 16, 32, 45, 0 };
    sx_fit_init();
    try_program("cyclic reduction", reduction, few, many, 0);
    return tap_done();
}
