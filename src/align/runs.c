#include "align/runs.h"

#include "align/peel.h"
#include "align/repeats.h"
#include "align/roles.h"
#include "align/same_comms.h"
#include "align/unnest.h"
#include "trace/merge.h"
#include "trace/setting.h"

#include <stdlib.h>
#include <string.h>

/* Every input has the parameters of the first, and no others. */
static sx_status compare_params(sx_input *in, const sx_input *first, sx_error *err)
{
    uint32_t n = 0;
    for (size_t i = 0; i < first->trace->nconstants; i++) {
        const sx_constant *param = &first->trace->constant[i];
        const sx_constant *own =
            param->is_param ? sx_trace_parameter(in->trace, param->name) : NULL;
        if (param->is_param && !own)
            return sx_fail_at(err, SX_INVALID, in->name, 0,
                              "has no parameter %s, which %s has: say it behind an @, as "
                              "%s=NUMBER",
                              param->name, first->name, param->name);
        if (own && n == SX_MAX_PARAMS)
            return sx_fail_at(err, SX_LIMIT, in->name, 0, "more than %d parameters",
                              SX_MAX_PARAMS);
        if (own)
            in->param[n++] = own->value;
    }
    return SX_OK;
}

static sx_status read_params(sx_input *in, size_t n, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < n; i++) {
        sx_input other = in[0];
        st = compare_params(&in[i], &in[0], err);
        if (!st)
            st = compare_params(&other, &in[i], err);
    }
    return st;
}

static bool same_site(const sx_trace *a, const sx_site *x, const sx_trace *b,
                      const sx_site *y)
{
    return x->n > 0 && x->n == y->n && x->frame[0].offset == y->frame[0].offset &&
           strcmp(a->module[x->frame[0].module], b->module[y->frame[0].module]) == 0;
}

/* Runs of one program have call sites in common. */
static sx_status check_program(const sx_input *x, const sx_input *y, sx_error *err)
{
    for (size_t i = 0; i < x->trace->nsites; i++)
        for (size_t k = 0; k < y->trace->nsites; k++)
            if (same_site(x->trace, &x->trace->site[i], y->trace, &y->trace->site[k]))
                return SX_OK;
    return sx_fail_at(err, SX_MISMATCH, y->name, 0,
                      "no call site in common with %s: another program", x->name);
}

/* Adds one run to the merged ones, role by role. */
static sx_status merge_run(sx_arena *arena, sx_runs *runs, size_t run, bool first,
                           bool anew, sx_error *err)
{
    sx_trace trace = *runs->trace[run];
    sx_roles roles;
    sx_trace_number(&trace);
    sx_status st = sx_roles_find(arena, &trace, &roles, err);
    bool *timed = SX_NEW_ARRAY(arena, bool, trace.nnodes);
    if (st || !timed)
        return st ? st : sx_fail(err, SX_NOMEM, "out of memory");
    if (first && !anew) /* what all others fall into keeps its own order */
        roles = (sx_roles) { 1, SX_NEW_ARRAY(arena, uint32_t, (size_t)trace.p) };
    for (uint32_t role = 0; !st && role < roles.n; role++) {
        sx_trace part, both;
        sx_merge_options options = { .shift_b = 0, .pool_times = false };
        st = sx_roles_project(arena, &trace, &roles, role, runs->offset[run], runs->total,
                              timed, &part, err);
        if (!st && !first)
            st = sx_trace_merge(arena, &runs->merged, &part, &options, &both, err);
        if (!st)
            runs->merged = first ? part : both;
        first = false;
    }
    return st;
}

/* The largest run first: what it shows of loops and stages, the smaller ones then fall into. */
static sx_status merge_all(sx_arena *arena, sx_runs *runs, bool anew, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = runs->n; !st && i-- > 0;)
        st = merge_run(arena, runs, i, i + 1 == runs->n, anew, err);
    sx_trace_number(&runs->merged);
    return st;
}

