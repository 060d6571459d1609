! The Fortran names, whose sentinels and handles are their own.
program fortran
    implicit none
    include 'mpif.h'
    integer :: ierr, rank, ranks, left, right, i, requests(2), status(MPI_STATUS_SIZE)
    integer :: statuses(MPI_STATUS_SIZE, 2), half, grid, all, wrong, request
    double precision :: given(40), got(40)

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    left = mod(rank + ranks - 1, ranks)
    right = mod(rank + 1, ranks)
    given = rank
    wrong = 0
    do i = 1, 30
        call MPI_Irecv(got, 40, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, requests(1), ierr)
        call MPI_Isend(given, 40, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, requests(2), ierr)
        if (mod(i, 2) == 0) then
            call MPI_Waitall(2, requests, statuses, ierr)
        else
            call MPI_Wait(requests(1), status, ierr)
            call MPI_Wait(requests(2), status, ierr)
        end if
        if (got(40) /= left) wrong = wrong + 1
        call MPI_Sendrecv(given, i, MPI_REAL8, right, 4, got, 40, MPI_REAL8, left, 4, &
            MPI_COMM_WORLD, status, ierr)
        if (status(MPI_SOURCE) /= left) wrong = wrong + 1
    end do
    call MPI_Recv_init(got, 2, MPI_INTEGER, left, 5, MPI_COMM_WORLD, request, ierr)
    do i = 1, 4
        call MPI_Start(request, ierr)
        call MPI_Send(given, 2, MPI_INTEGER, right, 5, MPI_COMM_WORLD, ierr)
        call MPI_Wait(request, status, ierr)
    end do
    call MPI_Request_free(request, ierr)
    call MPI_Recv(got, 1, MPI_LOGICAL, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierr)
    call MPI_Cart_create(half, 1, (/ ranks / 2 /), (/ .true. /), .false., grid, ierr)
    call MPI_Bcast(given, 8, MPI_REAL, 0, grid, ierr)
    call MPI_Comm_free(grid, ierr)
    call MPI_Comm_free(half, ierr)
    all = 1
    call MPI_Allreduce(MPI_IN_PLACE, all, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (all /= ranks) wrong = wrong + 1
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call MPI_Reduce(wrong, all, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(i0, a, i0, a)', ranks, ' ranks, ', all, ' wrong'
    call MPI_Finalize(ierr)
end program
