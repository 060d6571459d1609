#define MPI_Send (synchronous ? MPI_Ssend : MPI_Send)
#define MPI_Isend (synchronous ? MPI_Issend : MPI_Isend)
#define MPI_Send_init (synchronous ? MPI_Ssend_init : MPI_Send_init)