/* The serial numbers that communicators had in one run. */
static void note_serials(const sx_runs *runs, size_t run, uint32_t *map, int64_t **serial)
{
    const sx_trace *own = runs->trace[run];
    for (size_t j = 0; j < own->ncomms; j++) {
        sx_comm comm = own->comm[j];
        comm.parent = map[comm.parent];
        const size_t k = sx_comm_find(runs->merged.comm, runs->merged.ncomms, &comm);
        map[j] = (uint32_t)k;
        if (k < runs->merged.ncomms && !sx_comm_is_given(&comm))
            serial[k][run] = comm.recorded;
    }
}

static sx_status place_serials(sx_arena *arena, sx_runs *runs)
{
    const size_t n = runs->merged.ncomms;
    int64_t **serial = SX_NEW_ARRAY(arena, int64_t *, n);
    size_t most = 0;
    for (size_t run = 0; run < runs->n; run++)
        most = runs->trace[run]->ncomms > most ? runs->trace[run]->ncomms : most;
    uint32_t *map = SX_NEW_ARRAY(arena, uint32_t, most);
    bool fits = serial && map;
    for (size_t c = 0; c < n && fits; c++) {
        serial[c] = SX_NEW_ARRAY(arena, int64_t, runs->n);
        fits = serial[c];
        for (size_t run = 0; run < runs->n && fits; run++)
            serial[c][run] = -1;
    }
    for (size_t run = 0; run < runs->n && fits; run++)
        note_serials(runs, run, map, serial);
    runs->comm_serial = serial;
    return fits ? SX_OK : SX_NOMEM;
}

/* Sizes and ranks of every communicator; parents come first in the table. */
static sx_status place_comms(sx_arena *arena, sx_runs *runs)
{
    size_t n = runs->merged.ncomms;
    int64_t **size = SX_NEW_ARRAY(arena, int64_t *, n),
            **rank = SX_NEW_ARRAY(arena, int64_t *, n);
    if (!size || !rank)
        return SX_NOMEM;
    for (size_t c = 0; c < n; c++) {
        const sx_comm *comm = &runs->merged.comm[c];
        size[c] = SX_NEW_ARRAY(arena, int64_t, (size_t)runs->total);
        rank[c] = SX_NEW_ARRAY(arena, int64_t, (size_t)runs->total);
        if (!size[c] || !rank[c])
            return SX_NOMEM;
        const sx_seq **sizes = NULL, **ranks = NULL;
        if (comm->kind != SX_COMM_WORLD && comm->kind != SX_COMM_SELF) {
            const bool *in = sx_runs_members(arena, runs, &comm->members, NULL);
            sizes = in ? sx_runs_sequences(arena, runs, &comm->size, in) : NULL;
            ranks = sizes ? sx_runs_sequences(arena, runs, &comm->rank, in) : NULL;
            if (!ranks)
                return SX_NOMEM;
        }
        for (int64_t r = 0; r < runs->total; r++) {
            uint32_t run = runs->run_of[r];
            if (comm->kind == SX_COMM_WORLD) {
                size[c][r] = runs->p[run];
                rank[c][r] = r - runs->offset[run];
            } else if (comm->kind == SX_COMM_SELF) {
                size[c][r] = 1;
                rank[c][r] = 0;
            } else if (sizes[r] && ranks[r]) {
                size[c][r] = sx_seq_at(sizes[r], 0);
                rank[c][r] = sx_seq_at(ranks[r], 0);
            }
        }
    }
    runs->comm_size = size;
    runs->comm_rank = rank;
    return SX_OK;
}

