#include "law/domain.h"

#include "law/bound.h"
#include "law/lookalikes.h"
#include "law/position.h"

typedef struct question {
    sx_arena *arena;
    sx_runs *runs;
    const bool *in, *within;
    const sx_expr *where; /* of the set found last, where that is boxes */
} question;

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* Does the condition hold for exactly the members, among those within? */
static bool condition_holds(const question *q, const sx_expr *where)
{
    for (int64_t r = 0; r < q->runs->total; r++) {
        sx_expr_env env = sx_runs_env(q->runs, r, 0);
        int64_t value;
        if (q->within[r] &&
            (sx_expr_eval(where, &env, &value, NULL) || (value != 0) != q->in[r]))
            return false;
    }
    return true;
}

/* ---- boxes ---- */

/* Smallest and largest member coordinate per axis in one run; false when the members fill no box. */
static bool box_of(const question *q, uint32_t g, size_t run, int64_t *lo, int64_t *hi,
                   bool *ret_empty)
{
    const sx_runs *runs = q->runs;
    uint32_t ndims = runs->grid[g].ndims;
    int64_t members = 0, volume = 1;
    for (int64_t r = runs->offset[run]; r < runs->offset[run] + runs->p[run]; r++) {
        const struct sx_place *place = &runs->place[r * SX_MAX_GRIDS + g];
        if (!q->in[r])
            continue;
        for (uint32_t a = 0; a < ndims; a++) {
            lo[a] = members == 0 || place->coord[a] < lo[a] ? place->coord[a] : lo[a];
            hi[a] = members == 0 || place->coord[a] > hi[a] ? place->coord[a] : hi[a];
        }
        members++;
    }
    *ret_empty = members == 0;
    for (uint32_t a = 0; a < ndims && members; a++)
        volume *= hi[a] - lo[a] + 1;
    return members == 0 || volume == members;
}

typedef struct box_law {
    uint32_t g;
    sx_law lo[SX_MAX_DIMS], hi[SX_MAX_DIMS];
} box_law;

static sx_status find_box(const question *q, uint32_t g, box_law *box, bool *ret_found,
                          sx_error *err)
{
    size_t n = q->runs->n;
    int64_t(*lo)[SX_MAX_DIMS] = sx_arena_alloc(q->arena, n, sizeof *lo);
    int64_t(*hi)[SX_MAX_DIMS] = sx_arena_alloc(q->arena, n, sizeof *hi);
    int64_t *value = SX_NEW_ARRAY(q->arena, int64_t, n);
    bool *has = SX_NEW_ARRAY(q->arena, bool, n);
    if (!lo || !hi || !value || !has)
        return nomem(err);
    *ret_found = false;
    for (size_t i = 0; i < n; i++) {
        bool empty;
        if (!box_of(q, g, i, lo[i], hi[i], &empty))
            return SX_OK;
        has[i] = !empty;
    }
    box->g = g;
    for (uint32_t a = 0; a < q->runs->grid[g].ndims; a++)
        for (int upper = 0; upper < 2; upper++) {
            sx_law *law = upper ? &box->hi[a] : &box->lo[a];
            for (size_t i = 0; i < n; i++)
                value[i] = upper ? hi[i][a] : lo[i][a];
            sx_status st = sx_bound_of_axis(q->arena, q->runs, g, a,
                                            (sx_bound) { value, has }, law, err);
            if (st || !law->expr)
                return st;
        }
    *ret_found = true;
    return SX_OK;
}

static const sx_expr *minus(sx_arena *arena, const sx_expr *a, const sx_expr *b)
{
    return sx_expr_make(arena, SX_EXPR_SUB, a, b, NULL);
}

/* hi - lo + 1, without the detour where hi is x - 1. */
static const sx_expr *length_of(sx_arena *arena, const sx_expr *lo, const sx_expr *hi)
{
    const sx_expr *one = sx_expr_int(arena, 1), *n;
    if (hi && hi->op == SX_EXPR_SUB && hi->arg[1]->op == SX_EXPR_INT && lo &&
        lo->op == SX_EXPR_INT)
        return minus(arena, hi->arg[0],
                     sx_expr_int(arena, hi->arg[1]->value + lo->value - 1));
    if (sx_expr_equal(lo, hi))
        return one;
    n = minus(arena, hi, lo);
    return sx_expr_make(arena, SX_EXPR_ADD, n, one, NULL);
}

