/* Some ranks compute more than others all the time: from `least` to `most` times the mean, in no order but for the first and
 * the last one. */
static void slowness(double least, double most, int first, int last)
{
    double bend = (most - least) / (1 - least) - 1;
    double at = fmod(rank * 0.6180339887498949 + seed / 7, 1);
    at = rank == first % nranks ? 0 : rank == last % nranks ? 1 : at;
    slow = least + (most - least) * pow(at, bend);
    slow_sd = (most - least) * sqrt(1 / (2 * bend + 1) - 1 / (bend + 1) / (bend + 1));
}
