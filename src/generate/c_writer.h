/* What the parts of the C back end share: the program being written, and the names in it. */
#ifndef SX_GENERATE_C_WRITER_H
#define SX_GENERATE_C_WRITER_H

#include "generate/generate.h"
#include "trace/comm_row.h"

/* Functions that a program has only where it calls them (c_support.c). In the order of the text. */
/* clang-format off */
#define SX_C_SUPPORT_LIST(X)                                                             \
    X(SCALED, scaled) X(LARGE, large) X(MIXED, mixed) X(NAP, nap) X(SPIN, spin)          \
    X(KERNEL, kernel) X(NO_KERNEL, no_kernel) X(DRAWN, drawn) X(SLOWNESS, slowness) X(COMPUTE, compute) X(COMPUTE_OVERLAP, compute_overlap) X(COMPUTE_SHARES, compute_shares) \
    X(MIN, min) X(MAX, max) X(FLOOR, floor_div) X(MODULO, modulo) X(BLOCK, block) X(BLOCK_NATURAL, block_natural) X(LG, lg) X(CUT, cut)        \
    X(POWER, power) X(LOGARITHM, logarithm) X(ROOT, root) X(IN_TERM, in_term)            \
    X(POSTED, posted) X(POST, post) X(LATEST, latest) X(POST_KEPT, post_kept) X(POST_ONE, post_one) X(POST_ALL, post_all) X(LATEST_KEPT, latest_kept) X(LATEST_CALLED, latest_called) X(PERSISTENT, persistent)          \
    X(NAMED, named) X(NAMED_KEPT, named_kept) X(CHOSEN, chosen) X(ROOM, room_for) X(WIDEST, widest) X(DELAY, delay)      \
    X(SENT, sent) X(RECEIVED, received) X(REDUCED, reduced)                    \
    X(SENT_ALL, sent_all) X(RECEIVED_ALL, received_all) X(SYNCHRONOUS, synchronous)      \
    X(LIST, list) X(PARTS, parts) X(PART, part) X(TYPE_LIST, type_list)            \
    X(STOP, stop) X(GIVE_DIMS, give_dims) X(IMPOSSIBLE, impossible) X(IMPOSSIBLE_PART, impossible_part)          \
    X(DIMS_DIVISOR, dims_divisor) X(DIMS_TWO, dims_two) X(DIMS_FACTORS, dims_factors)    \
    X(DIMS_SQUARES, dims_squares) X(DIMS_SIDES, dims_sides)                            \
    X(DIMS_HALVED, dims_halved) X(ANY_OP, any_op) X(MAKE_GRAPH, make_graph) X(SHARE, share)  \
    X(REPORT, report) X(READ_OPTIONS, read_options)
/* clang-format on */

typedef enum sx_c_support {
#define SX_C_SUPPORT_ENUM(name, text) SX_C_##name,
    SX_C_SUPPORT_LIST(SX_C_SUPPORT_ENUM)
#undef SX_C_SUPPORT_ENUM
        SX_C_SUPPORTS
} sx_c_support;

/* A variable that is set behind MPI_Init. */
typedef struct sx_c_name {
    const char *name, *text, *type;
    struct sx_c_name *next;
} sx_c_name;

/* A function that was made for a part of the program. */
typedef struct sx_c_function {
    const char *kind, *text; /* behind its name */
    uint32_t number;
    struct sx_c_function *next;
} sx_c_function;

/* A value that differs from trip to trip, and how often the program has it. */
typedef struct sx_c_said {
    const char *text;
    uint32_t times;
    struct sx_c_said *next;
} sx_c_said;

/* What the program can be told on its command line (c_options.c). */
typedef enum sx_c_option {
    SX_C_COMPUTE_HOW,
    SX_C_COMPUTE_SCALE,
    SX_C_COMPUTE_SCALES, /* in its stead where places have names */
    SX_C_ONLY_MEAN,
    SX_C_INDEPENDENT,
    SX_C_SEED,
    SX_C_OVERLAP,
    SX_C_MESSAGE_SCALE,
    SX_C_ITERATIONS,
    SX_C_PARAM,
    SX_C_DIMS,
    SX_C_CHECK,
    SX_C_REPLACE,
    SX_C_SYNC,
    SX_C_JITTER,
    SX_C_REPORT_FILE,
    SX_C_PINGPONG,
    SX_C_SWEEP,
    SX_C_OPTIONS
} sx_c_option;

