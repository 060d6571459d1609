/* Random laws in P, two parameters and places, from inside of what is searched and from outside: what is proved at a
 * target must be so. */
#include "fit/fit.h"
#include "try_program.h"

#include "base/checked.h"

enum { PROGRAMS = TAP_RANDOM(60), INPUTS = 9 };

/* ---- laws ---- */

typedef struct law {
    unsigned kind;
    int64_t a, b, c;
} law;

static law current; /* of the program at hand */

static int64_t side(int64_t p)
{
    int64_t q = 1;
    while (q * q < p)
        q++;
    return q;
}

static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

static int64_t lg(int64_t n)
{
    int64_t k = 0;
    while (n > 1) {
        n /= 2;
        k++;
    }
    return k;
}

static const char *const kind_name[] = {
    "a N + b",
    "a (N div q) + b",
    "a block(N, q, x) + b",
    "a block(N, q, x) block(N, q, y)",
    "a block(N + b, q, x)",
    "N M div P",
    "a N + b M",
    "a block(N, q, last) (reversed blocks)",
    "N div q, the rest to the last",
    "ceil(N / q)",
    "max(N, a q)",
    "a lg N",
    "N < c ? a : b",
    "P < c ? a N : N",
    "a (N mod q) + b",
    "N N div (a P)",
    "a M q",
    "(N div a) div q",
    "block(M N, q, x)",
    "a N div b",
    "x N + M",
    "rank-wise block(N, P, r)",
    "a (sum over a diagonal of blocks)",
    "(block(N, q, x) - (x == 0)) block(N, q, y)",
    "block(b q + a, q, x), whatever N is",
};
enum { KINDS = sizeof kind_name / sizeof *kind_name };

static int64_t diagonal(int64_t n, int64_t q, int64_t x)
{
    int64_t sum = 0;
    for (int64_t c = 0; c < q; c++)
        sum += block(n, q, c) * block(n, q, (x + c) % q);
    return sum;
}

static int64_t value(const synth_at *at)
{
    const law *l = &current;
    const int64_t n = at->n, m = at->m, q = side(at->p), x = at->r % q, y = at->r / q;
    switch (l->kind) {
    case 0:
        return l->a * n + l->b;
    case 1:
        return l->a * (n / q) + l->b;
    case 2:
        return l->a * block(n, q, x) + l->b;
    case 3:
        return l->a * block(n, q, x) * block(n, q, y);
    case 4:
        return l->a * block(n + l->b, q, x);
    case 5:
        return n * m / at->p;
    case 6:
        return l->a * n + l->b * m;
    case 7:
        return l->a * block(n, q, q - 1 - x);
    case 8:
        return n / q + (x == q - 1) * (n % q);
    case 9:
        return (n + q - 1) / q;
    case 10:
        return n > l->a * q ? n : l->a * q;
    case 11:
        return l->a * lg(n);
    case 12:
        return n < l->c ? l->a : l->b;
    case 13:
        return at->p < l->c ? l->a * n : n;
    case 14:
        return l->a * (n % q) + l->b;
    case 15:
        return n * n / (l->a * at->p);
    case 16:
        return l->a * m * q;
    case 17:
        return n / l->a / q;
    case 18:
        return block(m * n, q, x);
    case 19:
        return l->a * n / l->b;
    case 20:
        return x * n + m;
    case 21:
        return block(n, at->p, at->r);
    case 22:
        return l->a * diagonal(n, q, x);
    case 23:
        return (block(n, q, x) - (x == 0)) * block(n, q, y);
    default:
        return block(l->b * q + l->a, q, x);
    }
}

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t east(const synth_at *at)
{
    int64_t q = side(at->p);
    return at->r / q * q + (at->r % q + 1) % q;
}
static int64_t south(const synth_at *at)
{
    return (at->r + side(at->p)) % at->p;
}

#define MESSAGE(to, length)                                                              \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, to },                                                       \
            { SX_PARAM_COUNT, length },                                                  \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }
static const synth_item program[] = { MESSAGE(east, value),
                                      MESSAGE(south, zero),
                                      { .kind = 0 } };

/* ---- one program ---- */

static uint64_t state;

