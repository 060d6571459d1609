/* The end of recording: each rank's events become a trace, traces are merged along a binomial tree, and
 * rank 0 writes the file. */
#include "record/recorder.h"

#include "record/refold.h"
#include "record/verify.h"

#include "io/text.h"
#include "trace/draw.h"
#include "trace/merge.h"
#include "trace/own_share.h"
#include "trace/setting.h"
#include "trace/time_sums.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAG_SIZE = 1, TAG_TEXT = 2, PIECE = 1 << 30 };

static sx_status unrecorded_table(const sx_recorder *recorder, sx_arena *arena,
                                  sx_trace *trace)
{
    static const char *const name[] = {
#define ROW(name, lower) "MPI_" #name,
        SX_COUNTED_LIST(ROW)
#undef ROW
    };
    trace->unrecorded = SX_NEW_ARRAY(arena, sx_unrecorded, SX_COUNTED + SX_OPS);
    if (!trace->unrecorded)
        return SX_NOMEM;
    for (size_t i = 0; i < SX_COUNTED; i++) {
        if (recorder->counted[i])
            trace->unrecorded[trace->nunrecorded++] =
                (sx_unrecorded) { name[i], recorder->counted[i] };
    }
    for (int op = 0; op < SX_OPS; op++) {
        if (!recorder->left_out[op])
            continue;
        const char *text = sx_arena_printf(arena, "MPI_%s", sx_op_name((sx_op)op));
        trace->unrecorded[trace->nunrecorded++] =
            (sx_unrecorded) { text, recorder->left_out[op] };
        if (!text)
            return SX_NOMEM;
    }
    return SX_OK;
}

/* Base names that are the same in all ranks. */
static sx_status name_modules(sx_arena *arena, sx_trace *trace)
{
    for (size_t i = 0; i < trace->nmodules; i++) {
        const char *name = trace->module[i];
        trace->module[i] = sx_arena_string(arena, name, sx_host_module_length(name));
        if (!trace->module[i])
            return SX_NOMEM;
    }
    return SX_OK;
}

/* A program that began by mpi_init_ is in Fortran. */
static void name_types(const sx_recorder *recorder, sx_trace *trace)
{
    for (size_t i = 0; recorder->fortran && i < trace->ntypes; i++)
        trace->type[i].name = sx_host_fortran_type(trace->type[i].name);
}

/* What this rank recorded, as a trace in which it is the only one that takes part. */
static sx_status own_trace(sx_recorder *recorder, sx_arena *arena, sx_trace *ret_trace,
                           sx_error *err)
{
    sx_trace trace = { .p = recorder->size };
    sx_domain own = { .kind = SX_DOMAIN_RANKS };
    sx_status status = sx_ranklist_range(arena, recorder->rank, 1, &own.ranks, err);
    const uint32_t *site = NULL;
    if (status == SX_OK)
        status = sx_callsites_tables(&recorder->sites, arena, &trace, &site, err);
    sx_compress_rename_sites(recorder->compress, site);
    if (status == SX_OK)
        status = name_modules(arena, &trace);
    if (status == SX_OK &&
        !sx_scatter_sums_of(&recorder->scatter, &trace, site, &recorder->scattered))
        status = SX_NOMEM;
    if (status == SX_OK)
        status = sx_comms_table(&recorder->comms, recorder->rank, arena, &trace, err);
    if (status == SX_OK)
        status = sx_types_tables(&recorder->types, arena, &trace, err);
    if (status == SX_OK)
        name_types(recorder, &trace);
    if (status == SX_OK)
        status = unrecorded_table(recorder, arena, &trace);
    if (status == SX_OK)
        status = sx_regions_table(&recorder->regions, arena, &trace);
    if (status == SX_OK)
        status =
            sx_compress_program(recorder->compress, &own, arena, &trace.program, err);
    if (status == SX_OK && recorder->draw_limit)
        status = sx_trace_draw(arena, &trace, recorder->draw_limit, err);
    if (status == SX_OK) {
        sx_trace_number(&trace);
        *ret_trace = trace;
    }
    return status;
}

