/* Which names of structures are still needed: those of nodes in memory and of bodies that repeated not long ago. What went
 * into the file has none, so that folding no more sees that it was the same. */
#include "record/compress_node.h"

#include <stdlib.h>

typedef struct needed {
    const sx_compress *compress;
    uint64_t *event, *loop; /* a bit for each name */
} needed;

static uint64_t *bits_for(const sx_intern *names)
{
    return calloc(names->n / 64 + 1, sizeof(uint64_t));
}

/* False where it was needed before. */
static bool take(uint64_t *bits, uint32_t name)
{
    uint64_t bit = UINT64_C(1) << name % 64, was = bits[name / 64];
    bits[name / 64] |= bit;
    return !(was & bit);
}

/* And of all that is in it. */
static void need(const needed *to, uint32_t structure)
{
    uint32_t name = structure >> 1;
    if (!(structure & 1)) {
        take(to->event, name);
        return;
    }
    if (!take(to->loop, name))
        return;
    const sx_intern_item *item = &to->compress->loops_of.item[name];
    const uint32_t *inner = sx_intern_bytes(item);
    for (size_t i = 0; i < item->size / sizeof *inner; i++)
        need(to, inner[i]);
}

static void need_node(const needed *to, const node *x)
{
    need(to, x->structure);
    for (uint32_t i = 0; is_loop(x) && x->body && i < x->n; i++)
        need_node(to, x->body[i]);
}

static void forget_events_of_sites(sx_compress *compress)
{
    for (uint32_t i = 0; i < compress->nsites; i++)
        compress->of_site[i].event = 0;
}

bool sx_compress_forget_names(sx_compress *compress)
{
    needed to = { compress, bits_for(&compress->events_of),
                  bits_for(&compress->loops_of) };
    bool done = to.event && to.loop;
    for (uint32_t i = 0; done && i < compress->n; i++)
        need_node(&to, compress->stack[i]);
    for (uint32_t i = 0; done && i < compress->bodies.nbodies; i++)
        if (sx_known_is_recent(&compress->bodies, i))
            need(&to, 2 * i + 1);
    if (done) {
        sx_known_keep(&compress->bodies, to.loop);
        forget_events_of_sites(compress);
    }
    done = done && sx_intern_keep(&compress->events_of, to.event) &&
           sx_intern_keep(&compress->loops_of, to.loop);
    free(to.event);
    free(to.loop);
    return done;
}

size_t sx_compress_names_bytes(const sx_compress *compress)
{
    return sx_intern_size(&compress->events_of) + sx_intern_size(&compress->loops_of) +
           compress->nsites * sizeof *compress->of_site +
           compress->bodies.nbodies * sizeof *compress->bodies.body +
           compress->bodies.nendings * sizeof *compress->bodies.ending;
}
