/* A process grid: the law of its dims, and which other laws explain the inputs as well. */
#include "io/text_reader.h"
#include "trace/policy.h"

#include <string.h>

static bool read_law(sx_text_reader *r, const char **ret)
{
    size_t length = sx_text_word(r, "_-");
    const char *law = sx_arena_string(r->arena, r->at, length);
    if (!law)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    if (strcmp(law, "given") != 0 && !sx_policy_named(law))
        return sx_text_expected(r, "given, or the name of a law for dims");
    r->at += length;
    *ret = law;
    return true;
}

static bool read_dims(sx_text_reader *r, sx_grid *grid)
{
    int64_t limit = r->trace->p ? r->trace->p : SX_TEXT_MAX_RANKS, size = 1;
    for (uint32_t i = 0; i < grid->ndims; i++) {
        if ((i && !sx_text_need(r, ",")) ||
            !sx_text_int(r, "an extent", 1, limit / size, &grid->dim[i]))
            return false;
        size *= grid->dim[i];
    }
    return true;
}

static bool read_rival(sx_text_reader *r, const sx_grid *grid, sx_rival *rival)
{
    if (!read_law(r, &rival->law))
        return false;
    const sx_policy *policy = sx_policy_named(rival->law);
    if (!policy || policy->ndims != grid->ndims)
        return sx_text_fail(r, SX_PARSE, "expected a law with %u dims", grid->ndims);
    return !sx_text_try(r, ":") || sx_text_int(r, "the constant of a law", SX_ROOT + 1,
                                               INT64_MAX, &rival->law_arg);
}

static bool read_rivals(sx_text_reader *r, sx_grid *grid)
{
    sx_rival *rival = SX_NEW_ARRAY(r->arena, sx_rival, sx_policy_count);
    if (!rival)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    grid->rival = rival;
    do {
        if (grid->nrivals == sx_policy_count)
            return sx_text_fail(r, SX_LIMIT, "more rivals than there are laws");
        if (!read_rival(r, grid, &rival[grid->nrivals++]))
            return false;
    } while (sx_text_try(r, ","));
    return true;
}

bool sx_text_grid(sx_text_reader *r, size_t index)
{
    sx_grid *grid = &r->trace->grid[index];
    grid->name = r->names.grid[index];
    r->at += strlen(grid->name);
    if (!sx_text_need(r, " comm=") ||
        !sx_text_index(r, "a communicator", r->trace->ncomms, &grid->comm) ||
        !sx_text_need(r, " law=") || !read_law(r, &grid->law))
        return false;
    if (sx_text_try(r, " arg=") &&
        !sx_text_int(r, "the constant of a law", SX_ROOT + 1, INT64_MAX, &grid->law_arg))
        return false;
    if (!sx_text_need(r, " periodic="))
        return false;
    do {
        if (grid->ndims == SX_MAX_DIMS)
            return sx_text_fail(r, SX_LIMIT, "a grid of more than %d dims", SX_MAX_DIMS);
        grid->periodic[grid->ndims] = sx_text_try(r, "1");
        if (!grid->periodic[grid->ndims++] && !sx_text_need(r, "0"))
            return false;
    } while (sx_text_try(r, ","));
    const sx_policy *policy = sx_policy_named(grid->law);
    if (policy && policy->ndims != grid->ndims)
        return sx_text_fail(r, SX_PARSE, "expected %u dims, which law %s has, found %u",
                            policy->ndims, policy->name, grid->ndims);
    if (sx_text_try(r, " dims=")) {
        if (!read_dims(r, grid))
            return false;
    } else if (r->trace->p) {
        return sx_text_expected(r, "' dims=', since the number of ranks is known");
    }
    if (sx_text_try(r, " rivals=") && !read_rivals(r, grid))
        return false;
    return sx_text_evidence(r, &grid->evidence);
}
