/* Numbers in the files of what was spilled: they take the bytes they need. Private to spill*.c, lists.c and callsite*.c. */
#ifndef SX_RECORD_SPILL_NUMBER_H
#define SX_RECORD_SPILL_NUMBER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>

static inline void put_number(FILE *file, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        putc_unlocked((int)(number & 0x7f) | 0x80, file);
    putc_unlocked((int)number, file);
}

static inline void put_signed(FILE *file, int64_t number)
{
    put_number(file, (uint64_t)number << 1 ^ (uint64_t)(number >> 63));
}

/* What is read after the end, or after an error, is 0. */
static inline uint64_t get_number(FILE *file)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        int byte = getc_unlocked(file);
        if (byte == EOF)
            return 0;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    return number;
}

static inline int64_t get_signed(FILE *file)
{
    uint64_t number = get_number(file);
    return (int64_t)(number >> 1 ^ (0 - (number & 1)));
}

/* Forgets what could not be written; else seeking would try to write it again. */
static inline void sx_spill_purge(FILE *file)
{
    __fpurge(file);
    clearerr(file);
}

static inline bool is_right(FILE *file)
{
    return !feof(file) && !ferror(file);
}

#endif
