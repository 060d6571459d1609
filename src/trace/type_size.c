#include "trace/type_size.h"

#include "base/checked.h"

/* Types in each other whose alignment is looked for. */
enum { MOST_LOOKED_AT = 4096 };

typedef struct bounds {
    bool any; /* of a block with elements */
    int64_t lb, ub;
} bounds;

/* What is known of the type while blocks of earlier types are laid out. */
typedef struct layout {
    const sx_type *table, *type;
    unsigned looked_at; /* types in each other */
    bool failed;
    int64_t size;
    bounds free,
        bounded; /* of the blocks, and of those whose type was given its bounds */
    int64_t alignment; /* the largest boundary that a basic type in it lies on */
} layout;

static int64_t add(layout *l, int64_t a, int64_t b)
{
    int64_t sum = 0;
    l->failed = l->failed || sx_add_overflows(a, b, &sum);
    return sum;
}

static int64_t times(layout *l, int64_t a, int64_t b)
{
    int64_t product = 0;
    l->failed = l->failed || sx_mul_overflows(a, b, &product);
    return product;
}

static int64_t at(layout *l, const sx_seq *list, uint64_t i)
{
    if (!list || i >= list->length) {
        l->failed = true;
        return 0;
    }
    return sx_seq_at(list, i);
}

static sx_type old_type(layout *l, uint64_t i)
{
    sx_type old = l->table[at(l, l->type->types, i)];
    if (old.combiner == SX_COMBINER_UNKNOWN)
        old.extent = old.size;
    return old;
}

/* Was it given its bounds, by which those of what it is in go then? */
static bool is_bounded(const sx_type *type)
{
    return type->combiner == SX_COMBINER_SUBARRAY ||
           type->combiner == SX_COMBINER_DARRAY || type->combiner == SX_COMBINER_RESIZED;
}

/* The largest boundary that a basic type in it lies on; and is it, or a type in it, bounded? */
static int64_t alignment_of(layout *l, const sx_type *type, bool *bounded)
{
    int64_t largest = 1;
    *bounded = *bounded || is_bounded(type);
    l->failed = l->failed || ++l->looked_at > MOST_LOOKED_AT;
    if (l->failed)
        return 1;
    if (type->combiner == SX_COMBINER_UNKNOWN)
        return type->size > 8 ? 8 : type->size & (type->size - 1) ? 1 : type->size;
    for (uint64_t i = 0; type->types && i < type->types->length; i++) {
        int64_t own = alignment_of(l, &l->table[sx_seq_at(type->types, i)], bounded);
        largest = own > largest ? own : largest;
    }
    return largest;
}

static void widen(bounds *of, int64_t low, int64_t high)
{
    of->lb = of->any && of->lb < low ? of->lb : low;
    of->ub = of->any && of->ub > high ? of->ub : high;
    of->any = true;
}

/* `n` elements of an earlier type, one after the other, from this displacement in bytes. */
static void lay(layout *l, const sx_type *old, int64_t n, int64_t displacement)
{
    l->failed = l->failed || n < 0;
    if (n <= 0 || old->size == 0)
        return;
    int64_t last = times(l, n - 1, old->extent);
    int64_t low = add(l, displacement, add(l, old->lb, last < 0 ? last : 0));
    int64_t high =
        add(l, add(l, displacement, add(l, old->lb, last > 0 ? last : 0)), old->extent);
    bool bounded = false;
    int64_t alignment = alignment_of(l, old, &bounded);
    l->alignment = alignment > l->alignment ? alignment : l->alignment;
    l->size = add(l, l->size, times(l, n, old->size));
    widen(bounded ? &l->bounded : &l->free, low, high);
}

/* `count` blocks, equally far from each other: those between the first and the last add nothing but size. */
static void lay_strided(layout *l, int64_t count, int64_t block, int64_t stride)
{
    sx_type old = old_type(l, 0);
    l->failed = l->failed || count < 0;
    if (count > 0)
        lay(l, &old, block, 0);
    if (count > 1)
        lay(l, &old, block, times(l, count - 1, stride));
    if (count > 2)
        l->size = add(l, l->size, times(l, count - 2, times(l, block, old.size)));
}

