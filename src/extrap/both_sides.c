#include "extrap/both_sides.h"

#include "extrap/trip_choice.h"

/* An end point of those of a call, of which there is one for each trip that the law tells apart. */
typedef struct side {
    size_t end; /* its call */
    int64_t trip; /* -1: all of them */
    const sx_expr *law; /* as it was found */
    uint32_t axes; /* of two places, along which it goes to the next one */
    uint32_t before; /* those of them along which it is to be the place before */
    bool is_told, is_asked, has_tag;
    int64_t tag;
} side;

typedef struct telling {
    sx_arena *arena; /* of laws */
    sx_arena *scratch; /* of all else */
    const sx_runs *runs;
    sx_message_end *end;
    size_t nends, n;
    side *side;
    uint64_t looks; /* that are left at two of them: others stay as they are */
    sx_error *err;
} telling;

static sx_value *value_of(const telling *t, size_t end)
{
    return &sx_node_param(t->end[end].node, t->end[end].param.peer)->value;
}

static const sx_node *loop_of(const telling *t, const side *s)
{
    const sx_message_end *end = &t->end[s->end];
    return end->depth ? end->around[end->depth - 1] : NULL;
}

/* ---- which axes ---- */

/* 1 for (c + 1) mod d, -1 for (c - 1) mod d; 0: it is neither. */
static int around_by(const sx_expr *place)
{
    const sx_expr *sum = place->arg[0], *extent = place->arg[1];
    const bool is = place->op == SX_EXPR_MOD &&
                    (sum->op == SX_EXPR_ADD || sum->op == SX_EXPR_SUB) &&
                    sum->arg[0]->op == SX_EXPR_VAR && sum->arg[0]->var == SX_VAR_COORD &&
                    sx_expr_is_int(sum->arg[1], 1) && extent->op == SX_EXPR_VAR &&
                    extent->var == SX_VAR_DIM && extent->grid == sum->arg[0]->grid &&
                    extent->axis == sum->arg[0]->axis;
    return !is ? 0 : sum->op == SX_EXPR_ADD ? 1 : -1;
}

/* A sum of steps, which may end at the borders of other axes: nothing else says in more than one way where it goes. */
static bool is_steps(const sx_expr *law)
{
    return law->op == SX_EXPR_ADD ||
           (law->op == SX_EXPR_IF && law->arg[1]->op == SX_EXPR_ADD &&
            sx_expr_is_int(law->arg[2], SX_NULL));
}

/* To the next place along an axis of two. */
static bool is_next_of_two(const sx_runs *runs, const sx_expr *place)
{
    return around_by(place) == 1 && place->arg[1]->grid < runs->ngrids &&
           sx_runs_is_of_two(runs, place->arg[1]->grid, place->arg[1]->axis);
}

static uint32_t axes_of(const sx_runs *runs, const sx_expr *law)
{
    uint32_t axes = 0;
    if (is_next_of_two(runs, law))
        return UINT32_C(1) << law->arg[1]->axis;
    for (int i = 0; i < 3 && law->arg[i]; i++)
        axes |= axes_of(runs, law->arg[i]);
    return axes;
}

/* ---- all end points ---- */

/* The tag in that trip, where nothing else tells it; counter NULL: in all of them. */
static bool tag_at(const telling *t, size_t end, const sx_expr *counter, int64_t trip,
                   int64_t *ret_tag)
{
    const sx_message_end *of = &t->end[end];
    const sx_expr *tag = sx_node_param(of->node, of->param.tag)->value.expr;
    int64_t count[SX_MAX_DEPTH] = { 0 };
    uint64_t counters;
    const unsigned others = sx_expr_uses(tag, &counters, NULL) & ~(1u << SX_VAR_COUNTER);
    if (others || (counters && (!counter || counters != UINT64_C(1) << counter->axis)))
        return false;
    if (counter)
        count[counter->axis] = trip;
    const sx_expr_env env = { .counter = count, .ncounters = SX_MAX_DEPTH };
    return sx_expr_eval(tag, &env, ret_tag, NULL) == SX_OK && !sx_is_special(*ret_tag);
}

static void add_side(telling *t, size_t end, const sx_expr *law, const sx_expr *counter,
                     int64_t trip)
{
    side s = { .end = end, .trip = trip, .law = law };
    s.axes = is_steps(law) ? axes_of(t->runs, law) : 0;
    s.has_tag = tag_at(t, end, counter, trip, &s.tag);
    t->side[t->n++] = s;
}

/* The trips that a choice leaves to its last one, from `first` on: 1 where that is not known, or too many. */
static size_t last_trips(const telling *t, size_t end, const sx_expr *counter,
                         int64_t first)
{
    enum { MOST = 64 };
    const int64_t n = sx_trips_left(&t->end[end], counter, first);
    return n > 0 && n <= MOST ? (size_t)n : 1;
}