/* After the merge nobody knows it any more. */
static void note_spent(sx_recorder *recorder, const sx_trace *own)
{
    const sx_time_sums sums = sx_time_sums_within(&own->program);
    for (int kind = 0; kind < SX_TIMES_KINDS && recorder->times; kind++)
        recorder->spent_ns[kind] = sx_extremes_of(recorder->rank, (int64_t)sums.ns[kind]);
    const int place = sx_some_ranks_place(recorder->size, recorder->rank);
    if (place >= 0 && recorder->times)
        recorder->computed_ns[place] = (int64_t)sums.ns[SX_TIMES_COMP];
}

/* What is sent before a trace's text. */
typedef struct announcement {
    uint64_t
        size; /* of the text and what is behind it in bytes; 0 says that there is none */
    uint64_t near_root; /* ranks in it on the node of rank 0 */
    uint64_t spilled; /* ranks in it of which a part went through a file */
    uint64_t unlimited; /* ranks in it that had no such file, and more memory */
    sx_extremes spent_ns[SX_TIMES_KINDS]; /* by ranks in it */
    int64_t computed_ns[SX_SOME_RANKS]; /* the same; 0 of others */
    uint64_t
        scatter; /* bytes behind the text: an array of sx_scatter_sum of ranks in it */
} announcement;

/* It is sent as words of 64 bits. */
enum { ANNOUNCED = sizeof(announcement) / sizeof(uint64_t) };

static void send_text(MPI_Comm world, int to, const char *text, announcement what)
{
    uint64_t size = what.size;
    PMPI_Send(&what, ANNOUNCED, MPI_UINT64_T, to, TAG_SIZE, world);
    for (uint64_t at = 0; at < size; at += PIECE) {
        uint64_t n = size - at < PIECE ? size - at : PIECE;
        PMPI_Send(text + at, (int)n, MPI_BYTE, to, TAG_TEXT, world);
    }
}

/* The text that `from` sends, to be freed; NULL when there is none. Takes the messages in any case. */
static char *receive_text(MPI_Comm world, int from, announcement *ret_what)
{
    announcement what = { .size = 0 };
    PMPI_Recv(&what, ANNOUNCED, MPI_UINT64_T, from, TAG_SIZE, world, MPI_STATUS_IGNORE);
    uint64_t size = what.size;
    char *text = size ? malloc(size) : NULL, *piece = NULL;
    if (size && !text)
        piece = malloc(size < PIECE ? size : PIECE);
    for (uint64_t at = 0; at < size && (text || piece); at += PIECE) {
        uint64_t n = size - at < PIECE ? size - at : PIECE;
        PMPI_Recv(text ? text + at : piece, (int)n, MPI_BYTE, from, TAG_TEXT, world,
                  MPI_STATUS_IGNORE);
    }
    free(piece);
    *ret_what = what;
    return text;
}

/* Merges a text into *trace, which goes from *arena to another: what it was made of is freed. */
static sx_status merge_text(const sx_recorder *recorder, const char *text, size_t size,
                            sx_arena **arena, sx_trace *trace, sx_error *err)
{
    const sx_merge_options options = { .pool_times = true,
                                       .sum_totals = recorder->average_v,
                                       .draw_limit = recorder->draw_limit };
    sx_arena *of_other = sx_arena_create(), *of_both = sx_arena_create();
    sx_trace other, both;
    sx_status status = of_other && of_both ? SX_OK : SX_NOMEM;
    if (status == SX_OK)
        status = (recorder->passes ? sx_text_read_message : sx_text_read)(
            of_other, "trace of another rank", text, size, &other, err);
    if (status == SX_OK)
        status = sx_trace_merge(of_both, trace, &other, &options, &both, err);
    if (status == SX_OK) {
        sx_arena *of_trace = *arena;
        *arena = of_both;
        of_both = of_trace;
        *trace = both;
    }
    sx_arena_destroy(of_other);
    sx_arena_destroy(of_both);
    return status;
}

