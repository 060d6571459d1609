/* A time from its least and its greatest, and what 10, 25, 50, 75 and 90 % of all are below; or always the same. Of how it differs from call to call a part is
 * drawn by each rank alone, and the rest for all ranks; both are spread evenly over calls that come after one another. What differs between ranks all the
 * time is no matter of chance. The sum of both may be below the least, and below 0, which later times make up for. */
static double drawn(const double *t, int at, long n)
{
    static const double share[] = { 0, 0.1, 0.25, 0.5, 0.75, 0.9, 1 };
    static const double once[] = { 2 / 3., 0.5, 0.5, 0.5, 0.5, 0.25 };
    static const double twice[] = { 8 / 15., 1 / 3., 1 / 3., 1 / 3., 1 / 3., 1 / 7. };
    static const double step[] = { 0.6180339887498949, 0.4142135623730951 };
    double off[2], mean = 0, square = 0, part = fmax(0, alone);
    if (independent > 0 || n == 0) /* what is there once differs by rank alone */
        part = 1;
    if (t[5] == 0 && t[6] == 0)
        return fmax(0, t[0]);
    for (int i = 0; i < 6; i++) {
        double a = t[i], d = t[i + 1] - a, width = share[i + 1] - share[i];
        mean += width * (a + d * once[i]);
        square += width * (a * a + 2 * a * d * once[i] + d * d * twice[i]);
    }
    for (int own = 0, i = 0; own < 2; own++, i = 0) {
        uint64_t seeds = (uint64_t)seed << 32 | (own ? (uint32_t)rank + 1 : 0);
        uint64_t h = mixed(mixed(seeds) + (uint64_t)at);
        double u = fmod(ldexp((double)(h >> 11), -53) + (double)n * step[own], 1);
        while (i < 5 && u >= share[i + 1])
            i++;
        u = (u - share[i]) / (share[i + 1] - share[i]);
        u = i == 0 ? u * (2 - u) : i == 5 ? u * u * u : u;
        off[own] = t[i] + (t[i + 1] - t[i]) * u - mean;
    }
    double all = sqrt(fmax(0, square - mean * mean)), lasting = fmin(all, slow_sd * mean);
    if (only_mean || all == 0 || mean <= 0)
        return fmax(0, mean);
    double passing = sqrt(1 - part) * off[0] + sqrt(part) * off[1];
    mean += sqrt(fmax(0, 1 - lasting * lasting / all / all)) * passing;
    return lasting > 0 ? mean + (slow - 1) / slow_sd * lasting : mean;
}
