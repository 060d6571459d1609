/* A rank so many before the last may be whose an item is of those that are dealt out in turn: the owner of the last panel, c mod P. And so many less than all ranks may be
 * what is left of a number of points, but as a number of trips, which leave out the ends. */
#include "law/imagine.h"
#include "law/lookalikes/parts.h"

#include "base/checked.h"

enum { LARGEST_ITEM = 512, LARGEST_MULTIPLE = 1 << 20 };

/* The ranks of the communicator in each run, and the one that all samples of it name. */
typedef struct owners {
    size_t n;
    int64_t size[SX_RUNS], owner[SX_RUNS];
} owners;

/* False where a run has several. */
static bool read_owners(const sx_runs *runs, const sx_samples *samples, owners *of)
{
    of->n = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t size = runs->comm_size[s->comm][s->rank];
        if (i == 0 || s->run != s[-1].run) {
            of->size[of->n] = size;
            of->owner[of->n++] = s->value;
        }
        if (s->value < 0 || s->value != of->owner[of->n - 1] ||
            size != of->size[of->n - 1])
            return false;
    }
    return of->n > 0;
}

const char sx_lookalikes_of_owners[] =
    "whose an item is of those that are dealt out in turn fits all inputs as well, and "
    "differs here: add an input";

static const char of_rests[] =
    "what is left of a number of points fits all inputs as well, and differs here: add "
    "an input";

/* The least item that all of these own, and is none of the first ranks'; -1 where there is none. */
static int64_t item_of(const owners *of, bool is_number)
{
    int64_t item = 0, step = 1;
    for (size_t i = 0; i < of->n; i++)
        if (step <= LARGEST_MULTIPLE
                ? !sx_leave_rest(of->size[i], of->owner[i], &item, &step)
                : item % of->size[i] != of->owner[i])
            return -1;
    item += is_number ? step : 0;
    return item > LARGEST_ITEM ? -1 : item;
}

/* The last of all is whose the last of all items is seldom: it is none of these. */
static bool is_last(const owners *of)
{
    bool is = true;
    for (size_t i = 0; i < of->n && is; i++)
        is = of->owner[i] == of->size[i] - 1;
    return is;
}

int64_t sx_lookalikes_item(const sx_runs *runs, const sx_samples *samples, bool is_number)
{
    owners of;
    return !read_owners(runs, samples, &of) || is_last(&of) ? -1
                                                            : item_of(&of, is_number);
}

/* So many less than all ranks, and more than one or two? */
static bool is_far_below(const sx_expr *law)
{
    enum { NEAR = 2 };
    return law->op == SX_EXPR_SUB && law->arg[0]->op == SX_EXPR_VAR &&
           (law->arg[0]->var == SX_VAR_P || law->arg[0]->var == SX_VAR_COMM_SIZE) &&
           law->arg[1]->op == SX_EXPR_INT && law->arg[1]->value > NEAR;
}

sx_status sx_lookalikes_of_items(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED ||
        (!samples->is_rank && (samples->is_trips || !is_far_below(law->expr))) ||
        sx_lookalikes_is_of_place(law->expr))
        return SX_OK;
    const bool is_number = law->expr->op == SX_EXPR_INT;
    if (is_number && (samples->is_peer || law->expr->value < 2))
        return SX_OK;
    const int64_t item = sx_lookalikes_item(runs, samples, is_number);
    return item < 0
               ? SX_OK
               : sx_law_doubt_other(
                     arena, runs,
                     sx_expr_two(arena, SX_EXPR_MOD, sx_expr_int(arena, item),
                                 sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0)),
                     samples->is_rank ? sx_lookalikes_of_owners : of_rests, law, err);
}