enum {
    SX_C_INDENT = 4,
    SX_C_MARK = '\1' /* before the number of a call site whose name is to stand there */
};

typedef struct sx_c_writer {
    sx_arena *arena;
    const sx_trace *trace;
    const sx_generate_options *options;
    sx_error *err;
    sx_status status;
    sx_buffer body; /* of main */
    sx_buffer globals; /* variables before it */
    sx_buffer functions; /* of sums and sequences, before it, too */
    uint64_t support; /* a bit for each function that is called */
    unsigned indent;
    unsigned depth; /* loops around */
    int64_t trips[SX_MAX_DEPTH]; /* of the loops around where that is a number; else 0 */
    uint64_t at_most_one; /* a bit for each of them that makes one trip or none */
    bool is_uneven; /* not all ranks are known to go through the loops around alike */
    bool in_fan; /* calls that a broadcast may stand for (c_fan.h) */
    uint32_t nfunctions;
    sx_c_function *function;
    sx_c_name *names, **names_end;
    sx_c_said *said;
    struct sx_c_room *rooms, **rooms_end; /* what messages take (c_room.c) */
    bool is_counting; /* the first time, when only what is said is counted */
    uint32_t comm; /* that s and m are of */
    const char *comm_rank,
        *comm_size; /* that these are, where the communicator differs by rank or trip; else NULL */
    const char *
        row_index; /* of the communicator that the last entry of the table stands for (sx_comm_row) */
    bool *constant_used, *type_used, *comm_used, *comm_rank_used,
        *comm_size_used; /* those that the program names */
    uint32_t told; /* a bit for each option */
    uint64_t called; /* a bit for each call of the table in c_calls.c */
    unsigned replaced; /* and of that in c_replace.c */
    const struct sx_c_pauses
        *pauses; /* what the program computes, and where (c_pause.h) */
    sx_buffer place_names; /* of regions and functions: rows of a table */
    uint32_t open_region[SX_MAX_DEPTH]; /* those around */
    unsigned nopen_regions;
    uint32_t nplaces; /* those where it computes, so far */
    const sx_node *main_loop; /* that --iterations is about; NULL where there is none */
    /* How old a request is at most when it is named; beyond MOST_KEPT where that is not known. The first time finds out. */
    int64_t oldest, kept;
    bool completes_all; /* each Waitall is for all requests: so many at most are kept */
    bool is_large; /* counts may be more than an int is */
    bool keeps_one; /* no request but the latest is named: one variable is all of them */
    uint64_t
        grids_used; /* a bit for each whose extents or coordinates the program names */
    size_t setup_at; /* where in main */
    sx_buffer setup; /* of main, behind MPI_Init: what only the whole program tells */
    size_t missing;
} sx_c_writer;

/* Where those begin of which the scale decides how many there are (trace/comm_row.h), which have arrays; the end of the table where there are
 * none. The last entry stands for any of them. */
static inline uint32_t sx_c_first_in_row(const sx_c_writer *w)
{
    const size_t n = w->trace->ncomms, rows = sx_comm_rows(w->trace);
    return rows ? w->trace->comm[n - rows].row->first : (uint32_t)n;
}

static inline bool sx_c_is_in_row(const sx_c_writer *w, uint32_t comm)
{
    return comm >= sx_c_first_in_row(w);
}