/* Merges what `from` sends into *trace. */
static sx_status merge_from(sx_recorder *recorder, int from, sx_arena **arena,
                            sx_trace *trace, sx_error *err)
{
    announcement what;
    char *text = receive_text(recorder->world, from, &what);
    recorder->near_root += what.near_root;
    recorder->spilled += what.spilled;
    recorder->unlimited += what.unlimited;
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
        sx_extremes_merge(&recorder->spent_ns[kind], &what.spent_ns[kind]);
    for (int i = 0; i < SX_SOME_RANKS; i++)
        recorder->computed_ns[i] += what.computed_ns[i];
    if (!text)
        return sx_fail(err, SX_NOTFOUND, "a rank has no trace");
    const uint64_t size = what.size - what.scatter;
    sx_status status = merge_text(recorder, text, size, arena, trace, err);
    if (status == SX_OK &&
        !sx_scatter_sums_add(&recorder->scattered, text + size, what.scatter))
        status = sx_fail(err, SX_NOMEM, "out of memory");
    free(text);
    return status;
}

/* Rank r takes over ranks r + 1, r + 2, r + 4 .. as long as these are below the next one above r of the
 * same level, then hands all it has to the rank below. Whatever goes wrong, every message that
 * another rank waits for is sent. @collective */
static sx_status merge_tree(sx_recorder *recorder, sx_arena **arena, sx_trace *trace,
                            sx_status status, sx_error *err)
{
    int step = 1;
    for (; step < recorder->size && !(recorder->rank & step); step *= 2) {
        announcement what;
        if (recorder->rank + step >= recorder->size)
            continue;
        if (status == SX_OK)
            status = merge_from(recorder, recorder->rank + step, arena, trace, err);
        else
            free(receive_text(recorder->world, recorder->rank + step, &what));
    }
    if (recorder->rank == 0)
        return status;
    sx_buffer text = SX_BUFFER_INIT;
    if (status == SX_OK)
        (recorder->passes ? sx_text_write_message : sx_text_write)(&text, trace);
    const size_t scatter = recorder->scattered.n * sizeof *recorder->scattered.of;
    if (scatter > 0)
        sx_buffer_append(&text, (const char *)recorder->scattered.of, scatter);
    bool whole = status == SX_OK && sx_buffer_status(&text) == SX_OK;
    announcement what = { .size = whole ? text.size : 0,
                          .near_root = recorder->near_root,
                          .spilled = recorder->spilled,
                          .unlimited = recorder->unlimited,
                          .scatter = scatter };
    memcpy(what.spent_ns, recorder->spent_ns, sizeof what.spent_ns);
    memcpy(what.computed_ns, recorder->computed_ns, sizeof what.computed_ns);
    send_text(recorder->world, recorder->rank - step, text.data, what);
    sx_buffer_finish(&text);
    return status;
}

static void add_meta(sx_trace *trace, const char *key, const char *value)
{
    if (value)
        trace->meta[trace->nmeta++] = (sx_meta) { key, value };
}

static const char *mpi_version(sx_arena *arena)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    PMPI_Get_library_version(version, &length);
    /* Open MPI: "Open MPI v4.1.4, package: <who built it, and where>, .." */
    return sx_arena_string(arena, version, strcspn(version, ",\n"));
}

/* What the trace may have lost, for its list of options; "" for nothing. */
static const char *losses(const sx_recorder *recorder, sx_arena *arena)
{
    const char *tags = recorder->drop_tags ? ",drop-tags" : "";
    const char *average = recorder->average_v ? ",average-v" : "";
    char draw[32] = "";
    if (recorder->draw_limit)
        snprintf(draw, sizeof draw, ",probabilistic:%" PRIu32, recorder->draw_limit);
    char *all = sx_arena_printf(arena, "%s%s%s", tags, average, draw);
    return all && *all ? sx_arena_printf(arena, " lossy=%s", all + 1) : all;
}

