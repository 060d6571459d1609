/* Part e of a list is n; where it begins is in the list behind. Returns where it ends. */
static long part(int which, int e, long n)
{
    int *count = room_of_list(which, e + 1), *begin = room_of_list(which + 1, e + 1);
    begin[e] = e ? limited((long)begin[e - 1] + count[e - 1]) : 0;
    return (long)begin[e] + (count[e] = limited(scaled(n)));
}
