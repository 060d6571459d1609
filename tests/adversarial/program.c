#include "program.h"

#include <string.h>

enum { MOST_EVENTS = 6000, MOST_TRIPS = 16 };

const char *const program_kind_name[KINDS] = { "documented", "undocumented", "decoys",
                                               "undecided", "two regimes" };

/* A program in the making. */
typedef struct maker {
    program *p;
    law_dice dice;
    int around; /* the loop that is open, or -1 */
    int64_t multiple; /* that hidden numbers of points are multiples of */
} maker;

static int64_t draw(maker *m, int64_t below)
{
    return law_draw_below(&m->dice, below);
}

/* ---- scales ---- */

static bool is_square(int64_t P)
{
    int64_t dim[3];
    return law_dims(SQUARE, P, dim);
}

/* Scales with a grid, ascending, from `from` on. */
static size_t valid_scales(const maker *m, int64_t from, int64_t to, bool squares,
                           int64_t *scale)
{
    int64_t dim[3];
    size_t n = 0;
    for (int64_t P = from; P <= to; P++)
        if (law_dims(m->p->policy, P, dim) && (!squares || is_square(P)))
            scale[n++] = P;
    return n;
}

static bool is_among(int64_t a, const int64_t *set, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (set[k] == a)
            return true;
    return false;
}

/* `n` different ones of set[0 .. of), ascending, none among `not`. */
static size_t draw_some(maker *m, const int64_t *set, size_t of, size_t n,
                        const int64_t * not, size_t nnot, int64_t *ret)
{
    size_t count = 0;
    for (int tries = 0; count < n && tries < 100; tries++) {
        int64_t a = set[draw(m, (int64_t)of)];
        if (is_among(a, ret, count) || is_among(a, not, nnot))
            continue;
        size_t at = count++;
        for (; at > 0 && ret[at - 1] > a; at--)
            ret[at] = ret[at - 1];
        ret[at] = a;
    }
    return count;
}

/* False where the policy has too few. */
static bool draw_scales(maker *m, int64_t largest)
{
    enum { FIRST = 9, MOST = 160 };
    program *p = m->p;
    int64_t scale[MOST];
    bool open = p->kind == UNDECIDED;
    bool squares =
        open && draw(m, 2) && p->policy != POWERS_3D && p->policy != FACTORS_3D;
    int64_t most = law_is_solid(p->policy) ? 64 : 36;
    size_t n = valid_scales(m, 4, largest < most ? largest : most, squares, scale);
    size_t want = open && draw(m, 2) ? 2 : draw(m, 3) ? 3 : 4;
    if (n < want)
        return false;
    p->ninputs = draw_some(m, scale, n < FIRST ? n : FIRST, want, NULL, 0, p->input);
    n = valid_scales(m, 4, largest, false, scale);
    if (n == 0)
        return false;
    p->ntargets = draw_some(m, scale, n, (size_t)(1 + draw(m, PROGRAM_TARGETS)), p->input,
                            p->ninputs, p->target);
    return p->ninputs == want && p->ntargets > 0;
}

static int64_t common_multiple(const program *p)
{
    int64_t multiple = 1, dim[3];
    for (size_t k = 0; k < p->ninputs; k++) {
        law_dims(p->policy, p->input[k], dim);
        int64_t a = multiple;
        while (a % dim[0] || a % dim[1])
            a += multiple;
        multiple = a;
    }
    return multiple;
}

/* ---- laws ---- */

static law_twist draw_twist(maker *m, formula *l)
{
    const program *p = m->p;
    l->twist_scale = p->input[draw(m, (int64_t)p->ninputs)];
    if (p->kind == DECOYS)
        return (law_twist)(AT_ONE_RANK + draw(m, 3));
    l->twist_scale = p->input[p->ninputs - 1];
    return BEYOND;
}

static formula any_law(maker *m, law_role role)
{
    program_kind kind = draw(m, 2) ? m->p->kind : DOCUMENTED;
    formula l = law_draw(&m->dice, role, kind != UNDOCUMENTED, m->p->policy, m->multiple);
    if (kind == DECOYS || kind == REGIMES)
        l.twist = draw_twist(m, &l);
    return l;
}

