/* Random programs of random laws: sends and receives to neighbours, by which a grid shows, and then anything, in loops that
 * may be nested; with scales to learn from and scales to be told. A program is what its seed says, so that a test and
 * an MPI program can each make the same one. */
#ifndef SX_TESTS_PROGRAM_H
#define SX_TESTS_PROGRAM_H

#include "law.h"
#include "trace/op.h"

/* What a program is meant to try. About half of its laws are straight and documented in any case. */
typedef enum program_kind {
    DOCUMENTED, /* laws of doc/laws.md */
    UNDOCUMENTED, /* other laws: refusing is right */
    DECOYS, /* a law but for one rank, one scale or one rank of one scale */
    UNDECIDED, /* inputs that leave much open: no remainders, square grids, two scales */
    REGIMES, /* other laws at the targets than at the inputs: nobody can see them */
    KINDS
} program_kind;

extern const char *const program_kind_name[KINDS];

enum {
    PROGRAM_ITEMS = 24,
    PROGRAM_LAWS = 64,
    PROGRAM_INPUTS = 4,
    PROGRAM_TARGETS = 3,
    PROGRAM_PARAMS = 3,
    PROGRAM_EVENTS = 12,
};

/* kind 'e': an event; '(': a loop begins; ')': it ends. */
typedef struct program_item {
    char kind;
    int around; /* the item of the loop around, or -1 */
    int where, trips; /* numbers of laws, or -1 */
    int event; /* number among the events: its call site */
    sx_op op;
    int nparams;
    struct program_param {
        sx_param_id id;
        int law;
    } param[PROGRAM_PARAMS];
} program_item;

typedef struct program {
    uint64_t seed;
    program_kind kind;
    law_policy policy;
    size_t ninputs, ntargets, nitems, nlaws, nevents;
    int64_t input[PROGRAM_INPUTS], target[PROGRAM_TARGETS];
    program_item item[PROGRAM_ITEMS];
    formula law[PROGRAM_LAWS];
} program;

/* `largest` bounds all scales. What there was to draw from (law_age) decides what program the seed is. */
void program_make(program *p, uint64_t seed, int64_t largest, law_age age);

/* Does some other grid have the same extents at all inputs, be it with two axes of three as one, and none at P? */
bool program_may_have_no_grid(const program *p, int64_t P);

/* What the law of this number says to this rank, in loops whose counters are these, the outermost first. */
int64_t program_ask(const program *p, const program_item *item, int law, int64_t P,
                    int64_t r, const int64_t *counter);

/* Does the rank execute this event, or the body of this loop, at all? */
bool program_reaches(const program *p, const program_item *item, int64_t P, int64_t r);

/* Follows one rank. `asked` (may be NULL) sees every law as it is asked for: who takes part, trips, parameters. `event` sees
 * each event as it is executed, in order; false stops. */
typedef struct program_visitor {
    bool (*event)(void *context, const program_item *item, const law_point *at);
    void (*asked)(void *context, int law, const law_point *at, int64_t value);
    void *context;
} program_visitor;

/* False when it was stopped. */
bool program_run(const program *p, int64_t P, int64_t r, const program_visitor *visitor);

#endif
