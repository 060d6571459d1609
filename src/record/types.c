#include "record/types.h"

#include "record/type_tree.h"

#include <string.h>

/* What a type that comes with MPI is interned by: the used part of it. Derived ones: type_tree.c. */
typedef struct type_key {
    int64_t size;
    char name[MPI_MAX_OBJECT_NAME];
} type_key;

void sx_types_finish(sx_types *types)
{
    sx_intern_finish(&types->types);
    sx_intern_finish(&types->redops);
    sx_handles_finish(&types->predefined);
    sx_handles_finish(&types->derived);
}

static int64_t type_named(sx_types *types, type_key *key)
{
    return sx_intern_name(&types->types, key,
                          offsetof(type_key, name) + strlen(key->name) + 1);
}

/* Is it a type that comes with MPI? Those have names that say what they are. */
static bool is_predefined(MPI_Datatype type)
{
    int integers, addresses, datatypes, combiner;
    return PMPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner) ==
               MPI_SUCCESS &&
           combiner == MPI_COMBINER_NAMED;
}

/* One that is not among the predefined ones that were seen. */
static int64_t find_new(sx_types *types, MPI_Datatype type)
{
    type_key key = { .name = "MPI_DATATYPE_NULL" };
    MPI_Count size = 0;
    int length = 0;
    if (type == MPI_DATATYPE_NULL)
        return type_named(types, &key);
    if (!is_predefined(type))
        return sx_type_tree_find(types, type);
    PMPI_Type_size_x(type, &size);
    key.size = (int64_t)size;
    PMPI_Type_get_name(type, key.name, &length);
    int64_t index = type_named(types, &key);
    if (index >= 0)
        sx_handles_set(&types->predefined, (const void *)type, (uint32_t)index);
    return index;
}

int64_t sx_types_look_up(sx_types *types, MPI_Datatype type)
{
    int64_t index = sx_handles_find(&types->predefined, (const void *)type);
    if (index == SX_HANDLES_NONE)
        return find_new(types, type);
    types->last = type;
    types->last_index = index + 1;
    return index;
}

int64_t sx_types_look_up_redop(sx_types *types, MPI_Op op)
{
#define ROW(name)                                                                        \
    {                                                                                    \
        name, #name                                                                      \
    }
    const struct {
        MPI_Op op;
        const char *name;
    } predefined[] = { ROW(MPI_SUM),   ROW(MPI_MAX),    ROW(MPI_MIN),    ROW(MPI_PROD),
                       ROW(MPI_LAND),  ROW(MPI_BAND),   ROW(MPI_LOR),    ROW(MPI_BOR),
                       ROW(MPI_LXOR),  ROW(MPI_BXOR),   ROW(MPI_MINLOC), ROW(MPI_MAXLOC),
                       ROW(MPI_NO_OP), ROW(MPI_REPLACE) };
#undef ROW
    const char *name = "user";
    for (size_t i = 0; i < sizeof predefined / sizeof predefined[0]; i++) {
        if (predefined[i].op == op)
            name = predefined[i].name;
    }
    int64_t index = sx_intern_name(&types->redops, name, strlen(name) + 1);
    types->last_redop = op;
    types->last_redop_index = index + 1;
    return index;
}

sx_status sx_types_tables(const sx_types *types, sx_arena *arena, sx_trace *trace,
                          sx_error *err)
{
    trace->ntypes = types->types.n;
    trace->type = SX_NEW_ARRAY(arena, sx_type, trace->ntypes);
    trace->nredops = types->redops.n;
    trace->redop = SX_NEW_ARRAY(arena, const char *, trace->nredops);
    if (!trace->type || !trace->redop)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < trace->ntypes; i++) {
        const sx_intern_item *item = &types->types.item[i];
        const type_key *key = sx_intern_bytes(item);
        if (sx_type_tree_is(item)) {
            if (sx_type_tree_entry(item, arena, &trace->type[i]) != SX_OK)
                return sx_fail(err, SX_NOMEM, "out of memory");
            continue;
        }
        trace->type[i].size = key->size;
        trace->type[i].name = sx_arena_string(arena, key->name, strlen(key->name));
        if (!trace->type[i].name)
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    for (size_t i = 0; i < trace->nredops; i++) {
        const char *name = sx_intern_bytes(&types->redops.item[i]);
        trace->redop[i] = sx_arena_string(arena, name, strlen(name));
        if (!trace->redop[i])
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}
