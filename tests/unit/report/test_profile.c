/* Profiles and matrices of random traces must agree with plain walks, event by event. */
#include "random_ways.h"
#include "report/matrix.h"
#include "report/profile.h"
#include "tap.h"
#include "trace/walk.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { RANKS = RANDOM_WAYS_RANKS, TRACES = 300, MOST_NODES = 512, SITES = 3 };

static sx_arena *arena;

/* The same by looking at every event. */
typedef struct walked {
    uint64_t site_bytes[SX_OPS][SITES], site_calls[SX_OPS][SITES];
    uint64_t bin_calls[SX_SIZE_CLASSES][SX_SIZE_BINS];
    uint64_t bin_bytes[SX_SIZE_CLASSES][SX_SIZE_BINS];
    double load[SX_LOADS][RANKS];
    uint64_t bytes_to[RANKS][RANKS], messages_to[RANKS][RANKS], unplaced;
} walked;

/* Times of 10 ns and more for each event, in it, and ten times that before it: one mean for all
 * ranks, or one for the even and one for the odd ranks. */
static double mean_of(const sx_node *node, sx_rank rank)
{
    return 10 + node->id + (node->id % 3 == 0 && rank % 2 ? 0.5 : 0);
}

static void set_times(sx_node *node)
{
    bool split = node->id % 3 == 0;
    sx_rank rank[RANKS / 2];
    node->ntimes = 0;
    node->times = SX_NEW_ARRAY(arena, sx_times, 4);
    for (int kind = 0; kind < 2; kind++) {
        for (sx_rank k = 0; k < 1 + split; k++) {
            sx_times *times = &node->times[node->ntimes++];
            times->all = !split;
            times->kind = kind ? SX_TIMES_COMM : SX_TIMES_COMP;
            for (sx_rank i = 0; i < RANKS / 2; i++)
                rank[i] = 2 * i + k;
            sx_ranklist_from_ranks(arena, rank, RANKS / 2, &times->ranks, NULL);
            times->hist.field[SX_HIST_N] = 24;
            times->hist.field[SX_HIST_MEAN] = (kind ? 1 : 10) * mean_of(node, k);
        }
    }
}

static void prepare(const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            prepare(&node->body);
            continue;
        }
        node->site = node->id % SITES;
        set_times(node);
    }
}

static void see(walked *w, const sx_event *e, sx_rank rank, uint64_t bytes)
{
    sx_op op = e->node->op;
    unsigned bin = 0;
    int class = op == SX_OP_Isend   ? SX_SIZE_SENDS
                : op == SX_OP_Irecv ? SX_SIZE_RECEIVES
                                    : SX_SIZE_COLLECTIVES;
    bool message = op == SX_OP_Isend && e->value[SX_PARAM_PEER] != SX_NULL;
    while (bytes >> bin)
        bin++;
    w->site_calls[op][e->node->site]++;
    w->site_bytes[op][e->node->site] += bytes;
    w->bin_calls[class][bin]++;
    w->bin_bytes[class][bin] += bytes;
    w->load[SX_LOAD_CALLS][rank] += 1;
    w->load[SX_LOAD_BYTES][rank] += (double)bytes;
    w->load[SX_LOAD_MESSAGES][rank] += message;
    w->load[SX_LOAD_MESSAGE_BYTES][rank] += message ? (double)bytes : 0;
    w->load[SX_LOAD_MPI_NS][rank] += mean_of(e->node, rank);
    w->load[SX_LOAD_COMPUTATION_NS][rank] += 10 * mean_of(e->node, rank);
    int64_t to = e->value[SX_PARAM_PEER];
    if (message && e->comm == 0 && to >= 0 && to < RANKS) {
        w->bytes_to[rank][to] += bytes;
        w->messages_to[rank][to]++;
    } else if (message) {
        w->unplaced++;
    }
}

static bool walk_all(const sx_trace *trace, walked *w)
{
    sx_walk *walk = NULL;
    bool fine = sx_walk_create(trace, &walk, NULL) == SX_OK;
    memset(w, 0, sizeof *w);
    for (sx_rank rank = 0; rank < RANKS && fine; rank++) {
        bool more = true;
        fine = sx_walk_start(walk, rank, NULL) == SX_OK;
        while (fine && more) {
            sx_event e;
            int64_t bytes = 0;
            fine = sx_walk_next(walk, &e, &more, NULL) == SX_OK &&
                   (!more || sx_walk_bytes(walk, &bytes, NULL) == SX_OK);
            if (fine && more)
                see(w, &e, rank, (uint64_t)bytes);
        }
    }
    sx_walk_destroy(walk);
    return fine;
}

static bool same_sites(const walked *w, const sx_profile *profile)
{
    uint64_t calls = 0, all = 0;
    bool same = true;
    for (size_t i = 0; i < profile->nsites; i++) {
        const sx_site_total *site = &profile->site[i];
        same = same && site->total.calls == w->site_calls[site->op][site->site] &&
               site->total.bytes == w->site_bytes[site->op][site->site];
        calls += site->total.calls;
    }
    for (int op = 0; op < SX_OPS; op++)
        for (int site = 0; site < SITES; site++)
            all += w->site_calls[op][site];
    return same && calls == all;
}

static bool same_sizes(const walked *w, const sx_sizes *sizes)
{
    bool same = sizes->uncounted == 0;
    for (int class = 0; class < SX_SIZE_CLASSES; class ++)
        for (int bin = 0; bin < SX_SIZE_BINS; bin++)
            same = same && sizes->bin[class][bin].calls == w->bin_calls[class][bin] &&
                   sizes->bin[class][bin].bytes == w->bin_bytes[class][bin];
    return same;
}

