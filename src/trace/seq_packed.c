/* Sequences that stay packed on their way through a merge. */
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
