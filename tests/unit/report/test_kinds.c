/* What types of MPI's hold, by their names; what is no such name keeps it. */
#include "report/kinds.h"
#include "tap.h"

int main(void)
{
    static const char *const kind[][2] = {
        { "MPI_INT", "integer" },
        { "MPI_INTEGER8", "integer" },
        { "MPI_UINT16_T", "integer" },
        { "MPI_LOGICAL", "integer" },
        { "MPI_UNSIGNED", "integer" },
        { "MPI_DOUBLE_PRECISION", "real" },
        { "MPI_REAL16", "real" },
        { "MPI_C_DOUBLE_COMPLEX", "complex" },
        { "MPI_COMPLEX8", "complex" },
        { "MPI_CHARACTER", "bytes" },
        { "MPI_2INTEGER", "integer pair" },
        { "MPI_DOUBLE_INT", "MPI_DOUBLE_INT" },
        { "MPI_SHORT_INT", "MPI_SHORT_INT" },
        { "MPI_SIGNED_CHAR UNSIGNED_CHAR", "MPI_SIGNED_CHAR UNSIGNED_CHAR" },
        { "MPI_FLO", "MPI_FLO" },
        { "MPI_8", "MPI_8" },
        { "MPI_", "MPI_" },
        { "INT", "INT" },
        { "derived", "derived" },
    };
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
        is_text(sx_type_kind(kind[i][0]), kind[i][1], kind[i][0]);
    return tap_done();
}
