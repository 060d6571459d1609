#include "trace/merge_parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct builder {
    sx_merge *merge;
    sx_align *align;
    const sx_trace *out;
} builder;

/* Nodes in the making of a block; freed by who made it. */
typedef struct node_list {
    sx_node **node;
    size_t n, capacity;
} node_list;

static sx_status no_memory(const sx_merge *merge)
{
    return sx_fail(merge->err, SX_NOMEM, "out of memory");
}

static sx_status append(sx_merge *merge, node_list *list, sx_node *node)
{
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 32;
        sx_node **bigger = realloc(list->node, capacity * sizeof *bigger);
        if (!bigger)
            return no_memory(merge);
        list->node = bigger;
        list->capacity = capacity;
    }
    list->node[list->n++] = node;
    return SX_OK;
}

/* The order of two call paths in the program: the outermost frame decides first. */
static int compare_sites(const sx_trace *trace, uint32_t i, uint32_t j)
{
    const sx_site *a = &trace->site[i], *b = &trace->site[j];
    for (uint32_t k = 1; k <= a->n && k <= b->n; k++) {
        const sx_frame *x = &a->frame[a->n - k], *y = &b->frame[b->n - k];
        int order = strcmp(trace->module[x->module], trace->module[y->module]);
        if (order)
            return order;
        if (x->offset != y->offset)
            return x->offset < y->offset ? -1 : 1;
    }
    return (a->n > b->n) - (a->n < b->n);
}

static const sx_node *first_event(const sx_node *node)
{
    while (node && node->kind == SX_NODE_LOOP)
        node = node->body.n ? node->body.node[0] : NULL;
    return node;
}

/* Nodes between two that go together: those of a only and those of b only have no rank in common, so either
 * may come first. Call paths decide, so that the order does not depend on which ranks met first. */
typedef struct unmatched {
    node_list a, b;
} unmatched;

static bool b_comes_first(const builder *build, const unmatched *gap)
{
    const sx_node *a = gap->a.n ? first_event(gap->a.node[0]) : NULL;
    const sx_node *b = gap->b.n ? first_event(gap->b.node[0]) : NULL;
    if (!a || !b)
        return false;
    int order = compare_sites(build->out, a->site, b->site);
    return order > 0 || (order == 0 && a->op > b->op);
}

static sx_status close_gap(const builder *build, unmatched *gap, node_list *out)
{
    bool swap = b_comes_first(build, gap);
    node_list *const part[] = { swap ? &gap->b : &gap->a, swap ? &gap->a : &gap->b };
    sx_status status = SX_OK;
    for (int p = 0; p < 2; p++) {
        for (size_t i = 0; i < part[p]->n && !status; i++)
            status = append(build->merge, out, part[p]->node[i]);
        part[p]->n = 0;
    }
    return status;
}

static sx_status build_block(const builder *build, const sx_item *a, size_t na,
                             const sx_item *b, size_t nb, sx_block *ret_block);

/* Both into a's node. */
static sx_status merge_nodes(const builder *build, const sx_item *a, const sx_item *b)
{
    sx_node *node = a->node;
    if (node->kind == SX_NODE_EVENT)
        return sx_merge_event(build->merge, node, b->node);
    sx_status status = sx_merge_domain(build->merge, &node->ranks, &b->node->ranks);
    if (!status)
        status = sx_merge_value(build->merge, &node->trips, &b->node->trips);
    return status ? status
                  : build_block(build, a->body, a->n, b->body, b->n, &node->body);
}

/* The steps that are still to be built. */
typedef struct cursor {
    const sx_step *step, *end;
} cursor;

static sx_status build_steps(const builder *build, cursor *at, sx_block *ret_block,
                             sx_step_kind entered, sx_ranklist *ret_guests);