/* lo <= x < lo + length. */
static const sx_expr *between(sx_arena *arena, const sx_expr *x, const sx_expr *lo,
                              const sx_expr *hi)
{
    const sx_expr *end =
        sx_expr_make(arena, SX_EXPR_ADD, lo, length_of(arena, lo, hi), NULL);
    if (lo && sx_expr_equal(lo, hi))
        return sx_expr_make(arena, SX_EXPR_EQ, x, lo, NULL);
    return sx_expr_make(arena, SX_EXPR_AND, sx_expr_make(arena, SX_EXPR_GE, x, lo, NULL),
                        sx_expr_make(arena, SX_EXPR_LT, x, end, NULL), NULL);
}

/* The same as a condition on coordinates. */
static const sx_expr *box_where(const question *q, const box_law *law)
{
    const sx_expr *all = NULL;
    for (uint32_t a = 0; a < q->runs->grid[law->g].ndims; a++) {
        const sx_expr *here =
            between(q->arena, sx_expr_var(q->arena, SX_VAR_COORD, law->g, a),
                    law->lo[a].expr, law->hi[a].expr);
        all = all ? sx_expr_make(q->arena, SX_EXPR_AND, all, here, NULL) : here;
    }
    return all;
}

/* <n start iters stride ..>, outermost axis first. */
static sx_status write_box(const question *q, const box_law *law, sx_domain *ret,
                           sx_error *err)
{
    sx_arena *arena = q->arena;
    uint32_t ndims = q->runs->grid[law->g].ndims;
    sx_box *box = SX_NEW(arena, sx_box);
    const sx_expr *stride[SX_MAX_DIMS], *start = NULL;
    if (!box)
        return nomem(err);
    *ret = (sx_domain) { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = box };
    ret->evidence = (sx_evidence) { .label = SX_LABEL_PROVED };
    for (uint32_t a = 0; a < ndims; a++) {
        stride[a] = sx_expr_stride(arena, law->g, a);
        const sx_expr *at =
            sx_expr_make(arena, SX_EXPR_MUL, law->lo[a].expr, stride[a], NULL);
        start = start ? sx_expr_make(arena, SX_EXPR_ADD, at, start, NULL) : at;
        ret->evidence = sx_evidence_join(arena, ret->evidence, law->lo[a].evidence);
        ret->evidence = sx_evidence_join(arena, ret->evidence, law->hi[a].evidence);
    }
    box->start = start;
    bool complete = start != NULL;
    for (uint32_t a = ndims; a-- > 0;) {
        const sx_expr *iters = length_of(arena, law->lo[a].expr, law->hi[a].expr);
        complete = complete && iters && stride[a];
        if (iters && iters->op == SX_EXPR_INT && iters->value == 1)
            continue;
        box->dim[box->ndims++] = (struct sx_box_dim) { iters, stride[a] };
    }
    return complete ? SX_OK : nomem(err);
}

/* In a box of the grid by its laws? */
static bool box_holds(const question *q, const box_law *law)
{
    const sx_runs *runs = q->runs;
    for (int64_t r = 0; r < runs->total; r++) {
        const struct sx_place *place = &runs->place[r * SX_MAX_GRIDS + law->g];
        sx_expr_env env = sx_runs_env(runs, r, 0);
        bool inside = true;
        for (uint32_t a = 0; inside && a < place->ndims; a++) {
            int64_t lo, hi;
            if (sx_expr_eval(law->lo[a].expr, &env, &lo, NULL) ||
                sx_expr_eval(law->hi[a].expr, &env, &hi, NULL))
                return false;
            inside = lo <= place->coord[a] && place->coord[a] <= hi;
        }
        if (q->within[r] && inside != q->in[r])
            return false;
    }
    return true;
}

static sx_status try_boxes(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    for (uint32_t g = 0; g < q->runs->ngrids; g++) {
        box_law law;
        bool found = false;
        sx_status st = find_box(q, g, &law, &found, err);
        if (st)
            return st;
        if (found && sx_runs_is_world(q->runs, q->runs->grid[g].comm) &&
            box_holds(q, &law)) {
            *ret_found = true;
            q->where = box_where(q, &law);
            return q->where ? write_box(q, &law, ret, err) : nomem(err);
        }
    }
    return SX_OK;
}

/* ---- classes, remainders, ranges ---- */

