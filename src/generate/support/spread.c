/* Makes the list behind: where the parts begin. Returns what they are together. */
static long spread(int which, int n)
{
    int *begin = room_of_list(which + 1, n);
    begin[0] = 0;
    for (int e = 0; e < n; e++) {
        list[which][e] = scaled(list[which][e]);
        begin[e + 1] = begin[e] + list[which][e];
    }
    return begin[n];
}
