#include "extrap/rivals.h"

sx_status sx_rivals_each(sx_arena *arena, const sx_expr *law, const sx_expr *doubt,
                         sx_rival_visitor visit, void *context, sx_error *err)
{
    if (doubt->op == SX_EXPR_OR) {
        sx_status st = sx_rivals_each(arena, law, doubt->arg[0], visit, context, err);
        return st ? st : sx_rivals_each(arena, law, doubt->arg[1], visit, context, err);
    }
    const sx_expr *rival = law;
    if (law && doubt->op == SX_EXPR_NE &&
        !(rival = sx_expr_replace(arena, law, doubt->arg[0], doubt->arg[1])))
        return sx_fail(err, SX_NOMEM, "out of memory");
    visit(context, doubt, rival);
    return SX_OK;
}

typedef struct collector {
    const sx_expr *law;
    sx_rivals *rivals;
} collector;

static void collect(void *context, const sx_expr *part, const sx_expr *rival)
{
    const collector *c = context;
    (void)part;
    if (rival == c->law)
        c->rivals->open++;
    else if (c->rivals->n < SX_RIVALS)
        c->rivals->law[c->rivals->n++] = rival;
}

sx_status sx_rivals_of(sx_arena *arena, const sx_expr *law, const sx_expr *doubt,
                       sx_rivals *ret_rivals, sx_error *err)
{
    collector c = { law, ret_rivals };
    *ret_rivals = (sx_rivals) { 0 };
    return doubt ? sx_rivals_each(arena, law, doubt, collect, &c, err) : SX_OK;
}

/* Does the rival say something else at place i in some turn? */
static bool differs_at(const sx_places *places, const sx_inferred *inferred, size_t i,
                       const sx_expr *law, sx_rivalry *rivalry)
{
    unsigned turns = sx_places_turns(law), more = sx_places_turns(rivalry->rival);
    for (unsigned turn = 0; turn < (turns > more ? turns : more); turn++) {
        int64_t counter[SX_MAX_DEPTH];
        sx_places_counters(places, i, inferred->around, inferred->depth, turn, counter);
        sx_expr_env env =
            sx_place_env(places->place[i], inferred->on, counter, SX_MAX_DEPTH);
        rivalry->rank = places->rank[i];
        rivalry->has_value = !sx_expr_eval(law, &env, &rivalry->value, NULL);
        rivalry->has_other = !sx_expr_eval(rivalry->rival, &env, &rivalry->other, NULL);
        if (rivalry->has_value != rivalry->has_other ||
            (rivalry->has_value && rivalry->value != rivalry->other))
            return true;
    }
    return false;
}

size_t sx_rivals_apart(const sx_places *places, const sx_inferred *inferred,
                       const sx_expr *law, const sx_rivals *rivals,
                       sx_rivalry ret_rivalry[SX_RIVALS])
{
    size_t n = 0;
    for (size_t k = 0; k < rivals->n; k++) {
        sx_rivalry rivalry = { .rival = rivals->law[k] };
        bool apart = false;
        for (size_t i = 0; i < places->n && !apart; i++)
            apart = (!inferred->value || sx_inferred_is_of(inferred, places->place[i])) &&
                    differs_at(places, inferred, i, law, &rivalry);
        if (apart)
            ret_rivalry[n++] = rivalry;
    }
    return n;
}