static sx_status try_classes(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    const sx_runs *runs = q->runs;
    for (uint32_t g = 0; g < runs->ngrids; g++) {
        uint32_t n = sx_position_classes(&runs->grid[g]);
        bool in[SX_POSITION_CLASSES] = { 0 }, out[SX_POSITION_CLASSES] = { 0 };
        bool unseen[SX_POSITION_CLASSES], clean = n > 0, any_unseen = false;
        uint64_t seen[SX_POSITION_CLASSES] = { 0 };
        for (int64_t r = 0; n && r < runs->total; r++)
            if (q->within[r]) {
                uint32_t c = sx_position_of(runs, r, g);
                (q->in[r] ? in : out)[c] = true;
                seen[c] |= UINT64_C(1) << runs->run_of[r];
            }
        bool once = false;
        for (uint32_t c = 0; c < n; c++) {
            once = once || (seen[c] && (seen[c] & (seen[c] - 1)) == 0);
            clean = clean && !(in[c] && out[c]);
            unseen[c] = !in[c] && !out[c];
            any_unseen = any_unseen || unseen[c];
        }
        if (!clean)
            continue;
        const sx_expr *where =
            sx_position_condition(q->arena, &runs->grid[g], g, in, unseen);
        if (!where)
            return nomem(err);
        if (!condition_holds(q, where))
            continue;
        *ret_found = true;
        *ret = (sx_domain) { .kind = SX_DOMAIN_WHERE, .where = where };
        ret->evidence = (sx_evidence) { .label = any_unseen || once ? SX_LABEL_EXACT
                                                                    : SX_LABEL_PROVED };
        if (once)
            ret->evidence.reason =
                "some kind of place (corner, edge, interior) is in one input only: add "
                "another with it";
        if (any_unseen)
            ret->evidence.reason =
                "some kind of place (corner, edge, interior) is in no input: add "
                "one with larger dims";
        return SX_OK;
    }
    return SX_OK;
}

/* var mod k == rest, the first of which may not be among them. */
static const sx_expr *remainder_where(sx_arena *arena, const sx_expr *var, int64_t k,
                                      int64_t rest, bool without_first)
{
    const sx_expr *number = sx_expr_int(arena, rest);
    const sx_expr *where = sx_expr_make(
        arena, SX_EXPR_EQ,
        sx_expr_make(arena, SX_EXPR_MOD, var, sx_expr_int(arena, k), NULL), number, NULL);
    return without_first
               ? sx_expr_make(arena, SX_EXPR_AND, where,
                              sx_expr_make(arena, SX_EXPR_GT, var, number, NULL), NULL)
               : where;
}

static sx_status try_remainders(question *q, sx_domain *ret, bool *ret_found,
                                sx_error *err)
{
    enum { MODULI = 8 };
    sx_arena *arena = q->arena;
    for (uint32_t g = 0; g <= q->runs->ngrids; g++) {
        uint32_t axes = g < q->runs->ngrids ? q->runs->grid[g].ndims : 1;
        for (uint32_t a = 0; a < axes; a++)
            for (int64_t k = 2; k <= MODULI; k++)
                for (int64_t code = 0; code < 2 * k; code++) {
                    const sx_expr *var = g < q->runs->ngrids
                                             ? sx_expr_var(arena, SX_VAR_COORD, g, a)
                                             : sx_expr_var(arena, SX_VAR_RANK, 0, 0);
                    const sx_expr *where =
                        remainder_where(arena, var, k, code % k, code >= k);
                    if (!where)
                        return nomem(err);
                    if (!condition_holds(q, where))
                        continue;
                    *ret_found = true;
                    *ret = (sx_domain) { .kind = SX_DOMAIN_WHERE,
                                         .where = where,
                                         .evidence = { .label = SX_LABEL_EXACT } };
                    return SX_OK;
                }
    }
    return SX_OK;
}

/* By a law of 1 and 0 for who is in and who is not. */
static sx_status try_law(const question *q, sx_law_finder *find, sx_domain *ret,
                         bool *ret_found, sx_error *err)
{
    sx_sample *sample = SX_NEW_ARRAY(q->arena, sx_sample, (size_t)q->runs->total);
    sx_samples samples = { .sample = sample, .is_size = true };
    sx_law law = { 0 };
    if (!sample)
        return nomem(err);
    for (size_t run = 0; run < q->runs->n; run++)
        for (int64_t r = q->runs->offset[run]; r < q->runs->offset[run] + q->runs->p[run];
             r++)
            if (q->within[r])
                sample[samples.n++] =
                    (sx_sample) { .run = (uint32_t)run, .rank = r, .value = q->in[r] };
    sx_status st = find(q->arena, q->runs, &samples, &law, err);
    if (st || !law.expr)
        return st;
    *ret_found = true;
    *ret = (sx_domain) { .kind = SX_DOMAIN_WHERE,
                         .where = law.expr,
                         .evidence = law.evidence };
    return SX_OK;
}