/* Sums of times differ in order, so in the last digits. */
static bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static bool same_loads(const walked *w, const sx_loads *loads)
{
    bool same = true;
    for (int load = 0; load < SX_LOADS; load++) {
        sx_spread spread = sx_loads_spread(loads, (sx_load)load);
        double least = w->load[load][0], most = least;
        for (sx_rank r = 0; r < RANKS; r++) {
            same =
                same && close_to(sx_loads_of(loads, (sx_load)load, r), w->load[load][r]);
            least = fmin(least, w->load[load][r]);
            most = fmax(most, w->load[load][r]);
        }
        same = same && close_to(spread.min, least) && close_to(spread.max, most) &&
               close_to(w->load[load][spread.max_rank], most) &&
               close_to(w->load[load][spread.min_rank], least);
    }
    return same;
}

static void profiles(const sx_trace *trace, const walked *w, unsigned number, int way)
{
    const sx_census_options all = { .most_evaluations = UINT64_MAX };
    sx_profile profile;
    sx_error err = { 0 };
    bool fine = sx_profile_make(arena, trace, &all, &profile, &err) == SX_OK;
    ok(fine && same_sites(w, &profile), "trace %u, way %d: call sites %s", number, way,
       err.text);
    ok(fine && same_sizes(w, &profile.sizes), "trace %u, way %d: sizes", number, way);
    ok(fine && same_loads(w, &profile.loads), "trace %u, way %d: loads", number, way);
}

/* In blocks of 1, 2 or 5 ranks. */
static void matrices(const sx_trace *trace, const walked *w, unsigned number, int way)
{
    static const size_t blocks[] = { 12, 6, 3 };
    static const sx_rank width[] = { 1, 2, 4 };
    for (int i = 0; i < 3; i++) {
        const sx_matrix_options how = { blocks[i], UINT64_MAX };
        sx_matrix m;
        sx_error err = { 0 };
        bool same = sx_matrix_make(arena, trace, &how, &m, &err) == SX_OK &&
                    m.width == width[i] && m.ranks_seen == RANKS &&
                    m.unplaced_messages == w->unplaced;
        uint64_t bytes[RANKS * RANKS] = { 0 }, messages[RANKS * RANKS] = { 0 };
        for (sx_rank from = 0; from < RANKS && same; from++) {
            for (sx_rank to = 0; to < RANKS; to++) {
                size_t cell = (size_t)(from / m.width) * m.n + (size_t)(to / m.width);
                bytes[cell] += w->bytes_to[from][to];
                messages[cell] += w->messages_to[from][to];
            }
        }
        for (size_t cell = 0; cell < m.n * m.n && same; cell++)
            same = m.bytes[cell] == bytes[cell] && m.messages[cell] == messages[cell];
        ok(same, "trace %u, way %d: matrix of %zu blocks %s", number, way, blocks[i],
           err.text);
    }
}

/* What a sample of ranks says of a ring is what all say. */
static void estimates(const sx_trace *trace, unsigned number)
{
    const sx_matrix_options few = { 3, 3 };
    sx_matrix m;
    sx_error err = { 0 };
    if (sx_matrix_make(arena, trace, &few, &m, &err) == SX_OK)
        ok(m.ranks_seen >= 3 && m.ranks_seen <= RANKS, "trace %u: %" PRId64 " ranks seen",
           number, m.ranks_seen);
}

/* Sizes on a line that begins or ends at 0, up and down. */
static void lines_of_sizes(void)
{
    sx_param count = { SX_PARAM_COUNT, sx_value_constant(arena, 0) };
    const sx_node node = { .op = SX_OP_Isend, .nparams = 1, .param = &count };
    static const int64_t stride[] = { 1, 3, 100, -1, -3, -100, 0 };
    for (size_t i = 0; i < sizeof stride / sizeof *stride; i++) {
        sx_share share = { .node = &node,
                           .rank = -1,
                           .ranks = 3,
                           .times = 2,
                           .steps = 40,
                           .stride = stride[i],
                           .bytes = stride[i] < 0 ? -39 * stride[i] : 0,
                           .counted = true };
        static sx_sizes line, single;
        memset(&line, 0, sizeof line);
        memset(&single, 0, sizeof single);
        sx_sizes_add(&line, &share);
        for (share.steps = 1; share.steps <= 40; share.steps++) {
            sx_share one = share;
            one.bytes += one.stride * (int64_t)(share.steps - 1);
            one.steps = 1;
            one.stride = 0;
            sx_sizes_add(&single, &one);
        }
        ok(memcmp(&line, &single, sizeof line) == 0, "sizes at a distance of %" PRId64,
           stride[i]);
    }
}

int main(void)
{
    arena = sx_arena_create();
    lines_of_sizes();
    sx_arena_destroy(arena);
    for (unsigned number = 0; number < TRACES; number++) {
        sx_trace way[2];
        walked w;
        arena = sx_arena_create();
        random_ways(arena, number, way);
        for (int t = 0; t < 2; t++) {
            way[t].nsites = SITES;
            way[t].site = SX_NEW_ARRAY(arena, sx_site, SITES);
            prepare(&way[t].program);
            if (!walk_all(&way[t], &w))
                continue;
            profiles(&way[t], &w, number, t);
            matrices(&way[t], &w, number, t);
            estimates(&way[t], number);
        }
        sx_arena_destroy(arena);
    }
    return tap_done();
}
