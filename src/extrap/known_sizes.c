#include "extrap/known_sizes.h"

#include "base/elementary.h"
#include "extrap/rest.h"

#include <math.h>

/* The logarithm of how much less, or more, messages of another size may cost: latencies of large messages are up to 12 times those of the smallest in what SimGrid takes
 * for a cluster, and change by a factor of three and four at a time. */
static const double LOG_CHANGE = 1.3862943611198906;

/* Sizes that are no further off than a tenth are the same: blocks with remainders. */
static const double SAME = 1.1;

/* The mean size of a call's messages; 0 where it sends none. */
static double size_of(const sx_busiest_call *call)
{
    return call->traffic.messages > 0 ? call->traffic.bytes / call->traffic.messages : 0;
}

static void add_block(sx_known_sizes *sizes, const sx_block *block,
                      const sx_busiest *busiest)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            add_block(sizes, &node->body, busiest);
            continue;
        }
        const double size = size_of(&busiest->call[node->id]);
        double *least = &sizes->least[node->op], *most = &sizes->most[node->op];
        if (!(size > 0))
            continue;
        *least = *most > 0 ? fmin(*least, size) : size;
        *most = fmax(*most, size);
    }
}

void sx_known_sizes_add(sx_known_sizes *sizes, const sx_trace *trace,
                        const sx_busiest *busiest)
{
    add_block(sizes, &trace->program, busiest);
}

/* How likely it is that what `off` doublings beyond the others are is sent in another way than these, which are `range` doublings: as if there had been one change
 * in the doubling before (the rule of succession). */
static double changes(double off, double range)
{
    return off / (off + range + 1);
}

/* What may be taken off, or be added, at the ends of an interval. */
typedef struct unsure {
    const sx_known_sizes *sizes;
    const sx_busiest *busiest;
    const sx_model_form *rest;
    double tail;
    double less, more;
} unsure;

static void look_at(unsure *u, const sx_node *node)
{
    const sx_busiest_call *call = &u->busiest->call[node->id];
    const double least = u->sizes->least[node->op], most = u->sizes->most[node->op],
                 size = size_of(call);
    const double amount[SX_REST_COSTS] = { call->traffic.messages, call->traffic.bytes };
    if (!(size > 0) || !(most > 0) || (size > least / SAME && size < most * SAME))
        return;
    const double cost = sx_rest_cost(u->rest, amount);
    const bool small = size < least;
    const double off = sx_log2(small ? least / size : size / most),
                 likely = changes(off, sx_log2(most / least));
    if (likely <= u->tail)
        return;
    const double factor = sx_exp(LOG_CHANGE * (1 - u->tail / likely));
    if (small)
        u->less += cost * (1 - 1 / factor);
    else
        u->more += cost * (factor - 1);
}

static void look_through(unsure *u, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++)
        if (block->node[i]->kind == SX_NODE_LOOP)
            look_through(u, &block->node[i]->body);
        else
            look_at(u, block->node[i]);
}

static double root_of(double a, double b)
{
    return sqrt(a * a + b * b);
}

void sx_known_sizes_widen(const sx_known_sizes *sizes, const sx_trace *trace,
                          const sx_busiest *busiest, const sx_model *rest, double level,
                          sx_model_prediction *p)
{
    unsure u = { sizes, busiest, &rest->form[0], (1 - level) / 2, 0, 0 };
    look_through(&u, &trace->program);
    p->low = fmax(0, p->value - root_of(p->value - p->low, u.less));
    p->run_low = fmax(0, p->value - root_of(p->value - p->run_low, u.less));
    p->high = p->value + root_of(p->high - p->value, u.more);
    p->run_high = p->value + root_of(p->run_high - p->value, u.more);
}
