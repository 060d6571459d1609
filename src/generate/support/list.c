/* Lists of numbers that a call takes, such as dims. */
static int *room_of_list(int which, int n)
{
    static int *list[8], room[8];
    if (n >= room[which]) {
        room[which] = 2 * n + 1;
        list[which] = realloc(list[which], sizeof(int) * (size_t)room[which]);
    }
    return list[which];
}
