/* Sizes, lower bounds and extents that follow from how a datatype was made, against those that MPI says. */
#include "trace/type_size.h"

#include "tests/tap.h"

#include <mpi.h>
#include <stdlib.h>

enum { ROWS = 400, FIRST = 3, BLOCKS = 3 };

static uint64_t seed = 71;
static sx_type row[ROWS];
static MPI_Datatype made[ROWS];
static sx_arena *arena;

static int below(int n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((seed >> 33) % (unsigned)n);
}

static const sx_seq *ints(const int *value, int n)
{
    int64_t wide[16];
    for (int i = 0; i < n; i++)
        wide[i] = value[i];
    return sx_seq_literal(arena, wide, (uint64_t)n);
}

static const sx_seq *addresses(const MPI_Aint *value, int n)
{
    int64_t wide[16];
    for (int i = 0; i < n; i++)
        wide[i] = value[i];
    return sx_seq_literal(arena, wide, (uint64_t)n);
}

static const sx_seq *types(const int *value, int n)
{
    return ints(value, n);
}

/* Row i and MPI's type of the same constructor, of earlier rows that have elements and no bounds of their own: of those Open MPI
 * 4.1 rounds extents as it pleases. Displacements in bytes are where a double may lie. */
static void make(int i)
{
    int kind = below(9), of[BLOCKS], list[1 + 2 * BLOCKS] = { BLOCKS };
    int *block = list + 1, *far = block + BLOCKS;
    MPI_Aint far_bytes[BLOCKS];
    MPI_Datatype part[BLOCKS];
    for (int k = 0; k < BLOCKS; k++) {
        do
            of[k] = below(i < 40 ? FIRST : i < 80 ? 40 : 80);
        while (row[of[k]].combiner == SX_COMBINER_RESIZED || row[of[k]].size == 0);
        part[k] = made[of[k]];
        block[k] = 1 + below(3);
        far[k] = below(40) - 10;
        far_bytes[k] = 8 * (below(50) - 12);
    }
    sx_type *type = &row[i];
    *type = (sx_type) { .name = "derived", .types = types(of, kind == 6 ? BLOCKS : 1) };
    const int count = below(5), length = below(4), stride = below(12) - 4;
    switch (kind) {
    case 0:
        MPI_Type_contiguous(count, part[0], &made[i]);
        type->combiner = SX_COMBINER_CONTIGUOUS;
        type->ints = ints(&count, 1);
        break;
    case 1:
        MPI_Type_vector(count, length, stride, part[0], &made[i]);
        type->combiner = SX_COMBINER_VECTOR;
        type->ints = ints((int[]) { count, length, stride }, 3);
        break;
    case 2:
        MPI_Type_create_hvector(count, length, far_bytes[0], part[0], &made[i]);
        type->combiner = SX_COMBINER_HVECTOR;
        type->ints = ints((int[]) { count, length }, 2);
        type->addresses = addresses(far_bytes, 1);
        break;
    case 3:
        MPI_Type_indexed(BLOCKS, block, far, part[0], &made[i]);
        type->combiner = SX_COMBINER_INDEXED;
        type->ints = ints(list, 1 + 2 * BLOCKS);
        break;
    case 4:
        MPI_Type_create_hindexed(BLOCKS, block, far_bytes, part[0], &made[i]);
        type->combiner = SX_COMBINER_HINDEXED;
        type->ints = ints(list, 1 + BLOCKS);
        type->addresses = addresses(far_bytes, BLOCKS);
        break;
    case 5:
        MPI_Type_create_indexed_block(BLOCKS, length, far, part[0], &made[i]);
        type->combiner = SX_COMBINER_INDEXED_BLOCK;
        type->ints = ints((int[]) { BLOCKS, length, far[0], far[1], far[2] }, 5);
        break;
    case 6:
        MPI_Type_create_struct(BLOCKS, block, far_bytes, part, &made[i]);
        type->combiner = SX_COMBINER_STRUCT;
        type->ints = ints(list, 1 + BLOCKS);
        type->addresses = addresses(far_bytes, BLOCKS);
        break;
    case 7: {
        int sizes[2] = { 5 + below(9), 4 + below(9) },
            parts[2] = { 1 + below(5), 1 + below(4) };
        int starts[2] = { sizes[0] - parts[0], 0 };
        MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, part[0], &made[i]);
        type->combiner = SX_COMBINER_SUBARRAY;
        type->ints = ints((int[]) { 2, sizes[0], sizes[1], parts[0], parts[1], starts[0],
                                    starts[1], MPI_ORDER_C },
                          8);
        break;
    }
    default:
        MPI_Type_create_resized(part[0], far_bytes[0], far_bytes[1], &made[i]);
        type->combiner = SX_COMBINER_RESIZED;
        type->addresses = addresses(far_bytes, 2);
    }
}

int main(int argc, char **argv)
{
    int wrong = 0, unknown = 0, seen[SX_COMBINERS] = { 0 };
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 1);
    MPI_Init(&argc, &argv);
    arena = sx_arena_create();
    const MPI_Datatype basic[FIRST] = { MPI_DOUBLE, MPI_INT, MPI_CHAR };
    for (int i = 0; i < FIRST; i++) {
        int size;
        MPI_Type_size(made[i] = basic[i], &size);
        row[i] = (sx_type) { .name = "MPI_", .size = size };
    }
    for (int i = FIRST; i < ROWS; i++) {
        int size;
        MPI_Aint lb, extent;
        make(i);
        MPI_Type_size(made[i], &size);
        MPI_Type_get_extent(made[i], &lb, &extent);
        bool known = sx_type_measure(row, &row[i]);
        unknown += !known;
        seen[row[i].combiner]++;
        if (row[i].size != size || row[i].lb != lb || row[i].extent != extent) {
            wrong++;
            printf("# %s: %lld %lld %lld, and MPI says %d %ld %ld\n",
                   sx_combiner_name(row[i].combiner), (long long)row[i].size,
                   (long long)row[i].lb, (long long)row[i].extent, size, (long)lb,
                   (long)extent);
        }
        row[i].size = size;
        row[i].lb = lb;
        row[i].extent = extent;
    }
    is_int(unknown, 0, "types that cannot be measured");
    is_int(wrong, 0, "types of another size, bound or extent than MPI says");
    ok(seen[SX_COMBINER_STRUCT] > 20 && seen[SX_COMBINER_SUBARRAY] > 20,
       "all constructors are there");
    sx_type array = { .combiner = SX_COMBINER_DARRAY, .types = ints((int[]) { 0 }, 1) };
    ok(!sx_type_measure(row, &array), "a distributed array is not measured");
    sx_type large = { .combiner = SX_COMBINER_VECTOR, .types = ints((int[]) { 0 }, 1) };
    large.ints = sx_seq_literal(arena, (int64_t[]) { INT64_MAX, 2, 2 }, 3);
    ok(!sx_type_measure(row, &large), "nor one beyond all numbers");
    MPI_Finalize();
    sx_arena_destroy(arena);
    return tap_done();
}
