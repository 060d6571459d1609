/* Where a stack of symbols may be folded: finds that its tail is a repetition, or one more trip of a
 * loop that lies just below, in time that does not grow with the stack. Knows only symbols;
 * what they stand for, and the folding itself, is the owner's. Equality is by a polynomial hash modulo
 * 2^61 - 1 (wrapping arithmetic would be fooled by Thue-Morse words); the owner verifies before it
 * folds. */
#ifndef SX_RECORD_FOLD_H
#define SX_RECORD_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SX_FOLD_GRAM = 8, /* repetitions up to this length are tried one by one */
    SX_FOLD_CANDIDATES = 32 /* longer ones and loops: so many are tried */
};

/* A loop at `position` waits for a tail with this hash, which ends at stack index `due`. */
typedef struct sx_fold_wait {
    uint32_t position, level, due, next;
    uint64_t hash;
} sx_fold_wait;

typedef struct sx_fold {
    uint32_t n, capacity, nbuckets;
    uint32_t low; /* the smallest n since the owner last set it */
    uint64_t *symbol;
    uint64_t *prefix; /* prefix[i]: hash of the symbols below i */
    uint64_t *power;
    uint32_t *
        gram; /* hash of the SX_FOLD_GRAM symbols that end here; unused where there are fewer */
    uint32_t *earlier; /* the position before, in the bucket of the gram that ends here */
    uint32_t *bucket; /* newest position + 1; 0 for none */
    uint32_t *due; /* by stack index: newest wait + 1; 0 for none */
    uint32_t nwaits, wait_capacity;
    sx_fold_wait *wait; /* ascending position */
} sx_fold;

/* All zero is an empty stack. */
void sx_fold_finish(sx_fold *fold);

/* False, and nothing changed, when out of memory. Amortised O(1). */
bool sx_fold_push(sx_fold *fold, uint64_t symbol);

/* Takes the `count` newest symbols away, and what waits on them. O(count). */
void sx_fold_pop(sx_fold *fold, uint32_t count);

/* The newest symbol is a loop (level 0), or ends in one (level 1, 2 .. inwards) whose body has `length`
 * symbols and this hash. Call with ascending level. */
bool sx_fold_expect(sx_fold *fold, uint32_t level, uint32_t length, uint64_t hash);

/* The hash of the newest `length` <= n symbols. */
uint64_t sx_fold_tail(const sx_fold *fold, uint32_t length);

/* Is the tail one more trip of a loop just below it? The innermost, nearest one. */
bool sx_fold_continues(const sx_fold *fold, uint32_t *ret_position, uint32_t *ret_level);

/* The smallest length such that the tail is twice the same, or 0. */
uint32_t sx_fold_repeats(const sx_fold *fold);

#endif
