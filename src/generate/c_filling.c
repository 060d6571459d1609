/* What differs between the places of a run of statements becomes parameters of its function. */
#include "generate/c_outline_parts.h"

#include <string.h>

/* The texts of a run's holes at a place; SX_C_MOST_HOLES at most, else SX_C_NONE. */
int sx_c_hole_texts(sx_c_outlining *o, int first, int length, sx_c_hole_text *ret_text)
{
    const sx_c_unit *u = &o->unit[o->of[first].unit];
    const int *loops = &o->of[first].loops;
    size_t end = o->of[sx_c_last_of(o, first, length)].end;
    int n = 0;
    for (size_t i = o->of[first].first; i < end; i++) {
        sx_c_hole hole[SX_C_LINE_HOLES];
        const char *text = u->line[i].text;
        int own = sx_c_is_mark(&u->line[i]) ? 0 : sx_c_holes(text, *loops, hole);
        for (int k = 0; k < own; k++) {
            if (n == SX_C_MOST_HOLES)
                return SX_C_NONE;
            const char *of =
                sx_c_text(o->arena, "%.*s", (int)hole[k].length, text + hole[k].at);
            ret_text[n++] =
                (sx_c_hole_text) { of, sx_c_rename(o->arena, of, sx_c_relative, loops),
                                   hole[k].role };
        }
    }
    o->steps += (uint64_t)n;
    return n;
}

static bool same_everywhere(const sx_c_hole_text *text, int nplaces, int a, int b,
                            bool across)
{
    for (int p = 0; p < nplaces; p++) {
        const sx_c_hole_text *at = text + p * SX_C_MOST_HOLES;
        if (strcmp(across ? text[a].common : at[a].common, at[b].common) != 0)
            return false;
    }
    return true;
}

/* By what stands there: peer, then peer2, peer3. */
static const char *parameter_name(sx_c_outlining *o, const sx_c_filling *of,
                                  const sx_c_hole_text *text, int h)
{
    int number = 1;
    for (int k = 0; k < of->nparameters; k++)
        number += strcmp(text[of->first[k]].role, text[h].role) == 0;
    return number == 1 ? text[h].role : sx_c_text(o->arena, "%s%d", text[h].role, number);
}

static bool set_parameter(sx_c_outlining *o, sx_c_filling *of, const sx_c_hole_text *text,
                          int nplaces, int h)
{
    of->parameter[h] = SX_C_NONE;
    if (same_everywhere(text, nplaces, h, h, true))
        return true;
    for (int k = 0; k < of->nparameters; k++)
        if (same_everywhere(text, nplaces, of->first[k], h, false)) {
            of->parameter[h] = k;
            return true;
        }
    if (of->nparameters == SX_C_MOST_PARAMETERS)
        return false;
    of->parameter[h] = of->nparameters;
    of->first[of->nparameters] = h;
    of->name[of->nparameters] = parameter_name(o, of, text, h);
    of->nparameters++;
    return true;
}

/* False where a function would have too many parameters. */
bool sx_c_fill_run(sx_c_outlining *o, const sx_c_run *of, const int *place,
                   sx_c_filling *ret_filling)
{
    *ret_filling = (sx_c_filling) { 0 };
    if (!o->with_holes)
        return true;
    sx_c_hole_text *text =
        SX_NEW_ARRAY(o->arena, sx_c_hole_text, (size_t)of->times * SX_C_MOST_HOLES);
    for (int p = 0; text && p < of->times; p++) {
        ret_filling->n =
            sx_c_hole_texts(o, place[p], of->length, text + p * SX_C_MOST_HOLES);
        if (ret_filling->n == SX_C_NONE)
            return false;
    }
    for (int h = 0; text && h < ret_filling->n; h++)
        if (!set_parameter(o, ret_filling, text, of->times, h))
            return false;
    return text != NULL;
}

/* The lines of a run with parameters in their holes, in the arena; `hole` counts these. */
const char *sx_c_filled(sx_c_outlining *o, const sx_c_filling *with,
                        const sx_c_text_line *of, int loops, int *hole)
{
    sx_c_hole own[SX_C_LINE_HOLES];
    const char *name[SX_C_LINE_HOLES] = { NULL };
    if (!o->with_holes || sx_c_is_mark(of))
        return of->text;
    int n = sx_c_holes(of->text, loops, own);
    for (int k = 0; k < n; k++, ++*hole)
        if (with->parameter[*hole] != SX_C_NONE)
            name[k] = with->name[with->parameter[*hole]];
    return sx_c_fill(o->w->arena, of->text, own, n, name);
}

/* Which counters of loops around it are in it; a bit for each distance. */
static const char *note(sx_arena *arena, int counter, const void *how)
{
    uint64_t *const *noted = how;
    (void)arena;
    **noted |= UINT64_C(1) << counter;
    return "";
}

uint64_t sx_c_counters_in(sx_c_outlining *o, const sx_c_filling *with, int first,
                          int length)
{
    uint64_t all = 0, *to = &all;
    int hole = 0;
    const sx_c_unit *u = &o->unit[o->of[first].unit];
    size_t end = o->of[sx_c_last_of(o, first, length)].end;
    for (size_t i = o->of[first].first; i < end; i++)
        if (!sx_c_is_mark(&u->line[i]))
            sx_c_rename(o->arena,
                        sx_c_filled(o, with, &u->line[i], o->of[first].loops, &hole),
                        note, &to);
    return o->of[first].loops < 64 ? all & ((UINT64_C(1) << o->of[first].loops) - 1)
                                   : all;
}
