/* How large messages are: a histogram over powers of two. */
#ifndef SX_REPORT_SIZES_H
#define SX_REPORT_SIZES_H

#include "base/buffer.h"
#include "report/census.h"

/* Bin 0 holds calls of 0 bytes, bin k those of 2^(k-1) .. 2^k - 1. */
enum { SX_SIZE_BINS = 65 };

/* clang-format off */
#define SX_SIZE_CLASS_LIST(X)                                                            \
    X(SENDS, "sends") X(RECEIVES, "receives") X(COLLECTIVES, "collectives")
/* clang-format on */

typedef enum sx_size_class {
#define SX_SIZE_ENUM(name, text) SX_SIZE_##name,
    SX_SIZE_CLASS_LIST(SX_SIZE_ENUM)
#undef SX_SIZE_ENUM
        SX_SIZE_CLASSES
} sx_size_class;

const char *sx_size_class_name(sx_size_class class);

/* Of the calls that have a buffer. Sendrecv is a send. */
typedef struct sx_sizes {
    struct sx_size_bin {
        uint64_t calls, bytes;
    } bin[SX_SIZE_CLASSES][SX_SIZE_BINS];
    uint64_t uncounted; /* calls whose size is not known */
} sx_sizes;

/* O(bins). */
void sx_sizes_add(sx_sizes *sizes, const sx_share *share);

/* The smallest number of bytes in a bin. */
uint64_t sx_size_bin_from(unsigned bin);

void sx_sizes_print(sx_buffer *out, const sx_sizes *sizes);

#endif
