/* Whether what is called proved in an extrapolated trace is what was recorded at that scale: every parameter of every event of
 * every rank whose label is proved, its communicator and datatypes, how often a rank makes the calls of a site where that is, and who makes which calls where all of that is.
 *   proved_holds EXTRAPOLATED RECORDED
 * Prints `proved N of M parameters` or what is wrong; exit status 1 then. Numbers of rows of tables are names, and not compared: what they stand for is. */
#include "io/text.h"
#include "trace/policy.h"
#include "trace/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ELEMENTS = 1 << 16 };

typedef struct side {
    sx_trace trace;
    sx_walk *walk;
    sx_event event;
    bool more;
    int64_t element[ELEMENTS]; /* of a list of the event */
    size_t nelements;
} side;

static uint64_t compared, proved;

static sx_status open_side(sx_arena *arena, const char *path, side *s, sx_error *err)
{
    sx_trace trace;
    sx_status st = sx_text_read_file(arena, path, &trace, err);
    if (!st)
        st = sx_trace_bind(arena, &trace, trace.p, NULL, 0, &s->trace, err);
    return st ? st : sx_walk_create(&s->trace, &s->walk, err);
}

static bool is_name(int id)
{
    return id == SX_PARAM_COMM || id == SX_PARAM_TYPE || id == SX_PARAM_RTYPE ||
           id == SX_PARAM_REDOP || id == SX_PARAM_NEWCOMM;
}

static sx_label label_of(const sx_node *node, int id)
{
    for (uint32_t k = 0; k < node->nparams; k++)
        if ((int)node->param[k].id == id)
            return node->param[k].value.evidence.label;
    return SX_LABEL_REFUSED;
}

/* The weakest label of who takes part in anything, and of trips. */
static sx_label weakest_entry(const sx_block *block)
{
    sx_label weakest = SX_LABEL_PROVED;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_label own = node->ranks.evidence.label;
        weakest = own > weakest ? own : weakest;
        if (node->kind != SX_NODE_LOOP)
            continue;
        own = weakest_entry(&node->body);
        weakest = own > weakest ? own : weakest;
        own = node->trips.evidence.label;
        weakest = own > weakest ? own : weakest;
    }
    return weakest;
}

static sx_label weaker(sx_label a, sx_label b)
{
    return a > b ? a : b;
}

/* What is said of the communicator of an event, which is itself a value with a label. */
static bool compare_comm(const side *told, const side *seen, sx_rank rank)
{
    if (!(told->event.present & seen->event.present & UINT64_C(1) << SX_PARAM_COMM))
        return true;
    const sx_comm *comm = &told->trace.comm[told->event.comm];
    const sx_label own = label_of(told->event.node, SX_PARAM_COMM);
    const bool made = comm->kind != SX_COMM_WORLD && comm->kind != SX_COMM_SELF;
    const sx_label size = made ? comm->size.evidence.label : SX_LABEL_PROVED,
                   number = made ? comm->rank.evidence.label : SX_LABEL_PROVED;
    const bool wrong = (weaker(own, size) == SX_LABEL_PROVED &&
                        told->event.comm_size != seen->event.comm_size) ||
                       (weaker(own, weaker(size, number)) == SX_LABEL_PROVED &&
                        told->event.comm_rank != seen->event.comm_rank);
    if (wrong)
        printf("rank %" PRId64 ", %s: proved rank %" PRId64 " of %" PRId64
               " in communicator %" PRIu32 ", recorded %" PRId64 " of %" PRId64 "\n",
               (int64_t)rank, sx_op_name(told->event.node->op), told->event.comm_rank,
               told->event.comm_size, told->event.comm, seen->event.comm_rank,
               seen->event.comm_size);
    return !wrong;
}

/* The size of a datatype, which its name does not say. */
static bool compare_type(const side *told, const side *seen, int id, sx_rank rank)
{
    if (label_of(told->event.node, id) != SX_LABEL_PROVED)
        return true;
    const int64_t a = told->trace.type[told->event.value[id]].size,
                  b = seen->trace.type[seen->event.value[id]].size;
    if (a != b)
        printf("rank %" PRId64 ", %s: proved %s has %" PRId64 " bytes, recorded %" PRId64
               "\n",
               (int64_t)rank, sx_op_name(told->event.node->op),
               sx_param_key((sx_param_id)id), a, b);
    return a == b;
}

