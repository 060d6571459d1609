#include "align/ends.h"

#include "base/checked.h"

#include <stdlib.h>

bool sx_end_is_of(sx_op op)
{
    const sx_op_class class = sx_op_class_of(op);
    return class == SX_OP_SEND || class == SX_OP_RECV;
}

sx_end_answer sx_end_read(const sx_runs *runs, const sx_node *call, int64_t r,
                          int64_t peer, int64_t tag, int64_t comm, sx_end *ret_end)
{
    const uint32_t run = runs->run_of[r];
    const int64_t own = r - runs->offset[run];
    const bool sent = sx_op_class_of(call->op) == SX_OP_SEND;
    if (!sx_end_is_of(call->op) || peer == SX_NULL)
        return SX_END_NONE;
    if (sx_is_special(peer) || sx_is_special(tag) || sx_is_special(comm) ||
        !sx_runs_is_world(runs, (uint32_t)comm))
        return SX_END_UNKNOWN;
    if (sx_node_param(call, SX_PARAM_PEER)->value.relative)
        peer = sx_floor_mod(own + peer, runs->p[run]);
    *ret_end = (sx_end) { .run = run,
                          .sent = sent,
                          .rank = r,
                          .from = sent ? own : peer,
                          .to = sent ? peer : own,
                          .tag = tag };
    return SX_END_ONE;
}

static int by_message(const void *a, const void *b)
{
    const sx_end *x = a, *y = b;
    const int64_t key[][2] = { { x->run, y->run },   { x->from, y->from },
                               { x->to, y->to },     { x->tag, y->tag },
                               { x->sent, y->sent }, { x->order, y->order } };
    for (size_t i = 0; i < sizeof key / sizeof *key; i++)
        if (key[i][0] != key[i][1])
            return key[i][0] < key[i][1] ? -1 : 1;
    return 0;
}

static bool are_alike(const sx_end *a, const sx_end *b)
{
    return a->run == b->run && a->from == b->from && a->to == b->to && a->tag == b->tag;
}

/* Ends of messages alike, what is received before what is sent. */
static void pair_alike(sx_end *end, size_t n)
{
    size_t received = 0;
    while (received < n && !end[received].sent)
        received++;
    for (size_t i = 0; i < received && i < n - received; i++) {
        end[received - 1 - i].other = &end[n - 1 - i];
        end[n - 1 - i].other = &end[received - 1 - i];
    }
}

void sx_ends_pair(sx_end *end, size_t n)
{
    if (n > 0)
        qsort(end, n, sizeof *end, by_message);
    for (size_t i = 0, same; i < n; i += same) {
        for (same = 1; i + same < n && are_alike(&end[i], &end[i + same]);)
            same++;
        pair_alike(&end[i], same);
    }
}
