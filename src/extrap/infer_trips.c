#include "extrap/infer_parts.h"

#include "law/imagine.h"
#include "law/lookalikes.h"
#include "law/through.h"

#include <string.h>

/* Trips that a law makes negative at some scale are none there. NULL when out of memory. */
static const sx_expr *not_negative(inference *inf, const sx_expr *trips)
{
    return sx_imagine_negative(inf->runs, trips, 0)
               ? sx_expr_make(inf->arena, SX_EXPR_MAX, sx_expr_int(inf->arena, 0), trips,
                              NULL)
               : trips;
}

/* Chunks of a total say why there are as many; another law that fits as well is a doubt where it may be proved. */
static sx_status infer_chunks(inference *inf, const sx_node *loop, const sx_nest *inner,
                              const sx_samples *samples, sx_law *law)
{
    static const char reason[] = "trips by another law than that of what is left fit all "
                                 "inputs, and differ here: add an input";
    sx_law chunks = { 0 };
    sx_status st =
        sx_law_chunks(inf->arena, inf->runs, loop, inner, samples, &chunks, inf->err);
    sx_infer_doubt_beyond(inf, &chunks.evidence);
    if (st || !chunks.expr)
        return st;
    if (law->expr && law->evidence.label == SX_LABEL_PROVED)
        st = sx_law_doubt_other(inf->arena, inf->runs, law->expr, reason, &chunks,
                                inf->err);
    *law = chunks;
    return st;
}

/* What end points go through the extent of says more than as good a law of the numbers alone. */
static sx_status infer_trips_by_samples(inference *inf, const sx_node *loop,
                                        const sx_nest *inner, const sx_samples *samples,
                                        sx_law *ret_law)
{
    sx_law through = { 0 };
    sx_status st = SX_OK;
    if (!inf->sizes_only)
        st = sx_law_through(inf->arena, inf->runs, loop, inner, samples, &through,
                            inf->err);
    sx_infer_doubt_beyond(inf, &through.evidence);
    if (!st && (!through.expr || through.evidence.label != SX_LABEL_PROVED))
        st = sx_infer_law(inf, samples, ret_law);
    if (!st && through.expr &&
        (!ret_law->expr || !sx_evidence_better(&ret_law->evidence, &through.evidence)))
        *ret_law = through;
    return st || inf->sizes_only ? st : infer_chunks(inf, loop, inner, samples, ret_law);
}

/* `inner` is the nest inside the loop. */
static sx_status infer_trips(inference *inf, const sx_node *loop, const sx_nest *nest,
                             const sx_nest *inner, sx_value *ret_value)
{
    sx_sampling how = { .nest = nest, .in = inner->in };
    sx_samples samples;
    sx_status st = sx_infer_collect(inf, &how, &loop->trips, &samples);
    if (st)
        return st;
    samples.is_size = samples.is_trips = true;
    sx_samples_take_trips(&samples, nest);
    sx_law law = { 0 };
    st = sx_claims_find(inf->arena, inf->runs, inf->options->claims, loop, SX_PARAM_NONE,
                        nest->depth, &samples, &law, inf->err);
    if (!st && !law.expr)
        st = infer_trips_by_samples(inf, loop, inner, &samples, &law);
    law.expr = law.expr ? not_negative(inf, law.expr) : NULL;
    const sx_foreseen_node *known = sx_foreseen_of(&inf->foreseen, loop);
    if (!st && known && known->present)
        st = sx_level_prefer(inf->arena, inf->runs, &samples, &known->level,
                             known->present, &law, inf->err);
    return st ? st : sx_infer_value(inf, &samples, &law, ret_value);
}

/* A loop that some ranks or scales do not enter may be one that they enter for no trip: the law of trips
 * over everybody around, 0 where there is no loop. expr NULL when that has no law. */
static sx_status trips_of_all(inference *inf, const sx_node *loop, const sx_nest *nest,
                              const bool *in, sx_law *ret_law)
{
    sx_sampling how = { .nest = nest, .in = in };
    sx_samples some;
    sx_status st = sx_infer_collect(inf, &how, &loop->trips, &some);
    sx_sample *sample =
        SX_NEW_ARRAY(inf->scratch, sx_sample, some.n + (size_t)inf->runs->total);
    if (st || !sample)
        return st ? st : sx_fail(inf->err, SX_NOMEM, "out of memory");
    *ret_law = (sx_law) { 0 };
    if (some.trouble || some.ncounters)
        return SX_OK;
    sx_samples all = some;
    all.sample = sample;
    all.n = 0;
    for (size_t run = inf->runs->n, k = 0; run-- > 0;)
        for (int64_t r = 0; r < inf->runs->p[run]; r++) {
            int64_t rank = inf->runs->offset[run] + r;
            if (k < some.n && some.sample[k].rank == rank)
                sample[all.n++] = some.sample[k++];
            else if (nest->around[rank])
                sample[all.n++] = (sx_sample) { .run = (uint32_t)run, .rank = rank };
        }
    all.is_size = true;
    static sx_law_finder *const family[] = { sx_law_linear, sx_law_bits, sx_law_alive,
                                             sx_law_radix, sx_law_numbered };
    for (size_t i = 0; !st && i < sizeof family / sizeof *family; i++) {
        sx_law law = { 0 };
        st = family[i](inf->arena, inf->runs, &all, &law, inf->err);
        if (st || !law.expr)
            continue;
        if (!ret_law->expr)
            *ret_law = law;
        else if (!sx_expr_equal(law.expr, ret_law->expr))
            st = sx_law_doubt_rival(inf->arena, law.expr,
                                    "trips that ranks make by another law of "
                                    "trees fit all inputs, too: add an input",
                                    ret_law, inf->err);
    }
    all.is_trips = true;
    if (!st)
        st = sx_lookalikes_of_scale(inf->arena, inf->runs, &all, ret_law, inf->err);
    if (!st)
        st = sx_lookalikes_of_fewer(inf->arena, inf->runs, &all, ret_law, inf->err);
    sx_infer_doubt_beyond(inf, &ret_law->evidence);
    return st;
}

