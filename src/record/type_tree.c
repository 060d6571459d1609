#include "record/type_tree.h"

#include <stdlib.h>
#include <string.h>

/* What a derived type is interned by: this, then its integers, addresses and types. The mark is what no
 * predefined type has for a size. */
typedef struct tree_key {
    int64_t mark, size, lb, extent, combiner;
    int64_t n[3]; /* how many of each follow */
    int64_t value[];
} tree_key;

enum { MARK = -1 };

static sx_combiner combiner_of(int combiner)
{
    static const struct {
        int mpi;
        sx_combiner combiner;
    } known[] = {
        { MPI_COMBINER_DUP, SX_COMBINER_DUP },
        { MPI_COMBINER_CONTIGUOUS, SX_COMBINER_CONTIGUOUS },
        { MPI_COMBINER_VECTOR, SX_COMBINER_VECTOR },
        { MPI_COMBINER_HVECTOR, SX_COMBINER_HVECTOR },
        { MPI_COMBINER_INDEXED, SX_COMBINER_INDEXED },
        { MPI_COMBINER_HINDEXED, SX_COMBINER_HINDEXED },
        { MPI_COMBINER_INDEXED_BLOCK, SX_COMBINER_INDEXED_BLOCK },
        { MPI_COMBINER_HINDEXED_BLOCK, SX_COMBINER_HINDEXED_BLOCK },
        { MPI_COMBINER_STRUCT, SX_COMBINER_STRUCT },
        { MPI_COMBINER_SUBARRAY, SX_COMBINER_SUBARRAY },
        { MPI_COMBINER_DARRAY, SX_COMBINER_DARRAY },
        { MPI_COMBINER_RESIZED, SX_COMBINER_RESIZED },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].mpi == combiner)
            return known[i].combiner;
    }
    return SX_COMBINER_UNKNOWN;
}

static int forget(MPI_Datatype type, int keyval, void *value, void *extra)
{
    sx_types *types = extra;
    (void)keyval;
    (void)value;
    sx_handles_remove(&types->derived, (const void *)type);
    return MPI_SUCCESS;
}

/* Keeps the index until the handle is gone; a handle that cannot be watched is looked into each time. */
static void remember(sx_types *types, MPI_Datatype type, int64_t index)
{
    if (!types->has_keyval)
        types->has_keyval = PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, forget,
                                                    &types->keyval, types) == MPI_SUCCESS;
    if (types->has_keyval && PMPI_Type_set_attr(type, types->keyval, NULL) == MPI_SUCCESS)
        sx_handles_set(&types->derived, (const void *)type, (uint32_t)index);
}

static int64_t named(sx_types *types, MPI_Datatype type, tree_key *key, size_t values)
{
    MPI_Count size = 0;
    MPI_Aint lb = 0, extent = 0;
    PMPI_Type_size_x(type, &size);
    PMPI_Type_get_extent(type, &lb, &extent);
    key->mark = MARK;
    key->size = (int64_t)size;
    key->lb = (int64_t)lb;
    key->extent = (int64_t)extent;
    return sx_intern_name(&types->types, key, sizeof *key + values * sizeof(int64_t));
}

/* What MPI_Type_get_contents gives back must be freed, unless it comes with MPI. */
static int64_t part_of(sx_types *types, MPI_Datatype part)
{
    int ni, na, nt, combiner = MPI_COMBINER_NAMED;
    int64_t index = sx_types_find(types, part);
    PMPI_Type_get_envelope(part, &ni, &na, &nt, &combiner);
    if (combiner != MPI_COMBINER_NAMED)
        PMPI_Type_free(&part);
    return index;
}

