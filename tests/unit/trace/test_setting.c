/* Parameters: how they are written, told to a trace, and given to a formula trace. */
#include "tap.h"
#include "trace/policy.h"
#include "trace/setting.h"

#include <string.h>

static void parse(sx_arena *arena, const char *text, sx_status want, const char *says)
{
    sx_settings s;
    sx_error err = { 0 };
    sx_status st = sx_settings_parse(arena, text, &s, &err);
    ok(st == want && (!says || strstr(err.text, says)), "'%s': %d, %s", text, (int)st,
       err.text);
}

static void parsing(sx_arena *arena)
{
    sx_settings s = { 0 };
    ok(sx_settings_parse(arena, "N=404:nx_2=0", &s, NULL) == SX_OK && s.n == 2 &&
           strcmp(s.setting[0].name, "N") == 0 && s.setting[0].value == 404 &&
           strcmp(s.setting[1].name, "nx_2") == 0 && s.setting[1].value == 0,
       "two of them");
    ok(sx_settings_parse(arena, "", &s, NULL) == SX_OK && s.n == 0, "none");
    parse(arena, "N", SX_PARSE, "NAME=NUMBER");
    parse(arena, "N=", SX_PARSE, "NAME=NUMBER");
    parse(arena, "N=-4", SX_PARSE, "NAME=NUMBER");
    parse(arena, "N=4x", SX_PARSE, "NAME=NUMBER");
    parse(arena, "N=9999999999999999999", SX_PARSE, "NAME=NUMBER");
    parse(arena, "N=4:", SX_PARSE, "behind ':'");
    parse(arena, "=4", SX_PARSE, "name");
    parse(arena, "P=4", SX_PARSE, "name");
    parse(arena, "div=4", SX_PARSE, "name");
    parse(arena, "i1=4", SX_PARSE, "name");
    parse(arena, "4n=4", SX_PARSE, "name");
    parse(arena, "N=4:N=5", SX_PARSE, "twice");
    parse(arena, "a=1:b=1:c=1:d=1:E=1:f=1:g=1:h=1:k=1", SX_LIMIT, "more than 8");
    parse(arena, "i=4:iterations=5:i65=6", SX_OK, NULL);
}

static void telling(sx_arena *arena)
{
    sx_trace trace = { .p = 4, .ncomms = 2 };
    sx_settings first, second;
    sx_error err = { 0 };
    if (sx_settings_parse(arena, "N=404", &first, &err) ||
        sx_settings_parse(arena, "N=404:M=3", &second, &err))
        ok(false, "settings");
    ok(sx_trace_tell(arena, &trace, &first, &err) == SX_OK && trace.nconstants == 1,
       "one is told");
    ok(sx_trace_tell(arena, &trace, &second, &err) == SX_OK && trace.nconstants == 2 &&
           sx_trace_parameter(&trace, "M")->value == 3,
       "another one");
    second.setting[0].value = 405;
    ok(sx_trace_tell(arena, &trace, &second, &err) == SX_MISMATCH &&
           strstr(err.text, "N=404, not 405"),
       "what was recorded is not changed: %s", err.text);
}

/* N is open, M is 3 in all inputs, N1 = 2 N + x. */
static void giving(sx_arena *arena)
{
    static const int64_t some[] = { 10, 20 }, one[] = { 3 };
    sx_comm comm[2] = { { .kind = SX_COMM_WORLD }, { .kind = SX_COMM_SELF } };
    sx_grid grid = { .name = "g1", .ndims = 2, .law = "square" };
    const sx_expr *n = sx_expr_var(arena, SX_VAR_CONSTANT, 0, 0);
    const sx_expr *law =
        sx_expr_make(arena, SX_EXPR_ADD,
                     sx_expr_make(arena, SX_EXPR_MUL, sx_expr_int(arena, 2), n, NULL),
                     sx_expr_var(arena, SX_VAR_DIM, 0, 0), NULL);
    sx_constant constant[] = {
        { .name = "N", .is_param = true, .is_open = true, .nseen = 2, .seen = some },
        { .name = "M", .is_param = true, .value = 3, .nseen = 1, .seen = one },
        { .name = "N1", .law = law },
    };
    sx_trace formula = { .ncomms = 2,
                         .comm = comm,
                         .ngrids = 1,
                         .grid = &grid,
                         .nconstants = 3,
                         .constant = constant };
    sx_trace given, bound;
    sx_settings s;
    sx_error err = { 0 };
    ok(sx_trace_bind(arena, &formula, 16, NULL, 0, &bound, &err) == SX_INVALID &&
           strstr(err.text, "N must be given") && strstr(err.text, "10, 20"),
       "what is open must be given: %s", err.text);
    if (sx_settings_parse(arena, "N=50", &s, &err))
        ok(false, "settings");
    ok(sx_trace_give(arena, &formula, &s, &given, &err) == SX_OK &&
           sx_trace_bind(arena, &given, 16, NULL, 0, &bound, &err) == SX_OK,
       "given: %s", err.text);
    ok(bound.constant[2].value == 104 && !bound.constant[2].law, "N1 is %d",
       (int)bound.constant[2].value);
    ok(bound.constant[1].value == 3, "M stays");
    ok(formula.constant[0].is_open && formula.constant[2].law, "the formula stays open");
    if (sx_settings_parse(arena, "N=50:L=1", &s, &err))
        ok(false, "settings");
    ok(sx_trace_give(arena, &formula, &s, &given, &err) == SX_INVALID &&
           strstr(err.text, "no parameter L"),
       "only what it has: %s", err.text);
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    parsing(arena);
    telling(arena);
    giving(arena);
    sx_arena_destroy(arena);
    return tap_done();
}