/* Blocks at displacements of their own; `lengths` is the index of the first length among the integers, or of the one that all
 * have. */
static void lay_listed(layout *l, bool one_length, bool in_bytes, bool own_types)
{
    const sx_seq *ints = l->type->ints, *far = in_bytes ? l->type->addresses : ints;
    int64_t count = at(l, ints, 0);
    uint64_t first = in_bytes ? 0 : one_length ? 2 : 1 + (uint64_t)count;
    l->failed = l->failed || count < 0 || !far || (uint64_t)count > far->length;
    for (int64_t i = 0; i < count && !l->failed; i++) {
        sx_type old = old_type(l, own_types ? (uint64_t)i : 0);
        int64_t displacement = at(l, far, first + (uint64_t)i);
        if (!in_bytes)
            displacement = times(l, displacement, old.extent);
        lay(l, &old, at(l, ints, one_length ? 1 : 1 + (uint64_t)i), displacement);
    }
}

/* Its integers are ndims, sizes, sizes of the part, starts, and the order. */
static void lay_subarray(layout *l)
{
    sx_type old = old_type(l, 0);
    int64_t ndims = at(l, l->type->ints, 0), all = 1, part = 1;
    l->failed = l->failed || ndims < 0 || (uint64_t)ndims > l->type->ints->length;
    for (int64_t d = 0; d < ndims && !l->failed; d++) {
        all = times(l, all, at(l, l->type->ints, 1 + (uint64_t)d));
        part = times(l, part, at(l, l->type->ints, 1 + (uint64_t)(ndims + d)));
    }
    l->size = times(l, part, old.size);
    l->bounded = (bounds) { true, 0, times(l, all, old.extent) };
}

static void lay_out(layout *l)
{
    const sx_type *type = l->type;
    switch (type->combiner) {
    case SX_COMBINER_DUP:
        lay_strided(l, 1, 1, 0);
        break;
    case SX_COMBINER_CONTIGUOUS:
        lay_strided(l, 1, at(l, type->ints, 0), 0);
        break;
    case SX_COMBINER_VECTOR:
        lay_strided(l, at(l, type->ints, 0), at(l, type->ints, 1),
                    times(l, at(l, type->ints, 2), old_type(l, 0).extent));
        break;
    case SX_COMBINER_HVECTOR:
        lay_strided(l, at(l, type->ints, 0), at(l, type->ints, 1),
                    at(l, type->addresses, 0));
        break;
    case SX_COMBINER_INDEXED:
        lay_listed(l, false, false, false);
        break;
    case SX_COMBINER_HINDEXED:
        lay_listed(l, false, true, false);
        break;
    case SX_COMBINER_INDEXED_BLOCK:
        lay_listed(l, true, false, false);
        break;
    case SX_COMBINER_HINDEXED_BLOCK:
        lay_listed(l, true, true, false);
        break;
    case SX_COMBINER_STRUCT:
        lay_listed(l, false, true, true);
        break;
    case SX_COMBINER_SUBARRAY:
        lay_subarray(l);
        break;
    case SX_COMBINER_RESIZED:
        lay_strided(l, 1, 1, 0);
        l->bounded.any = true;
        l->bounded.lb = at(l, type->addresses, 0);
        l->bounded.ub = add(l, l->bounded.lb, at(l, type->addresses, 1));
        break;
    case SX_COMBINER_UNKNOWN:
    case SX_COMBINER_DARRAY:
    case SX_COMBINERS:
        l->failed = true;
    }
}

bool sx_type_measure(const sx_type *table, sx_type *type)
{
    layout l = { .table = table, .type = type };
    if (!type->types || type->types->length == 0)
        return false;
    lay_out(&l);
    const bounds *is = l.bounded.any ? &l.bounded : &l.free;
    int64_t extent;
    if (l.failed || sx_sub_overflows(is->ub, is->lb, &extent))
        return false;
    /* MPI rounds it up, unless it was given. */
    if (!l.bounded.any && l.alignment > 1)
        extent = times(&l, add(&l, extent, l.alignment - 1) / l.alignment, l.alignment);
    if (l.failed)
        return false;
    type->size = l.size;
    type->lb = is->lb;
    type->extent = extent;
    return true;
}