/* Places that are active on a level of a hierarchy of grids. */
static sx_status try_levels(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    return try_law(q, sx_law_active, ret, ret_found, err);
}

/* Those who have a child in a tree. */
static sx_status try_heap(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    return try_law(q, sx_law_heap, ret, ret_found, err);
}

/* The root of a tree, or all but it; those who have a child in one that is counted from it. */
static sx_status try_numbered(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    return try_law(q, sx_law_numbered, ret, ret_found, err);
}

/* Those beyond the largest power of two, and who takes them in. */
static sx_status try_folded(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    return try_law(q, sx_law_folded, ret, ret_found, err);
}

/* Those who have one digit in a small base, or one colour. */
static sx_status try_digits(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    return try_law(q, sx_law_digits, ret, ret_found, err);
}

/* ---- scales ---- */

/* Which runs have everybody and which nobody (a bit each); false when some have a part of the ranks. */
static bool whole_runs(const question *q, uint64_t *ret_in, uint64_t *ret_out)
{
    *ret_in = *ret_out = 0;
    for (int64_t r = 0; r < q->runs->total; r++)
        if (q->within[r])
            *(q->in[r] ? ret_in : ret_out) |= UINT64_C(1) << q->runs->run_of[r];
    return (*ret_in & *ret_out) == 0 && *ret_in && *ret_out;
}

/* The largest number of ranks that lies beyond none of the runs in `upper`, where all of these are larger than the
 * `lower` ones; 0 else. */
static int64_t threshold(const sx_runs *runs, uint64_t lower, uint64_t upper)
{
    int64_t below = 0, above = INT64_MAX;
    for (size_t run = 0; run < runs->n; run++) {
        if (lower >> run & 1 && runs->p[run] > below)
            below = runs->p[run];
        if (upper >> run & 1 && runs->p[run] < above)
            above = runs->p[run];
    }
    return below < above ? below : 0;
}

/* An axis that is cut at some scales only, or a number of ranks beyond which there is more, or less. */
static sx_status try_scales(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    sx_arena *arena = q->arena;
    const sx_runs *runs = q->runs;
    const sx_expr *one = sx_expr_int(arena, 1);
    uint64_t in, out;
    if (!whole_runs(q, &in, &out))
        return SX_OK;
    bool alone = (in & (in - 1)) == 0 || (out & (out - 1)) == 0;
    *ret = (sx_domain) { .kind = SX_DOMAIN_WHERE };
    ret->evidence.label = alone ? SX_LABEL_EXACT : SX_LABEL_PROVED;
    ret->evidence.reason =
        alone ? "one input alone shows at which scales it is: add another like it" : NULL;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            for (int cut = 1; cut >= 0; cut--) {
                const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
                ret->where =
                    sx_expr_make(arena, cut ? SX_EXPR_GT : SX_EXPR_EQ, dim, one, NULL);
                if (!ret->where)
                    return nomem(err);
                *ret_found = condition_holds(q, ret->where);
                if (*ret_found)
                    return SX_OK;
            }
    int64_t up = threshold(runs, out, in), down = threshold(runs, in, out);
    ret->where = sx_expr_make(arena, up ? SX_EXPR_GT : SX_EXPR_LE,
                              sx_expr_var(arena, SX_VAR_P, 0, 0),
                              sx_expr_int(arena, up ? up : down), NULL);
    ret->evidence = (sx_evidence) { .label = SX_LABEL_EXACT,
                                    .reason = "it begins or ends somewhere between two "
                                              "inputs: add one between them" };
    *ret_found = up || down;
    return ret->where ? SX_OK : nomem(err);
}