static int64_t scale_of(const program *p, size_t k)
{
    return k < p->ninputs ? p->input[k] : p->target[k - p->ninputs];
}

static bool is_uniform(const program *p, const formula *l)
{
    for (size_t k = 0; k < p->ninputs + p->ntargets; k++) {
        int64_t P = scale_of(p, k);
        law_point at = { .P = P, .n = 4 };
        for (at.i = 0; at.i < at.n; at.i++) {
            at.r = 0;
            int64_t value = law_value(l, &at);
            for (at.r = 1; at.r < P; at.r++)
                if (law_value(l, &at) != value)
                    return false;
        }
    }
    return true;
}

/* One that all ranks agree on, as collectives want it. */
static formula uniform_law(maker *m, law_role role)
{
    formula l;
    do
        l = any_law(m, role);
    while (!is_uniform(m->p, &l));
    return l;
}

static int add_law(maker *m, formula l)
{
    m->p->law[m->p->nlaws] = l;
    return (int)m->p->nlaws++;
}

/* ---- items ---- */

static program_item *add_item(maker *m, char kind)
{
    program_item *item = &m->p->item[m->p->nitems++];
    *item =
        (program_item) { .kind = kind, .around = m->around, .where = -1, .trips = -1 };
    return item;
}

static program_item *add_event(maker *m, sx_op op)
{
    program_item *item = add_item(m, 'e');
    item->op = op;
    item->event = (int)m->p->nevents++;
    return item;
}

static void add_param(maker *m, program_item *item, sx_param_id id, formula l)
{
    item->param[item->nparams++] = (struct program_param) { id, add_law(m, l) };
}

static void add_message(maker *m, formula peer, bool everybody)
{
    program_item *item = add_event(m, draw(m, 4) ? SX_OP_Send : SX_OP_Recv);
    add_param(m, item, SX_PARAM_PEER, peer);
    add_param(m, item, SX_PARAM_COUNT, any_law(m, SIZE));
    add_param(m, item, SX_PARAM_TAG, any_law(m, SIZE));
    if (!everybody)
        item->where = add_law(m, any_law(m, WHERE));
}

static void add_collective(maker *m)
{
    program_item *item = add_event(m, draw(m, 2) ? SX_OP_Bcast : SX_OP_Allreduce);
    add_param(m, item, SX_PARAM_COUNT, uniform_law(m, SIZE));
    if (item->op == SX_OP_Bcast)
        add_param(m, item, SX_PARAM_ROOT, uniform_law(m, PEER));
}

/* By these the grid shows: a step along each axis, and perhaps back. */
static void add_neighbours(maker *m)
{
    static const char *const step[2][3][2] = {
        { { "around(a, h, 0, 0)", "around(a, -h, 0, 0)" },
          { "around(a, 0, h, 0)", "around(a, 0, -h, 0)" },
          { "around(a, 0, 0, 1)", "around(a, 0, 0, -1)" } },
        { { "within(a, h, 0, 0)", "within(a, -h, 0, 0)" },
          { "within(a, 0, h, 0)", "within(a, 0, -h, 0)" },
          { "within(a, 0, 0, 1)", "within(a, 0, 0, -1)" } },
    };
    law_policy policy = m->p->policy;
    int axes = policy == LINE_POLICY ? 1 : law_is_solid(policy) ? 3 : 2;
    int64_t open = draw(m, 2);
    for (int axis = 0; axis < axes; axis++) {
        int64_t which = axes == 1 ? 2 : draw(m, 3); /* there, back, or both */
        for (int back = 0; back < 2; back++)
            if (which == 2 || which == back)
                add_message(m, law_named(PEER, step[open][axis][back], policy), true);
    }
}

static bool is_loop_uniform(const maker *m)
{
    for (int at = m->around; at >= 0; at = m->p->item[at].around) {
        const program_item *loop = &m->p->item[at];
        if (loop->where >= 0 || !is_uniform(m->p, &m->p->law[loop->trips]))
            return false;
    }
    return true;
}

