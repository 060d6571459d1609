/* Sequences that stay packed on their way through a merge, copies and such with other numbers. */
#include "trace/seq.h"

#include <stdlib.h>

const sx_seq *sx_seq_from_packed(sx_arena *arena, uint64_t length, uint64_t hash,
                                 const sx_packed *packed)
{
    sx_seq *seq = SX_NEW(arena, sx_seq);
    const sx_packed *kept = sx_arena_copy(arena, packed, 1, sizeof *packed);
    if (!seq || !kept)
        return NULL;
    *seq = (sx_seq) { .length = length, .hash = hash, .depth = 1, .packed = kept };
    return seq;
}

const sx_seq *sx_seq_plain(sx_arena *arena, const sx_seq *seq)
{
    if (!sx_seq_is_packed(seq))
        return seq;
    const sx_packed *packed = seq->packed;
    const sx_seq *plain = NULL;
    int64_t *value = calloc(seq->length, sizeof *value);
    if (value &&
        packed->unpack(packed->payload, packed->size, seq->length, seq->length, value))
        plain = sx_seq_literal(arena, value, seq->length);
    free(value);
    return plain;
}

static const sx_seq *copy_packed(sx_arena *arena, const sx_seq *from)
{
    sx_packed packed = *from->packed;
    packed.payload = sx_arena_string(arena, packed.payload, packed.size);
    return packed.payload ? sx_seq_from_packed(arena, from->length, from->hash, &packed)
                          : NULL;
}

const sx_seq *sx_seq_copy(sx_arena *arena, const sx_seq *from)
{
    if (sx_seq_is_packed(from))
        return copy_packed(arena, from);
    sx_seq *seq = sx_arena_copy(arena, from, 1, sizeof *seq);
    sx_run *run = sx_arena_copy(arena, from->run, from->n, sizeof *run);
    if (!seq || !run)
        return NULL;
    seq->run = run;
    for (uint32_t i = 0; i < from->n; i++)
        if (run[i].sub && !(run[i].sub = sx_seq_copy(arena, run[i].sub)))
            return NULL;
    return seq;
}

static sx_status renumber(const uint32_t *index, size_t nindex, int64_t *value,
                          uint64_t n, sx_error *err)
{
    for (uint64_t i = 0; i < n; i++) {
        if (sx_is_special(value[i]))
            continue;
        if (value[i] < 0 || (uint64_t)value[i] >= nindex)
            return sx_fail(err, SX_INVALID, "there is no table entry %lld",
                           (long long)value[i]);
        value[i] = index[value[i]];
    }
    return SX_OK;
}

sx_status sx_seq_renumber(sx_arena *arena, const sx_seq *seq, const uint32_t *index,
                          size_t nindex, const sx_seq **ret_seq, sx_error *err)
{
    if (seq->length > SX_SEQ_RENUMBERED)
        return sx_fail(err, SX_LIMIT, "more than 2^24 values to renumber");
    seq = sx_seq_plain(arena, seq);
    int64_t *value = seq ? calloc(seq->length, sizeof *value) : NULL;
    if (!value)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_seq_expand(seq, 0, seq->length, value);
    sx_status status = renumber(index, nindex, value, seq->length, err);
    const sx_seq *renumbered = NULL;
    if (!status) {
        renumbered = sx_seq_from_values(arena, value, seq->length, true);
        status = renumbered ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    }
    free(value);
    if (!status)
        *ret_seq = renumbered;
    return status;
}
