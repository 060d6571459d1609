/* A graph of the neighbours that each rank has, which everybody tells to all. MPI's functions by their other names are not recorded, as the
 * original had no such calls. */
static void make_graph(MPI_Comm comm, int is_node, int n, const int *neighbours,
                       int reorder, MPI_Comm *made)
{
    int size, nodes = 0, total = 0, own = is_node ? n : -1;
    PMPI_Comm_size(comm, &size);
    int *count = calloc((size_t)size, sizeof *count);
    int *begin = calloc((size_t)size + 1, sizeof *begin);
    PMPI_Allgather(&own, 1, MPI_INT, count, 1, MPI_INT, comm);
    for (int i = 0; i < size; i++) {
        nodes += count[i] >= 0;
        count[i] = count[i] < 0 ? 0 : count[i];
        begin[i + 1] = total += count[i];
    }
    int *edge = calloc((size_t)total + 1, sizeof *edge);
    PMPI_Allgatherv(neighbours, own < 0 ? 0 : own, MPI_INT, edge, count, begin, MPI_INT,
                    comm);
    MPI_Graph_create(comm, nodes, begin + 1, edge, reorder, made);
    free(count);
    free(begin);
    free(edge);
}