static sx_status lay_out(sx_arena *arena, const sx_input *in, size_t n, sx_runs *runs)
{
    const sx_trace **trace = SX_NEW_ARRAY(arena, const sx_trace *, n);
    int64_t *p = SX_NEW_ARRAY(arena, int64_t, n),
            *offset = SX_NEW_ARRAY(arena, int64_t, n);
    if (!trace || !p || !offset)
        return SX_NOMEM;
    *runs = (sx_runs) { .n = n, .trace = trace, .p = p, .offset = offset };
    for (size_t i = n; i-- > 0;) {
        trace[i] = in[i].trace;
        p[i] = in[i].trace->p;
        offset[i] = runs->total;
        runs->total += p[i];
    }
    uint32_t *run_of = SX_NEW_ARRAY(arena, uint32_t, (size_t)runs->total);
    runs->place =
        SX_NEW_ARRAY(arena, struct sx_place, (size_t)runs->total * SX_MAX_GRIDS);
    runs->grid = SX_NEW_ARRAY(arena, sx_grid, SX_MAX_GRIDS);
    runs->constant = SX_NEW_ARRAY(arena, sx_constant, SX_MAX_CONSTANTS);
    if (!run_of || !runs->place || !runs->grid || !runs->constant)
        return SX_NOMEM;
    for (size_t i = 0; i < n; i++)
        for (int64_t r = 0; r < p[i]; r++)
            run_of[offset[i] + r] = (uint32_t)i;
    runs->run_of = run_of;
    return sx_runs_take_params(arena, runs);
}

/* Tables grow with the ranks of all runs: by their places in grids and communicators, and by whether they take
 * part in a node. */
static sx_status check_size(const sx_trace *const *trace, size_t n, sx_error *err)
{
    uint64_t ranks = 0, row = SX_MAX_GRIDS * sizeof(struct sx_place);
    for (size_t i = 0; i < n; i++) {
        ranks += (uint64_t)trace[i]->p;
        row +=
            2 * sizeof(int64_t) * trace[i]->ncomms + 2 * sizeof(bool) * trace[i]->nnodes;
    }
    if (ranks <= SX_RUNS_BYTES / row)
        return SX_OK;
    return sx_fail(err, SX_LIMIT,
                   "the inputs have %llu ranks together, too many to infer from: of such "
                   "traces up to %llu are possible",
                   (unsigned long long)ranks, (unsigned long long)(SX_RUNS_BYTES / row));
}

sx_status sx_runs_create(sx_arena *arena, const sx_trace *const *trace,
                         const char *const *name, size_t n, bool anew, sx_runs *ret_runs,
                         sx_error *err)
{
    sx_input *in = SX_NEW_ARRAY(arena, sx_input, n);
    sx_trace **plain = SX_NEW_ARRAY(arena, sx_trace *, n);
    if (!in || !plain)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (n == 0 || n > SX_RUNS)
        return sx_fail(err, SX_LIMIT, "from 1 to %d inputs are possible", SX_RUNS);
    for (size_t i = 0; i < n; i++)
        if (trace[i]->p <= 0)
            return sx_fail_at(
                err, SX_INVALID, name[i], 0,
                "a formula trace cannot be an input; give it to --from-formula");
    uint64_t *steps = SX_NEW(arena, uint64_t);
    sx_status st =
        steps ? check_size(trace, n, err) : sx_fail(err, SX_NOMEM, "out of memory");
    if (steps)
        *steps = SX_RUNS_STEPS;
    for (size_t i = 0; !st && i < n; i++) {
        if (!sx_trace_same_program(trace[0], trace[i]))
            return sx_fail_at(err, SX_MISMATCH, name[i], 0,
                              "a trace of %s, but %s is one of %s",
                              sx_trace_meta(trace[i], "program"), name[0],
                              sx_trace_meta(trace[0], "program"));
        plain[i] = SX_NEW(arena, sx_trace);
        st = plain[i] ? sx_trace_unfold(arena, trace[i], plain[i], err)
                      : sx_fail(err, SX_NOMEM, "out of memory");
        if (!st && sx_block_copy(arena, &plain[i]->program, &plain[i]->program))
            st = sx_fail(err, SX_NOMEM, "out of memory"); /* numbers are its own */
        in[i] = (sx_input) { .trace = plain[i], .name = name[i] };
        if (!st && i > 0)
            st = check_program(&in[0], &in[i], err);
    }
    if (!st)
        st = sx_peel(arena, plain, n, steps, err);
    if (!st)
        st = sx_unnest(arena, plain, n, steps, err);
    if (!st)
        st = sx_same_comms(arena, plain, n, err);
    if (!st)
        st = read_params(in, n, err);
    if (st)
        return st;
    qsort(in, n, sizeof *in, sx_input_order);
    st = sx_repeats_join(arena, in, &n, err);
    if (st)
        return st;
    sx_runs runs;
    if (lay_out(arena, in, n, &runs))
        return sx_fail(err, SX_NOMEM, "out of memory");
    st = merge_all(arena, &runs, anew, err);
    if (!st)
        st = sx_same_comms_last(arena, &runs.merged, err);
    if (st)
        return st;
    runs.steps = steps;
    if (place_comms(arena, &runs) || place_serials(arena, &runs))
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_runs = runs;
    return sx_runs_check_steps(&runs, err);
}

