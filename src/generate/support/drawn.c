/* A time from its least and its greatest, and what 10, 25, 50, 75 and 90 % of all are below; or always the same. Those that
 * come after one another are spread evenly over it; what differs between ranks all the time is no matter of chance. */
static double drawn(const double *t, int at, long n)
{
    static const double share[] = { 0, 0.1, 0.25, 0.5, 0.75, 0.9, 1 };
    int alone = independent > 0 || n == 0; /* what is there once differs by rank alone */
    uint64_t own_seed = (uint64_t)seed << 32 | (alone ? (uint32_t)rank + 1 : 0);
    uint64_t h = mixed(mixed(own_seed) + (uint64_t)at);
    double u = fmod(ldexp((double)(h >> 11), -53) + (double)n * 0.6180339887498949, 1);
    double value = 0, mean = 0, square = 0;
    if (t[5] == 0 && t[6] == 0)
        return t[0];
    for (int i = 0; i < 6; i++) {
        double a = t[i], b = t[i + 1], width = share[i + 1] - share[i];
        mean += width * (a + b) / 2;
        square += width * (a * a + a * b + b * b) / 3;
        if (u >= share[i])
            value = a + (b - a) * (u - share[i]) / width;
    }
    double all = sqrt(fmax(0, square - mean * mean)), own = fmin(all, slow_sd * mean);
    if (only_mean || all == 0)
        return mean;
    value = mean + sqrt(1 - own * own / all / all) * (value - mean);
    return own > 0 ? value + (slow - 1) / slow_sd * own : value;
}
