/* Lists of numbers that a call takes, such as counts. */
static int *list[8];

static int *room_of_list(int which, int n)
{
    static int capacity[8];
    if (n >= capacity[which])
        list[which] =
            realloc(list[which], (size_t)(capacity[which] = 2 * n + 1) * sizeof(int));
    return list[which];
}
