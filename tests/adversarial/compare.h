/* A trace that was told against the laws of its program: each value, its label, and what might be expected of it. */
#ifndef SX_TESTS_COMPARE_H
#define SX_TESTS_COMPARE_H

#include "judge.h"
#include "trace/trace.h"

/* By label. `invisible`: of those that are proved and wrong, those that nobody could see to be. */
typedef struct tally {
    uint64_t right[SX_LABELS], wrong[SX_LABELS], invisible;
} tally;

typedef struct outcome {
    tally entries, values[CLASSES], kinds[KINDS];
    uint64_t failed, declined, strange, printed;
    struct fate {
        const char *text;
        uint64_t decidable, proved;
    } fate[400]; /* of each expression */
    size_t nfates;
    bool shows_lost; /* prints what is decided and not proved */
} outcome;

/* Adds the values of a trace, told by a formula trace for a target of the program, to what came out so far; prints what is proved and
 * wrong. False when it cannot be walked. */
bool compare_at(const program *p, judge *j, const sx_trace *laws, const sx_trace *trace,
                outcome *out, sx_error *err);

#endif
