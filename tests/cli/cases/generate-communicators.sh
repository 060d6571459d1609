scalabenchgen stepped | sed -n '/MPI_Init/,$p'
