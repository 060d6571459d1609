/* What scalastat reports, whatever its form. */
#ifndef SX_TOOLS_STAT_H
#define SX_TOOLS_STAT_H

#include "report/count.h"
#include "report/growth.h"
#include "report/labels.h"
#include "report/matrix.h"
#include "report/profile.h"
#include "symbols.h"

typedef struct stat_report {
    const char *path;
    const char *name; /* how the output calls it */
    int64_t file_bytes; /* 0: unknown */
    sx_trace trace; /* bound unless it is a formula trace */
    bool formula;
    bool ranks; /* a row for each rank, or block of ranks */
    bool mismatched; /* the communication was checked and does not agree */
    size_t most_sites;
    sx_symbols_result symbols;
    sx_profile profile;
    sx_matrix matrix; /* for JSON */
    sx_buffer tree; /* for JSON */
    sx_comm_total *comm;
    uint64_t label[SX_LABELS];
} stat_report;

/* stat_text.c */
void sx_stat_print(sx_buffer *out, stat_report *report);

/* stat_json.c: one document on stdout. False when it cannot be written. */
bool sx_stat_print_json(const stat_report *report);
bool sx_stat_print_growth_json(const sx_growth *growth);

#endif
