#include "generate/c_types.h"

#include <inttypes.h>

bool sx_c_type_is_made(const sx_type *type)
{
    return type->combiner != SX_COMBINER_UNKNOWN || !sx_c_is_mpi_constant(type->name);
}

/* Argument i of the constructor. */
static const char *one(sx_c_writer *w, const sx_type *type, bool address, uint64_t i)
{
    const sx_seq *list = address ? type->addresses : type->ints;
    if (type->law)
        return sx_c_expr(w, (address ? type->law->addresses : type->law->ints)[i],
                         &sx_c_numbers);
    return list && i < list->length ? sx_c_text(w->arena, "%" PRId64, sx_seq_at(list, i))
                                    : "0";
}

static const char *integer(sx_c_writer *w, const sx_type *type, uint64_t i)
{
    return one(w, type, false, i);
}

/* Arguments from .. from + n - 1 as an array. */
static const char *several(sx_c_writer *w, const sx_type *type, bool address,
                           uint64_t from, uint64_t n)
{
    const char *text = sx_c_text(w->arena, "(%s[]) { ", address ? "MPI_Aint" : "int");
    for (uint64_t i = 0; i < n; i++)
        text = sx_c_text(w->arena, "%s%s%s", text, i ? ", " : "",
                         one(w, type, address, from + i));
    return sx_c_text(w->arena, "%s }", text);
}

static const char *old_type(sx_c_writer *w, const sx_type *type, uint64_t i)
{
    return sx_c_type_name(w, (uint32_t)sx_seq_at(type->types, i));
}

static const char *old_types(sx_c_writer *w, const sx_type *type, uint64_t n)
{
    const char *text = "(MPI_Datatype[]) { ";
    for (uint64_t i = 0; i < n; i++)
        text = sx_c_text(w->arena, "%s%s%s", text, i ? ", " : "", old_type(w, type, i));
    return sx_c_text(w->arena, "%s }", text);
}

/* How many blocks an irregular type has. */
static uint64_t blocks(const sx_type *type)
{
    if (!type->law)
        return (uint64_t)sx_seq_at(type->ints, 0);
    return type->law->ints[0]->op == SX_EXPR_INT ? (uint64_t)type->law->ints[0]->value
                                                 : 0;
}

/* The arguments of MPI_Type_create_subarray and _darray after those in front. */
static const char *array_lists(sx_c_writer *w, const sx_type *type, uint64_t from,
                               uint64_t ndims, uint64_t lists)
{
    const char *text = "";
    for (uint64_t i = 0; i < lists; i++)
        text = sx_c_text(w->arena, "%s, %s", text,
                         several(w, type, false, from + i * ndims, ndims));
    return sx_c_text(w->arena, "%s, %s", text, integer(w, type, from + lists * ndims));
}

static const char *arguments(sx_c_writer *w, const sx_type *type,
                             const char **ret_function)
{
    sx_arena *a = w->arena;
    uint64_t n;
    switch (type->combiner) {
    case SX_COMBINER_DUP:
        *ret_function = "dup";
        return old_type(w, type, 0);
    case SX_COMBINER_CONTIGUOUS:
        *ret_function = "contiguous";
        return sx_c_text(a, "%s, %s", integer(w, type, 0), old_type(w, type, 0));
    case SX_COMBINER_VECTOR:
        *ret_function = "vector";
        return sx_c_text(a, "%s, %s, %s, %s", integer(w, type, 0), integer(w, type, 1),
                         integer(w, type, 2), old_type(w, type, 0));
    case SX_COMBINER_HVECTOR:
        *ret_function = "create_hvector";
        return sx_c_text(a, "%s, %s, %s, %s", integer(w, type, 0), integer(w, type, 1),
                         one(w, type, true, 0), old_type(w, type, 0));
    case SX_COMBINER_INDEXED:
        *ret_function = "indexed";
        n = blocks(type);
        return sx_c_text(a, "%" PRIu64 ", %s, %s, %s", n, several(w, type, false, 1, n),
                         several(w, type, false, 1 + n, n), old_type(w, type, 0));
    case SX_COMBINER_HINDEXED:
        *ret_function = "create_hindexed";
        n = blocks(type);
        return sx_c_text(a, "%" PRIu64 ", %s, %s, %s", n, several(w, type, false, 1, n),
                         several(w, type, true, 0, n), old_type(w, type, 0));
    case SX_COMBINER_INDEXED_BLOCK:
        *ret_function = "create_indexed_block";
        n = blocks(type);
        return sx_c_text(a, "%" PRIu64 ", %s, %s, %s", n, integer(w, type, 1),
                         several(w, type, false, 2, n), old_type(w, type, 0));
    case SX_COMBINER_HINDEXED_BLOCK:
        *ret_function = "create_hindexed_block";
        n = blocks(type);
        return sx_c_text(a, "%" PRIu64 ", %s, %s, %s", n, integer(w, type, 1),
                         several(w, type, true, 0, n), old_type(w, type, 0));
    case SX_COMBINER_STRUCT:
        *ret_function = "create_struct";
        n = blocks(type);
        return sx_c_text(a, "%" PRIu64 ", %s, %s, %s", n, several(w, type, false, 1, n),
                         several(w, type, true, 0, n), old_types(w, type, n));
    case SX_COMBINER_SUBARRAY:
        *ret_function = "create_subarray";
        n = blocks(type);
        return sx_c_text(a, "%" PRIu64 "%s, %s", n, array_lists(w, type, 1, n, 3),
                         old_type(w, type, 0));
    case SX_COMBINER_DARRAY:
        *ret_function = "create_darray";
        n = (uint64_t)(type->ints ? sx_seq_at(type->ints, 2) : 0);
        return sx_c_text(a, "%s, %s, %" PRIu64 "%s, %s", integer(w, type, 0),
                         integer(w, type, 1), n, array_lists(w, type, 3, n, 4),
                         old_type(w, type, 0));
    case SX_COMBINER_RESIZED:
        *ret_function = "create_resized";
        return sx_c_text(a, "%s, %s, %s", old_type(w, type, 0), one(w, type, true, 0),
                         one(w, type, true, 1));
    default: /* of which nothing is known but its size */
        *ret_function = "contiguous";
        return sx_c_text(a, "%" PRId64 ", MPI_BYTE", type->size);
    }
}

/* Those in a type that is named are named, too: they come before it. */
static void name_parts(sx_c_writer *w)
{
    for (size_t i = w->trace->ntypes; i > 0; i--) {
        const sx_type *type = &w->trace->type[i - 1];
        for (uint64_t k = 0;
             w->type_used[i - 1] && type->types && k < type->types->length; k++)
            w->type_used[sx_seq_at(type->types, k)] = true;
    }
}

void sx_c_declare_types(sx_c_writer *w, sx_buffer *out)
{
    for (uint32_t i = 0; i < w->trace->ntypes; i++)
        if (w->type_used[i] && sx_c_type_is_made(&w->trace->type[i]))
            sx_buffer_printf(out, "static MPI_Datatype type%" PRIu32 ";\n", i);
}

void sx_c_make_types(sx_c_writer *w)
{
    name_parts(w);
    for (uint32_t i = 0; i < w->trace->ntypes; i++) {
        const sx_type *type = &w->trace->type[i];
        const char *function = NULL;
        if (!w->type_used[i] || !sx_c_type_is_made(type))
            continue;
        const char *text = arguments(w, type, &function);
        sx_c_line(w, "MPI_Type_%s(%s, &type%" PRIu32 ");", function, text, i);
        sx_c_line(w, "MPI_Type_commit(&type%" PRIu32 ");", i);
    }
}
