/* Part e is n. Returns where it ends. */
static long part(int which, int e, long n)
{
    parts[which][e] = scaled(n);
    parts[which + 1][e] = parts[which + 1][e - 1] + parts[which][e - 1];
    return (long)parts[which + 1][e] + parts[which][e];
}
