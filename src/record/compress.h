/* The on-line compression of one rank's events: a stack of events and loops that is folded after every
 * event, leftmost and greedily, so that the memory follows the structure of the program and not
 * the number of its iterations. Knows no MPI.
 *
 * Folding looks at structure alone: operation, call site and which parameters there are; of loops,
 * their bodies. Parameters and trip counts become sequences, delta times become distributions, so
 * that values never prevent a loop. Nothing is lost: the tree, expanded, is the input. */
#ifndef SX_RECORD_COMPRESS_H
#define SX_RECORD_COMPRESS_H

#include "record/hits.h"
#include "trace/trace.h"

enum { SX_EVENT_VALUES = 16 };

/* An event in the making: parameters are added in ascending order of their id. */
typedef struct sx_input {
    sx_op op;
    uint32_t site;
    uint32_t n;
    uint64_t present; /* a bit for each sx_param_id */
    int64_t value[SX_EVENT_VALUES]; /* of a list: its name from sx_compress_list */
    uint64_t comp_ns, comm_ns;
    uint32_t nhits;
    const sx_hit *hit;
} sx_input;

static inline void sx_input_add(sx_input *input, sx_param_id id, int64_t value)
{
    input->present |= UINT64_C(1) << id;
    input->value[input->n++] = value;
}

typedef struct sx_compress sx_compress;

/* NULL when out of memory. Without times no delta times are kept. */
sx_compress *sx_compress_create(bool times);
/* Bins for each doubling of delta times, before the first event; SX_HIST_COARSE if not said. */
void sx_compress_time_steps(sx_compress *compress, uint32_t steps);
/* Long sequences of the program will be packed as these do it (sx_text_pack, sx_text_pack_numbers), for a merge that passes
 * them on: while the program is made no more than one of them is in runs, and none of very many values without
 * a pattern. */
typedef struct sx_compress_packer {
    const sx_seq *(*pack)(sx_arena *arena, const sx_seq *seq);
    sx_status (*pack_numbers)(sx_arena *arena, const sx_numbers *numbers,
                              const sx_seq **ret_seq);
} sx_compress_packer;
void sx_compress_pack(sx_compress *compress, const sx_compress_packer *packer);
/* There is no limit any more: the file cannot be made or written, for this errno. */
typedef void sx_compress_lost(void *context, int why);
/* Past so many bytes, before the first event, the oldest nodes, the oldest of many values, and lists go into files
 * that are made at `path` and have no name; 0: no limit. So do multisets of many values, and names of structures that nothing in
 * memory has are forgotten. `lost` may be NULL. False when out of memory. */
bool sx_compress_limit(sx_compress *compress, size_t bytes, const char *path,
                       sx_compress_lost *lost, void *context);
void sx_compress_destroy(sx_compress *compress);

/* The name of a list of n numbers, the value of a list parameter: equal lists have equal names.
 * -1 when out of memory. O(n). */
int64_t sx_compress_list(sx_compress *compress, const int64_t *element, size_t n);

/* Appends an event. False when out of memory, from then on always. Amortised O(parameters), whatever
 * the events are. */
bool sx_compress_add(sx_compress *compress, const sx_input *input);

/* Events appended so far, and nodes on the stack: the top level of the tree. */
uint64_t sx_compress_events(const sx_compress *compress);
size_t sx_compress_width(sx_compress *compress);
/* Nodes and parts of sequences in files. */
uint64_t sx_compress_spilled(const sx_compress *compress);

/* In the program call sites have other numbers: site[s] for s. It lives as long as that is not made. */
void sx_compress_rename_sites(sx_compress *compress, const uint32_t *site);
/* So many bytes are within the limit, too. */
void sx_compress_beside(sx_compress *compress, const size_t *bytes);

/* The tree as a program; its top-level nodes have the domain `ranks`, PEER and SOURCE are marked
 * relative. Once, and nothing may be added afterwards. Errors: SX_NOMEM, SX_LIMIT. */
sx_status sx_compress_program(sx_compress *compress, const sx_domain *ranks,
                              sx_arena *arena, sx_block *ret_program, sx_error *err);

#endif
