/* Communicators made in every way, used, freed and made again; intercommunicators and calls that are
 * only counted must do no harm. */
#include "expect.h"

static int rank, size;

static void use(MPI_Comm comm)
{
    int n, own, sum, value;
    MPI_Comm_size(comm, &n);
    MPI_Comm_rank(comm, &own);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm);
    expect("Allreduce", "-", 4, "-", n);
    check(sum == n * (n - 1) / 2, "Allreduce");
    MPI_Sendrecv(&own, 1, MPI_INT, (own + 1) % n, 1, &value, 1, MPI_INT,
                 (own + n - 1) % n, 1, comm, MPI_STATUS_IGNORE);
    expect("Sendrecv", number((own + 1) % n), 4, "1", n);
    check(value == (own + n - 1) % n, "Sendrecv");
}

static void drop(MPI_Comm *comm)
{
    int n;
    MPI_Comm_size(*comm, &n);
    MPI_Comm_free(comm);
    expect("Comm_free", "-", 0, "-", n);
}

static void splits(void)
{
    MPI_Comm half, node, copy;
    MPI_Request request;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    expect("Comm_split", "-", 0, "-", size);
    use(half);
    MPI_Comm_split(half, rank == 0 ? MPI_UNDEFINED : 1, 0, &copy);
    int n;
    MPI_Comm_size(half, &n);
    expect("Comm_split", "-", 0, "-", n);
    check((copy == MPI_COMM_NULL) == (rank == 0), "MPI_UNDEFINED");
    if (copy != MPI_COMM_NULL) {
        use(copy);
        drop(&copy);
    }
    MPI_Comm_split_type(half, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    expect("Comm_split_type", "-", 0, "-", n);
    use(node);
    drop(&node);
    drop(&half);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    expect("Comm_dup", "-", 0, "-", size);
    use(copy);
    drop(&copy);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    expect("Comm_idup", "-", 0, "-", size);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_plain("Wait");
    use(copy);
    drop(&copy);
    MPI_Comm_dup_with_info(MPI_COMM_SELF, MPI_INFO_NULL, &copy);
    expect("Comm_dup_with_info", "-", 0, "-", 1);
    use(copy);
    drop(&copy);
}

static void groups(void)
{
    MPI_Group all, some;
    MPI_Comm comm;
    int last = size - 1;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &last, &some);
    MPI_Comm_create(MPI_COMM_WORLD, some, &comm);
    expect("Comm_create", "-", 0, "-", size);
    if (comm != MPI_COMM_NULL) {
        use(comm);
        drop(&comm);
        MPI_Comm_create_group(MPI_COMM_WORLD, some, 4, &comm);
        expect("Comm_create_group", "-", 0, "-", size);
        use(comm);
        drop(&comm);
    }
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

static void grids(void)
{
    int dims[2] = { 0, 0 }, periods[2] = { 1, 0 }, remain[2] = { 0, 1 };
    MPI_Comm cart, row;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
    expect("Cart_create", "-", 0, "-", size);
    use(cart);
    MPI_Cart_sub(cart, remain, &row);
    expect("Cart_sub", "-", 0, "-", size);
    use(row);
    drop(&row);
    drop(&cart);
}

/* What goes over an intercommunicator becomes opaque. */
static void between(void)
{
    MPI_Comm half, inter, both, graph;
    MPI_Request request[2];
    MPI_Win window;
    int other = (rank + 1) % 2, value = 0, remote;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    expect("Comm_split", "-", 0, "-", size);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, other, 9, &inter);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Barrier(inter);
    expect_plain("Opaque");
    if (rank / 2 < remote) {
        MPI_Irecv(&value, 1, MPI_INT, rank / 2, 0, inter, &request[0]);
        expect_plain("Opaque");
        MPI_Isend(&rank, 1, MPI_INT, rank / 2, 0, inter, &request[1]);
        expect_plain("Opaque");
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        expect_plain("Waitall");
    }
    MPI_Intercomm_merge(inter, rank % 2, &both);
    use(both);
    drop(&both);
    MPI_Comm_free(&inter);
    expect_plain("Opaque");
    drop(&half);
    int next = (rank + 1) % size, one = 1;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &next, &one, 1, &next, &one,
                                   MPI_INFO_NULL, 0, &graph);
    expect("Dist_graph_create_adjacent", "-", 0, "-", size);
    use(graph);
    drop(&graph);
    MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    check(value == (rank + size - 1) % size, "MPI_Put");
    MPI_Win_free(&window);
}

/* A call that fails, and is told to return. */
static void failure(void)
{
    MPI_Comm comm;
    int n = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    expect("Comm_dup", "-", 0, "-", size);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    check(MPI_Send(&n, 1, MPI_INT, size + 3, 0, comm) != MPI_SUCCESS, "an error");
    expect_plain("Opaque");
    drop(&comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_open();
    expect_plain("Init");
    rank = expect_rank;
    for (int i = 0; i < 3; i++) {
        splits();
        groups();
        grids();
        between();
        failure();
    }
    use(MPI_COMM_SELF);
    expect_finalize();
    MPI_Finalize();
    return expect_wrong != 0;
}