/* Does the law of trips say of everybody around who does not enter the loop that they make none, whenever they get there? */
static bool says_none_elsewhere(const inference *inf, const sx_nest *nest, const bool *in,
                                const sx_expr *trips)
{
    bool none = true;
    for (int64_t r = 0; r < inf->runs->total && none; r++) {
        sx_nest_walk walk;
        if (!nest->around[r] || in[r])
            continue;
        if (!nest->in[r])
            return false; /* what it does there is not known */
        sx_nest_walk_init(&walk, nest, r, nest->depth);
        while (none && sx_nest_walk_next(&walk)) {
            sx_expr_env env = sx_runs_env(inf->runs, r, 0);
            int64_t n = 0;
            env.counter = walk.counter;
            env.ncounters = nest->depth;
            none = sx_runs_spend(inf->runs, 1) && !sx_expr_eval(trips, &env, &n, NULL) &&
                   n == 0;
        }
    }
    return none;
}

/* Who enters it has no law that is proved, and need have none. */
static bool may_be_of_all(const inference *inf, const sx_nest *nest, const bool *in,
                          const sx_node *to)
{
    const sx_evidence *who = &to->ranks.evidence;
    return nest->depth > 0 && to->ranks.kind != SX_DOMAIN_ALL && !inf->sizes_only &&
           who->label != SX_LABEL_PROVED && to->trips.kind == SX_VALUE_EXPR &&
           to->trips.evidence.label < who->label &&
           says_none_elsewhere(inf, nest, in, to->trips.expr);
}

/* What is proved of those who enter is a rival of what is said of all, for whom that is not nothing. */
static sx_status doubt_who_enter(inference *inf, const sx_value *own, sx_law *law)
{
    if (!own->expr || own->evidence.label != SX_LABEL_PROVED)
        return SX_OK;
    const sx_evidence there = {
        SX_LABEL_PROVED,
        "trips by the law of those who make some fit all inputs, and differ here: add an "
        "input",
        sx_expr_two(
            inf->arena, SX_EXPR_AND,
            sx_expr_two(inf->arena, SX_EXPR_NE, law->expr, sx_expr_int(inf->arena, 0)),
            sx_expr_two(inf->arena, SX_EXPR_NE, law->expr, own->expr))
    };
    if (!there.doubt)
        return sx_fail(inf->err, SX_NOMEM, "out of memory");
    law->evidence = sx_evidence_join(inf->arena, law->evidence, there);
    return SX_OK;
}

sx_status sx_infer_entry(inference *inf, const sx_node *from, const sx_nest *nest,
                         const sx_nest *inner, sx_node *to)
{
    sx_law law = { 0 };
    sx_status st = infer_trips(inf, from, nest, inner, &to->trips);
    if (!st && to->ranks.kind != SX_DOMAIN_ALL && !inf->sizes_only)
        st = trips_of_all(inf, from, nest, inner->in, &law);
    if (!st && law.expr && sx_evidence_better(&law.evidence, &to->ranks.evidence)) {
        st = doubt_who_enter(inf, &to->trips, &law);
        to->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL,
                                  .evidence = { .label = SX_LABEL_PROVED } };
        to->trips = sx_value_expr(not_negative(inf, law.expr), law.evidence);
    }
    if (!st && to->trips.expr && may_be_of_all(inf, nest, inner->in, to))
        to->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL,
                                  .evidence = { .label = SX_LABEL_PROVED } };
    return st || to->trips.expr ? st : sx_fail(inf->err, SX_NOMEM, "out of memory");
}

sx_status sx_infer_settle_trips(inference *inf, const sx_node *from, const sx_nest *nest,
                                const sx_nest *inner, sx_node *to)
{
    const sx_evidence *known = &to->trips.evidence;
    sx_sampling how = { .nest = nest, .in = inner->in };
    sx_samples samples;
    sx_law law = { 0 };
    /* Some who do not enter it may make no trip of it. */
    const bool of_all =
        to->ranks.kind == SX_DOMAIN_ALL &&
        memcmp(inner->in, nest->around, (size_t)inf->runs->total * sizeof(bool)) != 0;
    if (inf->sizes_only || inf->options->claims || of_all ||
        (known->label == SX_LABEL_PROVED && !known->doubt))
        return SX_OK;
    sx_status st = sx_infer_collect(inf, &how, &from->trips, &samples);
    if (!st)
        st = sx_law_round(inf->arena, inf->runs, &to->body, nest->depth, &samples, &law,
                          inf->err);
    sx_infer_doubt_beyond(inf, &law.evidence);
    if (!st && law.expr && sx_evidence_better(&law.evidence, known))
        to->trips = sx_value_expr(law.expr, law.evidence);
    return st;
}
