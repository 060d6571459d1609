/* Sleeps of known lengths before and in calls, for times.py: the first iteration is slow, and the sleep before
 * Barrier depends on what came before it. Regions nest, and a pause leaves two calls out. */
#include "record/scalatrace.h"

#include <unistd.h>

static __attribute__((noinline)) void sleep_ms(unsigned ms)
{
    usleep(ms * 1000);
}

static void step(int i, int rank)
{
    int value = i;
    scalatrace_region_begin("step");
    scalatrace_region_begin("share");
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    scalatrace_region_end("share");
    sleep_ms(i > 0      ? 20
             : rank > 0 ? 50
                        : 600); /* the others wait in their first Barrier */
    for (int k = 0; k < 5; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        sleep_ms(2);
    }
    scalatrace_region_end("step");
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 10; i++)
        step(i, rank);
    MPI_Pcontrol(0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
    scalatrace_region_end("step"); /* is not open: warned of, and left out */
    scalatrace_region_begin("rest"); /* never ends */
    MPI_Finalize();
    return 0;
}
