/* Rows of the table of datatypes. */
#include "io/text_reader.h"

#include <string.h>

/* What one constructor may be given. */
enum { LIST_LENGTH = 1 << 24 };

/* Numbers in [low, high] after " key=", if they are there. */
static bool read_list(sx_text_reader *r, const char *key, int64_t low, int64_t high,
                      const sx_seq **ret)
{
    const sx_text_rule rule = { .low = low, .high = high };
    sx_value value;
    if (!sx_text_try(r, key))
        return true;
    if (low > high)
        return sx_text_expected(r, "no types, since none comes before this one");
    if (!sx_text_value(r, &rule, &value))
        return false;
    if (value.kind != SX_VALUE_PIECES || !value.piece->all || value.evidence.label ||
        value.evidence.reason)
        return sx_text_expected(r, "a sequence alone");
    if (value.piece->seq->length > LIST_LENGTH)
        return sx_text_fail(r, SX_LIMIT, "more than %d arguments", LIST_LENGTH);
    *ret = value.piece->seq;
    return true;
}

static bool read_combiner(sx_text_reader *r, sx_type *type)
{
    size_t length = sx_text_word(r, "_");
    for (int i = SX_COMBINER_UNKNOWN + 1; i < SX_COMBINERS; i++) {
        const char *name = sx_combiner_name((sx_combiner)i);
        if (strlen(name) == length && memcmp(name, r->at, length) == 0)
            type->combiner = (sx_combiner)i;
    }
    if (type->combiner == SX_COMBINER_UNKNOWN)
        return sx_text_expected(r, "how the type was made: contiguous, vector ..");
    r->at += length;
    return true;
}

static bool read_constructor(sx_text_reader *r, size_t index, sx_type *type)
{
    return read_combiner(r, type) && sx_text_need(r, " lb=") &&
           sx_text_int(r, "a lower bound", SX_ROOT + 1, INT64_MAX, &type->lb) &&
           sx_text_need(r, " extent=") &&
           sx_text_int(r, "an extent", SX_ROOT + 1, INT64_MAX, &type->extent) &&
           read_list(r, " ints=", SX_ROOT + 1, INT64_MAX, &type->ints) &&
           read_list(r, " addresses=", SX_ROOT + 1, INT64_MAX, &type->addresses) &&
           read_list(r, " types=", 0, (int64_t)index - 1, &type->types);
}

/* What one constructor may be given by laws. */
enum { LAWS_LENGTH = 64 };

/* Laws after " key=", if they are there. */
static bool read_laws(sx_text_reader *r, const char *key, uint32_t *ret_n,
                      const sx_expr *const **ret)
{
    const sx_expr **law = SX_NEW_ARRAY(r->arena, const sx_expr *, LAWS_LENGTH);
    uint32_t n = 0;
    if (!law)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    if (sx_text_try(r, key))
        do {
            if (n == LAWS_LENGTH)
                return sx_text_fail(r, SX_LIMIT, "more than %d laws of arguments",
                                    LAWS_LENGTH);
            if (!sx_text_place(r, &law[n++]))
                return false;
        } while (sx_text_try(r, ","));
    *ret_n = n;
    *ret = law;
    return true;
}

/* A type by laws, of which one of numbers is made for each place and scale. */
static bool read_type_law(sx_text_reader *r, size_t index, sx_type *type)
{
    sx_type_law *law = SX_NEW(r->arena, sx_type_law);
    if (!law)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    if (r->trace->p)
        return sx_text_expected(r, "a size in bytes, since ranks are a number");
    type->law = law;
    if (!sx_text_need(r, " ") || !read_combiner(r, type) ||
        !read_laws(r, " ints=", &law->nints, &law->ints) ||
        !read_laws(r, " addresses=", &law->naddresses, &law->addresses) ||
        !read_list(r, " types=", 0, (int64_t)index - 1, &type->types))
        return false;
    if (!type->types || type->types->length > LAWS_LENGTH)
        return sx_text_expected(r, "the types it is made of, at most %d", LAWS_LENGTH);
    return true;
}

bool sx_text_type(sx_text_reader *r, size_t index)
{
    sx_type *type = &r->trace->type[index];
    if (!sx_text_row(r, index) || !sx_text_need(r, " ") ||
        !sx_text_string(r, &type->name) || !sx_text_need(r, " "))
        return false;
    if (sx_text_try(r, "law"))
        return read_type_law(r, index, type);
    if (index > 0 && r->trace->type[index - 1].law)
        return sx_text_expected(r, "law, since types made by laws are the last ones");
    return sx_text_int(r, "a size in bytes", 0, INT64_MAX, &type->size) &&
           (!sx_text_try(r, " ") || read_constructor(r, index, type));
}
