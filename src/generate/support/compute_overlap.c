/* What is owed takes time, but for what --overlap has let go on during the calls since then. What took too long is made up for
 * the next time. */
static double open_since;

static void stop_computing(void)
{
    double begin = overlap > 0 ? MPI_Wtime() : open_since;
    if (open_place < 0)
        return;
    if (owed > 0)
        owed = fmax(0, owed - (begin - open_since));
    if (owed > 0)
        (*compute_how == 'k' ? kernel : compute_how[1] == 'l' ? nap : spin)(owed);
    spent[open_place] += MPI_Wtime() - begin;
    owed = *compute_how == 'k' ? fmin(0, owed) : owed - (MPI_Wtime() - begin);
    open_place = -1;
}

/* What the program computed before a call, in nanoseconds. */
static void compute_at(int at, int line, const double *t)
{
    if (strcmp(compute_how, "none") == 0)
        return;
    stop_computing();
    open_since = MPI_Wtime();
    open_place = at;
    owed += drawn(t, at, times[at]++) * 1e-9 * pace * compute_scale;
    line_of[at] = line;
    if (overlap == 0)
        stop_computing();
}

#define compute(at, ...) compute_at(at, __LINE__, (double[7]) { __VA_ARGS__ })
