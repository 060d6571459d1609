#include "report/loads.h"

#include "report/times.h"
#include "trace/pace.h"

const char *sx_load_name(sx_load load)
{
    static const char *const name[] = {
#define LOAD_NAME(name, text) text,
        SX_LOAD_LIST(LOAD_NAME)
#undef LOAD_NAME
    };
    return name[load];
}

static sx_time_grain finer(sx_time_grain a, sx_time_grain b)
{
    if (a == SX_TIMES_NONE || b == SX_TIMES_NONE)
        return a > b ? a : b;
    return a == b ? a : SX_TIMES_GROUPS;
}

static sx_time_grain grain_of(const sx_block *block)
{
    sx_time_grain grain = SX_TIMES_NONE;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            grain = finer(grain, grain_of(&node->body));
        for (uint32_t k = 0; k < node->ntimes; k++) {
            const sx_times *times = &node->times[k];
            grain = finer(grain, times->all                ? SX_TIMES_TOGETHER
                                 : times->ranks.count == 1 ? SX_TIMES_RANKS
                                                           : SX_TIMES_GROUPS);
        }
    }
    return grain;
}

void sx_loads_init(sx_loads *loads, const sx_trace *trace)
{
    *loads = (sx_loads) { .p = trace->p, .grain = grain_of(&trace->program) };
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
        loads->spent_ns[kind] = sx_extremes_find(trace, (sx_times_kind)kind);
}

