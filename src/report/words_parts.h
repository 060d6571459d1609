/* What the words for sets and those for end points share. */
#ifndef SX_REPORT_WORDS_PARTS_H
#define SX_REPORT_WORDS_PARTS_H

#include "report/words.h"

/* Tells one stage; false when it has no words. */
typedef bool (*sx_words_teller)(sx_buffer *out, const sx_stage *stage, void *context);

/* Appends the words that all stages agree on. */
bool sx_words_agreed(sx_buffer *out, sx_stages *stages, sx_words_teller tell,
                     void *context);

/* "column", "row"; "rank" on a line; "x", "y", .. where there are more axes. */
const char *sx_words_axis(const sx_stage *stage, uint32_t axis);

#endif
