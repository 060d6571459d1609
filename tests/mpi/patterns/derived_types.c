/* A column and a struct as derived types, one of them made anew in every iteration. */
#include "pattern.h"

#include <stddef.h>

typedef struct particle {
    double x[3];
    int charge;
} particle;

enum { N = 16 };

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    static double matrix[N][N];
    particle out[4] = { 0 }, in[4];
    int lengths[2] = { 3, 1 };
    MPI_Aint at[2] = { offsetof(particle, x), offsetof(particle, charge) };
    MPI_Datatype parts[2] = { MPI_DOUBLE, MPI_INT }, whole, type, column;
    MPI_Type_create_struct(2, lengths, at, parts, &whole);
    MPI_Type_create_resized(whole, 0, sizeof(particle), &type);
    MPI_Type_commit(&type);
    for (int t = 0; t < iterations; t++) {
        MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
        MPI_Type_commit(&column);
        MPI_Sendrecv(&matrix[0][0], 1, column, pattern_right(), 1, &matrix[0][1], 1,
                     column, pattern_left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Type_free(&column);
        MPI_Sendrecv(out, 4, type, pattern_right(), 2, in, 4, type, pattern_left(), 2,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&whole);
    MPI_Type_free(&type);
    MPI_Finalize();
}
