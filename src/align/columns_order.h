/* Which calls of different ranks, and of different runs, are one call of the source. Inner to the columns. */
#ifndef SX_ALIGN_COLUMNS_ORDER_H
#define SX_ALIGN_COLUMNS_ORDER_H

#include "align/columns_calls.h"

enum { SX_COLUMNS = 192 };

/* Calls of several ranks, at most one of each, that stand together. */
typedef struct sx_column_of_calls {
    uint32_t site; /* which of sx_calls.site */
    bool
        counted; /* everybody makes as many there: which of these; else by who is at the other end */
    uint32_t
        number; /* how many calls of the rank there, or with that other end, were before */
    int32_t peer;
    uint64_t alike; /* of its first call */
    uint32_t
        of; /* of a wait: the column of the first request that its first call completes; else UINT32_MAX */
    bool *in; /* by rank */
} sx_column_of_calls;

/* In an order that every rank keeps. */
typedef struct sx_columns {
    size_t n;
    sx_column_of_calls column[SX_COLUMNS];
} sx_columns;

/* Gives each call its column. False where there is no such order, or it is not told apart which call is which, or when out of memory. */
bool sx_columns_order(sx_calls *calls, sx_columns *ret_columns);

#endif
