/* A program with names that say what it is: of functions, variables, regions, a communicator, and its messages to a person. */
#include "record/scalatrace.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double neutron_flux[4096], isotope_balance[4096];

__attribute__((noinline)) void exchange_neutron_currents(MPI_Comm assembly, int cells)
{
    int own, pins;
    MPI_Comm_rank(assembly, &own);
    MPI_Comm_size(assembly, &pins);
    MPI_Sendrecv(neutron_flux, cells, MPI_DOUBLE, (own + 1) % pins, 7, isotope_balance,
                 cells, MPI_DOUBLE, (own + pins - 1) % pins, 7, assembly,
                 MPI_STATUS_IGNORE);
}

__attribute__((noinline)) void deplete_fuel_pins(MPI_Comm assembly, int cells)
{
    scalatrace_region_begin("xenon transient");
    for (int step = 0; step < 5; step++) {
        exchange_neutron_currents(assembly, cells);
        MPI_Allreduce(isotope_balance, neutron_flux, 1, MPI_DOUBLE, MPI_SUM, assembly);
    }
    scalatrace_region_end("xenon transient");
}

int main(int argc, char **argv)
{
    MPI_Comm assembly;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &assembly);
    MPI_Comm_set_name(assembly, "fuel assembly");
    deplete_fuel_pins(assembly, argc > 1 ? atoi(argv[argc - 1]) : 100);
    MPI_Comm_free(&assembly);
    MPI_Finalize();
    return 0;
}
