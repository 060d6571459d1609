/* Blocks that some ranks alone show: the first and the last quarter of them leave open how many points there are, which all ranks would tell. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

enum { POINTS = 67, OTHERS = 83 };

static int64_t block(const synth_at *at, int64_t points)
{
    return points / at->p + (at->r < points % at->p);
}
static int64_t few(const synth_at *at)
{
    return block(at, POINTS);
}
static int64_t more(const synth_at *at)
{
    return block(at, OTHERS);
}
static int64_t is_at_end(const synth_at *at)
{
    return at->r < at->p / 4 || at->r >= at->p - at->p / 4;
}

static const synth_item of_ends[] = { MESSAGE(is_at_end, zero, few), { 0 } };
static const synth_item of_all[] = { MESSAGE(NULL, zero, few), { 0 } };
static const synth_item beside[] = {
    MESSAGE(NULL, zero, few),
    MESSAGE(is_at_end, zero, few),
    { 0 },
};
static const synth_item beside_others[] = {
    MESSAGE(NULL, zero, more),
    MESSAGE(is_at_end, zero, few),
    { 0 },
};

static const int64_t some[] = { 5, 9, 14, 15, 0 };

static const labelled table[] = {
    { of_ends, some, 35, SX_PARAM_COUNT, SX_LABEL_EXACT, "66 points, or 67" },
    { of_ends, some, 10, SX_PARAM_COUNT, SX_LABEL_PROVED, "where both give the same" },
    { of_all, some, 35, SX_PARAM_COUNT, SX_LABEL_PROVED, "67 points of all" },
    { beside, some, 35, SX_PARAM_COUNT, SX_LABEL_PROVED, "67, as all others have" },
    { beside_others, some, 35, SX_PARAM_COUNT, SX_LABEL_EXACT, "not 83" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    return tap_done();
}
