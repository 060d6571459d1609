/* The one model of a trace. A trace of one run has a number for P, and values that are constants,
 * sequences or expressions; a formula trace has P open, expressions in it, and curves for times.
 * The program is a tree: loops (PRSD) hold nodes, events (RSD) are leaves; every node says which
 * ranks take part. All memory is the arena's. */
#ifndef SX_TRACE_TRACE_H
#define SX_TRACE_TRACE_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/multiset.h"
#include "trace/op.h"
#include "trace/times.h"
#include "trace/value.h"

typedef struct sx_param {
    sx_param_id id;
    sx_value value;
} sx_param;

typedef enum sx_node_kind { SX_NODE_EVENT, SX_NODE_LOOP } sx_node_kind;

typedef struct sx_block {
    size_t n;
    struct sx_node **node;
} sx_block;

typedef struct sx_node {
    sx_node_kind kind;
    uint32_t id; /* index in the program in textual order, set by sx_trace_number */
    sx_domain ranks; /* among those of the enclosing loop */
    /* loop */
    sx_value trips; /* per entry into the loop; may be 0 */
    sx_block body;
    /* event */
    sx_op op;
    uint32_t site; /* index in the trace's call sites */
    uint32_t nparams;
    sx_param *param; /* ascending id */
    uint32_t nmultisets;
    sx_multiset *multiset;
    uint32_t ntimes;
    sx_times *times; /* ascending (sx_times_order) */
} sx_node;

/* A call path: frames innermost first, each a module and an offset in it. */
typedef struct sx_frame {
    uint32_t module;
    uint64_t offset;
} sx_frame;

typedef struct sx_site {
    uint32_t n; /* 0: unknown */
    const sx_frame *frame;
} sx_site;

/* clang-format off */
#define SX_COMM_KIND_LIST(X)                                                             \
    X(WORLD, "world") X(SELF, "self") X(DUP, "dup") X(SPLIT, "split")                    \
    X(SPLIT_TYPE, "split_type") X(CREATE, "create") X(CART, "cart")                      \
    X(CART_SUB, "cart_sub") X(GRAPH, "graph") X(DIST_GRAPH, "dist_graph")                \
    X(UNKNOWN, "unknown")
/* clang-format on */

typedef enum sx_comm_kind {
#define SX_COMM_ENUM(name, text) SX_COMM_##name,
    SX_COMM_KIND_LIST(SX_COMM_ENUM)
#undef SX_COMM_ENUM
        SX_COMM_KINDS
} sx_comm_kind;

const char *sx_comm_kind_name(sx_comm_kind kind);

/* Communicators of which the scale decides how many there are: one call makes them, one in each trip of a loop. */
typedef struct sx_comm_row {
    /* Index in the table; those that inputs show have entries of their own. */
    uint32_t first;
    uint32_t every; /* so many entries apart, with those of other rows between them */
    uint32_t step; /* of serial numbers; 0: each is made of the one before it */
    sx_value count; /* a law of the scale */
} sx_comm_row;

/* A communicator by how it was made: all groups that one creating call makes (one per colour) are
 * one entry, told apart by the rank that looks. Identified across ranks by (parent, serial).
 * Entry 0 is the world, entry 1 is self. */
typedef struct sx_comm {
    sx_comm_kind kind;
    uint32_t parent; /* index, smaller than the own; of world and self: 0 */
    uint32_t serial; /* which of the creating calls on the parent, from 0 */
    bool grows; /* one of those of which inputs have different numbers (the same) */
    uint32_t
        recorded; /* the same in an input whose own are numbered like those of others (align/same_comms.h) */
    const sx_value *
        serials; /* the law of it, of a formula trace where inputs have different ones; else NULL */
    sx_domain members; /* world ranks that got one */
    sx_value size, rank; /* the group's, and in it, of each member; not of world, self */
    const char
        *name; /* that MPI_Comm_set_name gave it, in the first rank that did; or NULL */
    const sx_comm_row *
        row; /* of a last entry of a formula trace, which stands for all that come after those before it: its laws
                               have the index in the row, from 0, as the counter of the outermost loop; else NULL */
} sx_comm;

/* The world or self? */
bool sx_comm_is_given(const sx_comm *comm);

/* The one of n that it is, by kind, or by parent (whose index is one among these) and serial number; n: none. O(n). */
size_t sx_comm_find(const sx_comm *comm, size_t n, const sx_comm *wanted);

/* How a datatype was made: what MPI_Type_get_envelope says, without MPI_COMBINER_. */
/* clang-format off */
#define SX_COMBINER_LIST(X)                                                              \
    X(UNKNOWN, "") X(DUP, "dup") X(CONTIGUOUS, "contiguous") X(VECTOR, "vector")         \
    X(HVECTOR, "hvector") X(INDEXED, "indexed") X(HINDEXED, "hindexed")                  \
    X(INDEXED_BLOCK, "indexed_block") X(HINDEXED_BLOCK, "hindexed_block")                \
    X(STRUCT, "struct") X(SUBARRAY, "subarray") X(DARRAY, "darray")                      \
    X(RESIZED, "resized")
/* clang-format on */

typedef enum sx_combiner {
#define SX_COMBINER_ENUM(name, text) SX_COMBINER_##name,
    SX_COMBINER_LIST(SX_COMBINER_ENUM)
#undef SX_COMBINER_ENUM
        SX_COMBINERS
} sx_combiner;

const char *sx_combiner_name(sx_combiner combiner);

/* Of a type that differs by scale or rank: laws of the constructor's arguments, from which its size, lower bound and
 * extent follow (trace/type_size.h). */
