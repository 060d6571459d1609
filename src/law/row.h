/* Parameters that are rows of a table, datatypes and reduction operations: names, of which a law may choose one. */
#ifndef SX_LAW_ROW_H
#define SX_LAW_ROW_H

#include "law/law.h"
#include "trace/op.h"

/* Is the parameter the number of such a row? */
bool sx_row_is(sx_param_id id);

/* Refuses a law by which a row follows from the scale or the place as a number does. Other parameters may have it. */
void sx_row_judge(sx_param_id id, sx_law *law);

#endif
