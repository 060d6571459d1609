/* A time from its least and its greatest, and what 10, 25, 50, 75 and 90 % of all are below; or always the same. Those that
 * come after one another are spread evenly over it. */
static double drawn(const double *t, int at, long n)
{
    static const double share[] = { 0, 0.1, 0.25, 0.5, 0.75, 0.9, 1 };
    static const double weight[] = { 0.05, 0.125, 0.2, 0.25, 0.2, 0.125, 0.05 };
    uint64_t h = mixed(mixed((uint64_t)seed << 32 | (uint32_t)rank) + (uint64_t)at);
    double u = fmod(ldexp((double)(h >> 11), -53) + (double)n * 0.6180339887498949, 1);
    double mean = 0;
    int k = 0;
    if (t[5] == 0 && t[6] == 0)
        return t[0];
    for (int i = 0; i < 7; i++)
        mean += weight[i] * t[i];
    while (u >= share[k + 1])
        k++;
    return only_mean
               ? mean
               : t[k] + (t[k + 1] - t[k]) * (u - share[k]) / (share[k + 1] - share[k]);
}
