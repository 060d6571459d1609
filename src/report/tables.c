#include "report/tables.h"

#include "report/uniform.h"

#include <string.h>

/* Numbers the n[0] + n[1] things by their first equal one; whether own numbers agree. */
typedef bool (*same_thing)(const sx_tables *tables, int ta, uint32_t a, int tb,
                           uint32_t b);

static bool classify(sx_arena *arena, const sx_tables *tables, const size_t n[2],
                     same_thing same, uint32_t *class[2], bool *ret_alike)
{
    for (int t = 0; t < 2; t++) {
        class[t] = SX_NEW_ARRAY(arena, uint32_t, n[t] + 1);
        if (!class[t])
            return false;
    }
    bool alike = n[0] == n[1];
    for (int t = 0; t < 2; t++) {
        for (uint32_t i = 0; i < n[t]; i++) {
            uint32_t j = 0, limit = (uint32_t)(t ? n[0] : i);
            while (j < limit && !same(tables, 0, j, t, i))
                j++;
            bool found = j < limit;
            uint32_t own = t ? (uint32_t)n[0] + i : i;
            class[t][i] = found ? class[0][j] : own;
            alike = alike && class[t][i] == class[0][i < n[0] ? i : 0];
        }
    }
    *ret_alike = alike;
    return true;
}

static bool same_type(const sx_tables *tables, int ta, uint32_t a, int tb, uint32_t b)
{
    const sx_type *x = &tables->trace[ta]->type[a], *y = &tables->trace[tb]->type[b];
    return sx_type_same(x, y, ta == tb ? NULL : tables->type[tb]);
}

static bool same_redop(const sx_tables *tables, int ta, uint32_t a, int tb, uint32_t b)
{
    return strcmp(tables->trace[ta]->redop[a], tables->trace[tb]->redop[b]) == 0;
}

/* Classes of parents are known, as they come first. */
static bool same_comm(const sx_tables *tables, int ta, uint32_t a, int tb, uint32_t b)
{
    if (a < 2 || b < 2)
        return a == b;
    const sx_comm *x = &tables->trace[ta]->comm[a], *y = &tables->trace[tb]->comm[b];
    return x->serial == y->serial &&
           tables->comm[ta][x->parent] == tables->comm[tb][y->parent];
}

static bool expr_alike(const sx_tables *tables, const sx_expr *a, const sx_expr *b)
{
    uint64_t grids = 0;
    if (!sx_expr_equal(a, b))
        return false;
    unsigned vars = sx_expr_uses(a, NULL, &grids);
    return !(grids & ~tables->grids_alike) &&
           (tables->constants_alike || !(vars & 1u << SX_VAR_CONSTANT));
}

/* All expressions of a domain, one by one, against those of an equal one. */
bool sx_tables_domain_alike(const sx_tables *tables, const sx_domain *a,
                            const sx_domain *b)
{
    bool alike = sx_domain_equal(a, b);
    if (alike && a->kind == SX_DOMAIN_WHERE)
        alike = expr_alike(tables, a->where, b->where);
    for (size_t i = 0; alike && a->kind == SX_DOMAIN_BOXES && i < a->nboxes; i++) {
        alike = expr_alike(tables, a->box[i].start, b->box[i].start);
        for (uint32_t k = 0; alike && k < a->box[i].ndims; k++)
            alike = expr_alike(tables, a->box[i].dim[k].iters, b->box[i].dim[k].iters) &&
                    expr_alike(tables, a->box[i].dim[k].stride, b->box[i].dim[k].stride);
    }
    return alike;
}

static bool pieces_equal(const sx_value *a, const sx_value *b)
{
    bool equal = a->npieces == b->npieces;
    for (size_t i = 0; equal && i < a->npieces; i++) {
        const sx_piece *x = &a->piece[i], *y = &b->piece[i];
        equal = x->all == y->all && (x->all || sx_ranklist_equal(&x->ranks, &y->ranks)) &&
                x->order == y->order && sx_seq_equal(x->seq, y->seq);
    }
    return equal;
}

static bool steps_equal(const sx_value *a, const sx_value *b, bool domain_alike)
{
    bool equal = a->nsteps == b->nsteps;
    for (uint32_t i = 0; equal && i < a->nsteps; i++) {
        const sx_value *x = &a->step[i], *y = &b->step[i];
        equal = x->kind == y->kind &&
                (x->kind == SX_VALUE_PIECES
                     ? pieces_equal(x, y)
                     : domain_alike && sx_seq_equal(x->by_rank, y->by_rank));
    }
    return equal;
}

static bool numbers_alike(const sx_tables *tables, sx_param_id id)
{
    switch (id) {
    case SX_PARAM_TYPE:
    case SX_PARAM_RTYPE:
    case SX_PARAM_TYPES:
    case SX_PARAM_RTYPES:
        return tables->types_alike;
    case SX_PARAM_COMM:
    case SX_PARAM_NEWCOMM:
        return tables->comms_alike;
    case SX_PARAM_REDOP:
        return tables->redops_alike;
    default:
        return true;
    }
}

