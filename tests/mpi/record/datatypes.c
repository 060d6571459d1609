/* Derived datatypes of all kinds, one of them made anew in every iteration, and one whose parameters depend on
 * the rank. */
#include "expect.h"

enum { TIMES = 50 };

static int rank, size;
static double from[4096], to[4096];

/* To oneself, so that any type will do. */
static void use(MPI_Datatype type, long bytes)
{
    MPI_Sendrecv(from, 1, type, rank, 1, to, 1, type, rank, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    expect("Sendrecv", number(rank), bytes, "1", size);
}

static void use_once(MPI_Datatype type, long bytes)
{
    MPI_Type_commit(&type);
    use(type, bytes);
    MPI_Type_free(&type);
}

static void kinds(void)
{
    int lengths[3] = { 1, 2, 3 }, at[3] = { 0, 4, 8 };
    MPI_Aint far[3] = { 0, 64, 128 };
    MPI_Datatype type, part, parts[3] = { MPI_INT, MPI_DOUBLE, MPI_CHAR };
    int sizes[2] = { 8, 6 }, subsizes[2] = { 2, 3 }, starts[2] = { 1, 2 };
    int distribs[1] = { MPI_DISTRIBUTE_BLOCK }, dargs[1] = { MPI_DISTRIBUTE_DFLT_DARG },
        gsizes[1] = { 40 }, psizes[1] = { 4 };
    MPI_Type_contiguous(7, MPI_INT, &type);
    use_once(type, 28);
    MPI_Type_vector(10, 1, 20, MPI_DOUBLE, &part);
    MPI_Type_create_hvector(3, 1, 2048, part, &type);
    use_once(type, 240);
    MPI_Type_free(&part);
    MPI_Type_indexed(3, lengths, at, MPI_DOUBLE, &type);
    use_once(type, 48);
    MPI_Type_create_hindexed(3, lengths, far, MPI_DOUBLE, &type);
    use_once(type, 48);
    MPI_Type_create_indexed_block(3, 2, at, MPI_DOUBLE, &type);
    use_once(type, 48);
    MPI_Type_create_hindexed_block(3, 2, far, MPI_INT, &type);
    use_once(type, 24);
    MPI_Type_create_struct(3, lengths, far, parts, &part);
    MPI_Type_create_resized(part, -8, 256, &type);
    MPI_Type_free(&part);
    use_once(type, 23);
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_FLOAT, &type);
    use_once(type, 24);
    MPI_Type_create_darray(4, 1, 1, gsizes, distribs, dargs, psizes, MPI_ORDER_C, MPI_INT,
                           &type);
    use_once(type, 40);
    MPI_Type_dup(MPI_INT, &type);
    use_once(type, 4);
}

int main(int argc, char **argv)
{
    MPI_Datatype kept;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_open();
    expect_plain("Init");
    rank = expect_rank;
    MPI_Type_contiguous(2 + rank % 2, MPI_DOUBLE, &kept);
    MPI_Type_commit(&kept);
    for (int i = 0; i < TIMES; i++) {
        kinds();
        use(kept, 8 * (2 + rank % 2));
    }
    MPI_Type_free(&kept);
    expect_finalize();
    MPI_Finalize();
    return expect_wrong != 0;
}
