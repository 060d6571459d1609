! A subroutine that calls itself as many times as it is told.
program recursion
  use mpi
  implicit none
  integer :: ierr, depth
  character(len=8) :: word

  call get_command_argument(1, word)
  read (word, *) depth
  call mpi_init(ierr)
  call descend(depth)
  call mpi_finalize(ierr)

contains

  recursive subroutine descend(depth)
    integer, intent(in) :: depth
    integer :: ierr
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    if (depth > 0) call descend(depth - 1)
    call mpi_barrier(MPI_COMM_WORLD, ierr)
  end subroutine descend
end program recursion
