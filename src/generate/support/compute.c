/* What the program computed before a call, in nanoseconds. What took too long is made up for the next time. */
static void compute_at(int at, int line, const double *t)
{
    double begin = MPI_Wtime();
    if (strcmp(compute_how, "none") == 0)
        return;
    owed += drawn(t, at, times[at]++) * 1e-9 * pace * compute_scale;
    if (owed > 0)
        (*compute_how == 'k' ? kernel : compute_how[1] == 'l' ? nap : spin)(owed);
    line_of[at] = line;
    spent[at] += MPI_Wtime() - begin;
    owed = *compute_how == 'k' ? fmin(0, owed) : owed - (MPI_Wtime() - begin);
}

#define compute(at, ...) compute_at(at, __LINE__, (double[7]) { __VA_ARGS__ })