/* The parameters of the program that scalatrace --param told. */
static sx_status tell(const sx_recorder *recorder, sx_arena *arena, sx_trace *trace)
{
    const char *text = getenv("SCALATRACE_PARAM");
    sx_settings settings = { 0 };
    sx_error err = { 0 };
    sx_status status = text ? sx_settings_parse(arena, text, &settings, &err) : SX_OK;
    if (status && status != SX_NOMEM) {
        fprintf(stderr, "scalatrace: rank %d: SCALATRACE_PARAM is ignored: %s\n",
                recorder->rank, err.text);
        return SX_OK;
    }
    return status ? status : sx_trace_tell(arena, trace, &settings, NULL);
}

/* What makes timings comparable; no names of hosts. */
static sx_status describe(const sx_recorder *recorder, sx_arena *arena, sx_trace *trace)
{
    trace->meta = SX_NEW_ARRAY(arena, sx_meta, 14);
    const char *lossy = losses(recorder, arena);
    if (!trace->meta || !lossy)
        return SX_NOMEM;
    add_meta(trace, "program", sx_host_program());
    add_meta(trace, "recorder.version", SX_VERSION);
    add_meta(trace, "recorder.options",
             sx_arena_printf(arena, "times=%s depth=%u%s%s",
                             recorder->sketches ? "full"
                             : recorder->times  ? "yes"
                                                : "no",
                             recorder->sites.depth,
                             recorder->keep_order ? " keep-order" : "", lossy));
    if (recorder->spilled)
        add_meta(trace, "recorder.spilled",
                 sx_arena_printf(arena, "%" PRIu64 " ranks past %" PRIu64 " MB",
                                 recorder->spilled, recorder->memory));
    if (recorder->unlimited)
        add_meta(trace, "recorder.unlimited",
                 sx_arena_printf(arena, "%" PRIu64 " ranks past %" PRIu64 " MB",
                                 recorder->unlimited, recorder->memory));
    add_meta(trace, "mpi.version", mpi_version(arena));
    add_meta(trace, "ranks_per_node",
             sx_arena_printf(arena, "%" PRIu64, recorder->near_root));
    add_meta(trace, "cores",
             sx_arena_printf(arena, "%ld", sysconf(_SC_NPROCESSORS_ONLN)));
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
        add_meta(trace, sx_extremes_key((sx_times_kind)kind),
                 sx_extremes_text(arena, &recorder->spent_ns[kind]));
    const sx_extremes *computed = &recorder->spent_ns[SX_TIMES_COMP];
    if (computed->n > 1)
        add_meta(trace, sx_some_ranks_key,
                 sx_some_ranks_text(arena, recorder->size, recorder->computed_ns,
                                    computed->sum / (double)computed->n));
    add_meta(trace, sx_own_share_key,
             sx_own_share_text(arena, sx_scatter_own(&recorder->scattered)));
    add_meta(trace, "verify", recorder->verify ? "unfinished" : NULL);
    return tell(recorder, arena, trace);
}

/* To so many digits. Order is kept. */
static double rounded(double ns, int digits)
{
    if (!(ns >= 1))
        return ns;
    int more = digits - 1 - (int)floor(log10(ns));
    double scale = pow(10, abs(more));
    return more >= 0 ? rint(ns * scale) / scale : rint(ns / scale) * scale;
}

/* The clock is known to five digits, which is what the smallest and the largest keep, so that all lies between
 * them; quantiles are known to the width of a bin, and means of what varies are no better. */
static void finish_hist(sx_hist *hist)
{
    sx_hist_finish(hist);
    double min = rounded(hist->field[SX_HIST_MIN], 5);
    double max = rounded(hist->field[SX_HIST_MAX], 5);
    for (int field = SX_HIST_MIN; field < SX_HIST_SD; field++)
        hist->field[field] = fmin(fmax(rounded(hist->field[field], 4), min), max);
    hist->field[SX_HIST_MIN] = min;
    hist->field[SX_HIST_MAX] = max;
    hist->field[SX_HIST_SD] = rounded(hist->field[SX_HIST_SD], 4);
}