static sx_status compare_lists(side *told, side *seen, sx_rank rank, bool *ret_right,
                               sx_error *err)
{
    sx_status st = SX_OK;
    for (int id = 0; !st && id < SX_PARAMS; id++) {
        uint64_t bit = UINT64_C(1) << id;
        if (!(told->event.present & seen->event.present & bit) || is_name(id) ||
            sx_param_list_length((sx_param_id)id) == SX_PARAM_NONE)
            continue;
        bool is = label_of(told->event.node, id) == SX_LABEL_PROVED;
        compared++;
        proved += is;
        if (!is)
            continue;
        st = sx_walk_list(told->walk, (sx_param_id)id, ELEMENTS, told->element,
                          &told->nelements, err);
        if (!st)
            st = sx_walk_list(seen->walk, (sx_param_id)id, ELEMENTS, seen->element,
                              &seen->nelements, err);
        if (st)
            break;
        size_t n = told->nelements < seen->nelements ? told->nelements : seen->nelements;
        n = n < ELEMENTS ? n : ELEMENTS; /* the length has a label of its own */
        if (memcmp(told->element, seen->element, n * sizeof *told->element) == 0)
            continue;
        printf("rank %" PRId64 ", %s: the proved list %s is another\n", (int64_t)rank,
               sx_op_name(told->event.node->op), sx_param_key((sx_param_id)id));
        *ret_right = false;
    }
    return st;
}

static bool compare_event(const side *told, const side *seen, sx_rank rank)
{
    for (int id = 0; id < SX_PARAMS; id++) {
        uint64_t bit = UINT64_C(1) << id;
        if (!(told->event.present & seen->event.present & bit))
            continue;
        if ((id == SX_PARAM_TYPE || id == SX_PARAM_RTYPE) &&
            !compare_type(told, seen, id, rank))
            return false;
        if (is_name(id) || sx_param_list_length((sx_param_id)id) != SX_PARAM_NONE)
            continue;
        bool is = label_of(told->event.node, id) == SX_LABEL_PROVED;
        compared++;
        proved += is;
        if (!is || told->event.value[id] == seen->event.value[id])
            continue;
        printf("rank %" PRId64 ", %s: proved %s is %" PRId64 ", recorded %" PRId64 "\n",
               (int64_t)rank, sx_op_name(told->event.node->op),
               sx_param_key((sx_param_id)id), told->event.value[id],
               seen->event.value[id]);
        return false;
    }
    return true;
}

/* Call sites of programs that are one: modules have the same order in traces of one program. */
static bool same_site(const sx_site *x, const sx_site *y)
{
    bool same = x->n == y->n;
    for (uint32_t k = 0; same && k < x->n; k++)
        same = x->frame[k].offset == y->frame[k].offset;
    return same;
}

static bool has_site(const sx_trace *trace, const sx_site *site)
{
    bool has = false;
    for (size_t s = 0; s < trace->nsites && !has; s++)
        has = same_site(&trace->site[s], site);
    return has;
}

/* The same call of the same program. One that is nowhere in the extrapolated trace is a copy of a call by the compiler (align/copies.h). */
static bool same_call(const side *told, const side *seen)
{
    const sx_site *own = &told->trace.site[told->event.node->site],
                  *other = &seen->trace.site[seen->event.node->site];
    return told->event.node->op == seen->event.node->op && own->n == other->n &&
           (same_site(own, other) || !has_site(&told->trace, other));
}

/* ---- how often a rank makes a call, where that is proved whatever else is not ---- */

typedef struct tally {
    sx_label *
        label; /* by call site of the extrapolated trace: the weakest of who makes its calls, and how often */
    uint64_t *told, *seen;
    uint32_t *site; /* by call site of the recorded one: which of the other's it is */
} tally;

static void note_labels(sx_label *label, const sx_block *block, sx_label around)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const sx_label own = weaker(around, node->ranks.evidence.label);
        if (node->kind == SX_NODE_LOOP)
            note_labels(label, &node->body, weaker(own, node->trips.evidence.label));
        else
            label[node->site] = weaker(label[node->site], own);
    }
}

