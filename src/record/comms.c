#include "record/comms.h"

#include <stdlib.h>
#include <string.h>

static int forget(MPI_Comm comm, int keyval, void *value, void *extra)
{
    sx_comms *comms = extra;
    (void)keyval;
    (void)value;
    sx_handles_remove(&comms->handles, (const void *)comm);
    if (comms->last == comm)
        comms->last = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

/* A new entry; -1 when out of memory. */
static int64_t append(sx_comms *comms, const sx_comm_entry *entry)
{
    if (comms->n == comms->capacity) {
        uint32_t capacity = comms->capacity ? 2 * comms->capacity : 16;
        sx_comm_entry *new = realloc(comms->entry, capacity * sizeof *new);
        if (!new)
            return -1;
        comms->entry = new;
        comms->capacity = capacity;
    }
    comms->entry[comms->n] = *entry;
    return comms->n++;
}

/* Ties a live handle to its entry, until it is freed. */
static bool bind(sx_comms *comms, MPI_Comm comm, uint32_t index)
{
    sx_comm_entry *entry = &comms->entry[index];
    int inter = 0;
    PMPI_Comm_size(comm, &entry->size);
    PMPI_Comm_rank(comm, &entry->rank);
    PMPI_Comm_test_inter(comm, &inter);
    entry->inter = inter != 0;
    if (entry->inter)
        entry->kind = SX_COMM_UNKNOWN;
    return sx_handles_set(&comms->handles, (const void *)comm, index) &&
           PMPI_Comm_set_attr(comm, comms->keyval, NULL) == MPI_SUCCESS;
}

bool sx_comms_init(sx_comms *comms)
{
    sx_comm_entry world = { .kind = SX_COMM_WORLD },
                  self = { .kind = SX_COMM_SELF, .size = 1 };
    comms->last = MPI_COMM_NULL;
    PMPI_Comm_size(MPI_COMM_WORLD, &world.size);
    PMPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    return PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &comms->keyval,
                                   comms) == MPI_SUCCESS &&
           append(comms, &world) == 0 && append(comms, &self) == 1 &&
           sx_handles_set(&comms->handles, (const void *)MPI_COMM_WORLD, 0) &&
           sx_handles_set(&comms->handles, (const void *)MPI_COMM_SELF, 1);
}

void sx_comms_finish(sx_comms *comms)
{
    for (uint32_t i = 0; i < comms->n; i++)
        free(comms->entry[i].name);
    free(comms->entry);
    sx_handles_finish(&comms->handles);
    comms->entry = NULL;
    comms->n = comms->capacity = 0;
}

/* A handle that nobody registered: one of a Comm_idup that is complete now, or of unknown origin. */
static int64_t adopt(sx_comms *comms, MPI_Comm comm)
{
    for (uint32_t i = comms->n; i-- > 2;) {
        sx_comm_entry *entry = &comms->entry[i];
        if (!entry->pending || *entry->pending != comm)
            continue;
        entry->pending = NULL;
        return bind(comms, comm, i) ? (int64_t)i : -1;
    }
    sx_comm_entry entry = { .kind = SX_COMM_UNKNOWN,
                            .serial = SX_SERIAL_UNKNOWN + comms->unknown };
    int64_t index = append(comms, &entry);
    comms->unknown++;
    return index >= 0 && bind(comms, comm, (uint32_t)index) ? index : -1;
}

int64_t sx_comms_look_up(sx_comms *comms, MPI_Comm comm)
{
    int64_t index = sx_handles_find(&comms->handles, (const void *)comm);
    if (index == SX_HANDLES_NONE)
        index = adopt(comms, comm);
    if (index >= 0) {
        comms->last = comm;
        comms->last_index = (uint32_t)index;
    }
    return index;
}

static int64_t add(sx_comms *comms, const sx_comm_entry *entry, MPI_Comm made)
{
    if (made == MPI_COMM_NULL)
        return SX_NULL;
    int64_t index = append(comms, entry);
    return index >= 0 && bind(comms, made, (uint32_t)index) ? index : -1;
}

int64_t sx_comms_made(sx_comms *comms, sx_comm_kind kind, uint32_t parent, MPI_Comm made)
{
    sx_comm_entry entry = { .kind = kind,
                            .parent = parent,
                            .serial = comms->entry[parent].next_serial++ };
    return add(comms, &entry, made);
}

/* The members agree on a number that is larger than all that any of them has given out for the
 * parent: disjoint groups may share it, groups with a common member never do. */
int64_t sx_comms_made_by_group(sx_comms *comms, uint32_t parent, MPI_Comm made)
{
    uint32_t own = comms->entry[parent].next_group_serial, agreed = own;
    if (made == MPI_COMM_NULL)
        return SX_NULL;
    PMPI_Allreduce(&own, &agreed, 1, MPI_UINT32_T, MPI_MAX, made);
    sx_comm_entry entry = { .kind = SX_COMM_CREATE,
                            .parent = parent,
                            .serial = SX_SERIAL_GROUP + agreed };
    comms->entry[parent].next_group_serial = agreed + 1;
    return add(comms, &entry, made);
}

int64_t sx_comms_will_be_made(sx_comms *comms, uint32_t parent, const MPI_Comm *made)
{
    const sx_comm_entry *of = &comms->entry[parent];
    sx_comm_entry entry = { .kind = SX_COMM_DUP,
                            .parent = parent,
                            .serial = of->next_serial,
                            .size = of->size,
                            .rank = of->rank,
                            .pending = made };
    comms->entry[parent].next_serial++;
    return append(comms, &entry);
}

bool sx_comms_named(sx_comms *comms, MPI_Comm comm, const char *name, size_t length)
{
    int64_t index = sx_comms_find(comms, comm);
    char *copy = index < 0 ? NULL : strndup(name, length);
    if (!copy)
        return false;
    free(comms->entry[index].name);
    comms->entry[index].name = copy;
    return true;
}

sx_status sx_comms_table(const sx_comms *comms, int rank, sx_arena *arena,
                         sx_trace *trace, sx_error *err)
{
    trace->ncomms = comms->n;
    trace->comm = SX_NEW_ARRAY(arena, sx_comm, comms->n);
    if (!trace->comm)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < comms->n; i++) {
        const sx_comm_entry *from = &comms->entry[i];
        sx_comm *to = &trace->comm[i];
        *to = (sx_comm) { .kind = from->kind,
                          .parent = from->parent,
                          .serial = from->serial };
        if (from->name &&
            !(to->name = sx_arena_string(arena, from->name, strlen(from->name))))
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (i < 2)
            continue;
        to->members.kind = SX_DOMAIN_RANKS;
        to->size = sx_value_constant(arena, from->size);
        to->rank = sx_value_constant(arena, from->rank);
        if (sx_ranklist_range(arena, rank, 1, &to->members.ranks, err) != SX_OK ||
            !to->size.piece || !to->rank.piece)
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}
