/* The samples of one parameter: its value for every rank of every run and, where it changes from
 * execution to execution, for every execution until it repeats. */
#ifndef SX_LAW_SAMPLE_H
#define SX_LAW_SAMPLE_H

#include "align/nest.h"

enum { SX_SAMPLE_LOOPS = 4, SX_SAMPLE_LIMIT = 1 << 19 };

typedef struct sx_sample {
    uint32_t run;
    uint32_t comm; /* of the event in this execution; the world for loops and domains */
    int64_t rank; /* among all */
    int64_t value; /* ranks are absolute in comm */
    int64_t element; /* index in a list; 0 for scalars */
    /* Counters of the innermost loops: counter[j] belongs to the loop at depth first + j. Few, since so many
     * executions are sampled: there are many samples. */
    int32_t counter[SX_SAMPLE_LOOPS];
} sx_sample;

typedef struct sx_samples {
    size_t n;
    const sx_sample *sample; /* by run, then rank, then execution, then element */
    uint32_t first_counter; /* depth of counter[0] */
    uint32_t ncounters; /* 0 when nothing depends on the execution */
    uint32_t varying; /* bit d: counter[d] is not the same in all samples */
    bool lists; /* elements are not the same in all samples */
    const sx_expr *length; /* of the lists, where a law for it is known; else NULL */
    const sx_expr *trips; /* of the innermost loop whose counter varies; alike */
    const sx_evidence
        *trips_evidence; /* for them: a law in which they are stands on it, too */
    const sx_expr
        *root; /* of the event's collective, where a law for it is known; else NULL */
    const sx_evidence *root_evidence;
    const sx_expr *peer; /* of a tag: the other end of the event's message, likewise */
    const sx_evidence *peer_evidence;
    const sx_expr *end; /* of a size or a tag: the other end of its message, likewise */
    const sx_evidence *end_evidence;
    bool
        of_root; /* only the root of the event's collective says it; MPI ignores it elsewhere */
    const struct sx_directions
        *directions; /* of the event's end point, where they go around; else NULL */
    uint64_t
        grids; /* bit: grid of the event's end point or communicator, preferred in laws */
    const sx_expr *through; /* of the trips of a loop: the extent whose end points they go
                               through (law/through.h); else NULL */
    bool on_world; /* all of them are known to be */
    bool is_size; /* a count, an extent, a number of trips: laws of sizes are tried */
    bool is_trips; /* of a loop, which makes none where they are negative */
    bool
        is_dealt; /* a count of a collective: it may be part of a total that is dealt out to all */
    bool is_agreed; /* a count that all who make the collective call have alike */
    bool is_received; /* which is another's */
    bool is_tag; /* never negative either */
    bool is_rank; /* a rank in the communicator: laws of neighbours are tried */
    bool is_peer; /* the other end of a message: seldom oneself */
    const sx_evidence *beat; /* only a law that is better founded is wanted; NULL: any */
    const sx_expr *beaten; /* the law with that evidence; NULL as well */
    const sx_expr *
        given; /* a condition that holds at all of them, and where it does not nothing is asked; NULL: none */
    const char
        *trouble; /* why there are none: the value follows no counters; else NULL */
} sx_samples;

/* How to sample a value of an event (or of a loop's trips) that `in` takes part in. `comm` holds the
 * communicators (NULL: always fixed_comm); `length` is the length of each list (NULL: a scalar, or one
 * per member of the communicator when by_comm_size). */
typedef struct sx_sampling {
    const sx_nest *nest;
    const bool *in;
    const sx_value *comm, *length;
    uint32_t fixed_comm;
    bool is_list, by_comm_size;
    uint32_t
        levels; /* the innermost loops whose counters are wanted, even if nothing changes with them */
} sx_sampling;

/* Errors: SX_NOMEM. A value that cannot be sampled is a result with .trouble. */
sx_status sx_samples_collect(sx_arena *arena, const sx_runs *runs, const sx_sampling *how,
                             const sx_value *value, sx_samples *ret_samples,
                             sx_error *err);

/* The environment of a sample; `counter` is storage for SX_MAX_DEPTH counters that it points to. */
sx_expr_env sx_sample_env(const sx_runs *runs, const sx_samples *samples, size_t i,
                          int64_t *counter);

