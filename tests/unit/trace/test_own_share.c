/* What traces say of how much of the scatter is each rank's own. */
#include "tap.h"
#include "trace/own_share.h"

static double said(const char *text)
{
    sx_meta meta[] = { { "program", "a" }, { sx_own_share_key, text } };
    const sx_trace trace = { .meta = meta, .nmeta = text ? 2 : 1 };
    return sx_own_share_of(&trace);
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    is_text(sx_own_share_text(arena, 0.31496), "0.3150", "text");
    ok(said(sx_own_share_text(arena, 0.315)) == 0.315, "read again");
    ok(said("0") == 0 && said("1.0000") == 1, "nothing and all");
    ok(!sx_own_share_text(arena, -1) && !sx_own_share_text(arena, 1.5), "no shares");
    ok(said(NULL) < 0, "a trace without");
    ok(said("") < 0 && said("half") < 0 && said("0.5 of it") < 0, "no numbers");
    ok(said("-0.5") < 0 && said("1.5") < 0 && said("nan") < 0, "no shares");
    sx_arena_destroy(arena);
    return tap_done();
}
