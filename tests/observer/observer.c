/* A plain observer of MPI programs, the measure that recorded and extrapolated traces are
 * compared with. It shares no code with the recorder: every wrapper writes a line in the
 * form of `scalastat --events` and makes the call.
 *
 *     mpicc APP.c observer.c -lm -ldl, or smpicc; OBSERVER_OUT=DIR mpirun .. a.out
 *
 * writes DIR/<rank>. It is linked into the application: its state is that of one rank,
 * also under SMPI, which gives each rank its own copy of the executable. Fortran calls do
 * not pass through the C names in Open MPI (its Fortran library calls PMPI) nor in SMPI
 * (its library does not see the application's names), so the Fortran names are in
 * observer_fortran.c. */
#include "observer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLUSH_AT (1 << 20)

static struct {
    char *text;
    size_t length, capacity;
    int rank;
    int quiet; /* calls under way whose own calls are not the application's */
} observer = { .rank = -1 };

static void flush(void)
{
    const char *directory = getenv("OBSERVER_OUT");
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%d", directory ? directory : ".", observer.rank);
    file = fopen(path, "a");
    if (file == NULL ||
        fwrite(observer.text, 1, observer.length, file) != observer.length ||
        fclose(file) != 0) {
        perror(path);
        PMPI_Abort(MPI_COMM_WORLD, 1);
    }
    observer.length = 0;
}

/* Writes one line. The columns after the rank are given as text. */
static void write_line(const char *op, const char *peer, int64_t bytes, const char *tag,
                       const char *size)
{
    char line[256];
    size_t length;

    if (observer.rank < 0)
        PMPI_Comm_rank(MPI_COMM_WORLD, &observer.rank);
    length = (size_t)snprintf(line, sizeof line, "%d\t%s\t%s\t%" PRId64 "\t%s\t%s\n",
                              observer.rank, op, peer, bytes, tag, size);
    if (observer.length + length > observer.capacity) {
        observer.capacity = 2 * observer.capacity + sizeof line;
        observer.text = realloc(observer.text, observer.capacity);
        if (observer.text == NULL)
            abort();
    }
    memcpy(observer.text + observer.length, line, length);
    observer.length += length;
    if (observer.length > FLUSH_AT)
        flush();
}

int64_t observer_bytes(int count, MPI_Datatype type)
{
    int size;

    PMPI_Type_size(type, &size);
    return (int64_t)count * size;
}

void observer_message(const char *op, int peer, int64_t bytes, int tag, MPI_Comm comm)
{
    char peer_text[16], tag_text[16], size_text[16];
    int size;

    if (observer.quiet > 0)
        return;
    PMPI_Comm_size(comm, &size);
    snprintf(size_text, sizeof size_text, "%d", size);
    snprintf(peer_text, sizeof peer_text, "%d", peer);
    snprintf(tag_text, sizeof tag_text, "%d", tag);
    write_line(op,
               peer == MPI_ANY_SOURCE  ? "any"
               : peer == MPI_PROC_NULL ? "null"
               : peer == OBSERVER_NONE ? "-"
                                       : peer_text,
               bytes,
               tag == MPI_ANY_TAG     ? "any"
               : tag == OBSERVER_NONE ? "-"
                                      : tag_text,
               size_text);
}

void observer_collective(const char *op, int root, int64_t bytes, MPI_Comm comm)
{
    observer_message(op, root, bytes, OBSERVER_NONE, comm);
}

void observer_plain(const char *op)
{
    if (observer.quiet == 0)
        write_line(op, "-", 0, "-", "-");
}

void observer_end(void)
{
    if (observer.quiet == 0)
        flush();
}

void observer_enter(void)
{
    observer.quiet++;
}

void observer_leave(void)
{
    observer.quiet--;
}
