! Fortran calls with their own sentinels; says which events it makes as expect.h does.
program fortran_calls
  use mpi
  implicit none
  integer, parameter :: n = 10
  integer :: ierr, rank, size, next, before, i, own, comm, row, dims(2), ndone, sum
  integer :: request(3), status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 3), done(3)
  integer :: counts(64), offsets(64), wrong
  logical :: periods(2), remain(2), flag
  double precision :: a(n), b(n), all(64 * n)
  character(len=1024) :: path
  character(len=8) :: digits

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, size, ierr)
  call get_environment_variable('EXPECT', path)
  if (len_trim(path) == 0) then
    path = '/dev/null'
  else
    write(digits, '(i0)') rank
    path = trim(path) // '.' // trim(digits)
  end if
  open(unit=20, file=trim(path), status='unknown')
  wrong = 0
  next = mod(rank + 1, size)
  before = mod(rank + size - 1, size)
  call say('Init', -1, 0, -1, 0)

  do i = 1, 20
    a = rank * 100 + i
    call mpi_irecv(b, n, MPI_DOUBLE_PRECISION, before, 3, MPI_COMM_WORLD, request(1), ierr)
    call say('Irecv', before, 8 * n, 3, size)
    call mpi_isend(a, n, MPI_DOUBLE_PRECISION, next, 3, MPI_COMM_WORLD, request(2), ierr)
    call say('Isend', next, 8 * n, 3, size)
    if (mod(i, 2) == 0) then
      call mpi_waitall(2, request, MPI_STATUSES_IGNORE, ierr)
      call say('Waitall', -1, 0, -1, 0)
    else
      call mpi_wait(request(1), MPI_STATUS_IGNORE, ierr)
      call say('Wait', -1, 0, -1, 0)
      flag = .false.
      do while (.not. flag)
        call mpi_test(request(2), flag, status, ierr)
      end do
      call say('Test', -1, 0, -1, 0)
    end if
    if (b(1) /= before * 100 + i) wrong = wrong + 1
  end do

  call mpi_sendrecv(a, 2, MPI_INTEGER, next, 4, b, n, MPI_INTEGER, before, 4, &
                    MPI_COMM_WORLD, status, ierr)
  call say('Sendrecv', next, 8, 4, size)
  call mpi_send(a, 1, MPI_REAL, MPI_PROC_NULL, 5, MPI_COMM_WORLD, ierr)
  write(20, '(i0,8a)') rank, char(9), 'Send', char(9), 'null', char(9), '4', char(9), &
      '5' // char(9) // number(size)

  call mpi_send_init(a, n, MPI_DOUBLE_PRECISION, next, 6, MPI_COMM_WORLD, request(1), ierr)
  call say('Send_init', next, 8 * n, 6, size)
  call mpi_recv_init(b, n, MPI_DOUBLE_PRECISION, before, 6, MPI_COMM_WORLD, request(2), ierr)
  call say('Recv_init', before, 8 * n, 6, size)
  do i = 1, 4
    a = rank + i
    call mpi_startall(2, request, ierr)
    call say('Startall', -1, 0, -1, 0)
    sum = 0
    do while (sum < 2)
      call mpi_waitsome(2, request, ndone, done, MPI_STATUSES_IGNORE, ierr)
      call say('Waitsome', -1, 0, -1, 0)
      sum = sum + ndone
    end do
    if (b(n) /= before + i) wrong = wrong + 1
  end do
  do i = 1, 2
    call mpi_request_free(request(i), ierr)
    call say('Request_free', -1, 0, -1, 0)
  end do

  do i = 1, size
    counts(i) = 1 + mod(i, 2)
    offsets(i) = 2 * (i - 1)
  end do
  all = 0
  all(rank + 1) = rank + 1
  call mpi_allreduce(MPI_IN_PLACE, all, size, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  call say('Allreduce', -1, 8 * size, -1, size)
  if (all(size) /= size) wrong = wrong + 1
  call mpi_bcast(a, n, MPI_DOUBLE_PRECISION, size - 1, MPI_COMM_WORLD, ierr)
  call say('Bcast', size - 1, 8 * n, -1, size)
  call mpi_gather(a, 1, MPI_DOUBLE_PRECISION, all, 1, MPI_DOUBLE_PRECISION, 0, &
                  MPI_COMM_WORLD, ierr)
  call say('Gather', 0, 8, -1, size)
  own = counts(rank + 1)
  call mpi_allgatherv(a, own, MPI_DOUBLE_PRECISION, all, counts, offsets, &
                      MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  call say('Allgatherv', -1, 8 * own, -1, size)
  call mpi_ibarrier(MPI_COMM_WORLD, request(3), ierr)
  call say('Ibarrier', -1, 0, -1, size)
  call mpi_waitall(1, request(3:3), statuses, ierr)
  call say('Waitall', -1, 0, -1, 0)

  dims = 0
  call mpi_dims_create(size, 2, dims, ierr)
  periods = (/ .true., .false. /)
  call mpi_cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., comm, ierr)
  call say('Cart_create', -1, 0, -1, size)
  remain = (/ .true., .false. /)
  call mpi_cart_sub(comm, remain, row, ierr)
  call say('Cart_sub', -1, 0, -1, size)
  call mpi_barrier(row, ierr)
  call say('Barrier', -1, 0, -1, dims(1))
  call mpi_comm_free(row, ierr)
  call say('Comm_free', -1, 0, -1, dims(1))
  call mpi_comm_split(comm, mod(rank, 2), rank, row, ierr)
  call say('Comm_split', -1, 0, -1, size)
  call mpi_comm_size(row, i, ierr)
  call mpi_barrier(row, ierr)
  call say('Barrier', -1, 0, -1, i)

  call say('Finalize', -1, 0, -1, 0)
  close(20)
  call mpi_finalize(ierr)
  if (rank == 0) print '(i0,a)', wrong, ' wrong'
  if (wrong > 0) stop 1

contains

  function number(value) result(text)
    integer, intent(in) :: value
    character(len=:), allocatable :: text
    character(len=16) :: buffer
    write(buffer, '(i0)') value
    text = trim(buffer)
  end function

  ! -1, and a size of 0, stand for none.
  subroutine say(op, peer, bytes, tag, commsize)
    character(len=*), intent(in) :: op
    integer, intent(in) :: peer, bytes, tag, commsize
    character(len=:), allocatable :: p, t, s
    p = '-'
    t = '-'
    s = '-'
    if (peer >= 0) p = number(peer)
    if (tag >= 0) t = number(tag)
    if (commsize > 0) s = number(commsize)
    write(20, '(a)') number(rank) // char(9) // op // char(9) // p // char(9) // &
        number(bytes) // char(9) // t // char(9) // s
  end subroutine
end program