/* Calls `add` for each, and returns how many. The last ones of a choice are those of the trips after the ones that it names one after the other. */
static size_t each_side(telling *t, size_t end,
                        void (*add)(telling *, size_t, const sx_expr *, const sx_expr *,
                                    int64_t))
{
    const sx_expr *law = value_of(t, end)->expr, *counter = NULL;
    size_t n = 0;
    bool in_turn = true;
    for (; sx_is_trip_choice(law, counter); law = law->arg[2], n++) {
        const sx_expr *trip = law->arg[0]->arg[1];
        counter = law->arg[0]->arg[0];
        in_turn = in_turn && sx_expr_is_int(trip, (int64_t)n);
        if (add)
            add(t, end, law->arg[1], counter, trip->value);
    }
    const size_t last =
        n + (counter && in_turn ? last_trips(t, end, counter, (int64_t)n) : 1);
    for (; n < last; n++)
        if (add)
            add(t, end, law, counter, counter ? (int64_t)n : -1);
    return n;
}

static sx_status collect(telling *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->nends; i++)
        n += each_side(t, i, NULL);
    t->side = SX_NEW_ARRAY(t->scratch, side, n);
    if (!t->side)
        return sx_fail(t->err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < t->nends; i++)
        each_side(t, i, add_side);
    return SX_OK;
}

/* ---- which side ---- */

/* May another one be looked at? */
static bool may_look(telling *t)
{
    t->looks -= t->looks > 0;
    return t->looks > 0;
}

/* In one loop, and both sent, or both received? */
static bool are_together(const telling *t, const side *a, const side *b)
{
    return t->end[a->end].sends == t->end[b->end].sends && loop_of(t, a) == loop_of(t, b);
}

static bool are_alike(const telling *t, const side *a, const side *b)
{
    return a->axes == b->axes && t->end[a->end].comm == t->end[b->end].comm &&
           sx_expr_equal(a->law, b->law);
}

/* The first step around an axis in it; 0: there is none. */
static int step_of(const sx_expr *law)
{
    int step = around_by(law);
    for (int i = 0; i < 3 && law->arg[i] && !step; i++)
        step = step_of(law->arg[i]);
    return step;
}

/* The step of the first that goes around longer axes. */
static int first_step(telling *t, const side *of)
{
    int step = 0;
    for (size_t i = 0; i < t->n && !step && may_look(t); i++)
        if (are_together(t, of, &t->side[i]) && !t->side[i].axes &&
            is_steps(t->side[i].law))
            step = step_of(t->side[i].law);
    return step;
}

/* Number n of those alike: the first along all axes is on one side, and sides change along the first axis first. */
static uint32_t by_turns(uint32_t axes, size_t n, bool next_first)
{
    uint32_t before = 0;
    for (; axes; axes &= axes - 1, n /= 2)
        before |= (n % 2 == 1) == next_first ? axes & -axes : 0;
    return before;
}

/* Where those alike that are not told yet are on each side as often; else all of them go where those around longer axes do. */
static void tell_by_turns(telling *t, size_t which)
{
    const side first = t->side[which];
    const size_t sides = (size_t)1 << __builtin_popcount(first.axes);
    const int step = first_step(t, &first);
    size_t all = 0, n = 0;
    for (size_t i = which; i < t->n && may_look(t); i++) {
        side *s = &t->side[i];
        s->is_asked = !s->is_told && s->axes && are_together(t, &first, s) &&
                      are_alike(t, &first, s);
        all += s->is_asked;
    }
    for (size_t i = which; i < t->n; i++) {
        side *s = &t->side[i];
        if (!s->is_asked)
            continue;
        s->is_asked = false;
        s->is_told = true;
        s->before = all % sides == 0 ? by_turns(first.axes, n++, step > 0)
                    : step < 0       ? first.axes
                                     : 0;
    }
}

/* Is the send the other half of the call? */
static bool is_own_half(const telling *t, const side *receive, const side *send)
{
    return t->end[send->end].node == t->end[receive->end].node &&
           send->trip == receive->trip;
}

/* The send whose message it may be, by its tag; NULL: there is none, or several to different sides. */
static const side *sender_of(telling *t, const side *receive)
{
    const side *found = NULL;
    bool differ = false;
    for (size_t i = 0; i < t->n && may_look(t); i++) {
        const side *s = &t->side[i];
        if (!t->end[s->end].sends || !s->is_told || !are_alike(t, s, receive))
            continue;
        if (is_own_half(t, receive, s))
            return s;
        if (!s->has_tag || !receive->has_tag || s->tag != receive->tag)
            continue;
        differ = differ || (found && found->before != s->before);
        found = s;
    }
    return differ ? NULL : found;
}

