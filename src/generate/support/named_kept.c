/* A request by how many were posted since, or a persistent one by -1 less its number; none by INT64_MIN. */
static MPI_Request *named(long name)
{
    static MPI_Request none;
    none = MPI_REQUEST_NULL;
    return name == INT64_MIN ? &none
           : name < 0        ? persistent(-1 - (int)name)
                             : latest(1 + name);
}
