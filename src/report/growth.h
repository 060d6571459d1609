/* How the size of a trace follows the number of ranks, and which call sites make it grow
 * (paper 003, Table 5.3, which classifies sizes as constant or sub-linear in the ranks). */
#ifndef SX_REPORT_GROWTH_H
#define SX_REPORT_GROWTH_H

#include "base/buffer.h"
#include "report/site.h"

/* One trace of the series; sizes are bytes of its text. */
typedef struct sx_growth_input {
    const char *name;
    const sx_trace *trace; /* of a run */
    const sx_sources *sources; /* or NULL */
    const uint64_t *node_bytes, *time_bytes; /* by node */
    uint64_t table_bytes; /* of all that is no node */
} sx_growth_input;

/* clang-format off */
#define SX_GROWTH_LIST(X)                                                                \
    X(CONSTANT, "constant") X(SUBLINEAR, "sub-linear") X(LINEAR, "linear")               \
    X(SUPERLINEAR, "super-linear") X(SHRINKING, "shrinking")
/* clang-format on */

typedef enum sx_growth_class {
#define SX_GROWTH_ENUM(name, text) SX_GROWTH_##name,
    SX_GROWTH_LIST(SX_GROWTH_ENUM)
#undef SX_GROWTH_ENUM
        SX_GROWTH_CLASSES
} sx_growth_class;

const char *sx_growth_class_name(sx_growth_class class);

/* One thing's bytes in each trace, and the power of P that they follow. */
typedef struct sx_growth_row {
    const char *what;
    uint64_t *bytes; /* by trace, in the order of ranks */
    double exponent; /* least squares of log bytes on log P; 0 bytes count as 1 */
    sx_growth_class class;
} sx_growth_row;

/* The parts of a trace. */
enum {
    SX_GROWTH_ALL,
    SX_GROWTH_EVENTS, /* structure: events and loops without their times */
    SX_GROWTH_TIMES,
    SX_GROWTH_TABLES,
    SX_GROWTH_PARTS
};

typedef struct sx_growth {
    size_t n; /* traces */
    sx_growth_input *input; /* ascending number of ranks */
    sx_growth_row part[SX_GROWTH_PARTS];
    size_t nsites;
    sx_growth_row *
        site; /* events at one call site; most bytes gained from first to last come first */
} sx_growth;

/* input [in]: n >= 2, of at least two numbers of ranks. Call sites are the same where they
 * print the same. Lives in the arena. Errors: SX_NOMEM, SX_INVALID. */
sx_status sx_growth_make(sx_arena *arena, const sx_growth_input *input, size_t n,
                         sx_growth *ret_growth, sx_error *err);

/* Exponents up to 0.1 are constant, up to 0.9 sub-linear, up to 1.1 linear. */
sx_growth_class sx_growth_classify(double exponent);

/* The report, with the `most` call sites that grow most. */
void sx_growth_print(sx_buffer *out, const sx_growth *growth, size_t most);

#endif
