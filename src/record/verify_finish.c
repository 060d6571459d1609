/* The end of the self-check: the trace file is read again and handed to everybody, who walks it for
 * itself. The verdict stands in the file, which is written again for it. */
#include "record/verify.h"

#include "io/text.h"
#include "trace/policy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PIECE = 1 << 30 };

/* The bytes of a file; false when it cannot be read. */
static bool read_back(const char *path, sx_buffer *out)
{
    char piece[1 << 14];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;)
        sx_buffer_append(out, piece, n);
    bool whole = !ferror(file) && sx_buffer_status(out) == SX_OK;
    fclose(file);
    return whole;
}

/* Everybody gets rank 0's text: to be freed, NULL when there is none or no memory for it. @collective */
static char *share_text(const sx_recorder *recorder, const sx_buffer *text,
                        uint64_t *ret_size)
{
    MPI_Comm world = recorder->world;
    uint64_t size = text->size;
    PMPI_Bcast(&size, 1, MPI_UINT64_T, 0, world);
    char *copy = size ? malloc(size) : NULL;
    int all = copy != NULL, mine = all;
    PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, world);
    if (copy && recorder->rank == 0)
        memcpy(copy, text->data, size);
    for (uint64_t at = 0; all && at < size; at += PIECE) {
        uint64_t n = size - at < PIECE ? size - at : PIECE;
        PMPI_Bcast(copy + at, (int)n, MPI_BYTE, 0, world);
    }
    if (!all)
        free(copy);
    *ret_size = size;
    return all ? copy : NULL;
}

/* Does the trace in the text have the events of this rank? */
static void compare(const sx_recorder *recorder, const char *text, uint64_t size,
                    sx_difference *ret_difference)
{
    sx_error err = { .text = "" };
    sx_trace trace, bound;
    sx_arena *arena = sx_arena_create();
    sx_status status = !arena || !text ? SX_NOMEM : SX_OK;
    if (status == SX_OK)
        status = sx_text_read(arena, recorder->output, text, size, &trace, &err);
    if (status == SX_OK)
        status = sx_trace_bind(arena, &trace, trace.p, NULL, 0, &bound, &err);
    if (status == SX_OK)
        status = sx_digest_compare(&recorder->digest, &bound, recorder->rank,
                                   ret_difference, &err);
    if (status != SX_OK)
        snprintf(ret_difference->text, sizeof ret_difference->text, "rank %d: %.200s",
                 recorder->rank, *err.text ? err.text : sx_status_text(status));
    sx_arena_destroy(arena);
}

/* Where values are drawn, the bytes of all ranks together must be what was called: an operation of which
 * they are not becomes the difference, unless there is one. @collective */
static void compare_totals(const sx_recorder *recorder, sx_difference *difference)
{
    uint64_t own[2][SX_OPS], all[2][SX_OPS];
    if (!(recorder->digest.lost & SX_LOST_ORDER))
        return;
    for (int op = 0; op < SX_OPS; op++) {
        own[0][op] = recorder->digest.op[op].bytes;
        own[1][op] = difference->bytes[op];
    }
    PMPI_Allreduce(own, all, 2 * SX_OPS, MPI_UINT64_T, MPI_SUM, recorder->world);
    for (int op = 0; op < SX_OPS && !*difference->text && recorder->rank == 0; op++) {
        if (all[0][op] != all[1][op])
            snprintf(difference->text, sizeof difference->text,
                     "all ranks: %s: called for %" PRIu64
                     " bytes, in the trace for %" PRIu64,
                     sx_op_name((sx_op)op), all[0][op], all[1][op]);
    }
}

/* The difference of the lowest rank that has one, in all ranks; how many have one. @collective */
static int agree(const sx_recorder *recorder, sx_difference *difference)
{
    int differs = difference->text[0] != '\0';
    int mine = differs ? recorder->rank : recorder->size, first = mine, n = differs;
    PMPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, recorder->world);
    PMPI_Allreduce(&differs, &n, 1, MPI_INT, MPI_SUM, recorder->world);
    if (n > 0)
        PMPI_Bcast(difference->text, sizeof difference->text, MPI_CHAR, first,
                   recorder->world);
    return n;
}

static void set_verdict(sx_trace *trace, const char *verdict)
{
    for (size_t i = 0; i < trace->nmeta; i++) {
        if (strcmp(trace->meta[i].key, "verify") == 0)
            trace->meta[i].value = verdict;
    }
}

/* A pipe or a device gets the trace once, at the end. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

/* Writes the trace with the verdict. ret_text [out]: what the file has then. */
static sx_status write_with(const sx_recorder *recorder, sx_trace *trace,
                            const char *verdict, bool last, sx_buffer *ret_text,
                            sx_error *err)
{
    sx_buffer back = SX_BUFFER_INIT;
    bool special = is_special(recorder->output);
    set_verdict(trace, verdict);
    sx_text_write(ret_text, trace);
    sx_status status = sx_buffer_status(ret_text);
    if (status == SX_OK && (last || !special))
        status = sx_text_write_file(recorder->output, trace, err);
    if (status == SX_OK && !special &&
        !(read_back(recorder->output, &back) && back.size == ret_text->size &&
          memcmp(back.data, ret_text->data, back.size) == 0))
        status = sx_fail_at(err, SX_IO, recorder->output, 0,
                            "the file has not what was written to it");
    sx_buffer_finish(&back);
    return status;
}

static sx_status end(const sx_recorder *recorder, sx_arena *arena, sx_trace *trace, int n,
                     const char *difference, sx_error *err)
{
    sx_buffer text = SX_BUFFER_INIT;
    const char *verdict = "ok";
    if (n == 1)
        verdict = sx_arena_printf(arena, "failed: %s", difference);
    else if (n > 1)
        verdict = sx_arena_printf(arena, "failed: %s (first of %d ranks)", difference, n);
    if (!verdict)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (n > 0)
        fprintf(stderr, "scalatrace: verify %s\n", verdict);
    sx_status status = write_with(recorder, trace, verdict, true, &text, err);
    sx_buffer_finish(&text);
    return status;
}

sx_status sx_verify_finish(sx_recorder *recorder, sx_arena *arena, sx_trace *trace,
                           sx_status status, sx_error *err)
{
    sx_buffer written = SX_BUFFER_INIT;
    sx_difference difference = { .text = "" };
    uint64_t size = 0;
    if (recorder->rank == 0 && status == SX_OK)
        status = write_with(recorder, trace, "unfinished", false, &written, err);
    if (status != SX_OK)
        sx_buffer_finish(&written);
    char *text = share_text(recorder, &written, &size);
    sx_buffer_finish(&written);
    if (size > 0) {
        compare(recorder, text, size, &difference);
        compare_totals(recorder, &difference);
        int n = agree(recorder, &difference);
        if (recorder->rank == 0)
            status = end(recorder, arena, trace, n, difference.text, err);
    }
    free(text);
    sx_digest_finish(&recorder->digest);
    return status;
}
