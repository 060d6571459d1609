/* Programs that run several times, to be told other things each time. */
#ifndef SX_GENERATE_C_SWEEP_H
#define SX_GENERATE_C_SWEEP_H

#include "generate/c_writer.h"

/* May the program run again? Its body is what it calls, up to the report. */
void sx_c_find_sweep(sx_c_writer *w);

/* How it begins again, and goes on: behind the options. */
void sx_c_write_sweep(const sx_c_writer *w, sx_buffer *out);

/* Where main's text (from `from` on) is split: what runs again becomes a function. False where nothing does. */
bool sx_c_split_sweep(const sx_c_writer *w, const sx_buffer *body, size_t from,
                      sx_buffer *functions, sx_buffer *main);

#endif
