sed 's/"MPI_INT" 4/"MPI_INTEGER" 4/; s/"MPI_DOUBLE" 8/"MPI_REAL8" 8/' ring >"$scratch/fortran" && scaladiff ring "$scratch/fortran" | tail -1 | sed "s|$scratch/||g" && scaladiff --kinds ring "$scratch/fortran" | tail -1
sed 's/"MPI_INT" 4/"MPI_INTEGER" 8/' ring >"$scratch/wide" && scaladiff --kinds --quiet ring "$scratch/wide"
sed 's/"MPI_DOUBLE" 8/"MPI_INT64_T" 8/' ring >"$scratch/other" && scaladiff --kinds -m 1 ring "$scratch/other" | sed "s|$scratch/||g"
sed 's/"MPI_DOUBLE" 8/"MPI_UNKNOWN2" 8/' ring >"$scratch/unknown" && scaladiff --kinds --quiet ring "$scratch/unknown"
