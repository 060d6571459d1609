/* Programs at random, right ones and wrong ones: what has a certificate agrees, and comes to its end, at all small numbers of ranks.
 * Argument: how many programs; then the first one's number. */
#include "match/by_formula.h"

#include "programs.h"
#include "tap.h"
#include "trace/policy.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    PROGRAMS = TAP_RANDOM(1500),
    MOST_RANKS = 20,
    EXCHANGES = 3,
    LINES = 2 * EXCHANGES
};

static const struct {
    const char *law;
    int64_t arg;
} laws[] = { { "line", 0 },           { "square", 0 },        { "divisor-wide", 0 },
             { "dims_create-2d", 0 }, { "fixed-x-2d", 2 },    { "pow2-tall", 0 },
             { "surface-3d", 0 },     { "dims_create-3d", 0 } };

/* A step of messages along an axis of the grid, or of all ranks: axis 0. */
typedef struct step {
    int axis, by;
    bool around, by_condition, in_box;
    int off; /* of the condition: by one too far, or too near; mostly 0 */
} step;

static const char *place(int axis, char what)
{
    static char text[8][16];
    static int next;
    next = (next + 1) % 8;
    if (axis)
        snprintf(text[next], sizeof *text, "g1.%c%d", what, axis);
    else
        snprintf(text[next], sizeof *text, "%s", what == 'c' ? "m" : "s");
    return text[next];
}

static void put_stride(program_draft *d, int axis)
{
    for (int a = 1; a < axis; a++)
        program_put(d, " * g1.d%d", a);
}

static void put_condition(program_draft *d, const step *s)
{
    const char *c = place(s->axis, 'c'), *n = place(s->axis, 'd');
    if (s->by > 0)
        program_put(d, "%s + %d < %s", c, s->by + s->off, n);
    else
        program_put(d, "%s >= %d", c, -s->by + s->off);
}

static void put_stride_alone(program_draft *d, int axis)
{
    program_put(d, "1");
    put_stride(d, axis);
}

/* All places of the other axes, and those on this one from which the step leads to a place. */
static void put_box(program_draft *d, const step *s, int axes)
{
    program_put(d, "[%d", s->by < 0 ? -s->by : 0);
    put_stride(d, s->axis);
    for (int a = s->axis ? axes : 0; a >= (s->axis ? 1 : 0); a--) {
        program_put(d, " | %s", place(a, 'd'));
        if (a == s->axis)
            program_put(d, " - %d", abs(s->by) + s->off);
        program_put(d, " | ");
        put_stride_alone(d, a);
    }
    program_put(d, "]");
}

static void put_peer(program_draft *d, const step *s, const char *key)
{
    const char *c = place(s->axis, 'c'), *n = place(s->axis, 'd');
    program_put(d, "%s = ", key);
    if (s->around) {
        program_put(d, "m + ((%s + %d) mod %s - %s)", c, s->by, n, c);
        put_stride(d, s->axis);
        return;
    }
    if (!s->by_condition) {
        program_put(d, "if(");
        put_condition(d, s);
        program_put(d, ", ");
    }
    program_put(d, "m + %d", s->by);
    put_stride(d, s->axis);
    if (!s->by_condition)
        program_put(d, ", null)");
}

static step draw_step(program_draft *d, int axes)
{
    step s = { .axis = program_draw(d, axes + 1), .by = 1 + program_draw(d, 2) };
    s.by = program_draw(d, 2) ? s.by : -s.by;
    s.around = program_draw(d, 2);
    s.by_condition = !s.around && program_draw(d, 3) == 0;
    s.in_box = program_draw(d, 2);
    return s;
}

/* The way back, mostly. */
static step draw_back(program_draft *d, const step *s, int axes)
{
    step back = *s;
    back.by = -s->by;
    switch (program_draw(d, 24)) {
    case 0:
        back.by += program_draw(d, 2) ? 1 : -1;
        back.by += back.by == 0;
        break;
    case 1:
        back.around = !s->around;
        back.by_condition = false;
        break;
    case 2:
        back.off = program_draw(d, 2) ? 1 : -1;
        break;
    case 3:
        back.axis = program_draw(d, axes + 1);
        break;
    default:
        break;
    }
    return back;
}

/* One side of an exchange: a line. */
static void put_side(program_draft *d, const char *op, const step *s, int axes, int tag,
                     int count)
{
    program_put(d, "%s ", op);
    if (s->by_condition) {
        program_put(d, "? ");
        if (s->in_box)
            put_box(d, s, axes);
        else
            put_condition(d, s);
        program_put(d, " ; ");
    }
    put_peer(d, s, "peer");
    program_put(d, " ; tag = %d ; count = ", tag);
    if (count < 3)
        program_put(d, "%d\n", 4 + count / 2);
    else
        program_put(d, "block(13, %s, (%s + %d) mod %s)\n", place(s->axis, 'd'),
                    place(s->axis, 'c'), op[0] == 'S' || op[1] == 's' ? 0 : s->by,
                    place(s->axis, 'd'));
}

static void put_both(program_draft *d, const step *s, const step *back, int tag)
{
    program_put(d, "Sendrecv ");
    put_peer(d, s, "peer");
    program_put(d, " ; tag = %d ; count = 4 ; ", tag);
    put_peer(d, back, "source");
    program_put(d, " ; rtag = %d ; rcount = 4\n", tag);
}

/* Persistent requests: what makes them stands before all else. */
typedef struct kept {
    program_draft makes;
    int n;
} kept;

