/* Laws that a user's plugin claims to know. The tool loads it; here its table of functions is asked, and what it says
 * is believed only where it reproduces every sample. */
#ifndef SX_LAW_CLAIMS_H
#define SX_LAW_CLAIMS_H

#include "law/law.h"
#include "law/scalaextrap_plugin.h"
#include "trace/op.h"

/* Where a call site is in the source; false where that is not known. */
typedef bool sx_claims_source(void *context, const sx_trace *trace, uint32_t site,
                              const char **ret_function, const char **ret_file,
                              int *ret_line);

typedef struct sx_claims {
    const scalaextrap_plugin *plugin;
    sx_claims_source *source; /* NULL: unknown */
    void *context;
    /* What came of it. */
    size_t taken, rejected; /* claims: of one value there may be several */
    const char *first_rejected; /* what contradicts the last formula of the first */
} sx_claims;

/* Errors: SX_INVALID where the plugin's table is not one of this version. */
sx_status sx_claims_check(const scalaextrap_plugin *plugin, const char *file,
                          sx_error *err);

/* The first formula of the plugin for a value of `node` (SX_PARAM_NONE: its trips) that has the value of every sample,
 * `exact`; expr NULL where it claims none, or none of them does, which is counted. `depth` loops are around it; `claims`
 * may be NULL. Errors: SX_PARSE (a formula that is none, by name), SX_NOMEM. */
sx_status sx_claims_find(sx_arena *arena, const sx_runs *runs, sx_claims *claims,
                         const sx_node *node, sx_param_id id, uint32_t depth,
                         const sx_samples *samples, sx_law *ret_law, sx_error *err);

/* The extents that the plugin claims for the topology of `node`, over P; *ret_n is 0 where it claims none. Errors: SX_PARSE, SX_LIMIT
 * (more than SX_MAX_DIMS), SX_NOMEM. */
sx_status sx_claims_extents(sx_arena *arena, const sx_runs *runs, const sx_claims *claims,
                            const sx_node *node, uint32_t depth,
                            const sx_expr *ret_extent[SX_MAX_DIMS], uint32_t *ret_n,
                            sx_error *err);

#endif