static sx_status make_arrays(sx_arena *arena, sx_loads *loads, sx_error *err)
{
    for (int i = 0; i < SX_LOADS && !loads->by_rank[i]; i++) {
        loads->by_rank[i] = SX_NEW_ARRAY(arena, double, (size_t)loads->p);
        if (!loads->by_rank[i])
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

/* What every rank of a share gets, but for times that differ among them. */
typedef struct gift {
    double of[SX_LOADS];
    const sx_node *timed; /* whose times differ; NULL: of[] has them */
} gift;

static void add_to_rank(sx_loads *loads, const gift *g, sx_rank rank)
{
    if (rank < 0 || rank >= loads->p)
        return;
    for (int i = 0; i < SX_LOADS; i++)
        loads->by_rank[i][rank] += g->of[i];
    if (g->timed) {
        sx_time_total mean = sx_times_mean(g->timed, rank, loads->p);
        loads->by_rank[SX_LOAD_MPI_NS][rank] += g->of[SX_LOAD_CALLS] * mean.comm_ns;
        loads->by_rank[SX_LOAD_COMPUTATION_NS][rank] +=
            g->of[SX_LOAD_CALLS] * mean.comp_ns;
    }
}

static void add_to_term(sx_loads *loads, const gift *g, const sx_ranklist_term *term,
                        uint32_t dim, sx_rank start)
{
    if (dim == term->ndims) {
        add_to_rank(loads, g, start);
        return;
    }
    for (sx_rank i = 0; i < term->dim[dim].iters; i++)
        add_to_term(loads, g, term, dim + 1, start + i * term->dim[dim].stride);
}

static bool has_groups(const sx_node *node)
{
    bool groups = false;
    for (uint32_t i = 0; i < node->ntimes && !groups; i++)
        groups = !node->times[i].all;
    return groups;
}

sx_status sx_loads_add(sx_arena *arena, sx_loads *loads, const sx_share *share,
                       sx_error *err)
{
    uint64_t calls = 0, bytes = 0;
    bool together = share->rank < 0 && !share->set && !has_groups(share->node);
    if (!sx_share_of_each(share, &calls, &bytes))
        return sx_fail(err, SX_OVERFLOW, "the bytes of a rank do not fit in 64 bits");
    gift g = { .of[SX_LOAD_CALLS] = (double)calls, .of[SX_LOAD_BYTES] = (double)bytes };
    if (share->message) {
        g.of[SX_LOAD_MESSAGES] = (double)calls;
        g.of[SX_LOAD_MESSAGE_BYTES] = (double)bytes;
    }
    loads->has_uncounted = loads->has_uncounted || !share->counted;
    if (has_groups(share->node)) {
        g.timed = share->node;
    } else if (share->node->ntimes) {
        sx_time_total mean = sx_times_mean(share->node, 0, loads->p);
        g.of[SX_LOAD_MPI_NS] = (double)calls * mean.comm_ns;
        g.of[SX_LOAD_COMPUTATION_NS] = (double)calls * mean.comp_ns;
    }
    for (int i = 0; i < SX_LOADS && together; i++)
        loads->each[i] += g.of[i];
    if (together)
        return SX_OK;
    sx_status status = make_arrays(arena, loads, err);
    if (status)
        return status;
    if (share->rank >= 0) {
        add_to_rank(loads, &g, share->rank);
        return SX_OK;
    }
    for (sx_rank r = 0; r < loads->p && !share->set; r++)
        add_to_rank(loads, &g, r);
    for (size_t i = 0; share->set && i < share->set->n; i++)
        add_to_term(loads, &g, &share->set->term[i], 0, share->set->term[i].start);
    return SX_OK;
}

sx_status sx_loads_pace(sx_arena *arena, const sx_trace *trace, sx_loads *loads,
                        sx_error *err)
{
    if (!trace->pace)
        return SX_OK;
    sx_place_of *place = sx_place_create(trace);
    sx_status st =
        place ? make_arrays(arena, loads, err) : sx_fail(err, SX_NOMEM, "out of memory");
    for (sx_rank r = 0; !st && r < loads->p; r++) {
        double *own = &loads->by_rank[SX_LOAD_COMPUTATION_NS][r];
        st = sx_place_move(place, r, err);
        if (!st)
            *own =
                (*own + loads->each[SX_LOAD_COMPUTATION_NS]) * sx_pace_at(trace, place);
    }
    loads->each[SX_LOAD_COMPUTATION_NS] = 0;
    sx_place_destroy(place);
    return st;
}

double sx_loads_of(const sx_loads *loads, sx_load load, sx_rank rank)
{
    return loads->each[load] + (loads->by_rank[load] ? loads->by_rank[load][rank] : 0);
}

double sx_loads_sum(const sx_loads *loads, sx_load load, sx_rank first, sx_rank n)
{
    double sum = loads->each[load] * (double)n;
    for (sx_rank r = first; r < first + n && loads->by_rank[load]; r++)
        sum += loads->by_rank[load][r];
    return sum;
}

/* Times of ranks that do the same are sums of the same numbers in different order. */
static bool is_more(sx_load load, double a, double b)
{
    bool time = load == SX_LOAD_MPI_NS || load == SX_LOAD_COMPUTATION_NS;
    return a > b + (time ? 1e-9 * b : 0);
}

/* NULL when it is none of a time, known of each rank, or not known. */
static const sx_extremes *known_extremes(const sx_loads *loads, sx_load load)
{
    sx_times_kind kind = load == SX_LOAD_MPI_NS ? SX_TIMES_COMM : SX_TIMES_COMP;
    bool time = load == SX_LOAD_MPI_NS || load == SX_LOAD_COMPUTATION_NS;
    return time && loads->grain != SX_TIMES_RANKS && loads->spent_ns[kind].n
               ? &loads->spent_ns[kind]
               : NULL;
}

sx_spread sx_loads_spread(const sx_loads *loads, sx_load load)
{
    const sx_extremes *known = known_extremes(loads, load);
    if (known)
        return (sx_spread) { .min = (double)known->least,
                             .mean = (double)known->sum / (double)known->n,
                             .max = (double)known->most,
                             .min_rank = known->least_rank,
                             .max_rank = known->most_rank,
                             .min_ranks = 1,
                             .max_ranks = 1 };
    const double *by_rank = loads->by_rank[load];
    double first = sx_loads_of(loads, load, 0);
    sx_spread s = { .min = first,
                    .mean = sx_loads_sum(loads, load, 0, loads->p) / (double)loads->p,
                    .max = first,
                    .min_ranks = by_rank ? 0 : loads->p,
                    .max_ranks = by_rank ? 0 : loads->p };
    for (sx_rank r = 0; r < loads->p && by_rank; r++) {
        double of = sx_loads_of(loads, load, r);
        if (is_more(load, s.min, of) || r == 0) {
            s.min = of;
            s.min_rank = r;
            s.min_ranks = 0;
        }
        if (is_more(load, of, s.max) || r == 0) {
            s.max = of;
            s.max_rank = r;
            s.max_ranks = 0;
        }
        s.min_ranks += !is_more(load, of, s.min);
        s.max_ranks += !is_more(load, s.max, of);
    }
    return s;
}

const char *sx_loads_grain_text(const sx_loads *loads)
{
    switch (loads->grain) {
    case SX_TIMES_NONE:
        return "the trace has no times";
    case SX_TIMES_TOGETHER:
        if (known_extremes(loads, SX_LOAD_MPI_NS))
            return "of single ranks the trace keeps the least and the most; else a call "
                   "counts with the mean over the ranks that make it";
        return "the trace keeps the times of all ranks together: a call counts with the "
               "mean over the ranks that make it";
    case SX_TIMES_GROUPS:
        return "the trace keeps times of groups of ranks: a call counts with the mean "
               "over the group";
    case SX_TIMES_RANKS:
        return "the trace keeps times of each rank";
    }
    return "";
}