enum { START = 3 };

static void put_one(program_draft *line, kept *k, bool sends, int how, const step *s,
                    int axes, int tag, int count)
{
    static const char *const op[2][START + 1] = {
        { "Recv", "Irecv", "Irecv", "Recv_init" },
        { "Send", "Isend", "Isend", "Send_init" }
    };
    put_side(how == START ? &k->makes : line, op[sends][how], s, axes, tag, count);
    if (how == START)
        program_put(line, "Start reqs = -%d\n", ++k->n);
}

/* Exchanges, a line for each side. In waves all calls block, and nothing goes around an axis. */
static int draw_lines(program_draft *d, int axes, bool is_wave, program_draft *line,
                      kept *k)
{
    int n = 0, exchanges = 1 + program_draw(d, EXCHANGES);
    for (int i = 0; i < exchanges; i++) {
        step s = draw_step(d, axes);
        s.around = s.around && (!is_wave || program_draw(d, 8) == 0);
        step back = draw_back(d, &s, axes);
        int tag = program_draw(d, 3), count = program_draw(d, 4);
        bool both = program_draw(d, 4) == 0 && !s.by_condition && !back.by_condition;
        if (both) {
            put_both(&line[n++], &s, &back, tag);
            continue;
        }
        int receives = is_wave ? 0 : program_draw(d, 4),
            sends = is_wave ? 0 : program_draw(d, 4);
        put_one(&line[n++], k, false, receives, &back, axes, tag, count);
        put_one(&line[n++], k, true, sends, &s, axes, program_draw(d, 12) ? tag : tag + 1,
                program_draw(d, 12) ? count : program_draw(d, 4));
        if (receives == START && sends == START && program_draw(d, 2)) {
            line[--n] = (program_draft) { .size = 0 };
            line[n - 1] = (program_draft) { .size = 0 };
            program_put(&line[n - 1], "Startall nreqs = 2 ; reqs = -%d - e\n", k->n - 1);
        }
    }
    return n;
}

/* Mostly in their order; with a loop of others somewhere, if any. Mostly what was started is waited for in the end. */
static void put_lines(program_draft *d, program_draft *line, int n, const char *inner,
                      const kept *requests)
{
    static const char *const more[] = { "Barrier", "Wait reqs = 0", "Wait reqs = -1" };
    int before = program_draw(d, n + 1);
    for (int i = 0; i < n || i == before; i++) {
        if (i == before && *inner)
            program_put(d, "loop 2\n%send\n", inner);
        if (i == n)
            break;
        int k = program_draw(d, 3) ? i : i + program_draw(d, n - i);
        program_put(d, "%s", line[k].text);
        for (; k > i; k--) /* those before it are not put yet */
            line[k] = line[k - 1];
        if (program_draw(d, 6) == 0)
            program_put(d, "%s\n", more[program_draw(d, requests->n ? 3 : 2)]);
    }
    int waits = program_draw(d, 4) ? requests->n : program_draw(d, requests->n + 1);
    if (waits)
        program_put(d, "Waitall nreqs = %d ; reqs = -1 - e\n", waits);
}

static void draw_program(program_draft *d, int axes)
{
    program_draft line[LINES] = { { .size = 0 } }, others[LINES] = { { .size = 0 } },
                  inner = { .size = 0 };
    kept k = { .n = 0 };
    const bool is_wave = program_draw(d, 2), loop = program_draw(d, 3) == 0;
    if (program_draw(d, 4) == 0) {
        int n = draw_lines(d, axes, is_wave, others, &k);
        inner.state = d->state;
        put_lines(&inner, others, n, "", &k);
        d->state = inner.state;
    }
    int n = draw_lines(d, axes, is_wave, line, &k);
    program_put(d, "%s", k.makes.text);
    if (loop)
        program_put(d, "loop 2\n");
    put_lines(d, line, n, inner.text, &k);
    if (loop)
        program_put(d, "end\n");
}

int main(int argc, char **argv)
{
    uint64_t programs = argc > 1 ? strtoull(argv[1], NULL, 10) : PROGRAMS,
             from = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t right = 0, told = 0, wrong = 0;
    for (uint64_t i = from; i < from + programs; i++) {
        program_draft draft = { .state = i * 0x9e3779b97f4a7c15u };
        sx_arena *arena = sx_arena_create();
        size_t which = (size_t)program_draw(&draft, (int)(sizeof laws / sizeof *laws));
        draw_program(&draft, (int)sx_policy_named(laws[which].law)->ndims);
        sx_trace formula =
            program_formula(arena, draft.text, laws[which].law, laws[which].arg);
        sx_formula_proof proof;
        bool fine = true;
        if (sx_match_by_formula(&formula, &proof, NULL))
            abort();
        for (sx_rank p = 1; p <= MOST_RANKS && fine; p++) {
            fine = program_is_fine(&formula, p);
            if (!fine && !proof.why)
                printf("# program %" PRIu64 " by %s, at %" PRId64 ":\n# %s\n", i,
                       laws[which].law, p, draft.text);
        }
        right += fine;
        told += fine && !proof.why;
        wrong += !fine && !proof.why;
        sx_arena_destroy(arena);
    }
    is_int(wrong, 0, "programs that have a certificate and are wrong");
    ok(2 * told > right,
       "%" PRIu64 " of %" PRIu64 " programs that are right at up to %d ranks have a "
       "certificate, of %" PRIu64,
       told, right, MOST_RANKS, programs);
    return tap_done();
}
