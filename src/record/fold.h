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
    SX_FOLD_GRAM = 8, /* symbols that are hashed together */
    SX_FOLD_WINDOW = 34, /* grams of which one is looked up: an anchor */
    /* Repetitions up to this length are tried one by one: a longer one has a whole window. */
    SX_FOLD_NEAR = SX_FOLD_GRAM + SX_FOLD_WINDOW - 2,
    SX_FOLD_CANDIDATES = 16 /* longer ones and loops: so many are tried */
};

/* A loop at `position` waits for a tail with this hash, which ends at stack index `due`. */
typedef struct sx_fold_wait {
    uint32_t position, level, due, next;
    uint64_t hash;
} sx_fold_wait;

/* One for each symbol of the stack. */
typedef struct sx_fold_entry {
    uint64_t prefix; /* hash of the symbols up to here */
    uint64_t
        marks; /* a byte of each of the SX_FOLD_GRAM symbols that end here; this one's is lowest */
    uint32_t anchors; /* up to here; the newest is that of the window that ends here */
    uint32_t
        due; /* newest wait for a tail that ends here + 1; 0 for none; also above the stack */
} sx_fold_entry;

/* Where the least gram of a window ends, the newest of equal ones. */
typedef struct sx_fold_anchor {
    uint32_t position, gram;
    uint32_t earlier; /* the one before in its bucket, + 1 */
} sx_fold_anchor;

typedef struct sx_fold {
    uint32_t n, capacity, nbuckets;
    uint32_t low; /* the smallest n since the owner last set it */
    sx_fold_entry *entry;
    uint32_t
        *gram; /* hash of the marks; unused where there are fewer than SX_FOLD_GRAM */
    uint64_t *power;
    uint32_t nanchors, anchor_capacity;
    sx_fold_anchor *anchor; /* ascending position */
    uint32_t *bucket; /* newest anchor + 1; 0 for none */
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

/* The hash of no symbols is 0; this is that of some and one more. */
uint64_t sx_fold_hash(uint64_t hash, uint64_t symbol);
/* The hash of the newest `length` <= n symbols. O(1). */
uint64_t sx_fold_tail(const sx_fold *fold, uint32_t length);
/* The bytes of its arrays. */
size_t sx_fold_bytes(const sx_fold *fold);

/* Is the tail one more trip of a loop just below it? The innermost, nearest one. */
bool sx_fold_continues(const sx_fold *fold, uint32_t *ret_position, uint32_t *ret_level);

/* The smallest length such that the tail is twice the same, or 0. */
uint32_t sx_fold_repeats(const sx_fold *fold);

#endif
