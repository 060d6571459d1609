/* Parts of a total that are a matter of chance: part k mod n of division k div n, always the same ones. */
static uint64_t chance(uint64_t h, uint64_t word)
{
    return mixed(h ^ (word + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2)));
}

static double fraction(uint64_t h, uint64_t word)
{
    return ldexp((double)(chance(h, word) >> 11), -53);
}

static long share(long total, long n, long k)
{
    long first = 0, end = n, at = k % n;
    uint64_t division = mixed((uint64_t)(k / n) + 1);
    while (end - first > 1 && total > 0) {
        long middle = first + (end - first) / 2, left = 0;
        uint64_t h = chance(chance(division, (uint64_t)first), (uint64_t)end);
        double p = (double)(middle - first) / (double)(end - first), z = -6;
        for (int i = 0; i < 12; i++)
            z += fraction(h, (uint64_t)i);
        for (long i = 0; i < total && total <= 32; i++)
            left += fraction(h, (uint64_t)i) < p;
        if (total > 32) {
            double drawn = (double)total * p;
            drawn = floor(drawn + sqrt(drawn * (1 - p)) * z + 0.5);
            left = drawn <= 0 ? 0 : drawn >= (double)total ? total : (long)drawn;
        }
        total = at < middle ? left : total - left;
        *(at < middle ? &end : &first) = middle;
    }
    return total;
}
