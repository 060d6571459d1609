/* Datatypes that differ by scale or rank, as those of a block's width do: one way to make them, with a law for each
 * argument of the constructor. */
#ifndef SX_EXTRAP_TYPE_LAWS_H
#define SX_EXTRAP_TYPE_LAWS_H

#include "law/law.h"

/* The law of some samples; as inference finds those of any value. */
typedef sx_status sx_find_law(void *context, const sx_samples *samples, sx_law *ret_law);

/* The table of types that a formula trace gets: that of its inputs, then rows with laws, all different. */
typedef struct sx_type_laws {
    sx_arena *arena, *scratch;
    const sx_runs *runs;
    size_t n, capacity;
    sx_type *type;
    unsigned looked_at; /* constructors of the value at hand */
    sx_find_law *find;
    void *context;
} sx_type_laws;

/* The row whose laws give the type of every sample, which are rows of the inputs' table, as a law that is that row's
 * number; expr NULL where it is one type always, or where types are made in different ways, or have an argument
 * without a law. Lists that are all as long have such a row for each element, and types that change from trip to trip for each trip. The evidence is that of all arguments. Errors: SX_NOMEM, of `find`. */
sx_status sx_type_laws_find(sx_type_laws *laws, const sx_samples *samples,
                            sx_law *ret_law, sx_error *err);

/* Begins again with the table of the inputs. */
void sx_type_laws_forget(sx_type_laws *laws);

/* Gives a formula trace the table, if it has rows with laws. */
void sx_type_laws_take(const sx_type_laws *laws, sx_trace *formula);

#endif
