/* Sets of ranks and end points in words, as a person would say them of a grid: "all but the
 * last column", "to row+1". Words are found by looking at every rank of the stages, so that
 * it does not matter how a set or value is written; where there are none, the caller falls
 * back on what is written. */
#ifndef SX_REPORT_WORDS_H
#define SX_REPORT_WORDS_H

#include "base/buffer.h"
#include "report/stage.h"

/* Appends the words for who is in the domain; nothing, and true, for everybody. False,
 * and nothing, when there are none. */
bool sx_words_domain(sx_buffer *out, sx_stages *stages, const sx_domain *domain);

/* Where a value is read. */
typedef struct sx_words_place {
    const sx_node *node; /* an event */
    const sx_domain *domain; /* of it, or the nearest around that is not ALL */
    uint32_t ncounters; /* loops around */
    const int64_t *trips; /* of these loops; -1: not known */
} sx_words_place;

/* Appends the words for an end point: "rank+1", "rank 0", "column-1, column+1 in turn". False,
 * and nothing, when there are none. */
bool sx_words_peer(sx_buffer *out, sx_stages *stages, const sx_words_place *place,
                   const sx_value *value);

#endif
