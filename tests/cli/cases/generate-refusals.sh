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
scalabenchgen --options many ring
scalabenchgen --neglect 1001 ring
scalabenchgen --neglect 0 --options none ring | grep -c -E 'compute|options'