/* The samples of the given indices only. NULL .sample when out of memory. */
sx_samples sx_samples_subset(sx_arena *arena, const sx_samples *samples,
                             const size_t *index, size_t n);

/* Those whose key, one for each sample, is this. NULL .sample when out of memory. */
sx_samples sx_samples_with(sx_arena *arena, const sx_samples *samples, const int64_t *key,
                           int64_t wanted);

/* A spread of at most so many samples of every run, its first and last among them. NULL .sample when out of memory. */
sx_samples sx_samples_spread(sx_arena *arena, const sx_samples *samples, size_t most);

/* The same of SX_SAMPLE_PROBE: what cannot explain these need not be tried on all. */
enum { SX_SAMPLE_PROBE = 32 };
sx_samples sx_samples_probe(sx_arena *arena, const sx_samples *samples);

/* Notes the law of the trips of the innermost loop whose counter varies, where it says more than a variable does. */
void sx_samples_take_trips(sx_samples *samples, const sx_nest *nest);

/* The last trip of counter c, if it is one number in all runs; else -1. */
int64_t sx_samples_last_trip(const sx_samples *samples, uint32_t c);

/* The same as an expression: by the law of the trips where the samples have it. NULL where neither is known, or when out of memory. */
const sx_expr *sx_samples_last(sx_arena *arena, const sx_samples *samples, uint32_t c);

/* Where the samples end of the run that sample `from` is of: they stand together. O(log n). */
size_t sx_samples_end_of_run(const sx_samples *samples, size_t from);

/* The innermost counter that tells samples apart; ncounters where none does. */
uint32_t sx_samples_innermost(const sx_samples *samples);

/* A number of a sample: a counter, or the element of a list for c = ncounters. */
static inline int64_t sx_samples_number(const sx_samples *samples, size_t i, uint32_t c)
{
    const sx_sample *s = &samples->sample[i];
    return c < samples->ncounters ? s->counter[c] : s->element;
}

/* Where the samples end that are of one rank, as sample `from` is, and of one entry of the loop of counter c, or one list for c = ncounters: that number goes up in it. */
size_t sx_samples_end_of_entry(const sx_samples *samples, size_t from, uint32_t c);

/* How many runs have samples. */
size_t sx_samples_runs(const sx_samples *samples);

/* Are all of them on the world? */
bool sx_samples_in_world(const sx_samples *samples);

/* The same under whatever name: ranks are those of the world. */
bool sx_samples_are_of_world(const sx_runs *runs, const sx_samples *samples);

/* Is some value a special one? */
bool sx_samples_have_special(const sx_samples *samples);

/* How many different values there are, and how many numbers the counter goes through, up to `enough`, which is no more than
 * SX_SAMPLE_DIFFERENT. */
enum { SX_SAMPLE_DIFFERENT = 64 };
size_t sx_samples_values(const sx_samples *samples, size_t enough);
size_t sx_samples_trips(const sx_samples *samples, uint32_t counter, size_t enough);

/* Has each run one value, or so few samples that their places follow from the scale? */
bool sx_samples_have_one_value(const sx_samples *samples);
bool sx_samples_are_few(const sx_samples *samples);

/* Has each trip, and each element of a list, one value, the same in all runs and on all ranks? Not asked beyond SX_SAMPLE_DIFFERENT of
 * them. */
bool sx_samples_are_of_trips(const sx_samples *samples);

/* Are the values 0 and 1, and each of them there? */
bool sx_samples_are_truth(const sx_samples *samples);

/* Of such values: how many runs have both. */
size_t sx_samples_runs_with_both(const sx_samples *samples);

/* Do the samples tell all the trips apart that the expression counts? Where it counts those of a loop further out, it has other values than the samples' first ones. */
bool sx_samples_tell(const sx_samples *samples, const sx_expr *expr);

/* The trips of counter c since the first, or until the last, for which the samples must have their trips. NULL when out of
 * memory. */
const sx_expr *sx_samples_trip(sx_arena *arena, const sx_samples *samples, uint32_t c,
                               bool from_last);

#endif