static bool is_named(MPI_Datatype type, const char *name)
{
    char own[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    PMPI_Type_get_name(type, own, &length);
    return strcmp(own, name) == 0;
}

/* One element between marks of where it begins and ends, as MPI_Type_create_resized of SMPI makes it, is the call that made it. */
static bool is_resized(const int n[3], const int *integer, const MPI_Aint *address,
                       const MPI_Datatype *part)
{
    return n[0] == 4 && n[1] == 3 && n[2] == 3 && integer[1] == 1 && integer[2] == 1 &&
           integer[3] == 1 && address[1] == 0 && is_named(part[0], "MPI_LB") &&
           is_named(part[2], "MPI_UB");
}

static int64_t resized(sx_types *types, MPI_Datatype type, const MPI_Aint *address,
                       MPI_Datatype part, tree_key *key)
{
    key->combiner = SX_COMBINER_RESIZED;
    key->n[1] = 2;
    key->n[2] = 1;
    key->value[0] = (int64_t)address[0];
    key->value[1] = (int64_t)(address[2] - address[0]);
    key->value[2] = part_of(types, part);
    return key->value[2] < 0 ? -1 : named(types, type, key, 3);
}

/* `room` is for the arguments as MPI gives them. */
static int64_t look_into(sx_types *types, MPI_Datatype type, const int n[3], void *room,
                         tree_key *key)
{
    MPI_Aint *address = room;
    MPI_Datatype *part = (void *)(address + n[1]);
    int *integer = (void *)(part + n[2]);
    int64_t *value = key->value;
    if (PMPI_Type_get_contents(type, n[0], n[1], n[2], integer, address, part) !=
        MPI_SUCCESS) {
        memset(key, 0, sizeof *key);
        return named(types, type, key, 0);
    }
    if (key->combiner == SX_COMBINER_STRUCT && is_resized(n, integer, address, part))
        return resized(types, type, address, part[1], key);
    for (int i = 0; i < n[0]; i++)
        *value++ = integer[i];
    for (int i = 0; i < n[1]; i++)
        *value++ = (int64_t)address[i];
    for (int i = 0; i < n[2]; i++) {
        int64_t index = part_of(types, part[i]);
        if (index < 0)
            return -1;
        *value++ = index;
    }
    for (int i = 0; i < 3; i++)
        key->n[i] = n[i];
    return named(types, type, key, (size_t)(value - key->value));
}

static int64_t find_new(sx_types *types, MPI_Datatype type)
{
    int n[3] = { 0, 0, 0 }, combiner = MPI_COMBINER_NAMED;
    PMPI_Type_get_envelope(type, &n[0], &n[1], &n[2], &combiner);
    sx_combiner known = combiner_of(combiner);
    if (known == SX_COMBINER_INDEXED && n[1] > 0)
        known = SX_COMBINER_STRUCT; /* which SMPI has under the other's name */
    if (known == SX_COMBINER_UNKNOWN)
        n[0] = n[1] = n[2] = 0;
    size_t values = (size_t)n[0] + (size_t)n[1] + (size_t)n[2];
    tree_key *key = calloc(1, sizeof *key + values * sizeof(int64_t));
    void *room = malloc((values + 1) * sizeof(MPI_Aint) + values * sizeof(void *));
    int64_t index = -1;
    if (key && room) {
        key->combiner = known;
        index = known == SX_COMBINER_UNKNOWN ? named(types, type, key, 0)
                                             : look_into(types, type, n, room, key);
    }
    free(key);
    free(room);
    return index;
}

int64_t sx_type_tree_find(sx_types *types, MPI_Datatype type)
{
    int64_t index = sx_handles_find(&types->derived, (const void *)type);
    if (index != SX_HANDLES_NONE)
        return index;
    index = find_new(types, type);
    if (index >= 0)
        remember(types, type, index);
    return index;
}

bool sx_type_tree_is(const sx_intern_item *item)
{
    return *(const int64_t *)sx_intern_bytes(item) == MARK;
}

sx_status sx_type_tree_entry(const sx_intern_item *item, sx_arena *arena,
                             sx_type *ret_type)
{
    const tree_key *key = sx_intern_bytes(item);
    const int64_t *value = key->value;
    const sx_seq *list[3] = { NULL, NULL, NULL };
    for (int i = 0; i < 3; value += key->n[i++]) {
        if (key->n[i])
            list[i] = sx_seq_from_values(arena, value, (uint64_t)key->n[i], false);
        if (key->n[i] && !list[i])
            return SX_NOMEM;
    }
    *ret_type = (sx_type) { .name = "derived",
                            .size = key->size,
                            .combiner = (sx_combiner)key->combiner,
                            .ints = list[0],
                            .addresses = list[1],
                            .types = list[2] };
    if (ret_type->combiner != SX_COMBINER_UNKNOWN) {
        ret_type->lb = key->lb;
        ret_type->extent = key->extent;
    }
    return SX_OK;
}
