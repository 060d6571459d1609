/* Part e of a list is n; where it begins is in the list behind. Returns where it ends. */
static long part(int which, int e, long n)
{
    int *begin = room_of_list(which + 1, e + 1);
    room_of_list(which, e + 1)[e] = limited(scaled(n));
    begin[e] = e ? limited((long)begin[e - 1] + list[which][e - 1]) : 0;
    return (long)begin[e] + list[which][e];
}