/* Adds the guests to those who take part in the loop, with one trip. */
static sx_status admit(const builder *build, sx_node *loop, const sx_ranklist *guests)
{
    sx_merge *merge = build->merge;
    sx_domain domain = { .kind = SX_DOMAIN_RANKS, .ranks = *guests };
    sx_value once = sx_value_constant(merge->arena, 1);
    if (!once.piece)
        return no_memory(merge);
    sx_piece piece = { .ranks = *guests, .seq = once.piece->seq };
    once.piece = &piece;
    sx_status status = sx_merge_domain(merge, &loop->ranks, &domain);
    return status ? status : sx_merge_value(merge, &loop->trips, &once);
}

static sx_status build_entered(const builder *build, cursor *at, sx_node *loop,
                               sx_step_kind entered, sx_ranklist *guests)
{
    sx_ranklist own = { 0, NULL, 0 };
    sx_status status = build_steps(build, at, &loop->body, entered, &own);
    if (!status)
        status = admit(build, loop, &own);
    return status ? status
                  : sx_rank_sets_cover(build->merge->sets, guests, &own, guests,
                                       build->merge->err);
}

/* The node of the other side that goes into the entered loop with this step. */
static const sx_item *guest_of(const sx_step *step, sx_step_kind entered)
{
    const sx_item *guest = entered == SX_STEP_ENTER_A ? step->b : step->a;
    bool taken = step->kind == SX_STEP_BOTH ||
                 step->kind == (entered == SX_STEP_ENTER_A ? SX_STEP_B : SX_STEP_A);
    return taken ? guest : NULL;
}

static sx_status build_step(const builder *build, cursor *at, unmatched *gap,
                            node_list *out, sx_step_kind entered, sx_ranklist *guests)
{
    sx_merge *merge = build->merge;
    const sx_step *step = at->step++;
    const sx_item *guest = entered == SX_STEP_BOTH ? NULL : guest_of(step, entered);
    sx_status status = SX_OK;
    if (guest)
        status = sx_rank_sets_cover(merge->sets, guests, &guest->node->ranks.ranks,
                                    guests, merge->err);
    if (status)
        return status;
    if (step->kind == SX_STEP_A)
        return append(merge, &gap->a, step->a->node);
    if (step->kind == SX_STEP_B)
        return append(merge, &gap->b, step->b->node);
    status = close_gap(build, gap, out);
    sx_node *node = step->kind == SX_STEP_ENTER_B ? step->b->node : step->a->node;
    if (!status)
        status = append(merge, out, node);
    if (status)
        return status;
    return step->kind == SX_STEP_BOTH
               ? merge_nodes(build, step->a, step->b)
               : build_entered(build, at, node, step->kind, guests);
}

/* Builds a block from the steps up to LEAVE or the end. `entered` is how the block was entered (BOTH: it was
 * not), and *ret_guests gets the ranks of the other side in it. */
static sx_status build_steps(const builder *build, cursor *at, sx_block *ret_block,
                             sx_step_kind entered, sx_ranklist *ret_guests)
{
    unmatched gap = { 0 };
    node_list out = { 0 };
    sx_status status = SX_OK;
    while (at->step < at->end && at->step->kind != SX_STEP_LEAVE && !status)
        status = build_step(build, at, &gap, &out, entered, ret_guests);
    if (at->step < at->end)
        at->step++;
    if (!status)
        status = close_gap(build, &gap, &out);
    if (!status) {
        ret_block->n = out.n;
        ret_block->node =
            sx_arena_copy(build->merge->arena, out.node, out.n, sizeof *out.node);
        status = ret_block->node ? SX_OK : no_memory(build->merge);
    }
    free(gap.a.node);
    free(gap.b.node);
    free(out.node);
    return status;
}

static sx_status build_block(const builder *build, const sx_item *a, size_t na,
                             const sx_item *b, size_t nb, sx_block *ret_block)
{
    const sx_step *step;
    size_t n;
    sx_ranklist guests = { 0, NULL, 0 };
    sx_status status =
        sx_align_blocks(build->align, a, na, b, nb, &step, &n, build->merge->err);
    cursor at = { step, step + n };
    return status ? status : build_steps(build, &at, ret_block, SX_STEP_BOTH, &guests);
}

