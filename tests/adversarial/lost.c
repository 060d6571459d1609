#include "lost.h"

#include "extrap/inferred.h"
#include "extrap/places.h"

#include <stdio.h>
#include <string.h>

static void print(const char *what, const sx_expr *expr, const sx_expr_names *names)
{
    sx_buffer text = SX_BUFFER_INIT;
    if (expr)
        sx_expr_print(&text, expr, names);
    printf("#   %s {%s}\n", what, text.data ? text.data : "");
    sx_buffer_finish(&text);
}

static void print_parts(const sx_expr *doubt, const sx_inferred *here,
                        const sx_places *places, const sx_expr_names *names)
{
    if (doubt->op == SX_EXPR_OR) {
        print_parts(doubt->arg[0], here, places, names);
        print_parts(doubt->arg[1], here, places, names);
        return;
    }
    bool all[SX_PLACES];
    memset(all, true, sizeof all);
    if (sx_places_may_hold(places, all, doubt, here->on, here->around, here->depth))
        print("doubt", doubt, names);
}

static bool is_of(const sx_trace *trace, const sx_inferred *x, int event, sx_param_id id)
{
    return x->node && x->node->kind == SX_NODE_EVENT && x->value &&
           (int)trace->site[x->node->site].frame[0].offset / 16 == event &&
           strcmp(x->what, sx_param_key(id)) == 0;
}

void lost_print(const sx_trace *laws, const sx_trace *there, int event, sx_param_id id)
{
    sx_arena *arena = sx_arena_create();
    sx_expr_names names;
    const sx_inferred *law, *here;
    size_t nlaws = 0, n = 0;
    sx_places places = { 0 };
    if (!sx_trace_names(arena, laws, &names) &&
        !sx_inferred_list(arena, laws, &law, &nlaws, NULL) &&
        !sx_inferred_list(arena, there, &here, &n, NULL) && n == nlaws &&
        !sx_places_open(there, &places, NULL))
        for (size_t i = 0; i < n; i++) {
            if (!is_of(there, &here[i], event, id))
                continue;
            const sx_evidence *of = here[i].evidence;
            printf("#   %s, was %s: %s\n", sx_label_name(of->label),
                   sx_label_name(law[i].evidence->label), of->reason ? of->reason : "");
            print("law", sx_inferred_expr(&law[i]), &names);
            if (law[i].evidence->doubt)
                print_parts(law[i].evidence->doubt, &here[i], &places, &names);
        }
    sx_places_close(&places);
    sx_arena_destroy(arena);
}
