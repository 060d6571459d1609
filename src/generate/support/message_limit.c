/* MPI's counts are int. */
static double scale_for(double n)
{
    if (ceil(n * message_scale) > INT_MAX) {
        fprintf(stderr, "--message-scale %g: %.0f elements are more than MPI's counts\n",
                message_scale, n * message_scale);
        PMPI_Abort(MPI_COMM_WORLD, 2);
    }
    return message_scale;
}

#define message_scale scale_for((double)n)
