/* Values in words where the ranks do not matter: "16", "16 to 20 (by rank)", an expression. */
#ifndef SX_REPORT_AMOUNT_H
#define SX_REPORT_AMOUNT_H

#include "base/buffer.h"
#include "trace/place.h"

typedef struct sx_amounts {
    const sx_trace *trace;
    sx_place_of *place; /* on rank 0; NULL where the number of ranks is open */
    sx_expr_names names;
} sx_amounts;

/* Errors: SX_NOMEM. `trace` is bound or a formula trace; names live in the arena. */
sx_status sx_amounts_init(sx_amounts *amounts, sx_arena *arena, const sx_trace *trace,
                          sx_error *err);
void sx_amounts_finish(sx_amounts *amounts);

/* Whether the value is one number everywhere. */
bool sx_amount_number(const sx_amounts *amounts, const sx_value *value,
                      int64_t *ret_number);

/* The number, the least and the greatest, or the expression. */
void sx_amount_print(sx_buffer *out, const sx_amounts *amounts, const sx_value *value);

/* The same for a list: its elements where they are few and always the same. */
void sx_amount_print_list(sx_buffer *out, const sx_amounts *amounts,
                          const sx_value *value);

/* The expression, cut where it is long. */
void sx_amount_print_expr(sx_buffer *out, const sx_amounts *amounts, const sx_expr *expr);

#endif