static void finish_times(sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        for (uint32_t k = 0; k < node->ntimes; k++)
            finish_hist(&node->times[k].hist);
        if (node->kind == SX_NODE_LOOP)
            finish_times(&node->body);
    }
}

/* Until all ranks are together nobody knows which form is short. */
static void choose_senders(const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        node->nmultisets = sx_multisets_choose(node->multiset, node->nmultisets);
        if (node->kind == SX_NODE_LOOP)
            choose_senders(&node->body);
    }
}

static sx_status complete(const sx_recorder *recorder, sx_arena *arena, sx_trace *trace,
                          sx_error *err)
{
    finish_times(&trace->program);
    sx_status status = describe(recorder, arena, trace);
    if (status == SX_OK && recorder->average_v)
        status = sx_trace_average(arena, trace, err);
    if (status == SX_OK)
        status = sx_refold(arena, trace, err);
    choose_senders(&trace->program);
    return status;
}

static void clean_up(sx_recorder *recorder)
{
    PMPI_Comm_free(&recorder->world);
    sx_callsites_finish(&recorder->sites);
    sx_types_finish(&recorder->types);
    sx_requests_finish(&recorder->requests);
    sx_scatter_finish(&recorder->scatter);
    sx_scatter_sums_finish(&recorder->scattered);
    sx_regions_finish(&recorder->regions);
}

static void record_finalize(const void *caller)
{
    sx_call call;
    if (!sx_call_enter(&call, SX_OP_Finalize))
        return;
    sx_call_returned(&call, MPI_SUCCESS, caller);
    sx_call_leave(&call);
}

/* What is not in the trace yet is no more: merging has the memory. */
static void end_compression(sx_recorder *recorder)
{
    recorder->spilled = recorder->sites.first ||
                        (recorder->compress && sx_compress_spilled(recorder->compress));
    sx_compress_destroy(recorder->compress);
    recorder->compress = NULL;
}

static void say_spilled(const sx_recorder *recorder)
{
    fprintf(stderr,
            "scalatrace: what %" PRIu64 " ranks did does not fold to %" PRIu64
            " MB: the oldest part went through %s.RANK.spill\n",
            recorder->spilled, recorder->memory, recorder->output);
}

static void say_why(sx_recorder *recorder, const sx_error *err, sx_status status)
{
    char text[sizeof err->file + sizeof err->text + 2];
    snprintf(text, sizeof text, "%s%s%s", err->file, *err->file ? ": " : "",
             *err->text ? err->text : sx_status_text(status));
    sx_recorder_give_up(recorder, text);
}

void sx_recorder_finish(sx_recorder *recorder, const void *caller)
{
    sx_error err = { .text = "" };
    sx_trace trace = { 0 };
    sx_arena *arena = NULL;
    if (!recorder->started)
        return;
    recorder->started = false;
    sx_recorder_close_regions(recorder, caller);
    recorder->paused = false;
    record_finalize(caller);
    sx_status status = recorder->active ? SX_OK : SX_NOTFOUND;
    recorder->active = false;
    arena = sx_arena_create();
    if (status == SX_OK)
        status = arena ? own_trace(recorder, arena, &trace, &err) : SX_NOMEM;
    if (status == SX_OK)
        note_spent(recorder, &trace);
    end_compression(recorder);
    status = merge_tree(recorder, &arena, &trace, status, &err);
    if (status == SX_OK && recorder->rank == 0)
        status = complete(recorder, arena, &trace, &err);
    if (recorder->verify)
        status = sx_verify_finish(recorder, arena, &trace, status, &err);
    else if (status == SX_OK && recorder->rank == 0)
        status = sx_text_write_file(recorder->output, &trace, &err);
    if (status == SX_OK && recorder->spilled && recorder->rank == 0)
        say_spilled(recorder);
    if (status != SX_OK && recorder->rank == 0)
        say_why(recorder, &err, status);
    sx_arena_destroy(arena);
    clean_up(recorder);
}
