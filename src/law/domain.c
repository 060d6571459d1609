#include "law/domain/parts.h"

#include "base/checked.h"
#include "law/lookalikes.h"
#include "law/position.h"

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* Does the condition hold for exactly the members, among those within? */
bool sx_domain_holds(const sx_domain_question *q, const sx_expr *where)
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

/* ---- classes, remainders ---- */

static sx_status try_classes(sx_domain_question *q, sx_domain *ret, bool *ret_found,
                             sx_error *err)
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
        if (!sx_domain_holds(q, where))
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

static sx_status try_remainders(sx_domain_question *q, sx_domain *ret, bool *ret_found,
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
                    if (!sx_domain_holds(q, where))
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

/* The distance of those within from each other: the largest number that divides all; and in how many runs there are three of them. */
static int64_t step_within(const sx_domain_question *q, size_t *ret_telling)
{
    enum { MEMBERS = 3 };
    int64_t step = 0;
    *ret_telling = 0;
    for (size_t run = 0; run < q->runs->n; run++) {
        int64_t n = 0;
        for (int64_t r = 0; r < q->runs->p[run]; r++)
            if (q->within[q->runs->offset[run] + r]) {
                step = sx_gcd(step, r);
                n++;
            }
        *ret_telling += n >= MEMBERS;
    }
    return step;
}

/* Every k-th rank gets there, and those take part that have a next one: leaders of groups in a row. Fewer ranks behind
 * that fit as well are a doubt. */
static sx_status try_next(sx_domain_question *q, sx_domain *ret, bool *ret_found,
                          sx_error *err)
{
    enum { TELLING = 2, LARGEST = 64 };
    size_t telling;
    const int64_t step = step_within(q, &telling);
    const sx_expr *rank = sx_expr_var(q->arena, SX_VAR_RANK, 0, 0),
                  *p = sx_expr_var(q->arena, SX_VAR_P, 0, 0);
    if (step < 2 || step > LARGEST || telling < TELLING)
        return SX_OK;
    const sx_expr *far =
        sx_expr_two(q->arena, SX_EXPR_ADD, rank, sx_expr_int(q->arena, step));
    sx_law law = { sx_expr_two(q->arena, SX_EXPR_LT, far, p),
                   { .label = SX_LABEL_PROVED } };
    if (!law.expr)
        return nomem(err);
    if (!sx_domain_holds(q, law.expr))
        return SX_OK;
    for (int64_t k = 1; k < step; k++) {
        far = sx_expr_two(q->arena, SX_EXPR_ADD, rank, sx_expr_int(q->arena, k));
        const sx_expr *rival = sx_expr_two(q->arena, SX_EXPR_LT, far, p);
        if (!rival)
            return nomem(err);
        sx_status st = !sx_domain_holds(q, rival)
                           ? SX_OK
                           : sx_law_doubt_rival(q->arena, rival,
                                                "fewer ranks behind fit all inputs, too, "
                                                "and differ here: add an input",
                                                &law, err);
        if (st)
            return st;
    }
    *ret_found = true;
    *ret = (sx_domain) { .kind = SX_DOMAIN_WHERE,
                         .where = law.expr,
                         .evidence = law.evidence };
    return SX_OK;
}

/* All that get there but the first rank: no number is chosen, so that two inputs with others than it and the next tell it. */
static sx_status try_but_first(sx_domain_question *q, sx_domain *ret, bool *ret_found,
                               sx_error *err)
{
    enum { TELLING = 2, RANKS = 3 };
    size_t telling = 0;
    const sx_expr *where =
        sx_expr_two(q->arena, SX_EXPR_NE, sx_expr_var(q->arena, SX_VAR_RANK, 0, 0),
                    sx_expr_int(q->arena, 0));
    if (!where)
        return nomem(err);
    for (size_t run = 0; run < q->runs->n; run++)
        telling += q->runs->p[run] >= RANKS && q->within[q->runs->offset[run]];
    if (telling < TELLING || !sx_domain_holds(q, where))
        return SX_OK;
    *ret_found = true;
    *ret = (sx_domain) { .kind = SX_DOMAIN_WHERE,
                         .where = where,
                         .evidence = { .label = SX_LABEL_PROVED } };
    return SX_OK;
}

/* By a law of 1 and 0 for who is in and who is not. */
static sx_status try_law(const sx_domain_question *q, sx_law_finder *find, sx_domain *ret,
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

/* ---- scales ---- */

/* Which runs have everybody and which nobody (a bit each); false when some have a part of the ranks. */
static bool whole_runs(const sx_domain_question *q, uint64_t *ret_in, uint64_t *ret_out)
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

/* An axis that is cut at some scales only, numbers of ranks that are powers of two, or are none, in a program whose end points go through these, or a number of ranks beyond which there is more, or less. */
static sx_status try_scales(sx_domain_question *q, sx_domain *ret, bool *ret_found,
                            sx_error *err)
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
                *ret_found = sx_domain_holds(q, ret->where);
                if (*ret_found)
                    return SX_OK;
            }
    const sx_expr *p = sx_expr_var(arena, SX_VAR_P, 0, 0),
                  *power = sx_expr_power_in(arena, p);
    for (int is_power = 0; q->runs->powers_whole && is_power <= 1; is_power++) {
        ret->where = sx_expr_two(arena, is_power ? SX_EXPR_EQ : SX_EXPR_NE, p, power);
        if (!ret->where)
            return nomem(err);
        *ret_found = sx_domain_holds(q, ret->where);
        if (*ret_found)
            return SX_OK;
    }
    int64_t up = threshold(runs, out, in), down = threshold(runs, in, out);
    ret->where = sx_expr_make(arena, up ? SX_EXPR_GT : SX_EXPR_LE, p,
                              sx_expr_int(arena, up ? up : down), NULL);
    ret->evidence = (sx_evidence) { .label = SX_LABEL_EXACT,
                                    .reason = "it begins or ends somewhere between two "
                                              "inputs: add one between them" };
    *ret_found = up || down;
    return ret->where ? SX_OK : nomem(err);
}

