/* Loops and conditions around the calls. */
#ifndef SX_GENERATE_C_BLOCK_H
#define SX_GENERATE_C_BLOCK_H

#include "generate/c_writer.h"

void sx_c_block(sx_c_writer *w, const sx_block *block, const sx_domain *around);

#endif
