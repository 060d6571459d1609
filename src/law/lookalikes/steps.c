/* End points that are a neighbour in a grid, the other side of its diagonal, or an end of a row, in all inputs. */
#include "law/column.h"
#include "law/imagine.h"
#include "law/lookalikes.h"
#include "law/transposition.h"

#include <stdlib.h>

typedef struct search {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    sx_law *law;
} search;

/* ---- other end points ---- */

/* k of r + k; 0 for anything else. */
static int64_t distance_of(const sx_expr *expr)
{
    if ((expr->op != SX_EXPR_ADD && expr->op != SX_EXPR_SUB) ||
        expr->arg[0]->op != SX_EXPR_VAR || expr->arg[1]->op != SX_EXPR_INT)
        return 0;
    sx_var_kind var = expr->arg[0]->var;
    return var == SX_VAR_RANK || var == SX_VAR_COMM_RANK ? expr->arg[1]->value : 0;
}

/* Is it another end point that gives all samples? */
static bool fits(const search *r, const sx_expr *peer)
{
    size_t first;
    return !sx_expr_equal(peer, r->law->expr) &&
           sx_column_matches(r->runs, r->samples, peer, &first);
}

/* Another end point that fits all samples is a doubt wherever it differs. False when out of memory. */
static bool doubt_peer(search *r, const sx_expr *peer, const char *reason)
{
    sx_law *law = r->law;
    const sx_expr *differ = sx_expr_two(r->arena, SX_EXPR_NE, law->expr, peer);
    if (differ && !sx_imagine_vanishes(r->runs, differ))
        law->evidence = sx_evidence_join(r->arena, law->evidence,
                                         (sx_evidence) { .label = SX_LABEL_PROVED,
                                                         .reason = reason,
                                                         .doubt = differ });
    return differ != NULL;
}

static bool try_peer(search *r, const sx_expr *peer, const char *reason)
{
    return peer && (!fits(r, peer) || doubt_peer(r, peer, reason));
}

/* The other side of the diagonal, of grids with a longer axis: on square ones it is that of any law of both places. */
static bool try_transpositions(search *r, uint32_t g)
{
    bool done = true;
    for (int high = 0; done && high <= 1; high++)
        done = try_peer(
            r,
            sx_transposition_expr(r->arena, &(sx_transposition) { .high = high == 1 }, g),
            "the other side of a diagonal fits all inputs as well, and is "
            "another here: add an input");
    return done;
}

/* All at one place of a row of the grid, which may be the one that makes the distance reach an end of it: the first place from there, or, in
 * rows as long in all inputs, the last. False when out of memory. */
static bool try_ends(search *r, uint32_t g)
{
    const int64_t far = distance_of(r->law->expr);
    const struct sx_place *first = NULL;
    bool rows = true, places = far != 0 && r->runs->grid[g].comm == 0;
    for (size_t i = 0; i < r->samples->n && places; i++) {
        const struct sx_place *at =
            &r->runs->place[r->samples->sample[i].rank * SX_MAX_GRIDS + g];
        first = first ? first : at;
        places = at->coord[0] == first->coord[0];
        rows = rows && at->dim[0] == first->dim[0];
    }
    if (!first || !places || first->dim[0] < 2)
        return true;
    const bool to_first = first->coord[0] + far == 0,
               to_last = rows && first->coord[0] + far == first->dim[0] - 1;
    if (!to_first && !to_last)
        return true;
    const sx_expr *other =
        sx_expr_two(r->arena, SX_EXPR_NE,
                    sx_expr_var(r->arena, to_first ? SX_VAR_COORD : SX_VAR_DIM, g, 0),
                    sx_expr_int(r->arena, to_first ? first->coord[0] : first->dim[0]));
    const sx_evidence doubt = {
        SX_LABEL_PROVED,
        "the end of a row is as far in all inputs: add one in which "
        "it is not",
        other
    };
    r->law->evidence = sx_evidence_join(r->arena, r->law->evidence, doubt);
    return other != NULL;
}

/* Is it put together of mirrors, ends and fixed places, where the law is shorter by some digits that all inputs happen to have? */
static bool is_far_fetched(const sx_neighbour *n, const sx_expr *law)
{
    enum { DIGITS = 8 }; /* of base 4: one in 65,536 */
    return n->evidence.label != SX_LABEL_PROVED &&
           sx_law_cost(n->peer) >= sx_law_cost(law) + DIGITS;
}

/* Is it that no input tells one shift around from another (3 mod the extent is not 0)? Other doubts are of where the neighbour shows. */
static bool is_of_shifts(const sx_evidence *evidence)
{
    const sx_expr *doubt = evidence->doubt;
    return evidence->label == SX_LABEL_PROVED && doubt && doubt->op == SX_EXPR_NE &&
           doubt->arg[0]->op == SX_EXPR_MOD && doubt->arg[0]->arg[0]->op == SX_EXPR_INT;
}

/* Where a neighbour may be another one, so may who gets there along its axis. */
static bool try_neighbour(search *r, const sx_neighbour *n)
{
    if (is_far_fetched(n, r->law->expr) || !fits(r, n->peer))
        return true;
    const bool done = doubt_peer(r, n->peer,
                                 "a neighbour in a grid fits all inputs as well, and is "
                                 "another here: add an input");
    if (is_of_shifts(&n->evidence))
        r->law->evidence = sx_evidence_join(r->arena, r->law->evidence, n->evidence);
    return done;
}

sx_status sx_lookalikes_of_peer(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, sx_law *law, sx_error *err)
{
    search r = { .arena = arena, .runs = runs, .samples = samples, .law = law };
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || !samples->is_rank)
        return SX_OK;
    bool done = sx_lookalikes_of_rows(arena, runs, samples, distance_of(law->expr),
                                      &law->evidence);
    for (size_t i = 0; done && i < runs->nneighbours; i++)
        done = try_neighbour(&r, &runs->neighbour[i]);
    for (uint32_t g = 0; done && g < runs->ngrids; g++)
        done = (runs->grid[g].ndims != 2 || try_transpositions(&r, g)) &&
               (runs->grid[g].ndims < 2 || try_ends(&r, g));
    return done ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