typedef struct sx_type_law {
    uint32_t nints, naddresses;
    const sx_expr *const *ints, *const *addresses;
} sx_type_law;

typedef struct sx_type {
    const char *name; /* MPI_DOUBLE; "derived" for a constructed one */
    int64_t size; /* bytes */
    /* Of a derived one, unless it is not known how it was made: the arguments of its constructor as
     * MPI_Type_get_contents has them, NULL where there are none; not read cyclically. */
    sx_combiner combiner;
    int64_t lb, extent;
    const sx_seq *ints, *addresses;
    const sx_seq *types; /* indices, smaller than the own */
    const sx_type_law *
        law; /* instead of ints and addresses, in the last rows of a formula trace; else NULL */
} sx_type;

/* The same type, where type i of b is number index[i] of a (NULL: i). */
bool sx_type_same(const sx_type *a, const sx_type *b, const uint32_t *index);

/* A dims policy that explains the inputs as well as the one taken. */
typedef struct sx_rival {
    const char *law;
    int64_t law_arg;
} sx_rival;

/* A process grid on a communicator: axis 1 varies fastest with the rank. */
typedef struct sx_grid {
    const char *name; /* "g1" */
    uint32_t comm;
    uint32_t ndims;
    const char *law; /* a dims policy (trace/policy.h); "given" when given by hand */
    int64_t law_arg; /* the policy's constant, 0 where it has none */
    bool periodic[SX_MAX_DIMS];
    int64_t dim[SX_MAX_DIMS]; /* 0 while P is open */
    uint32_t nrivals;
    const sx_rival *rival; /* in a text: rivals=name,name:arg */
    sx_evidence evidence;
} sx_grid;

/* A number with a name, of the program: a parameter of it (N, iterations), which is given, or what inference
 * recovered. */
typedef struct sx_constant {
    const char *name; /* "N1" */
    bool is_param;
    int64_t value; /* of what is not open */
    /* A parameter of a formula trace: what it was in the inputs, ascending, each once. It is open while it is
     * not given, unless all inputs have the same. */
    bool is_open;
    uint32_t nseen;
    const int64_t *seen;
    /* A recovered one of a formula trace that is no number: an expression over P, extents of grids on the world,
     * * parameters, and what comes before it in the table; else NULL. */
    const sx_expr *law;
    sx_evidence evidence; /* of what was recovered */
} sx_constant;

/* What makes timings comparable, and what was not recorded. Keys are words, values any text. */
typedef struct sx_meta {
    const char *key, *value;
} sx_meta;

typedef struct sx_unrecorded {
    const char *name; /* MPI_Win_create */
    uint64_t calls; /* over all ranks */
} sx_unrecorded;

typedef struct sx_trace {
    int64_t p; /* 0 in a formula trace */
    size_t nmeta, nunrecorded, nmodules, nsites, ncomms, ntypes, nredops, nregions,
        ngrids, nconstants;
    sx_meta *meta;
    sx_unrecorded *unrecorded;
    const char **module;
    sx_site *site;
    sx_comm *comm;
    sx_type *type;
    const char **redop; /* MPI_SUM ..; "user" */
    const char **region; /* names of the application's */
    sx_grid *grid;
    sx_constant *constant;
    /* What calls compute before them, on the mean over all of them, in ns, over P and the parameters. In a formula trace in which
     * some histogram has a share of it; else NULL. */
    const sx_model *common_time;
    /* What a rank computes before its calls, in millionths of what these compute on the mean of all ranks (trace/pace.h): over the scale and
     * the rank's place in grids on the world. NULL: all alike. */
    const sx_expr *pace;
    sx_block program;
    uint32_t nnodes; /* after sx_trace_number */
} sx_trace;

/* Numbers the nodes in textual order. Call after the tree was made or changed. */
void sx_trace_number(sx_trace *trace);

/* Are call sites i of a and k of b the same: offsets, and modules by name? */
bool sx_site_same(const sx_trace *a, uint32_t i, const sx_trace *b, uint32_t k);

/* Copies with parameters, multisets, times and bodies of their own; what those point to is shared. NULL, or SX_NOMEM. */
sx_node *sx_node_copy(sx_arena *arena, const sx_node *node);
sx_status sx_block_copy(sx_arena *arena, const sx_block *from, sx_block *ret_block);

/* NULL when there is none. */
const char *sx_trace_meta(const sx_trace *trace, const char *key);

/* Whether two traces are of one program: of one name, or of names that differ by the number of ranks alone, which each
 * was built for (bt.A.4, bt.A.16). A trace without a name is one of any. */
bool sx_trace_same_program(const sx_trace *a, const sx_trace *b);
/* What its recorder was allowed to lose, as words with commas between; NULL when nothing. */
const char *sx_trace_lossy(const sx_trace *trace);
sx_param *sx_node_param(const sx_node *node, sx_param_id id);
/* Where a send, a receive, or that half of a call that does both has its end point and what it moves. */
typedef struct sx_message_params {
    sx_param_id peer, tag, count, type;
} sx_message_params;

/* Of a call in place, which has one buffer for both halves, count and type are those of the send. */
sx_message_params sx_node_message(const sx_node *node, bool receives);

/* A bit for each parameter that the event has. */
uint64_t sx_node_present(const sx_node *node);

/* The names of its grids and constants, for sx_expr_parse and sx_expr_print. Pointers live in the
 * arena. Errors: SX_NOMEM. */
sx_status sx_trace_names(sx_arena *arena, const sx_trace *trace,
                         sx_expr_names *ret_names);

#endif
