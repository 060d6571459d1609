/* The input traces side by side: one merged program whose ranks are those of all runs in a row, with
 * every rank's place in the communicators and grids. What inference reads; nothing here decides. */
#ifndef SX_ALIGN_RUNS_H
#define SX_ALIGN_RUNS_H

#include "align/steps.h"
#include "trace/trace.h"

/* Inputs at the most: sets of runs are bits of a word. */
enum { SX_RUNS = 64, SX_DIRECTION_LISTS = 8, SX_BORDERS = 16, SX_SETTLED = 8 };

/* Bytes of tables with a row for each rank, at the most: those of some 200,000 ranks of all runs together. */
enum { SX_RUNS_BYTES = 1 << 29 };

/* Steps that inference may take where its caller sets no other number: minutes, and fifty times what inputs of 1,024 ranks need. */
#define SX_RUNS_STEPS (UINT64_C(1) << 33)

/* A rank's neighbour in a grid. */
typedef struct sx_neighbour {
    const sx_expr *peer;
    sx_evidence evidence;
    bool of_all; /* some call has it on all ranks of all inputs */
} sx_neighbour;

/* Ranks that do something else than all others, by a law: the condition, which is 1 for some of them and 0 elsewhere. */
typedef struct sx_border {
    const sx_expr *where;
    sx_evidence evidence;
} sx_border;

typedef struct sx_runs {
    size_t n; /* runs, in ascending order of P, then of parameters, all different */
    const sx_trace *const *trace;
    const int64_t *p; /* ranks of each run */
    const int64_t *offset; /* of its first rank among all; the largest run comes first */
    int64_t total; /* ranks of all runs */
    const uint32_t *run_of; /* by rank among all */
    sx_trace merged; /* sx_trace_merge of all, times apart */
    /* By communicator, then rank among all: size (0: no member) and rank in it. */
    int64_t *const *comm_size;
    int64_t *const *comm_rank;
    /* Which of the creating calls on its parent makes it, by communicator, then run; -1 where a run has none. */
    int64_t *const *comm_serial;
    /* Places of rank R in the grids known so far: place[R * SX_MAX_GRIDS + g]. */
    uint32_t ngrids;
    sx_grid *grid;
    struct sx_place *place;
    /* The dims of each run that a Cartesian communicator states and no policy has; 0 axes where there is none. */
    uint32_t stated_ndims;
    int64_t (*stated)[SX_MAX_DIMS];
    /* Along which axes (a bit each), and whether along a whole communicator, some end point goes through
     * all powers of two below the extent. */
    uint8_t doubled[SX_MAX_GRIDS];
    bool doubled_whole;
    bool powers_whole; /* or through some of these */
    bool
        goes_nowhere; /* some message's end point is nobody, or the own rank, for all of every run that have it */
    /* Laws of end points in these grids, all different. */
    size_t nneighbours;
    sx_neighbour *neighbour;
    /* The first ones found, all different. */
    size_t nborders;
    sx_border border[SX_BORDERS];
    /* Lists of directions that loops go over. */
    size_t ndirections;
    struct sx_directions *directions; /* SX_DIRECTION_LISTS at the most */
    /* Hierarchies of grids that loops show. */
    uint32_t nlevels;
    struct sx_levels *levels; /* SX_LEVELS at the most */
    struct sx_imagined *imagined; /* law/imagine.h */
    /* Parameters of the program, with the values that the runs have, and then what was recovered so far:
     * constant_value[run][i]. */
    uint32_t nparams, nconstants;
    sx_constant *constant;
    int64_t **constant_value;
    /* Numbers of points that blocks with remainders prove: each is one of the program, and not chosen anew for the next value. */
    size_t nsettled;
    int64_t settled[SX_SETTLED];
    /* How many steps alignment and inference may still take: a part of an expression at a sample is one, a rank or a trip that is
     * looked at while traces are aligned, and so is about as much work elsewhere.
     * Counted, so that it ends alike everywhere. At 0 nothing more is found, and what was is void. NULL: any number. */
    uint64_t *steps;
} sx_runs;

/* False when there are not as many left. */
static inline bool sx_runs_spend(const sx_runs *runs, uint64_t steps)
{
    return sx_steps_spend(runs->steps, steps);
}

/* SX_LIMIT when all are spent. */
sx_status sx_runs_check_steps(const sx_runs *runs, sx_error *err);

