scalabenchgen
scalabenchgen ring ring
scalabenchgen no-such-file
scalabenchgen hostile
scalabenchgen drawn
scalabenchgen -b fortran ring
scalabenchgen opaque
scalabenchgen --allow-missing opaque | sed -n '/MPI_Init/,$p'
scalabenchgen ring -o no-such-folder/ring.c
scalabenchgen ring >/dev/full
