/* The back end for C with MPI. */
#ifndef SX_GENERATE_C_MPI_H
#define SX_GENERATE_C_MPI_H

#include "generate/generate.h"

sx_status sx_c_emit(sx_arena *arena, const sx_trace *trace,
                    const sx_generate_options *options, sx_buffer *out,
                    size_t *ret_missing, sx_error *err);

#endif