/* Ranks lo .. hi in every run, whatever the grids. */
static sx_status try_range(question *q, sx_domain *ret, bool *ret_found, sx_error *err)
{
    const sx_runs *runs = q->runs;
    int64_t *lo = SX_NEW_ARRAY(q->arena, int64_t, runs->n);
    int64_t *hi = SX_NEW_ARRAY(q->arena, int64_t, runs->n);
    bool *has = SX_NEW_ARRAY(q->arena, bool, runs->n);
    if (!lo || !hi || !has)
        return nomem(err);
    for (int64_t r = 0; r < runs->total; r++) {
        uint32_t run = runs->run_of[r];
        if (!q->in[r])
            continue;
        lo[run] = has[run] ? lo[run] : r - runs->offset[run];
        hi[run] = r - runs->offset[run];
        has[run] = true;
    }
    sx_law low = { 0 }, high = { 0 };
    sx_status st =
        sx_bound_of_ranks(q->arena, q->runs, (sx_bound) { lo, has }, &low, err);
    if (!st && low.expr)
        st = sx_bound_of_ranks(q->arena, q->runs, (sx_bound) { hi, has }, &high, err);
    if (st || !low.expr || !high.expr)
        return st;
    const sx_expr *r = sx_expr_var(q->arena, SX_VAR_RANK, 0, 0);
    const sx_expr *where = between(q->arena, r, low.expr, high.expr);
    q->where = where;
    if (!where)
        return nomem(err);
    if (!condition_holds(q, where))
        return SX_OK;
    sx_box *box = SX_NEW(q->arena, sx_box);
    const sx_expr *iters = length_of(q->arena, low.expr, high.expr);
    if (!box || !iters)
        return nomem(err);
    *box = (sx_box) { .ndims = 1,
                      .start = low.expr,
                      .dim = { { iters, sx_expr_int(q->arena, 1) } } };
    if (iters->op == SX_EXPR_INT && iters->value == 1)
        box->ndims = 0;
    *ret_found = true;
    *ret = (sx_domain) { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = box };
    ret->evidence = sx_evidence_join(q->arena, low.evidence, high.evidence);
    return SX_OK;
}

static sx_status refuse(const question *q, sx_domain *ret, sx_error *err)
{
    size_t run = q->runs->n - 1;
    sx_rank *rank = SX_NEW_ARRAY(q->arena, sx_rank, (size_t)q->runs->p[run]);
    size_t n = 0;
    if (!rank)
        return nomem(err);
    for (int64_t r = 0; r < q->runs->p[run]; r++)
        if (q->in[q->runs->offset[run] + r])
            rank[n++] = r;
    *ret = (sx_domain) { .kind = SX_DOMAIN_RANKS };
    ret->evidence = (sx_evidence) { .label = SX_LABEL_REFUSED,
                                    .reason = "no family explains who takes part" };
    if (n == 0) {
        ret->kind = SX_DOMAIN_WHERE;
        ret->where = sx_expr_int(q->arena, 0);
        return ret->where ? SX_OK : nomem(err);
    }
    return sx_ranklist_from_ranks(q->arena, rank, n, &ret->ranks, err);
}

sx_status sx_domain_find(sx_arena *arena, sx_runs *runs, const bool *in,
                         const bool *within, sx_domain *ret_domain, sx_error *err)
{
    bool all = true;
    for (int64_t r = 0; all && r < runs->total; r++)
        all = in[r] == within[r];
    if (all) {
        *ret_domain = (sx_domain) {
            .kind = SX_DOMAIN_ALL,
            .evidence = { .label = runs->n > 1 ? SX_LABEL_PROVED : SX_LABEL_EXACT }
        };
        return SX_OK;
    }
    static sx_status (*const family[])(question *, sx_domain *, bool *, sx_error *) = {
        try_scales, try_range,    try_boxes,  try_classes, try_levels,
        try_heap,   try_numbered, try_folded, try_digits,  try_remainders
    };
    question q = { arena, runs, in, within, NULL };
    sx_domain best;
    const sx_expr *where = NULL;
    bool have = false;
    for (size_t i = 0; i < sizeof family / sizeof *family; i++) {
        sx_domain domain;
        bool found = false;
        sx_status st = family[i](&q, &domain, &found, err);
        if (st)
            return st;
        if (found && (!have || sx_evidence_better(&domain.evidence, &best.evidence))) {
            best = domain;
            where = domain.kind == SX_DOMAIN_BOXES ? q.where : domain.where;
        }
        have = have || found;
        if (have && best.evidence.label == SX_LABEL_PROVED && !best.evidence.doubt)
            break;
    }
    if (!have)
        return refuse(&q, ret_domain, err);
    *ret_domain = best;
    return sx_lookalikes_of_domain(arena, runs, in, within, where, &ret_domain->evidence,
                                   err);
}
