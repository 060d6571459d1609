#include "extrap/known.h"

#include "base/checked.h"
#include "law/column.h"

#include <string.h>

/* Of whose values they are, and of the values: what else they are is compared where that is equal. */
static uint64_t samples_hash(const sx_samples *samples)
{
    uint64_t h =
        sx_hash_add(samples->n, samples->first_counter * 16 + samples->ncounters);
    h = sx_hash_add(h, (uint64_t)(uintptr_t)samples->length);
    h = sx_hash_add(h, samples->grids);
    h = sx_hash_add(h, (uint64_t)samples->is_size * 4 + samples->is_tag * 8u +
                           samples->is_rank * 2u + samples->lists);
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        h = (h ^ ((uint64_t)s->value + ((uint64_t)s->rank << 32))) *
            UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    return h;
}

static bool same_trips(const sx_samples *a, const sx_samples *b)
{
    if (!a->trips || !b->trips)
        return a->trips == b->trips;
    return sx_expr_equal(a->trips, b->trips) &&
           a->trips_evidence->label == b->trips_evidence->label &&
           a->trips_evidence->doubt == b->trips_evidence->doubt;
}

/* With the same evidence, on which a law that follows it stands, too. */
static bool same_end(const sx_expr *a, const sx_evidence *a_evidence, const sx_expr *b,
                     const sx_evidence *b_evidence)
{
    if (!a || !b)
        return a == b;
    return sx_expr_equal(a, b) && a_evidence->label == b_evidence->label &&
           a_evidence->doubt == b_evidence->doubt;
}

static bool same_samples(const sx_samples *a, const sx_samples *b)
{
    return a->n == b->n && a->first_counter == b->first_counter &&
           same_end(a->root, a->root_evidence, b->root, b->root_evidence) &&
           same_end(a->peer, a->peer_evidence, b->peer, b->peer_evidence) &&
           a->ncounters == b->ncounters && a->of_root == b->of_root &&
           a->length == b->length && same_trips(a, b) && a->grids == b->grids &&
           a->is_size == b->is_size && a->is_tag == b->is_tag &&
           a->is_rank == b->is_rank && a->is_peer == b->is_peer &&
           a->is_agreed == b->is_agreed && a->trouble == b->trouble &&
           (a->n == 0 || memcmp(a->sample, b->sample, a->n * sizeof *a->sample) == 0);
}

/* Was a law found, or none though it might have followed the other end of the message as now? The first round knows no ends. */
static bool is_answer(const sx_known_law *k, const sx_samples *samples)
{
    return k->law.expr || same_end(k->samples.end, k->samples.end_evidence, samples->end,
                                   samples->end_evidence);
}

sx_known_law *sx_known_find(sx_known *known, const sx_samples *samples,
                            uint64_t *ret_hash)
{
    const uint64_t hash = *ret_hash = samples_hash(samples);
    for (size_t i = 0; i < known->n; i++) {
        sx_known_law *k = &known->law[i];
        if (k->hash == hash && same_samples(&k->samples, samples) &&
            is_answer(k, samples)) {
            k->uses++;
            return k;
        }
    }
    return NULL;
}