/* Sorts, checks and merges the inputs. Inputs of one P and the same parameters must have the same
 * communication; then they are repeats (align/repeats.h). Errors: SX_MISMATCH (different programs, or repeats
 * that differ: the first difference is named), SX_INVALID (an input that is itself a formula trace, or without a
 * parameter that another has), SX_LIMIT (more ranks than SX_RUNS_BYTES allows, or SX_RUNS_STEPS spent), SX_NOMEM.
 * `names` are the inputs' names for messages. `anew`: the largest run, too, is merged role by role (align/roles.h), and not as its recorder did.
 * O(size of the inputs + P). */
sx_status sx_runs_create(sx_arena *arena, const sx_trace *const *trace,
                         const char *const *name, size_t n, bool anew, sx_runs *ret_runs,
                         sx_error *err);

/* Adds a grid with the given dims per run (dims[run][axis]); its comm must have every world rank at the
 * same number. *ret_grid is its index. Errors: SX_LIMIT, SX_NOMEM. */
sx_status sx_runs_add_grid(sx_arena *arena, sx_runs *runs, const sx_grid *grid,
                           int64_t (*dims)[SX_MAX_DIMS], uint32_t *ret_grid,
                           sx_error *err);

/* Notes a number of points that is proved, as long as there is room; is it one? */
void sx_runs_settle(sx_runs *runs, int64_t points);
bool sx_runs_is_settled(const sx_runs *runs, int64_t points);

/* Keeps a border that is not known yet, as long as there is room. */
void sx_runs_add_border(sx_runs *runs, const sx_expr *where, const sx_evidence *evidence);

/* Makes the parameters of the runs' traces, which all have the same, the first constants. Errors: SX_NOMEM. */
sx_status sx_runs_take_params(sx_arena *arena, sx_runs *runs);

/* The index of the constant with these values by run, new (N1, N2 ..) if there is none; UINT32_MAX when the table
 * is full or memory is out. `law` is that of a new one; NULL where all values are the same. */
struct sx_law;
uint32_t sx_runs_number(sx_arena *arena, sx_runs *runs, const int64_t *value,
                        const struct sx_law *law);

/* The same where it is one value in all runs. */
uint32_t sx_runs_constant(sx_arena *arena, sx_runs *runs, int64_t value);

/* Is this, by run or in all runs, one of the parameters, or of the constants recovered so far? */
bool sx_runs_has_constant(const sx_runs *runs, const int64_t *value);
bool sx_runs_has_number(const sx_runs *runs, int64_t value);

/* Is it a number, or a parameter or constant of one value in all runs? */
bool sx_runs_is_number(const sx_runs *runs, const sx_expr *expr, int64_t *ret_value);

/* The grid on the world whose dims were told with a run; NULL where none were. */
const sx_grid *sx_runs_told(const sx_runs *runs, size_t run);

/* Is this communicator the world under another name: same size and ranks in all runs? */
bool sx_runs_is_world(const sx_runs *runs, uint32_t comm);

/* Has an axis of a grid two ranks, or one, in all runs, and two in some? O(runs). */
bool sx_runs_is_of_two(const sx_runs *runs, uint32_t grid, uint32_t axis);

/* The environment of rank R (among all) for values on `comm`. */
sx_expr_env sx_runs_env(const sx_runs *runs, int64_t rank, uint32_t comm);

/* Who takes part, as a flag per rank among all. `within` is the enclosing node's (NULL: everybody).
 * NULL when out of memory. */
const bool *sx_runs_members(sx_arena *arena, const sx_runs *runs, const sx_domain *domain,
                            const bool *within);

/* Per rank among all, the sequence of an elastic value; NULL where it has none, or none in order. `in` is who takes part.
 * NULL when out of memory. O(ranks + pieces). */
const sx_seq **sx_runs_sequences(sx_arena *arena, const sx_runs *runs,
                                 const sx_value *value, const bool *in);

/* Which of the creating calls on its parent makes a communicator, in the largest run that has it. */
uint32_t sx_runs_serial(const sx_runs *runs, size_t comm);

/* A step that brings the merged program closer to the shape of its source: the events of every rank stay as they are, and in their order.
 * Errors: SX_NOMEM. */
typedef sx_status sx_runs_step(sx_arena *arena, sx_runs *runs, sx_error *err);

#endif
