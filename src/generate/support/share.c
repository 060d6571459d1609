/* Parts of a total that are a matter of chance: part k mod n of division k div n, always the same ones. Few are thrown one by one, and of
 * many the number is normal: z is a sum of uniform numbers. */
static long share(long total, long n, long k)
{
    long first = 0, end = n, at = k % n;
    uint64_t h = (uint64_t)(k / n);
    while (end - first > 1 && total > 0) {
        long middle = first + (end - first) / 2, left = 0;
        double p = (double)(middle - first) / (double)(end - first), z = -6;
        h = mixed(h + (uint64_t)(first + end));
        for (long i = 0; i < (total > 32 ? 12 : total); i++) {
            double u = ldexp((double)(mixed(~h + (uint64_t)i) >> 11), -53);
            left += u < p;
            z += u;
        }
        z = floor((double)total * p + sqrt((double)total * p * (1 - p)) * z + 0.5);
        left = total > 32 ? (long)fmin(fmax(z, 0), (double)total) : left;
        total = at < middle ? left : total - left;
        end = at < middle ? middle : end;
        first = at < middle ? first : middle;
    }
    return total;
}
