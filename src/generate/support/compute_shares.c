/* The same as shares of a mean. */
static const double *of_mean(double mean, double share[7])
{
    for (int i = 0; i < 7; i++)
        share[i] *= fmax(0, mean);
    return share;
}

#define compute_shares(at, mean, ...)                                                    \
    compute_at(at, __LINE__, of_mean(mean, (double[7]) { __VA_ARGS__ }))