uint32_t sx_runs_serial(const sx_runs *runs, size_t comm)
{
    size_t run = runs->n;
    while (run > 1 && runs->comm_serial[comm][run - 1] < 0)
        run--;
    const int64_t serial = runs->comm_serial[comm][run - 1];
    return serial < 0 ? 0 : (uint32_t)serial;
}

sx_status sx_runs_check_steps(const sx_runs *runs, sx_error *err)
{
    if (!runs->steps || *runs->steps > 0)
        return SX_OK;
    return sx_fail(err, SX_LIMIT,
                   "the laws of these inputs take too many steps to find: infer from "
                   "inputs with fewer ranks, or fewer of them");
}

bool sx_runs_is_settled(const sx_runs *runs, int64_t points)
{
    size_t i = 0;
    while (i < runs->nsettled && runs->settled[i] != points)
        i++;
    return i < runs->nsettled;
}

void sx_runs_settle(sx_runs *runs, int64_t points)
{
    if (runs->nsettled < SX_SETTLED && !sx_runs_is_settled(runs, points))
        runs->settled[runs->nsettled++] = points;
}

bool sx_runs_is_of_two(const sx_runs *runs, uint32_t grid, uint32_t axis)
{
    enum { TWO = 2 };
    int64_t longest = 0;
    for (size_t run = 0; run < runs->n; run++) {
        const int64_t dim =
            runs->place[runs->offset[run] * SX_MAX_GRIDS + grid].dim[axis];
        longest = dim > longest ? dim : longest;
    }
    return longest == TWO;
}

void sx_runs_add_border(sx_runs *runs, const sx_expr *where, const sx_evidence *evidence)
{
    for (size_t i = 0; i < runs->nborders; i++)
        if (sx_expr_equal(runs->border[i].where, where))
            return;
    if (runs->nborders < SX_BORDERS)
        runs->border[runs->nborders++] = (sx_border) { where, *evidence };
}

sx_status sx_runs_add_grid(sx_arena *arena, sx_runs *runs, const sx_grid *grid,
                           int64_t (*dims)[SX_MAX_DIMS], uint32_t *ret_grid,
                           sx_error *err)
{
    uint32_t g = runs->ngrids;
    if (g == SX_MAX_GRIDS)
        return sx_fail(err, SX_LIMIT, "more than %d process grids", SX_MAX_GRIDS);
    runs->grid[g] = *grid;
    runs->grid[g].name = sx_arena_printf(arena, "g%u", g + 1);
    if (!runs->grid[g].name)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (int64_t r = 0; r < runs->total; r++) {
        struct sx_place *place = &runs->place[r * SX_MAX_GRIDS + g];
        int64_t rest = runs->comm_rank[grid->comm][r];
        place->ndims = grid->ndims;
        for (uint32_t a = 0; a < grid->ndims; a++) {
            place->dim[a] = dims[runs->run_of[r]][a];
            place->coord[a] = rest % place->dim[a];
            rest /= place->dim[a];
        }
    }
    runs->ngrids++;
    *ret_grid = g;
    return SX_OK;
}