/* False where there are calls that the extrapolated trace has nowhere, which may be copies of others, or when out of memory. */
static bool open_tally(sx_arena *arena, const side *told, const side *seen, tally *t)
{
    const size_t n = told->trace.nsites, m = seen->trace.nsites;
    *t = (tally) { SX_NEW_ARRAY(arena, sx_label, n), SX_NEW_ARRAY(arena, uint64_t, n),
                   SX_NEW_ARRAY(arena, uint64_t, n), SX_NEW_ARRAY(arena, uint32_t, m) };
    bool all = t->label && t->told && t->seen && t->site;
    for (uint32_t k = 0; k < m && all; k++) {
        while (t->site[k] < n &&
               !same_site(&told->trace.site[t->site[k]], &seen->trace.site[k]))
            t->site[k]++;
        all = t->site[k] < n;
    }
    for (size_t k = 0; k < n && all; k++)
        t->label[k] = SX_LABEL_PROVED;
    if (all)
        note_labels(t->label, &told->trace.program, SX_LABEL_PROVED);
    return all;
}

static sx_status count_calls(side *s, sx_rank rank, const uint32_t *site, uint64_t *count,
                             sx_error *err)
{
    sx_status st = sx_walk_start(s->walk, rank, err);
    while (!st && !(st = sx_walk_next(s->walk, &s->event, &s->more, err)) && s->more)
        count[site ? site[s->event.node->site] : s->event.node->site]++;
    return st;
}

static sx_status compare_counts(side *told, side *seen, sx_rank rank, const tally *t,
                                bool *ret_right, sx_error *err)
{
    const size_t n = told->trace.nsites;
    memset(t->told, 0, n * sizeof *t->told);
    memset(t->seen, 0, n * sizeof *t->seen);
    sx_status st = count_calls(told, rank, NULL, t->told, err);
    if (!st)
        st = count_calls(seen, rank, t->site, t->seen, err);
    for (size_t k = 0; k < n && !st; k++) {
        if (t->label[k] != SX_LABEL_PROVED || t->told[k] == t->seen[k])
            continue;
        printf("rank %" PRId64 ": proved %" PRIu64 " calls at site %zu, recorded %" PRIu64
               "\n",
               (int64_t)rank, t->told[k], k, t->seen[k]);
        *ret_right = false;
    }
    return st;
}

/* Where calls differ, what comes after them is not compared. */
static sx_status compare_rank(side *told, side *seen, sx_rank rank, bool entries,
                              bool *ret_right, sx_error *err)
{
    sx_status st = sx_walk_start(told->walk, rank, err);
    if (!st)
        st = sx_walk_start(seen->walk, rank, err);
    while (!st) {
        if ((st = sx_walk_next(told->walk, &told->event, &told->more, err)) ||
            (st = sx_walk_next(seen->walk, &seen->event, &seen->more, err)))
            break;
        if (told->more != seen->more || (told->more && !same_call(told, seen))) {
            if (entries)
                printf("rank %" PRId64 ": proved calls are not those recorded\n",
                       (int64_t)rank);
            *ret_right = *ret_right && !entries;
            break;
        }
        if (!told->more)
            break;
        if (!compare_event(told, seen, rank) || !compare_comm(told, seen, rank))
            *ret_right = false;
        st = compare_lists(told, seen, rank, ret_right, err);
    }
    return st;
}

int main(int argc, char **argv)
{
    sx_arena *arena = sx_arena_create();
    static side told, seen;
    sx_error err = { 0 };
    bool right = argc == 3;
    sx_status st = right ? open_side(arena, argv[1], &told, &err) : SX_INVALID;
    if (!st)
        st = open_side(arena, argv[2], &seen, &err);
    right = right && !st && told.trace.p == seen.trace.p;
    bool entries = !st && weakest_entry(&told.trace.program) <= SX_LABEL_PROVED;
    tally t;
    bool counts = !st && right && open_tally(arena, &told, &seen, &t);
    for (sx_rank r = 0; !st && right && r < told.trace.p; r++) {
        st = compare_rank(&told, &seen, r, entries, &right, &err);
        if (!st && counts)
            st = compare_counts(&told, &seen, r, &t, &right, &err);
    }
    if (st)
        printf("%s\n", err.text);
    else if (right)
        printf("proved %" PRIu64 " of %" PRIu64 " parameters\n", proved, compared);
    sx_walk_destroy(told.walk);
    sx_walk_destroy(seen.walk);
    sx_arena_destroy(arena);
    return st || !right;
}
