! Who sends to MPI_ANY_SOURCE is asked for behind the back of a program that ignores statuses, and what it gives
! itself is filled as ever.
program fortran_timing
  use mpi
  implicit none
  integer, parameter :: times = 20, tag = 3
  integer :: ierr, rank, size, i, k, from, value, total, before, next, wrong, index, ndone
  integer :: status(MPI_STATUS_SIZE), request(64), values(64), indices(64)
  logical :: flag

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, size, ierr)
  wrong = 0
  call mpi_comm_set_name(MPI_COMM_WORLD, 'all of them   ', ierr)
  next = mod(rank + 1, size)
  before = mod(rank + size - 1, size)
  do i = 1, times
    call mpi_sendrecv(rank, 1, MPI_INTEGER, next, tag, value, 1, MPI_INTEGER, MPI_ANY_SOURCE, &
                      tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (value /= before) wrong = wrong + 1
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    if (rank == 0) then
      total = 0
      do k = 1, size - 1
        call mpi_recv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, ierr)
        total = total + value
      end do
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      do k = 1, size - 1
        call mpi_probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, status, ierr)
        from = status(MPI_SOURCE)
        call mpi_recv(value, 1, MPI_INTEGER, from, tag, MPI_COMM_WORLD, status, ierr)
        if (value /= from .or. status(MPI_SOURCE) /= from) wrong = wrong + 1
      end do
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      do k = 1, size - 1
        call mpi_irecv(values(k), 1, MPI_INTEGER, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, request(k), ierr)
      end do
      call mpi_iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE, ierr)
      if (flag) wrong = wrong + 1
      call mpi_waitall(size - 1, request, MPI_STATUSES_IGNORE, ierr)
      total = total + sum(values(1:size - 1))
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      do k = 1, size - 1
        call mpi_irecv(values(k), 1, MPI_INTEGER, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, request(k), ierr)
      end do
      do k = 1, size - 1
        call mpi_waitany(size - 1, request, index, MPI_STATUS_IGNORE, ierr)
        total = total + values(index)
      end do
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      call mpi_irecv(values(1), 1, MPI_INTEGER, 1, tag, MPI_COMM_WORLD, request(1), ierr)
      call mpi_waitsome(1, request, ndone, indices, MPI_STATUSES_IGNORE, ierr)
      if (ndone /= 1 .or. indices(1) /= 1) wrong = wrong + 1
      if (total /= 3 * size * (size - 1) / 2) wrong = wrong + 1
    else
      do k = 1, 4
        call mpi_send(rank, 1, MPI_INTEGER, 0, tag, MPI_COMM_WORLD, ierr)
        call mpi_barrier(MPI_COMM_WORLD, ierr)
      end do
      if (rank == 1) call mpi_send(rank, 1, MPI_INTEGER, 0, tag, MPI_COMM_WORLD, ierr)
    end if
  end do
  if (wrong /= 0) print *, rank, wrong
  call mpi_finalize(ierr)
end program
