enum { REPLACED_TAG = 32767 };
static int ends; /* what MPI_Finalize takes away it takes itself */
#define MPI_Finalize() (ends = 1, MPI_Finalize())

static int forget_apart(MPI_Comm comm, int key, void *apart, void *extra)
{
    (void)comm, (void)key, (void)extra;
    if (!ends)
        PMPI_Comm_free(apart);
    free(apart);
    return MPI_SUCCESS;
}

/* The same ranks for messages of ours, which no receive of the program takes. Made once, freed with that. */
static MPI_Comm apart_from(MPI_Comm comm)
{
    static int key = MPI_KEYVAL_INVALID;
    MPI_Comm *apart;
    int is_known;
    if (key == MPI_KEYVAL_INVALID)
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_apart, &key, NULL);
    PMPI_Comm_get_attr(comm, key, &apart, &is_known);
    if (!is_known) {
        apart = malloc(sizeof *apart);
        MPI_Comm_dup(comm, apart);
        PMPI_Comm_set_attr(comm, key, apart);
    }
    return *apart;
}
