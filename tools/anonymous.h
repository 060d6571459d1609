/* Traces without names (trace/anonymous.h): how they are written, and how a recorded one never gets to a file with names. */
#ifndef SX_TOOLS_ANONYMOUS_H
#define SX_TOOLS_ANONYMOUS_H

#include "trace/trace.h"

/* Writes a trace, without the names of its application where that is wanted. Errors: those of sx_text_write_file. */
sx_status tool_write_trace(sx_arena *arena, const char *path, const sx_trace *trace,
                           bool anonymous, sx_error *err);

/* A pipe with a name beside `output`, for this process and those that it starts; NULL, with errno, when it cannot be
 * made. The caller's, with malloc. */
char *tool_relay_make(const char *output);

/* Goes on in a new process, where it returns -1, and which may write one trace into the pipe, or none. Here it waits for that to end,
 * hands signals on to it, writes what came to `output` without names, removes the pipe, and returns the
 * exit status of the new process; a signal that ended that one ends this one, too. Where it `needs_trace` and there is none, that is a failure. */
int tool_relay(const char *pipe, const char *output, bool needs_trace);

/* What is said then. */
extern const char tool_no_trace[];

#endif