static sx_status refuse(const sx_domain_question *q, sx_domain *ret, sx_error *err)
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
    ret->evidence =
        (sx_evidence) { .label = SX_LABEL_REFUSED,
                        .reason = "no law that is known says who takes part" };
    if (n == 0) {
        ret->kind = SX_DOMAIN_WHERE;
        ret->where = sx_expr_int(q->arena, 0);
        return ret->where ? SX_OK : nomem(err);
    }
    return sx_ranklist_from_ranks(q->arena, rank, n, &ret->ranks, err);
}

/* Can the condition hold of this rank? Not where it says nothing else, and is false. */
static bool may_hold(sx_arena *arena, const sx_expr *where, const sx_expr *rank)
{
    uint64_t counters;
    int64_t value;
    const sx_expr_env none = { 0 };
    const sx_expr *of =
        sx_expr_replace(arena, where, sx_expr_var(arena, SX_VAR_RANK, 0, 0), rank);
    return !of || sx_expr_uses(of, &counters, NULL) != 0 || counters != 0 ||
           sx_expr_eval(of, &none, &value, NULL) || value != 0;
}

/* Has the axis one place in some run? */
static bool shows_one_place(const sx_runs *runs, uint32_t g, uint32_t a)
{
    bool shows = false;
    for (size_t i = 0; i < runs->n; i++)
        shows = shows || runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim[a] == 1;
    return shows;
}

/* Where an axis has one place, and no input shows that, who is there is first and last at once, and may do neither's calls. False
 * when out of memory. */
static bool doubt_first_and_last(sx_arena *arena, const sx_runs *runs,
                                 const sx_expr *where, sx_evidence *e)
{
    uint64_t grids = 0;
    const sx_expr *here = NULL;
    if (!where || e->label != SX_LABEL_PROVED)
        return true;
    sx_expr_uses(where, NULL, &grids);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; grids >> g & 1 && a < runs->grid[g].ndims; a++) {
            if (runs->grid[g].ndims == 1 || shows_one_place(runs, g, a))
                continue;
            here = sx_doubt_either(arena, here,
                                   sx_expr_two(arena, SX_EXPR_EQ,
                                               sx_expr_var(arena, SX_VAR_DIM, g, a),
                                               sx_expr_int(arena, 1)));
            if (!here)
                return false;
        }
    if (here)
        *e = sx_evidence_join(
            arena, *e,
            (sx_evidence) { .label = SX_LABEL_PROVED,
                            .reason =
                                "who is first and last on an axis at once shows in no "
                                "input: add one with an axis of one rank",
                            .doubt = here });
    return true;
}