static sx_status merge_programs(sx_merge *merge, const sx_merge_side *a,
                                const sx_merge_side *b, sx_trace *out)
{
    sx_block block_a, block_b;
    sx_item *item_a, *item_b;
    sx_align *align = sx_align_create();
    if (!align)
        return no_memory(merge);
    sx_status status = sx_merge_copy_program(merge, a, &block_a);
    if (!status)
        status = sx_merge_copy_program(merge, b, &block_b);
    if (!status)
        status = sx_align_prepare(align, 0, &block_a, &item_a, merge->err);
    if (!status)
        status = sx_align_prepare(align, 1, &block_b, &item_b, merge->err);
    builder build = { merge, align, out };
    if (!status)
        status = build_block(&build, item_a, block_a.n, item_b, block_b.n, &out->program);
    sx_align_destroy(align);
    return status;
}

/* With a shift, ALL at the top of a is 0 .. a.p - 1, and of b what follows. */
static sx_status everybody_of(sx_merge *merge, const sx_trace *a, const sx_trace *b,
                              sx_rank shift, sx_ranklist *ret_everybody)
{
    const sx_rank first[3] = { 0, shift, 0 }, n[3] = { a->p, b->p, a->p + b->p };
    for (int i = 0; i < 3; i++) {
        sx_status status = sx_ranklist_range(merge->arena, first[i], n[i],
                                             &ret_everybody[i], merge->err);
        if (!status)
            status = sx_rank_sets_add(merge->sets, &ret_everybody[i], 0,
                                      &ret_everybody[i], merge->err);
        if (status)
            return status;
    }
    return SX_OK;
}

static sx_status merge_all(sx_merge *merge, const sx_trace *a, const sx_trace *b,
                           sx_rank shift, sx_trace *out)
{
    sx_ranklist everybody[3];
    sx_status status = SX_OK;
    if (shift)
        status = everybody_of(merge, a, b, shift, everybody);
    sx_merge_side side_a = { .trace = a, .everybody = shift ? &everybody[0] : NULL };
    sx_merge_side side_b = { .trace = b,
                             .shift = shift,
                             .everybody = shift ? &everybody[1] : NULL };
    sx_canonical canonical = { .arena = merge->arena,
                               .sets = merge->sets,
                               .everybody = shift ? &everybody[2] : NULL,
                               .err = merge->err };
    if (!status)
        status = sx_merge_tables(merge, &side_a, &side_b, out);
    if (!status)
        status = sx_merge_comms(merge, &side_a, &side_b, out);
    if (!status)
        status = merge_programs(merge, &side_a, &side_b, out);
    if (!status)
        status = sx_canonical_block(&canonical, &out->program, canonical.everybody);
    return status ? status : sx_canonical_comms(&canonical, out->comm, out->ncomms);
}

sx_status sx_trace_merge(sx_arena *arena, const sx_trace *a, const sx_trace *b,
                         const sx_merge_options *options, sx_trace *ret_trace,
                         sx_error *err)
{
    sx_rank shift = options->shift_b;
    if (a->p < 1 || b->p < 1 || shift < 0 || (shift == 0 && a->p != b->p) ||
        (shift != 0 && shift != a->p))
        return sx_fail(err, SX_INVALID,
                       "traces of %lld and %lld ranks merge with a shift of 0 or"
                       " of the first number of ranks, not %lld",
                       (long long)a->p, (long long)b->p, (long long)shift);
    sx_merge merge = { arena,
                       sx_rank_sets_create(arena, SX_RANK_SETS_RUNS),
                       options->pool_times,
                       options->sum_totals,
                       options->draw_limit,
                       err };
    sx_trace out = { .p = shift ? a->p + b->p : a->p };
    if (!merge.sets)
        return no_memory(&merge);
    sx_status status = merge_all(&merge, a, b, shift, &out);
    sx_rank_sets_destroy(merge.sets);
    if (status)
        return status;
    sx_trace_number(&out);
    *ret_trace = out;
    return SX_OK;
}
