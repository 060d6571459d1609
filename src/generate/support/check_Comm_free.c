static int check_Comm_free(MPI_Comm *comm)
{
    for (int i = nchannels; i-- > 0;)
        if (channel[i].comm == *comm)
            channel[i] = channel[--nchannels];
    return MPI_Comm_free(comm);
}
