/* Arithmetic on more memory than caches hold: as much as took so many seconds at first, when it was fastest. */
static void kernel(double seconds)
{
    static double a[1 << 20], rate;
    static size_t at;
    int tries = rate > 0 ? 1 : 64;
    for (int k = 0; k < tries; k++) {
        double begin = MPI_Wtime(), all = tries == 1 ? seconds * rate : 1 << 17, n = all;
        for (; n >= 1; n--, at = (at + 1) % (1 << 20))
            a[at] = 0.5 * a[at] + 1;
        if (tries > 1)
            rate = fmax(rate, all / (MPI_Wtime() - begin));
    }
}