sx_status sx_known_add(sx_arena *arena, sx_known *known, const sx_samples *samples,
                       uint64_t hash, const sx_law *law, size_t constants,
                       sx_known_law **ret_law, sx_error *err)
{
    if (known->n == known->capacity) {
        size_t capacity = known->capacity ? 2 * known->capacity : 64;
        sx_known_law *more = SX_NEW_ARRAY(arena, sx_known_law, capacity);
        if (!more)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (known->n)
            memcpy(more, known->law, known->n * sizeof *more);
        known->law = more;
        known->capacity = capacity;
    }
    sx_known_law *k = &known->law[known->n];
    *k = (sx_known_law) {
        .hash = hash, .samples = *samples, .constants = constants, .uses = 1, .law = *law
    };
    k->samples.sample =
        sx_arena_copy(arena, samples->sample, samples->n, sizeof *samples->sample);
    if (!k->samples.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    known->n++;
    *ret_law = k;
    return SX_OK;
}

size_t sx_known_constants(const sx_runs *runs)
{
    return runs->nconstants + runs->nsettled + runs->nborders;
}

void sx_known_forget(sx_known *known, size_t constants)
{
    size_t kept = 0;
    for (size_t i = 0; i < known->n; i++) {
        const sx_known_law *k = &known->law[i];
        bool proved = k->law.evidence.label == SX_LABEL_PROVED && !k->law.evidence.doubt;
        if (proved || k->constants == constants)
            known->law[kept++] = *k;
    }
    known->n = kept;
}

/* May a value that fewer inputs show have this law, too? */
static bool may_follow(const sx_samples *few, size_t runs, const sx_known_law *known)
{
    enum { USES = 3 };
    uint64_t counters;
    if (!known->law.expr || known->uses < USES ||
        known->law.evidence.label > SX_LABEL_EXACT ||
        known->samples.is_size != few->is_size ||
        known->samples.is_rank != few->is_rank ||
        known->samples.is_peer != few->is_peer ||
        sx_samples_runs(&known->samples) <= runs)
        return false;
    unsigned uses = sx_expr_uses(known->law.expr, &counters, NULL);
    return uses != 0 && counters == 0 && !(uses >> SX_VAR_ELEMENT & 1);
}

/* The law of others in place of a number, which is proved where it was, and is what they have. */
static void follow_beside(sx_arena *arena, const sx_known_law *others, const char *reason,
                          sx_law *law)
{
    const sx_evidence differs = { .label = SX_LABEL_PROVED,
                                  .reason = reason,
                                  .doubt = sx_expr_two(arena, SX_EXPR_NE,
                                                       others->law.expr, law->expr) };
    if (differs.doubt)
        *law = (sx_law) { others->law.expr,
                          sx_evidence_join(arena, law->evidence, differs) };
}

/* Is it a number by an extent, perhaps, that is the same in all inputs that show it? */
static bool may_be_extent(const sx_law *law)
{
    return law->evidence.label == SX_LABEL_PROVED && law->evidence.doubt &&
           law->expr->op == SX_EXPR_INT && law->expr->value > 1;
}

void sx_known_follow(sx_arena *arena, const sx_known *known, const sx_runs *runs,
                     const sx_samples *samples, sx_law *law)
{
    const sx_evidence follows = {
        .label = SX_LABEL_EXACT,
        .reason = "some inputs do not have it: it follows what others show"
    };
    const size_t in_runs = sx_samples_runs(samples);
    const sx_known_law *best = NULL;
    size_t first;
    if (in_runs == runs->n || samples->n == 0 ||
        !(samples->is_size || samples->is_rank) ||
        (law->evidence.label == SX_LABEL_PROVED && !may_be_extent(law)))
        return;
    for (size_t i = 0; i < known->n; i++) {
        const sx_known_law *k = &known->law[i];
        if (may_follow(samples, in_runs, k) && (!best || k->uses > best->uses) &&
            sx_column_matches(runs, samples, k->law.expr, &first))
            best = k;
    }
    if (best && may_be_extent(law))
        follow_beside(arena, best, follows.reason, law);
    else if (best)
        *law = (sx_law) { best->law.expr,
                          sx_evidence_join(arena, best->law.evidence, follows) };
}

/* ---- the other end ---- */

/* Its place along axis `a` of a grid of all ranks. */
static const sx_expr *coordinate_of(sx_arena *arena, uint32_t g, uint32_t a,
                                    const sx_expr *rank)
{
    for (uint32_t k = 0; k < a; k++)
        rank =
            sx_expr_two(arena, SX_EXPR_DIV, rank, sx_expr_var(arena, SX_VAR_DIM, g, k));
    return sx_expr_two(arena, SX_EXPR_MOD, rank, sx_expr_var(arena, SX_VAR_DIM, g, a));
}

/* The law of places as that of another rank, whose own places are not replaced in turn. NULL when out of memory. */
static const sx_expr *said_of(sx_arena *arena, const sx_expr *law, const sx_expr *rank)
{
    if (law->op == SX_EXPR_VAR && law->var == SX_VAR_COORD)
        return coordinate_of(arena, law->grid, law->axis, rank);
    if (law->op == SX_EXPR_VAR)
        return law->var == SX_VAR_RANK || law->var == SX_VAR_COMM_RANK ? rank : law;
    sx_expr *said = sx_arena_copy(arena, law, 1, sizeof *law);
    for (int i = 0; said && i < 3 && law->arg[i]; i++)
        if (!(said->arg[i] = said_of(arena, law->arg[i], rank)))
            return NULL;
    return said;
}

/* Is it a law of the place alone, in three inputs and more than one value? */
static bool may_be_across(const sx_runs *runs, const sx_samples *samples,
                          const sx_known_law *known)
{
    enum { RUNS = 3, VALUES = 2 };
    uint64_t counters;
    if (!known->law.expr || known->law.evidence.label > SX_LABEL_EXACT ||
        known->samples.is_size != samples->is_size ||
        !sx_samples_are_of_world(runs, &known->samples))
        return false;
    const unsigned places =
        1u << SX_VAR_RANK | 1u << SX_VAR_COMM_RANK | 1u << SX_VAR_COORD;
    unsigned uses = sx_expr_uses(known->law.expr, &counters, NULL);
    return uses & places && counters == 0 && !(uses >> SX_VAR_ELEMENT & 1) &&
           sx_samples_runs(&known->samples) >= RUNS &&
           sx_samples_values(samples, VALUES) == VALUES;
}

/* Has it no law, or one in pieces that is no more than exact? */
static bool may_be_of_other_end(const sx_law *law)
{
    return !law->expr ||
           (law->evidence.label == SX_LABEL_EXACT && law->expr->op == SX_EXPR_IF);
}

sx_status sx_known_across(sx_arena *arena, const sx_known *known, const sx_runs *runs,
                          const sx_samples *samples, const sx_value *end, sx_law *law,
                          sx_error *err)
{
    const sx_evidence other = { .label = SX_LABEL_EXACT,
                                .reason = "it follows what the other end has" };
    size_t first;
    if (!may_be_of_other_end(law) || samples->n == 0 || !samples->is_size || !end ||
        !end->expr || end->evidence.label > SX_LABEL_EXACT ||
        !sx_samples_are_of_world(runs, samples))
        return SX_OK;
    for (size_t i = 0; i < known->n; i++) {
        const sx_known_law *k = &known->law[i];
        if (!may_be_across(runs, samples, k) ||
            !sx_runs_spend(runs, sx_samples_runs(samples)))
            continue;
        const sx_expr *expr = said_of(arena, k->law.expr, end->expr);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(runs, samples, expr, &first))
            continue;
        *law = (sx_law) { expr, sx_evidence_join(
                                    arena, sx_evidence_join(arena, other, end->evidence),
                                    k->law.evidence) };
        return SX_OK;
    }
    return SX_OK;
}
