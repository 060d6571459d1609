/* Random programs of loops alone: nested, with trip counts and values that are constant, periodic, or follow
 * the counters of the loops around. Each is a tree of the trace model, in which these are written
 * as shortly as the format can. */
#ifndef SX_TESTS_UNIT_RECORD_COMPRESS_LOOPS_H
#define SX_TESTS_UNIT_RECORD_COMPRESS_LOOPS_H

#include "compress_tools.h"

/* How values may vary: everything above is allowed, too. */
typedef enum loops_kind {
    LOOPS_CONSTANT,
    LOOPS_PERIODIC, /* every execution the next of a few values */
    LOOPS_AFFINE, /* a line in the counters of the loops around */
    LOOPS_KINDS
} loops_kind;

/* A program of `least` to `most` events. With `distinct` no two events have one call site. */
sx_block loops_make(sx_arena *arena, loops_kind kind, bool distinct, uint64_t least,
                    uint64_t most);

/* Runs it through the compressor. */
void loops_run(const sx_block *program, sx_compress *compress, tape *in);

/* Bytes of a program in the text format. */
size_t loops_text(const sx_block *program);

/* To look at. */
void loops_print(const sx_block *program);

#endif
