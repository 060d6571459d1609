/* What the room of numbers needs once per process. src/fit knows no traces: it sees rows
 * of numbers, and gives coefficients, formulas and curves. */
#ifndef SX_FIT_FIT_H
#define SX_FIT_FIT_H

/* Switches off GSL's handler, which aborts the process on any numerical error: from then
 * on they come back as results. Keeps OpenBLAS to one thread: no system here is large enough
 * for more, which would only spin. Call before any other function of this room; repeating
 * is harmless. */
void sx_fit_init(void);

#endif