static void add_anything(maker *m)
{
    if (draw(m, 6) == 0 && is_loop_uniform(m))
        add_collective(m);
    else
        add_message(m, any_law(m, PEER), draw(m, 2));
}

static void begin_loop(maker *m)
{
    program_item *loop = add_item(m, '(');
    loop->trips = add_law(m, any_law(m, TRIPS));
    if (draw(m, 4) == 0)
        loop->where = add_law(m, any_law(m, WHERE));
    m->around = (int)m->p->nitems - 1;
}

static void end_loop(maker *m)
{
    m->around = m->p->item[m->around].around;
    add_item(m, ')');
}

static void make_items(maker *m)
{
    add_neighbours(m);
    for (int64_t n = draw(m, 3); n > 0; n--)
        add_anything(m);
    begin_loop(m);
    add_anything(m);
    if (draw(m, 3) == 0) {
        begin_loop(m);
        add_anything(m);
        end_loop(m);
    }
    end_loop(m);
}

typedef struct count {
    const maker *m;
    int64_t events;
} count;

static bool count_event(void *context, const program_item *item, const law_point *at)
{
    count *c = context;
    for (int k = 0; c->m->dice.age >= OF_AXES && k < item->nparams; k++)
        if (law_is_beyond_counters(&c->m->p->law[item->param[k].law], at))
            return false;
    return ++c->events < MOST_EVENTS && at->n < MOST_TRIPS;
}

/* Small enough to be tried with many others? */
static bool is_small(const maker *m)
{
    const program *p = m->p;
    for (size_t k = 0; k < p->ninputs + p->ntargets; k++) {
        count c = { .m = m };
        program_visitor visitor = { .event = count_event, .context = &c };
        for (int64_t r = 0; r < scale_of(p, k); r++)
            if (!program_run(p, scale_of(p, k), r, &visitor))
                return false;
    }
    return true;
}

void program_make(program *p, uint64_t seed, int64_t largest, law_age age)
{
    static const program_kind share[20] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
                                            1, 1, 2, 2, 2, 3, 3, 3, 4, 4 };
    maker m = { .p = p, .dice = { seed, age }, .around = -1 };
    do {
        memset(p, 0, sizeof *p);
        p->seed = seed;
        p->kind = share[draw(&m, 20)];
        p->policy = law_draw_policy(&m.dice);
        if (!draw_scales(&m, largest))
            continue;
        m.multiple = p->kind == UNDECIDED ? common_multiple(p) : 1;
        make_items(&m);
    } while (p->nitems == 0 || !is_small(&m));
}

/* The extents with one axis and the next as one; 3: as they are. */
static void join_axes(int64_t dim[3], int axis)
{
    if (axis == 3)
        return;
    dim[axis] *= dim[axis + 1];
    dim[axis + 1] = axis == 0 ? dim[2] : 1;
    dim[2] = 1;
}

static bool is_rival(const program *p, law_policy policy, int joined)
{
    int64_t dim[3], other[3];
    for (size_t k = 0; k < p->ninputs; k++) {
        if (!law_dims(p->policy, p->input[k], dim) ||
            !law_dims(policy, p->input[k], other))
            return false;
        join_axes(dim, joined);
        if (memcmp(dim, other, sizeof dim) != 0)
            return false;
    }
    return true;
}

bool program_may_have_no_grid(const program *p, int64_t P)
{
    int64_t dim[3];
    for (law_policy policy = 0; policy < POLICIES; policy++)
        for (int joined = law_is_solid(p->policy) ? 0 : 3; joined <= 3; joined++)
            if (joined != 2 && is_rival(p, policy, joined) && !law_dims(policy, P, dim))
                return true;
    return false;
}

/* ---- running ---- */

/* Who takes part is a matter of the rank alone. */
static law_point point_of(const program *p, const program_item *item, int law, int64_t P,
                          int64_t r, const int64_t *counter, const int64_t *trips)
{
    law_point at = { .P = P, .r = r };
    if (item->around < 0 || law == item->where)
        return at;
    bool nested = p->item[item->around].around >= 0;
    at.i = counter[0];
    at.j = nested ? counter[1] : 0;
    at.n = trips[nested];
    return at;
}

