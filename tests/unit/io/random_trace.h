/* Random well-formed traces that use everything the format has. */
#ifndef SX_TESTS_IO_RANDOM_TRACE_H
#define SX_TESTS_IO_RANDOM_TRACE_H

#include "trace/trace.h"

/* The trace of that number: a formula trace when it is odd. Lives in the arena. */
sx_trace random_trace(sx_arena *arena, uint64_t number);

#endif
