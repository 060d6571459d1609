/* Sums over diagonals come without a look at each cell: they are what the same sum with its factors the other way round is,
 * which is added up. */
#include "base/checked.h"
#include "tap.h"
#include "trace/expr.h"

#include <inttypes.h>

enum { SUMS = 400 };

static sx_arena *arena;
static uint64_t drawn;

static unsigned draw(unsigned below)
{
    return (unsigned)(sx_hash_mix(++drawn) % below);
}

static int64_t value_of(const sx_buffer *text)
{
    const sx_expr_names none = { 0 };
    const sx_expr_env env = { 0 };
    const sx_expr *expr;
    int64_t value = -1;
    if (sx_expr_parse(arena, text->data, text->size, &none, &expr, NULL) ||
        sx_expr_eval(expr, &env, &value, NULL))
        ok(0, "%s has a value", text->data);
    return value;
}

int main(void)
{
    sx_buffer text = SX_BUFFER_INIT;
    unsigned same = 0;
    arena = sx_arena_create();
    for (unsigned k = 0; k < SUMS; k++) {
        int64_t value[2];
        const unsigned q = 10 + draw(30), n = draw(200);
        const int start = (int)draw(100) - 50;
        char own[64], next[96];
        snprintf(own, sizeof own, "block(%u, %u, t)", n, q);
        snprintf(next, sizeof next, "block(%u, %u, (%d %c t) mod %u)", n, q, start,
                 k % 2 ? '+' : '-', q);
        for (int other = 0; other < 2; other++) {
            text.size = 0;
            sx_buffer_printf(&text, "sum(%u, %s * %s)", q, other ? next : own,
                             other ? own : next);
            value[other] = value_of(&text);
        }
        if (value[0] != value[1])
            printf("# %s is %" PRId64 ", not %" PRId64 "\n", text.data, value[1],
                   value[0]);
        same += value[0] == value[1];
    }
    ok(same == SUMS, "diagonals have what their cells have");
    sx_buffer_finish(&text);
    sx_arena_destroy(arena);
    return tap_done();
}