int64_t program_ask(const program *p, const program_item *item, int law, int64_t P,
                    int64_t r, const int64_t *counter)
{
    int64_t trips[2] = { 0 };
    for (const program_item *at = item; at->around >= 0; at = &p->item[at->around]) {
        const program_item *loop = &p->item[at->around];
        trips[loop->around >= 0] = program_ask(p, loop, loop->trips, P, r, counter);
    }
    law_point at = point_of(p, item, law, P, r, counter, trips);
    return law_value(&p->law[law], &at);
}

/* Loops from the outermost; an item that is one is the last of them. */
typedef struct way {
    const program_item *loop[2];
    int n;
} way;

static bool is_reached(const program *p, const way *w, int depth, int64_t P, int64_t r,
                       int64_t counter[2])
{
    if (depth == w->n)
        return true;
    bool reached = false;
    int64_t trips = program_ask(p, w->loop[depth], w->loop[depth]->trips, P, r, counter);
    for (counter[depth] = 0; !reached && counter[depth] < trips; counter[depth]++)
        reached = is_reached(p, w, depth + 1, P, r, counter);
    counter[depth] = 0;
    return reached;
}

bool program_reaches(const program *p, const program_item *item, int64_t P, int64_t r)
{
    way w = { .n = 0 };
    int64_t counter[2] = { 0 };
    for (const program_item *at = item;; at = &p->item[at->around]) {
        if (at->where >= 0 && !program_ask(p, at, at->where, P, r, counter))
            return false;
        if (at->kind == '(') {
            w.loop[1] = w.loop[0];
            w.loop[0] = at;
            w.n++;
        }
        if (at->around < 0)
            return is_reached(p, &w, 0, P, r, counter);
    }
}

typedef struct run {
    const program *p;
    int64_t P, r, counter[2], trips[2];
    const program_visitor *visitor;
} run;

static int64_t ask(run *u, const program_item *item, int law, law_point *ret_at)
{
    *ret_at = point_of(u->p, item, law, u->P, u->r, u->counter, u->trips);
    int64_t value = law_value(&u->p->law[law], ret_at);
    if (u->visitor->asked)
        u->visitor->asked(u->visitor->context, law, ret_at, value);
    return value;
}

static bool run_event(run *u, const program_item *item)
{
    law_point at = { 0 };
    for (int k = 0; u->visitor->asked && k < item->nparams; k++)
        ask(u, item, item->param[k].law, &at);
    at = point_of(u->p, item, -2, u->P, u->r, u->counter, u->trips);
    return !u->visitor->event || u->visitor->event(u->visitor->context, item, &at);
}

static size_t end_of(const program *p, size_t at)
{
    for (int open = 0;; at++) {
        open += (p->item[at].kind == '(') - (p->item[at].kind == ')');
        if (open == 0)
            return at;
    }
}

/* The items from `at` to the end of the loop, or of the program. */
static bool run_items(run *u, size_t at, int depth)
{
    const program *p = u->p;
    law_point point;
    for (; at < p->nitems && p->item[at].kind != ')'; at = end_of(p, at) + 1) {
        const program_item *item = &p->item[at];
        if (item->where >= 0 && !ask(u, item, item->where, &point))
            continue;
        if (item->kind == 'e') {
            if (!run_event(u, item))
                return false;
            continue;
        }
        u->trips[depth] = ask(u, item, item->trips, &point);
        for (u->counter[depth] = 0; u->counter[depth] < u->trips[depth];
             u->counter[depth]++)
            if (!run_items(u, at + 1, depth + 1))
                return false;
        u->counter[depth] = 0;
    }
    return true;
}

bool program_run(const program *p, int64_t P, int64_t r, const program_visitor *visitor)
{
    run u = { .p = p, .P = P, .r = r, .visitor = visitor };
    return run_items(&u, 0, 0);
}