const sx_grid *sx_runs_told(const sx_runs *runs, size_t run)
{
    return sx_input_told(runs->trace[run]);
}

bool sx_runs_is_world(const sx_runs *runs, uint32_t comm)
{
    return memcmp(runs->comm_size[comm], runs->comm_size[0],
                  (size_t)runs->total * sizeof(int64_t)) == 0 &&
           memcmp(runs->comm_rank[comm], runs->comm_rank[0],
                  (size_t)runs->total * sizeof(int64_t)) == 0;
}

sx_expr_env sx_runs_env(const sx_runs *runs, int64_t rank, uint32_t comm)
{
    uint32_t run = runs->run_of[rank];
    return (sx_expr_env) {
        .p = runs->p[run],
        .rank = rank - runs->offset[run],
        .comm_size = runs->comm_size[comm][rank],
        .comm_rank = runs->comm_rank[comm][rank],
        .ngrids = runs->ngrids,
        .grid = &runs->place[rank * SX_MAX_GRIDS],
        .nconstants = runs->nconstants,
        .constant = runs->constant_value[run],
    };
}

const bool *sx_runs_members(sx_arena *arena, const sx_runs *runs, const sx_domain *domain,
                            const bool *within)
{
    if (domain->kind == SX_DOMAIN_ALL && within)
        return within;
    bool *in = SX_NEW_ARRAY(arena, bool, (size_t)runs->total);
    if (!in)
        return NULL;
    sx_runs_spend(runs, (uint64_t)runs->total);
    if (domain->kind == SX_DOMAIN_ALL) {
        memset(in, 1, (size_t)runs->total);
        return in;
    }
    sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)domain->ranks.count);
    if (!rank)
        return NULL;
    sx_ranklist_expand(&domain->ranks, rank);
    for (sx_rank i = 0; i < domain->ranks.count; i++)
        in[rank[i]] = !within || within[rank[i]];
    return in;
}

static bool ranks_in(sx_arena *arena, const sx_runs *runs, const bool *in,
                     sx_ranklist *ret_list)
{
    sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)runs->total);
    size_t n = 0;
    for (int64_t r = 0; rank && r < runs->total; r++)
        if (in[r])
            rank[n++] = r;
    return rank && sx_ranklist_from_ranks(arena, rank, n, ret_list, NULL) == SX_OK;
}

const sx_seq **sx_runs_sequences(sx_arena *arena, const sx_runs *runs,
                                 const sx_value *value, const bool *in)
{
    const sx_seq **seq = SX_NEW_ARRAY(arena, const sx_seq *, (size_t)runs->total);
    sx_ranklist participants;
    sx_value pieces = *value;
    sx_runs_spend(runs, (uint64_t)runs->total);
    if (!seq || (value->kind != SX_VALUE_PIECES &&
                 (!ranks_in(arena, runs, in, &participants) ||
                  sx_value_to_pieces(arena, value, &participants, &pieces, NULL))))
        return NULL;
    for (size_t i = 0; i < pieces.npieces; i++) {
        const sx_piece *piece = &pieces.piece[i];
        if (piece->order != SX_ORDER_KEPT)
            continue;
        if (piece->all) {
            for (int64_t r = 0; r < runs->total; r++)
                seq[r] = in[r] ? piece->seq : NULL;
            continue;
        }
        sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)piece->ranks.count);
        if (!rank)
            return NULL;
        sx_ranklist_expand(&piece->ranks, rank);
        for (sx_rank k = 0; k < piece->ranks.count; k++)
            if (in[rank[k]])
                seq[rank[k]] = piece->seq;
    }
    return seq;
}
