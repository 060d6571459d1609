! Every rank ends in STOP, which must not end the others.
program stops
    implicit none
    include 'mpif.h'
    integer :: ierr
    call MPI_Init(ierr)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call MPI_Finalize(ierr)
    stop
end program
