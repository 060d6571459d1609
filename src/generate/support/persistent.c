/* Persistent requests by their numbers: the smallest that is free is the next. */
static MPI_Request *persistent(int number)
{
    static MPI_Request **made;
    static int n;
    if (number < 0)
        for (number = 0; number < n && *made[number] != MPI_REQUEST_NULL;)
            number++;
    if (number >= n) {
        made = realloc(made, (size_t)(number + 1) * sizeof *made);
        made[number] = malloc(sizeof **made);
        n = number + 1;
    }
    return made[number];
}
