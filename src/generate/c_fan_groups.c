#include "generate/c_fan.h"

#include "trace/groups.h"

#include <stdlib.h>

enum { MOST_RANKS = 1024, MOST_VALUES = 1 << 20 };

typedef struct finder {
    const sx_c_writer *w;
    const sx_groups *groups;
    uint32_t comm;
    const sx_node *loop, *send, *receive;
} finder;

static bool takes_part(const sx_domain *domain, sx_rank rank)
{
    return domain->kind == SX_DOMAIN_RANKS && sx_ranklist_contains(&domain->ranks, rank);
}

/* Its place in the group, and how many there are. False where that cannot be told. */
static bool place_of(const finder *f, sx_rank rank, int64_t *ret_own, int64_t *ret_size)
{
    const int64_t group = sx_groups_of(f->groups, f->comm, rank);
    int64_t size = 0;
    *ret_own = -1;
    for (sx_rank r = 0; group >= 0 && r < f->w->trace->p; r++)
        size += sx_groups_of(f->groups, f->comm, r) == group;
    for (int64_t k = 0; k < size; k++) {
        sx_rank world;
        if (!sx_groups_world(f->groups, f->comm, rank, k, &world))
            return false;
        *ret_own = world == rank ? k : *ret_own;
    }
    *ret_size = size;
    return *ret_own >= 0;
}

/* Each size - 1 of its end points are all others, once each. */
static bool visits_all(const finder *f, sx_rank rank, int64_t own, int64_t size)
{
    const sx_value *peer = &sx_node_param(f->send, SX_PARAM_PEER)->value;
    const sx_seq *seq = peer->kind == SX_VALUE_PIECES && !peer->relative
                            ? sx_value_seq(peer, rank)
                            : NULL;
    const uint64_t n = (uint64_t)size - 1;
    uint64_t seen[MOST_RANKS] = { 0 }; /* the last time, from 1 */
    if (!seq || n == 0 || seq->length % n != 0 || seq->length > MOST_VALUES)
        return false;
    for (uint64_t k = 0; k < seq->length; k++) {
        const int64_t to = sx_seq_at(seq, k);
        if (to < 0 || to >= size || to == own || seen[to] == k / n + 1)
            return false;
        seen[to] = k / n + 1;
    }
    return true;
}

/* Everybody is either the root of its group or receives from it. */
static bool holds(const finder *f, int64_t root, int64_t trips)
{
    for (sx_rank r = 0; r < f->w->trace->p; r++) {
        int64_t own, size;
        if (!place_of(f, r, &own, &size) || trips != size - 1 ||
            takes_part(&f->loop->ranks, r) != (own == root) ||
            takes_part(&f->receive->ranks, r) != (own != root) ||
            (own == root && !visits_all(f, r, own, size)))
            return false;
    }
    return true;
}

/* By all who are in the loop. */
static bool is_by_all(const sx_node *send, const sx_node *loop)
{
    return send->ranks.kind == SX_DOMAIN_ALL ||
           (send->ranks.kind == SX_DOMAIN_RANKS && loop->ranks.kind == SX_DOMAIN_RANKS &&
            sx_ranklist_equal(&send->ranks.ranks, &loop->ranks.ranks));
}

bool sx_c_fans_in_groups(sx_c_writer *w, uint32_t comm, const sx_node *loop,
                         const sx_node *send, const sx_node *receive, int64_t *ret_root)
{
    const sx_value *from = &sx_node_param(receive, SX_PARAM_PEER)->value;
    finder f = { w, NULL, comm, loop, send, receive };
    sx_groups *groups;
    int64_t root, trips;
    if (w->trace->p == 0 || w->trace->p > MOST_RANKS || comm >= w->trace->ncomms ||
        from->relative || !sx_c_value_is_int(from, &root) ||
        !sx_c_value_is_int(&loop->trips, &trips) || !is_by_all(send, loop))
        return false;
    sx_status status = sx_groups_create(w->trace, false, &groups, NULL);
    if (status == SX_NOMEM)
        sx_arena_note_out(w->arena);
    if (status)
        return false;
    f.groups = groups;
    *ret_root = root;
    bool fine = holds(&f, root, trips);
    sx_groups_destroy(groups);
    return fine;
}
