/* Lists of numbers that a call takes, such as counts. */
static int *list[8];

static int *room_of_list(int which, int n)
{
    static size_t room[8];
    if ((size_t)n >= room[which])
        list[which] = realloc(list[which], sizeof(int) * (room[which] = 2 * n + 1));
    return list[which];
}
