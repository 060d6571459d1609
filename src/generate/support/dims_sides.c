/* The dims of a domain of so long sides by a rule: of least surface ('s'; its parts rounded down, 'f', or up, 'c'), or prime factors, the largest first,
 * each where parts are longest ('l'), or of two axes as many parts along one ('x', 'y') as the ratio of sides allows. */
static double dims_surface(const long *side, const long *own, int n, char rule)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double face = 1;
        for (int j = 0; j < n; j++)
            if (j != i)
                face *= (side[j] + (rule == 'c' ? own[j] - 1 : 0)) / own[j];
        sum += face;
    }
    return sum;
}

/* `sum`: of own / side over the axes before, which is the surface over the volume of parts that are not rounded. */
static void dims_least(long left, const long *side, int n, char rule, int axis,
                       double sum, long *own, double *best, long *dim)
{
    for (long d = 1; d <= left && axis + 1 < n; d++) {
        double more = sum + (double)d / side[axis];
        if (rule == 's' && *best >= 0 && more >= *best * (1 - 1e-12))
            return;
        own[axis] = d;
        if (left % d == 0)
            dims_least(left / d, side, n, rule, axis + 1, more, own, best, dim);
    }
    if (axis + 1 < n)
        return;
    own[axis] = left;
    sum =
        rule == 's' ? sum + (double)left / side[axis] : dims_surface(side, own, n, rule);
    if (*best >= 0 && sum >= *best * (1 - 1e-12))
        return;
    *best = sum;
    for (int i = 0; i < n; i++)
        dim[i] = own[i];
}

static void dims_longest(long p, const long *side, int n, long *dim)
{
    long factor[64];
    int k = 0;
    for (long d = 2; p > 1; d = d * d > p ? p : d + 1)
        for (; p % d == 0; p /= d)
            factor[k++] = d;
    for (int i = 0; i < n; i++)
        dim[i] = 1;
    while (k > 0) {
        int longest = 0;
        for (int i = 1; i < n; i++)
            if ((double)side[i] / dim[i] > (double)side[longest] / dim[longest])
                longest = i;
        dim[longest] *= factor[--k];
    }
}

static int dims_sides(long p, const long *side, int n, char rule, long *dim)
{
    long own[4];
    double best = -1;
    if (rule == 'x' || rule == 'y') {
        int most = rule == 'y';
        double ratio = (double)side[most] / side[1 - most];
        dim[most] = 1;
        for (long d = 1; d <= p / d; d++)
            for (int k = 0; k < 2 && p % d == 0; k++) {
                long parts = k ? p / d : d;
                if (parts > dim[most] && (double)parts / (p / parts) <= ratio)
                    dim[most] = parts;
            }
        dim[1 - most] = p / dim[most];
    } else if (rule == 'l') {
        dims_longest(p, side, n, dim);
    } else {
        dims_least(p, side, n, rule, 0, 0, own, &best, dim);
    }
    return 1;
}
