/* What nobody does at a target is known there, whatever it is elsewhere. */
#include "fit/fit.h"
#include "labelled.h"

static int64_t one(const synth_at *at)
{
    (void)at;
    return 1;
}
static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* Nobody at 4 ranks. */
static int64_t beyond_four(const synth_at *at)
{
    return at->r >= 4;
}

static int64_t by_nothing(const synth_at *at)
{
    static const int64_t drawn[] = { 731, 12, 605, 88, 417, 950 };
    return drawn[at->p % 6] + at->p * at->p % 37;
}

static const synth_item program[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, one } } },
    { 'e', .op = SX_OP_Isend, .where = beyond_four,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, by_nothing } } },
    { 0 },
};

static void is_said(int64_t p, sx_label label, const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, (int64_t[]) { 5, 6, 8, 9, 0 }, p, &trace))
        is_int(label_of(arena, &trace, "1.count"), label, what);
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    is_said(12, SX_LABEL_REFUSED, "somebody has it at 12");
    is_said(4, SX_LABEL_PROVED, "nobody has it at 4");
    return tap_done();
}