static int64_t draw(int64_t from, int64_t to)
{
    state = sx_hash_mix(state + 1);
    return from + (int64_t)(state % (uint64_t)(to - from + 1));
}

typedef struct tally {
    int proved, exact, refused, wrong, missed, unseen;
} tally;

/* Laws with a regime that the inputs need not show: nobody can see it then. */
static bool is_outside(unsigned kind)
{
    return (kind >= 10 && kind <= 15) || kind == 17;
}

static int64_t draw_n(int64_t style, int64_t q)
{
    return style == 0   ? draw(20, 200)
           : style == 1 ? q * draw(4, 20)
           : style == 2 ? 10 * q + 3
                        : 20 * draw(2, 4) + 1;
}

static void try_law(uint64_t seed, tally *sum)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[INPUTS];
    const char *name[INPUTS];
    synth_scale scale[INPUTS];
    sx_error err = { 0 };
    state = seed;
    current =
        (law) { (unsigned)draw(0, KINDS - 1), draw(1, 9), draw(1, 9), draw(15, 150) };
    size_t n = (size_t)draw(3, INPUTS);
    const int64_t style = draw(0, 3), few = draw(0, 1);
    for (size_t i = 0; i < n; i++) {
        int64_t q = draw(3, 7);
        scale[i] =
            (synth_scale) { q * q, draw_n(style, q), few ? draw(5, 6) : draw(5, 40) };
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace_at(arena, program, &scale[i]);
        input[i] = trace;
        name[i] = "input";
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    if (sx_infer(arena, input, name, n, &options, &formula, &err)) {
        ok(false, "seed %d: %s", (int)seed, err.text);
        sx_arena_destroy(arena);
        return;
    }
    for (int t = 0; t < 4; t++) {
        int64_t q = draw(3, 12);
        synth_scale target = { q * q, t % 2 ? draw_n(style, q) : draw(20, 400),
                               draw(5, 60) };
        if (instantiate_at(arena, &formula, &target, &trace, &err))
            continue;
        const sx_param *count = sx_node_param(trace.program.node[0], SX_PARAM_COUNT);
        sx_label label = count->value.evidence.label;
        bool right = synth_differences(program, &trace) == 0;
        sum->proved += label == SX_LABEL_PROVED;
        sum->exact += label == SX_LABEL_EXACT;
        sum->refused += label == SX_LABEL_REFUSED;
        sum->missed += label == SX_LABEL_EXACT && !right;
        if (label != SX_LABEL_PROVED || right)
            continue;
        sum->unseen += is_outside(current.kind);
        if (is_outside(current.kind))
            continue;
        sum->wrong++;
        printf("# wrong: seed %d, %s (a %d, b %d, c %d), at P %d N %d M %d\n", (int)seed,
               kind_name[current.kind], (int)current.a, (int)current.b, (int)current.c,
               (int)target.p, (int)target.n, (int)target.m);
        for (size_t i = 0; i < n; i++)
            printf("#   P %d N %d M %d\n", (int)scale[i].p, (int)scale[i].n,
                   (int)scale[i].m);
        sx_buffer text = SX_BUFFER_INIT;
        sx_expr_names names;
        if (!sx_trace_names(arena, &formula, &names))
            sx_expr_print(
                &text, sx_node_param(formula.program.node[0], SX_PARAM_COUNT)->value.expr,
                &names);
        printf("#   law {%.*s}\n", (int)text.size, text.data);
        sx_buffer_finish(&text);
    }
    sx_arena_destroy(arena);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    uint64_t programs = argc > 2 ? strtoull(argv[2], NULL, 10) : PROGRAMS;
    tally sum = { 0 };
    sx_fit_init();
    for (uint64_t i = 0; i < programs; i++)
        try_law(first + i, &sum);
    printf("# %d programs from seed %d: %d values proved, %d exact (%d of them not so), "
           "%d refused; %d wrong by laws from outside\n",
           (int)programs, (int)first, sum.proved, sum.exact, sum.missed, sum.refused,
           sum.unseen);
    is_int(sum.wrong, 0, "what is proved is so");
    ok(sum.proved > (int)programs / 4, "and much is: %d", sum.proved);
    return tap_done();
}
