/* Values of the second degree: tables of everybody with everybody, all pairs, rows of a triangle that is packed. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"
#include "try_program.h"

static int64_t all_pairs(const synth_at *at)
{
    return at->p * (at->p - 1) / 2;
}
static int64_t with_rims(const synth_at *at)
{
    return (at->p + 1) * (at->p + 1);
}
static int64_t of_triangle(const synth_at *at)
{
    return at->r * (at->r + 1) / 2 + 1;
}
static int64_t of_trip(const synth_at *at)
{
    return (at->i[0] + 1) * (at->i[0] + 2);
}

static const synth_item program[] = {
    { '(', .trips = all_pairs },
    MESSAGE(NULL, zero, with_rims),
    { .kind = ')' },
    MESSAGE(NULL, zero, of_triangle),
    { .kind = 0 },
};
static const synth_item trips[] = {
    { '(', .trips = with_rims },
    MESSAGE(NULL, zero, of_trip),
    { .kind = ')' },
    { .kind = 0 },
};
static const synth_item pairs[] = { MESSAGE(NULL, zero, all_pairs), { .kind = 0 } };

int main(void)
{
    const int64_t scales[] = { 3, 4, 5, 6, 9, 0 }, four[] = { 3, 4, 6, 9, 0 };
    const labelled tested[] = {
        { pairs, scales, 12, SX_PARAM_COUNT, SX_LABEL_PROVED, "five scales" },
        { pairs, four, 12, SX_PARAM_COUNT, SX_LABEL_EXACT, "one scale tests four" },
    };
    sx_fit_init();
    are_labelled(tested, sizeof tested / sizeof *tested);
    try_program("of all pairs", program, scales, (int64_t[]) { 12, 20, 0 }, 0);
    try_program("of trips", trips, scales, (int64_t[]) { 12, 0 }, 0);
    return tap_done();
}