/* The best founded set of the families; *ret_have is false where none has one. *ret_where is its condition. */
static sx_status find_best(sx_domain_question *q, sx_domain *ret_best,
                           const sx_expr **ret_where, bool *ret_have, sx_error *err)
{
    /* Sets by themselves, or laws of 1 and 0 for who is in and who is not. */
    static const struct {
        sx_domain_finder *find;
        sx_law_finder *law;
    } family[] = { { .find = try_scales },         { .find = try_next },
                   { .find = sx_domain_of_range }, { .find = sx_domain_of_box },
                   { .find = try_but_first },      { .find = try_classes },
                   { .law = sx_law_active },       { .law = sx_law_heap },
                   { .law = sx_law_numbered },     { .law = sx_law_folded },
                   { .law = sx_law_digits },       { .find = try_remainders },
                   { .law = sx_law_side },         { .law = sx_law_both },
                   { .law = sx_law_pairs },        { .law = sx_law_between },
                   { .law = sx_law_even },         { .find = sx_domain_of_rows },
                   { .law = sx_law_alone } };
    bool have = false;
    for (size_t i = 0; i < sizeof family / sizeof *family; i++) {
        sx_domain domain;
        bool found = false;
        const uint32_t constants = q->runs->nconstants;
        sx_status st = family[i].find ? family[i].find(q, &domain, &found, err)
                                      : try_law(q, family[i].law, &domain, &found, err);
        if (st)
            return st;
        if (found &&
            (!have || sx_evidence_better(&domain.evidence, &ret_best->evidence))) {
            *ret_best = domain;
            *ret_where = domain.kind == SX_DOMAIN_BOXES ? q->where : domain.where;
        } else {
            q->runs->nconstants = constants; /* nobody uses them */
        }
        have = have || found;
        if (have && ret_best->evidence.label == SX_LABEL_PROVED &&
            !ret_best->evidence.doubt)
            break;
    }
    *ret_have = have;
    return SX_OK;
}

/* The last rank that takes part, and the first one, of this run; false where there is none. *ret_all: so do all between and behind that get there. */
static bool ends_of(const sx_domain_question *q, size_t run, int64_t *ret_first,
                    int64_t *ret_last, bool *ret_all)
{
    const bool *in = q->in + q->runs->offset[run],
               *within = q->within + q->runs->offset[run];
    *ret_first = *ret_last = -1;
    *ret_all = true;
    for (int64_t r = 0; r < q->runs->p[run]; r++) {
        if (in[r]) {
            *ret_first = *ret_first < 0 ? r : *ret_first;
            *ret_last = r;
        }
        *ret_all = *ret_all && (*ret_first < 0 || in[r] || !within[r]);
    }
    return *ret_last >= 0;
}

/* By ranks alone: may the last one be the end of a row of ranks in a grid that does not show, as long in all inputs that have it? Or the first be behind such a row, where all
 * others take part? */
static bool may_be_of_row(const sx_domain_question *q, const sx_expr *where)
{
    int64_t up_to = -1, before = -1;
    uint64_t grids;
    sx_expr_uses(where, NULL, &grids);
    for (size_t run = 0; run < q->runs->n; run++) {
        int64_t first, last;
        bool all;
        if (!ends_of(q, run, &first, &last, &all))
            continue;
        up_to = up_to < 0 || up_to == last + 1 ? last + 1 : 0;
        before = all && (before < 0 || before == first) ? first : 0;
    }
    return grids == 0 &&
           ((up_to > 1 && sx_lookalikes_are_wide(q->runs, 1, up_to, up_to - 1)) ||
            (before > 1 && sx_lookalikes_are_wide(q->runs, 1, before, before - 1)));
}

sx_status sx_domain_of_one(sx_domain_question *q, sx_domain *ret_best,
                           const sx_expr **ret_where, bool *ret_have, sx_error *err)
{
    sx_status st = find_best(q, ret_best, ret_where, ret_have, err);
    if (st || !*ret_have)
        return st;
    if (!doubt_first_and_last(q->arena, q->runs, *ret_where, &ret_best->evidence))
        return nomem(err);
    if (may_be_of_row(q, *ret_where))
        ret_best->evidence = sx_evidence_join(
            q->arena, ret_best->evidence,
            (sx_evidence) { SX_LABEL_EXACT,
                            "they may end or begin with a row of ranks that is as "
                            "long in all inputs: add an input",
                            NULL });
    return sx_lookalikes_of_domain(q->arena, q->runs, q->in, q->within, *ret_where,
                                   &ret_best->evidence, err);
}

static sx_status find(sx_domain_question *q, sx_domain *ret_best,
                      const sx_expr **ret_where, bool *ret_have, sx_error *err)
{
    sx_status st = sx_domain_of_one(q, ret_best, ret_where, ret_have, err);
    return st || *ret_have ? st : sx_domain_of_two(q, ret_best, ret_where, ret_have, err);
}

static bool is_all(const sx_runs *runs, const bool *in, const bool *within)
{
    bool all = true;
    for (int64_t r = 0; all && r < runs->total; r++)
        all = in[r] == within[r];
    return all;
}

