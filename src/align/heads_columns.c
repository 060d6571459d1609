#include "align/heads_columns.h"

typedef struct finding {
    const sx_heads *of;
    bool before[SX_HEADS_KINDS]
               [SX_HEADS_KINDS]; /* the one is right before the other in some trip */
    bool late[SX_HEADS_KINDS]; /* in another trip than the first */
    size_t least[SX_HEADS_KINDS], last[SX_HEADS_KINDS]; /* nodes of the block */
    sx_heads_columns *columns;
} finding;

static size_t place_of(const sx_heads *s, int64_t r, const sx_heads_made *m)
{
    return s->item[s->rank[r].call[m->at].item].place;
}

/* Notes where and when ranks make each kind. False where one is made twice in a trip. */
static bool note(finding *f, int64_t r)
{
    const sx_heads *s = f->of;
    const sx_heads_made *previous = NULL;
    for (size_t i = 0; i < s->rank[r].n; i++) {
        const sx_heads_made *m = &s->rank[r].made[i];
        const size_t place = place_of(s, r, m);
        const uint32_t k = m->kind;
        uint64_t *made =
            k == SX_HEADS_COMMON
                ? NULL
                : &f->columns->made[(size_t)k * (size_t)s->runs->total + (size_t)r];
        const bool follows = made && previous && previous->trip == m->trip;
        previous = made ? m : NULL;
        if (!made)
            continue;
        if (*made >> m->trip & 1)
            return false;
        *made |= UINT64_C(1) << m->trip;
        if (follows)
            f->before[s->rank[r].made[i - 1].kind][k] = true;
        f->late[k] = f->late[k] || m->trip > 0;
        f->least[k] = place < f->least[k] ? place : f->least[k];
        f->last[k] = place > f->last[k] ? place : f->last[k];
    }
    return true;
}

/* ---- which of them go into the loop ---- */

static bool is_in(const finding *f, uint32_t kind, size_t cut)
{
    return kind == SX_HEADS_COMMON || f->last[kind] >= cut;
}

/* NULL: it is not in the stretch. */
static const sx_heads_made *other_of(const sx_end *end)
{
    return end->other ? end->other->of : NULL;
}

/* Those that some rank makes later than in the first trip, or behind the first loop, what stands in one node with such, and the other ends of their messages. */
static void find_cut(finding *f, const sx_heads_ends *ends)
{
    const sx_heads *s = f->of;
    size_t cut = s->from, before;
    for (size_t k = 0; k < s->nkinds; k++)
        if (f->late[k] && f->least[k] < cut)
            cut = f->least[k];
    do {
        before = cut;
        for (size_t k = 0; k < s->nkinds; k++)
            if (f->last[k] >= cut && f->least[k] < cut)
                cut = f->least[k];
        for (size_t i = 0; i < ends->n; i++) {
            const sx_heads_made *made = ends->end[i].of, *other = other_of(&ends->end[i]);
            if (other && is_in(f, made->kind, cut) && !is_in(f, other->kind, cut))
                cut = f->least[other->kind];
        }
    } while (cut < before);
    f->columns->cut = cut;
}

/* In each trip is received what is sent in it? */
static bool meets(const finding *f, const sx_heads_ends *ends)
{
    bool fine = true;
    for (size_t i = 0; fine && i < ends->n; i++) {
        const sx_heads_made *made = ends->end[i].of, *other = other_of(&ends->end[i]);
        fine = !is_in(f, made->kind, f->columns->cut) ||
               (other && made->trip == other->trip);
    }
    return fine;
}

/* ---- order ---- */

/* The textually first of those that nothing comes before which is not placed yet; their number when there is none. */
static size_t next_of(const finding *f, const bool *placed)
{
    const sx_heads *s = f->of;
    size_t best = s->nkinds;
    for (size_t k = 0; k < s->nkinds; k++) {
        bool free = is_in(f, (uint32_t)k, f->columns->cut) && !placed[k];
        for (size_t j = 0; free && j < s->nkinds; j++)
            free =
                placed[j] || !f->before[j][k] || !is_in(f, (uint32_t)j, f->columns->cut);
        if (free && (best == s->nkinds || s->kind[k].item < s->kind[best].item))
            best = k;
    }
    return best;
}

/* False where they come in a circle. */
static bool find_order(const finding *f)
{
    bool placed[SX_HEADS_KINDS] = { false };
    size_t left = 0;
    for (size_t k = 0; k < f->of->nkinds; k++)
        left += is_in(f, (uint32_t)k, f->columns->cut);
    for (f->columns->n = 0; f->columns->n < left;) {
        const size_t k = next_of(f, placed);
        if (k == f->of->nkinds)
            return false;
        placed[k] = true;
        f->columns->kind[f->columns->n++] = (uint32_t)k;
    }
    return true;
}

static bool completes(const sx_heads *s, uint32_t kind)
{
    return sx_op_class_of(s->item[s->kind[kind].item].node->op) == SX_OP_COMPLETION;
}

/* A group begins where other ranks or trips have the call, or an exchange is over. */
static void find_groups(const finding *f)
{
    const sx_heads *s = f->of;
    sx_heads_columns *c = f->columns;
    const size_t ranks = (size_t)s->runs->total;
    c->ngroups = 0;
    for (size_t i = 0; i < c->n; i++) {
        const uint64_t *own = &c->made[c->kind[i] * ranks],
                       *last = i > 0 ? &c->made[c->kind[i - 1] * ranks] : NULL;
        bool goes_on =
            last && !(completes(s, c->kind[i - 1]) && !completes(s, c->kind[i]));
        for (size_t r = 0; goes_on && r < ranks; r++)
            goes_on = own[r] == last[r];
        if (!goes_on)
            c->group[c->ngroups++] = i;
    }
    c->group[c->ngroups] = c->n;
}

bool sx_heads_find_columns(const sx_heads *s, const sx_heads_ends *ends,
                           sx_heads_columns *ret_columns)
{
    finding *f = SX_NEW(s->scratch, finding);
    const size_t ranks = (size_t)s->runs->total;
    *ret_columns = (sx_heads_columns) { .made = SX_NEW_ARRAY(s->scratch, uint64_t,
                                                             (s->nkinds + 1) * ranks) };
    bool fine = f && ret_columns->made;
    if (!fine)
        return false;
    f->of = s;
    f->columns = ret_columns;
    for (size_t k = 0; k < s->nkinds; k++)
        f->least[k] = s->to;
    for (int64_t r = 0; fine && r < s->runs->total; r++)
        fine = note(f, r);
    if (!fine)
        return false;
    find_cut(f, ends);
    fine = meets(f, ends) && find_order(f);
    if (fine)
        find_groups(f);
    return fine;
}
