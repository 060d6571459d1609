static void stop(const char *why)
{
    if (rank == 0)
        fprintf(stderr, "%s\n", why);
    MPI_Finalize();
    exit(1);
}