/* Everybody, in all runs. */
static sx_evidence evidence_of_all(const sx_runs *runs)
{
    return (sx_evidence) { .label = runs->n > 1 ? SX_LABEL_PROVED : SX_LABEL_EXACT };
}

sx_status sx_domain_find(sx_arena *arena, sx_runs *runs, const bool *in,
                         const bool *within, sx_domain *ret_domain, sx_error *err)
{
    if (is_all(runs, in, within)) {
        *ret_domain =
            (sx_domain) { .kind = SX_DOMAIN_ALL, .evidence = evidence_of_all(runs) };
        return SX_OK;
    }
    sx_domain_question q = { arena, runs, in, within, NULL };
    const sx_expr *where = NULL;
    bool have;
    sx_status st = find(&q, ret_domain, &where, &have, err);
    return st || have ? st : refuse(&q, ret_domain, err);
}

sx_status sx_domain_find_law(sx_arena *arena, sx_runs *runs, const bool *in,
                             const bool *within, sx_law *ret_law, sx_error *err)
{
    if (is_all(runs, in, within)) {
        *ret_law = (sx_law) { sx_expr_int(arena, 1), evidence_of_all(runs) };
        return ret_law->expr ? SX_OK : nomem(err);
    }
    sx_domain_question q = { arena, runs, in, within, NULL };
    const sx_expr *where = NULL;
    sx_domain best;
    bool have;
    sx_status st = find(&q, &best, &where, &have, err);
    if (!st && have)
        *ret_law = (sx_law) { where, best.evidence };
    return st;
}

static bool has_end_point(const sx_node *node)
{
    bool has = node->kind == SX_NODE_EVENT && sx_node_param(node, SX_PARAM_PEER);
    for (size_t i = 0; node->kind == SX_NODE_LOOP && !has && i < node->body.n; i++)
        has = has_end_point(node->body.node[i]);
    return has;
}

/* How many of the last ranks take part in no input. */
static int64_t idle_at_end(const sx_runs *runs, const bool *in)
{
    int64_t idle = INT64_MAX;
    for (size_t run = 0; run < runs->n; run++) {
        int64_t here = 0;
        while (here < runs->p[run] && !in[runs->offset[run] + runs->p[run] - 1 - here])
            here++;
        idle = here < idle ? here : idle;
    }
    return idle;
}

/* Without the first rank, or without so many of the last, it may be the same in all inputs. */
static sx_status doubt_end(const sx_domain_question *q, const sx_expr *others,
                           sx_domain *domain, sx_error *err)
{
    const sx_expr *rival = sx_expr_two(q->arena, SX_EXPR_AND, domain->where, others);
    if (!rival)
        return nomem(err);
    if (!sx_domain_holds(q, rival))
        return SX_OK;
    sx_law law = { domain->where, domain->evidence };
    sx_status st =
        sx_law_doubt_rival(q->arena, rival,
                           "the first or the last rank takes part in no input, and "
                           "would here: add one in which it would",
                           &law, err);
    domain->evidence = law.evidence;
    return st;
}

sx_status sx_domain_doubt_ends(sx_arena *arena, sx_runs *runs, const sx_node *node,
                               const bool *in, const bool *within, sx_domain *domain,
                               sx_error *err)
{
    enum { MOST_BEHIND = 8 };
    const sx_domain_question q = { arena, runs, in, within, NULL };
    const sx_expr *rank = sx_expr_var(arena, SX_VAR_RANK, 0, 0),
                  *p = sx_expr_var(arena, SX_VAR_P, 0, 0), *first = sx_expr_int(arena, 0);
    if (domain->kind != SX_DOMAIN_WHERE || domain->evidence.label != SX_LABEL_PROVED ||
        !has_end_point(node))
        return SX_OK;
    uint64_t grids;
    sx_expr_uses(domain->where, NULL, &grids);
    int64_t behind =
        grids ? 1 : idle_at_end(runs, in); /* rows of a grid are seen as such */
    behind = behind < 1 ? 1 : behind > MOST_BEHIND ? MOST_BEHIND : behind;
    sx_status st =
        may_hold(arena, domain->where, first)
            ? doubt_end(&q, sx_expr_two(arena, SX_EXPR_NE, rank, first), domain, err)
            : SX_OK;
    if (!st && (behind > 1 || may_hold(arena, domain->where, sx_expr_plus(arena, p, -1))))
        st = doubt_end(
            &q, sx_expr_two(arena, SX_EXPR_LT, rank, sx_expr_plus(arena, p, -behind)),
            domain, err);
    return st;
}