bool sx_tables_alike(const sx_tables *tables, sx_place_of *const place[2], sx_param_id id,
                     const sx_value *a, const sx_value *b, bool domain_alike)
{
    int64_t x, y;
    if (sx_uniform_value(place[0], a, &x) && sx_uniform_value(place[1], b, &y))
        return sx_tables_same(tables, id, x, y);
    if (!numbers_alike(tables, id) || a->kind != b->kind)
        return false;
    if (a->kind == SX_VALUE_EXPR)
        return expr_alike(tables, a->expr, b->expr);
    if (a->relative != b->relative)
        return false;
    if (a->kind == SX_VALUE_BY_STEP)
        return steps_equal(a, b, domain_alike);
    return a->kind == SX_VALUE_PIECES || a->kind == SX_VALUE_DRAWN
               ? pieces_equal(a, b)
               : domain_alike && sx_seq_equal(a->by_rank, b->by_rank);
}

static bool in_range(const sx_tables *tables, sx_param_id id, int64_t a, int64_t b,
                     uint32_t *const class[2])
{
    size_t n[2];
    for (int t = 0; t < 2; t++) {
        const sx_trace *trace = tables->trace[t];
        n[t] = id == SX_PARAM_REDOP                            ? trace->nredops
               : id == SX_PARAM_COMM || id == SX_PARAM_NEWCOMM ? trace->ncomms
                                                               : trace->ntypes;
    }
    return a >= 0 && b >= 0 && (uint64_t)a < n[0] && (uint64_t)b < n[1] &&
           class[0][a] == class[1][b];
}

bool sx_tables_same(const sx_tables *tables, sx_param_id id, int64_t a, int64_t b)
{
    if (sx_is_special(a) || sx_is_special(b))
        return a == b;
    switch (id) {
    case SX_PARAM_TYPE:
    case SX_PARAM_RTYPE:
    case SX_PARAM_TYPES:
    case SX_PARAM_RTYPES:
        return in_range(tables, id, a, b, tables->type);
    case SX_PARAM_COMM:
    case SX_PARAM_NEWCOMM:
        return in_range(tables, id, a, b, tables->comm);
    case SX_PARAM_REDOP:
        return in_range(tables, id, a, b, tables->redop);
    default:
        return a == b;
    }
}

/* Adds the grids on communicator c, which is alike in both, where they agree. */
static void add_grids(sx_tables *tables, uint32_t c)
{
    const sx_trace *a = tables->trace[0], *b = tables->trace[1];
    for (size_t i = 0; i < a->ngrids && i < b->ngrids; i++) {
        const sx_grid *x = &a->grid[i], *y = &b->grid[i];
        bool same = x->comm == c && y->comm == c && x->ndims == y->ndims;
        for (uint32_t axis = 0; same && axis < x->ndims; axis++)
            same = x->dim[axis] == y->dim[axis];
        if (same)
            tables->grids_alike |= UINT64_C(1) << i;
    }
}

static bool comm_alike(const sx_tables *tables, sx_place_of *const place[2],
                       const bool *alike, uint32_t a, uint32_t b)
{
    const sx_comm *x = &tables->trace[0]->comm[a], *y = &tables->trace[1]->comm[b];
    bool members = sx_tables_domain_alike(tables, &x->members, &y->members);
    return a == b && x->parent == y->parent && alike[x->parent] && members &&
           sx_tables_alike(tables, place, SX_PARAM_NONE, &x->size, &y->size, members) &&
           sx_tables_alike(tables, place, SX_PARAM_NONE, &x->rank, &y->rank, members);
}

/* Grids on a communicator may serve the expressions of later ones only. */
static bool pair_comms(sx_arena *arena, sx_tables *tables, sx_place_of *const place[2])
{
    size_t n[2] = { tables->trace[0]->ncomms, tables->trace[1]->ncomms };
    bool *alike = SX_NEW_ARRAY(arena, bool, n[0] + 2);
    tables->doubtful = SX_NEW_ARRAY(arena, struct sx_comm_pair, n[0]);
    if (!alike || !tables->doubtful)
        return false;
    for (uint32_t a = 0; a < n[0]; a++) {
        uint32_t b = a < n[1] && tables->comm[1][a] == tables->comm[0][a] ? a : 0;
        while (b < n[1] && tables->comm[1][b] != tables->comm[0][a])
            b++;
        if (b == n[1])
            continue;
        alike[a] = a < 2 || comm_alike(tables, place, alike, a, b);
        if (alike[a])
            add_grids(tables, a);
        else
            tables->doubtful[tables->ndoubtful++] = (struct sx_comm_pair) { { a, b } };
    }
    return true;
}

sx_status sx_tables_make(sx_arena *arena, const sx_trace *a, const sx_trace *b,
                         sx_place_of *const place[2], sx_tables *ret_tables,
                         sx_error *err)
{
    sx_tables tables = { .trace = { a, b } };
    const size_t ntypes[2] = { a->ntypes, b->ntypes },
                 nredops[2] = { a->nredops, b->nredops },
                 ncomms[2] = { a->ncomms, b->ncomms };
    tables.constants_alike = a->nconstants == b->nconstants;
    for (size_t i = 0; i < a->nconstants && tables.constants_alike; i++)
        tables.constants_alike = a->constant[i].value == b->constant[i].value;
    if (!classify(arena, &tables, ntypes, same_type, tables.type, &tables.types_alike) ||
        !classify(arena, &tables, nredops, same_redop, tables.redop,
                  &tables.redops_alike) ||
        !classify(arena, &tables, ncomms, same_comm, tables.comm, &tables.comms_alike) ||
        !pair_comms(arena, &tables, place))
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_tables = tables;
    return SX_OK;
}