/* Sends by turns; receives by their sends, and else by turns. */
static void tell_all(telling *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->side[i].axes && !t->side[i].is_told && t->end[t->side[i].end].sends)
            tell_by_turns(t, i);
    for (size_t i = 0; i < t->n; i++) {
        side *s = &t->side[i];
        const side *sender = s->axes && !s->is_told ? sender_of(t, s) : NULL;
        if (!sender)
            continue;
        s->is_told = true;
        s->before = s->axes & ~sender->before;
    }
    for (size_t i = 0; i < t->n; i++)
        if (t->side[i].axes && !t->side[i].is_told)
            tell_by_turns(t, i);
}

/* ---- laws ---- */

/* With (c - 1) mod d for (c + 1) mod d along these axes. NULL: out of memory. */
static const sx_expr *turned(const telling *t, const sx_expr *law, uint32_t before)
{
    if (is_next_of_two(t->runs, law)) {
        const sx_expr *c = law->arg[0]->arg[0], *d = law->arg[1];
        return before >> d->axis & 1
                   ? sx_expr_two(t->arena, SX_EXPR_MOD, sx_expr_plus(t->arena, c, -1), d)
                   : law;
    }
    const sx_expr *arg[3] = { NULL };
    for (int i = 0; i < 3 && law->arg[i]; i++)
        if (!(arg[i] = turned(t, law->arg[i], before)))
            return NULL;
    return arg[0] ? sx_expr_make(t->arena, law->op, arg[0], arg[1], arg[2]) : law;
}

/* The same law in the trips of these n sides, which may go different ways. */
static const sx_expr *in_trips(const telling *t, const sx_expr *law,
                               const sx_expr *counter, const side *s, size_t n)
{
    const sx_expr *own = turned(t, law, s->before);
    size_t k = 1;
    while (k < n && s[k].before == s->before)
        k++;
    if (k >= n)
        return own;
    return sx_expr_make(
        t->arena, SX_EXPR_IF,
        sx_expr_two(t->arena, SX_EXPR_EQ, counter, sx_expr_int(t->arena, s->trip)), own,
        in_trips(t, law, counter, s + 1, n - 1));
}

static const sx_expr *with_sides(const telling *t, const sx_expr *law,
                                 const sx_expr *counter, const side *s, size_t n)
{
    if (!sx_is_trip_choice(law, counter))
        return in_trips(t, law, counter, s, n);
    const sx_expr *own = turned(t, law->arg[1], s->before);
    return sx_expr_make(t->arena, SX_EXPR_IF, law->arg[0], own,
                        with_sides(t, law->arg[2], law->arg[0]->arg[0], s + 1, n - 1));
}

static sx_status take_value(const telling *t, size_t end, const sx_expr *other,
                            sx_value *value)
{
    return sx_take_other(t->arena, t->runs, t->end[end].comm, other,
                         "the places on both sides are one in all inputs: add one with "
                         "larger dims",
                         &value->expr, &value->evidence, t->err);
}

/* And what else of the call says it in its law, as tags do that are ranks. */
static sx_status take(const telling *t, size_t end, const side *first, size_t n)
{
    const sx_node *node = t->end[end].node;
    sx_value *own = value_of(t, end);
    const sx_expr *was = own->expr, *other = with_sides(t, was, NULL, first, n);
    sx_status st = take_value(t, end, other, own);
    for (uint32_t i = 0; i < node->nparams && !st && own->expr == other; i++) {
        sx_value *value = &node->param[i].value;
        if (value->expr && node->param[i].id != SX_PARAM_PEER &&
            node->param[i].id != SX_PARAM_SOURCE)
            st = take_value(t, end, sx_expr_replace(t->arena, value->expr, was, other),
                            value);
    }
    return st;
}

static sx_status take_all(const telling *t)
{
    sx_status st = SX_OK;
    for (size_t i = 0, end = 0; i < t->n && !st; end++) {
        const size_t first = i;
        uint32_t before = 0;
        for (; i < t->n && t->side[i].end == end; i++)
            before |= t->side[i].before;
        if (before)
            st = take(t, end, &t->side[first], i - first);
    }
    return st;
}

sx_status sx_both_sides_tell(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                             sx_error *err)
{
    enum { LOOKS = 1 << 24 };
    telling t = { .arena = arena,
                  .scratch = sx_arena_create(),
                  .runs = runs,
                  .looks = LOOKS,
                  .err = err };
    sx_status st = t.scratch ? sx_message_ends(t.scratch, formula, &t.end, &t.nends, err)
                             : sx_fail(err, SX_NOMEM, "out of memory");
    if (!st)
        st = collect(&t);
    if (!st) {
        tell_all(&t);
        st = take_all(&t);
    }
    sx_arena_destroy(t.scratch);
    return st;
}
