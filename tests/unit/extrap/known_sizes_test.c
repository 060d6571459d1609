/* Intervals of what messages cost, where these are of sizes that no input has. */
#include "extrap/known_sizes.h"
#include "tap.h"

#include <math.h>

/* A message costs 10 ns and a hundredth for each byte. */
static const sx_model rest = {
    .parameters = 3,
    .forms = 1,
    .form = { { .weight = 1,
                .freedom = 9,
                .terms = 2,
                .coefficient = { 10, 0.01 },
                .term = { { .power = { 12 } }, { .power = { 0, 12 } } } } }
};

static sx_node event[] = { { .kind = SX_NODE_EVENT, .id = 0, .op = SX_OP_Alltoall },
                           { .kind = SX_NODE_EVENT, .id = 1, .op = SX_OP_Isend } };
static sx_node *inside[] = { &event[0], &event[1] };
static sx_node loop = { .kind = SX_NODE_LOOP, .body = { 2, inside } };
static sx_node *whole[] = { &loop };
static const sx_trace trace = { .program = { 1, whole } };

/* A hundred messages by each call, of so many bytes. */
static sx_busiest sends(sx_busiest_call call[2], double to_all, double to_one)
{
    call[0] = (sx_busiest_call) { .traffic = { 100, 100 * to_all } };
    call[1] = (sx_busiest_call) { .traffic = { 100, 100 * to_one } };
    return (sx_busiest) { .call = call };
}

static sx_model_prediction widen(double to_all, double to_one, double level)
{
    sx_known_sizes sizes = { { 0 }, { 0 } };
    sx_busiest_call call[2];
    sx_model_prediction p = { 3000, 2900, 3100, 2800, 3200 };
    sx_busiest busiest = sends(call, 1 << 16, 1 << 10);
    sx_known_sizes_add(&sizes, &trace, &busiest);
    busiest = sends(call, 1 << 13, 1 << 12);
    sx_known_sizes_add(&sizes, &trace, &busiest);
    busiest = sends(call, to_all, to_one);
    sx_known_sizes_widen(&sizes, &trace, &busiest, &rest, level, &p);
    ok(p.value > 2999 && p.value < 3001, "what is foretold stays");
    ok(p.run_low <= p.low && p.low <= p.value && p.value <= p.high &&
           p.high <= p.run_high,
       "in order");
    return p;
}

int main(void)
{
    sx_model_prediction p = widen(1 << 14, 1 << 12, 0.9);
    ok(p.low > 2899.9 && p.high < 3100.1, "sizes that inputs have");
    p = widen(7700, 4300, 0.9);
    ok(p.low > 2899.9 && p.high < 3100.1, "and nearly have");
    /* By other calls they are not known. */
    p = widen(1 << 10, 1 << 10, 0.9);
    const double small = 100 * (10 + 0.01 * 1024);
    ok(p.low < 3000 - small / 2 && p.low > 3000 - small && p.high < 3100.1,
       "smaller messages may cost less: %g", p.low);
    const double before = p.low;
    p = widen(1 << 8, 1 << 10, 0.9);
    const double smaller = 100 * (10 + 0.01 * 256);
    ok((3000 - p.low) / smaller > (3000 - before) / small, "the more, the smaller");
    p = widen(1 << 14, 1 << 14, 0.9);
    const double large = 100 * (10 + 0.01 * 16384);
    ok(p.high > 3000 + large && p.high < 3000 + 3 * large && p.low > 2899.9,
       "larger ones may cost more: %g", p.high);
    const double high = p.high;
    p = widen(1 << 14, 1 << 14, 0.5);
    ok(p.high < high, "less at a lower level");
    return tap_done();
}
