/* Parts of a total that are a matter of chance: part k mod n of division k div n, always the same ones. Few are thrown one by one, and of
 * many the number is normal: z is a sum of uniform numbers. */
static long share(long total, long n, long k)
{
    long first = 0, end = n, at = k % n;
    for (uint64_t h = (uint64_t)(k / n); end - first > 1 && total > 0;) {
        long middle = first + (end - first) / 2, left = 0;
        double p = (double)(middle - first) / (double)(end - first), z = -6, u;
        h = mixed(h + (uint64_t)(first + end));
        for (long i = 0; i < (total > 32 ? 12 : total); i++, z += u)
            left += (u = ldexp((double)(mixed(~h + (uint64_t)i) >> 11), -53)) < p;
        z = floor((double)total * p + sqrt((double)total * p * (1 - p)) * z + 0.5);
        if (total > 32)
            left = (long)fmin(fmax(z, 0), (double)total);
        total = at < middle ? left : total - left;
        *(at < middle ? &end : &first) = middle;
    }
    return total;
}
