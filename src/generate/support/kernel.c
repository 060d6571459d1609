/* Arithmetic on more memory than caches hold: as much as took so many seconds at first. */
static void kernel(double seconds)
{
    static double a[1 << 20], rate;
    static size_t at;
    double begin = MPI_Wtime(), n = rate > 0 ? seconds * rate : 1 << 22;
    for (; n >= 1; n--, at = (at + 1) % (1 << 20))
        a[at] = 0.5 * a[at] + 1;
    if (rate == 0)
        rate = (1 << 22) / (MPI_Wtime() - begin);
}