/* Notes the first error; everything after it is of no use. */
void sx_c_fail(sx_c_writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- lines (c_text.c) ---- */

/* A formatted string; empty when out of memory, which the arena knows until the program is written (sx_c_emit). */
const char *sx_c_text(sx_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What a buffer has, which it finishes; as above. */
const char *sx_c_take(sx_arena *arena, sx_buffer *buffer);

/* A line of main, indented; it is wrapped when the program is written out. */
void sx_c_line(sx_c_writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same anywhere, indented by so many columns: no line is longer than it need be. */
void sx_c_wrap(sx_buffer *out, const char *text, size_t indent);

/* Opens what belongs to a condition or a loop; and closes it, without braces where one statement is in it. Returns where it begins. */
size_t sx_c_open(sx_c_writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sx_c_close(sx_c_writer *w, size_t from);

void sx_c_need(sx_c_writer *w, sx_c_support function);
/* `large`: counts may be more than an int is. */
void sx_c_support_write(sx_buffer *out, uint64_t support, bool large);

/* The same condition or value, shorter (c_simplify.c). NULL when out of memory. */
const sx_expr *sx_c_simplify(sx_arena *arena, const sx_expr *expr);

/* Is it a coordinate + shift? */
bool sx_c_is_coordinate(const sx_expr *expr, const sx_expr **ret_coord,
                        int64_t *ret_shift);

/* A function of the program: KIND<number> with the text behind that; equal ones are one. */
uint32_t sx_c_function_number(sx_c_writer *w, const char *kind, const char *text);
/* The counters and the index that an expression has, as parameters and as arguments of a function. */
void sx_c_parameters(sx_c_writer *w, const sx_expr *expr, const char **ret_parameters,
                     const char **ret_arguments);
/* Its text in that function, where counters are i, j, .. whichever they are elsewhere. */
const char *sx_c_in_function(sx_c_writer *w, const sx_expr *expr, const char *text);

/* May that be evaluated whatever the conditions are under which the program does: no function is called, nothing is shifted, and nothing
 * divided by what may be 0 (c_rows.c)? */
bool sx_c_is_harmless(sx_c_writer *w, const char *text);

/* ---- values with a name (c_named.c) ---- */

/* The variable of an end point that is a neighbour in a grid; NULL where it is none. `text` is what it is. */
const char *sx_c_neighbour(sx_c_writer *w, const sx_expr *expr, const char *text);
/* The variable of the points of an axis that the rank has, where a block is that; else `text`. */
const char *sx_c_extent(sx_c_writer *w, const sx_expr *block, const char *text);
/* A variable called after `word` where the value is long and the same in all trips; else `text`. */
const char *sx_c_name_value(sx_c_writer *w, const sx_expr *expr, const char *word,
                            const char *text);
/* A variable called `word` of that number, which is the same in all trips. */
const char *sx_c_name_real(sx_c_writer *w, const char *word, const char *text);
/* Is it known behind MPI_Init, and the same in all trips? */
bool sx_c_is_fixed(const sx_c_writer *w, const sx_expr *expr);
void sx_c_set_names(sx_c_writer *w);
void sx_c_declare_names(const sx_c_writer *w, sx_buffer *out);

/* ---- names (c_names.c): of variables of the program, made of what the trace has ---- */
const char *sx_c_dim_name(sx_c_writer *w, unsigned grid, unsigned axis);
const char *sx_c_coord_name(sx_c_writer *w, unsigned grid, unsigned axis);
const char *sx_c_counter_name(sx_c_writer *w, unsigned depth);
/* How many loops are around that one's whose counter the word is; -1 for another word. */
int sx_c_counter_of(const char *word, size_t length);
/* The text with its counters under the names that the function gives them. */
typedef const char *sx_c_renaming(sx_arena *arena, int counter, const void *how);
const char *sx_c_rename(sx_arena *arena, const char *text, sx_c_renaming *name,
                        const void *how);
const char *sx_c_constant_name(sx_c_writer *w, unsigned constant);
const char *sx_c_comm_name(sx_c_writer *w, uint32_t comm); /* of the handle */
const char *sx_c_comm_rank_name(sx_c_writer *w, uint32_t comm);
const char *sx_c_comm_size_name(sx_c_writer *w, uint32_t comm);
/* Does everybody have the rank in it that it has in the world? */
bool sx_c_comm_is_world(const sx_c_writer *w, uint32_t comm);
const char *sx_c_type_name(sx_c_writer *w, uint32_t type);
/* Is it the name of a constant of MPI's, and nothing else? */
bool sx_c_is_mpi_constant(const char *name);
const char *sx_c_redop_name(sx_c_writer *w, uint32_t redop);
/* Any text as a string of C. */
const char *sx_c_string(sx_c_writer *w, const char *text);

/* ---- expressions and values (c_expr.c, c_value.c): as text in the arena ---- */

/* What special values are in the place where a value stands. */
typedef struct sx_c_special {
    const char *null, *any, *root;
    bool is_rank; /* an end point */
} sx_c_special;

extern const sx_c_special sx_c_numbers; /* no special values */
extern const sx_c_special sx_c_no_row; /* null rows of tables are -1 */

const char *sx_c_expr(sx_c_writer *w, const sx_expr *expr, const sx_c_special *special);
/* The same as it may stand behind <. */
const char *sx_c_bound(sx_c_writer *w, const sx_expr *expr, const sx_c_special *special);
/* The same in parentheses unless it is a name, a number or a call. */
const char *sx_c_operand(sx_c_writer *w, const sx_expr *expr,
                         const sx_c_special *special);

/* The value of an event or a loop in execution `execution`, a C expression (NULL where none is kept); lists have their
 * element in e. `around` is the domain that BY_RANK values are listed in. */
const char *sx_c_value(sx_c_writer *w, const sx_value *value, const sx_domain *around,
                       const char *execution, const sx_c_special *special);
/* The variable that counts the executions of an event, or the entries into a loop. */
const char *sx_c_times(sx_c_writer *w, const sx_node *node);
/* Does it read the number of the execution? */
bool sx_c_value_counts(const sx_value *value);
/* Is the value a number, the same always? */
bool sx_c_value_is_int(const sx_value *value, int64_t *ret_value);

/* ---- who takes part (c_domain.c) ---- */

/* A condition, or NULL where everybody takes part. */
const char *sx_c_condition(sx_c_writer *w, const sx_domain *domain);
const char *sx_c_ranks_condition(sx_c_writer *w, const sx_ranklist *ranks);
/* What an expression is for those: one alternative where its condition holds for all of them, as of a partner in a grid for those who have
 * one; else the same. */
const sx_expr *sx_c_within(sx_c_writer *w, const sx_domain *domain, const sx_expr *expr);

/* ---- the command line (c_options.c) and computation (c_compute.c) ---- */

/* Notes that the program has a use for the option. Is it to have it? */
bool sx_c_can_be_told(sx_c_writer *w, sx_c_option option);
/* The loop that most calls are in. */
const sx_node *sx_c_main_loop(const sx_trace *trace);
/* The variables of options; the options behind the functions; reading them, behind MPI_Init; what is done at the end. */
void sx_c_declare_options(const sx_c_writer *w, sx_buffer *out);
void sx_c_write_options(const sx_c_writer *w, sx_buffer *out);
void sx_c_read_options(sx_c_writer *w);
void sx_c_finish(sx_c_writer *w);

/* May the constant be given when the program runs (c_given.c)? Reading those that are; their table, before that. */
bool sx_c_is_given(const sx_c_writer *w, unsigned constant);
void sx_c_set_params(sx_c_writer *w);
void sx_c_declare_params(sx_c_writer *w, sx_buffer *out);
/* The extents of grid g, which are known behind it, may be others by hand. */
void sx_c_give_dims(sx_c_writer *w, unsigned g, const char *rule);

/* The names by which computation at the next place is scaled; the region that begins or ends behind it. */
void sx_c_name_place(sx_c_writer *w, const sx_node *node);
void sx_c_pass_mark(sx_c_writer *w, bool begins, uint32_t region);
void sx_c_declare_scales(const sx_c_writer *w, sx_buffer *out);

/* Does the text, as it is so far, make the call? */
bool sx_c_makes(const sx_c_writer *w, sx_op op);

/* What the program computes before the call; and that it was the last one, where that matters. */
void sx_c_compute(sx_c_writer *w, const sx_node *node);
void sx_c_remember(sx_c_writer *w, const sx_node *node);

/* Which ranks are slow all the time, behind MPI_Init (c_slowness.c). */
void sx_c_set_slowness(sx_c_writer *w);
/* How much the rank computes, in millionths of the mean; NULL where all compute as much. */
const char *sx_c_pace(sx_c_writer *w);

/* Ends of what an expression may be, by those of its parts (c_bounds.c). */
typedef struct sx_c_bounds {
    int64_t low, high;
    bool has_special;
} sx_c_bounds;

enum { SX_C_FAR = 1 << 30 }; /* as good as without an end */

/* Elements of a list are below `length`. */
sx_c_bounds sx_c_bounds_of(const sx_c_writer *w, const sx_expr *expr, int64_t length);
sx_c_bounds sx_c_value_bounds(const sx_c_writer *w, const sx_value *value,
                              int64_t length);

/* ---- calls ---- */

/* Room for a new request. */
const char *sx_c_post(sx_c_writer *w);
/* The values of a short list one by one: `(TYPE[]) { FORMAT, .. }`; NULL where it is long, or of another form. */
const char *sx_c_literal(sx_c_writer *w, const sx_expr *n, const sx_expr *element,
                         const char *type, const char *format);
void sx_c_event(sx_c_writer *w, const sx_node *node, const sx_domain *around);

#endif
