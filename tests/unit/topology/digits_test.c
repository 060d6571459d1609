#include "topology/topology.h"

#include "grids.h"
#include "tap.h"

static sx_arena *arena;

typedef struct found {
    const sx_grid_shape *shape;
    size_t n;
} found;

static found find(const grid *g)
{
    found f = { 0 };
    sx_error err = { 0 };
    sx_status status =
        sx_topology_digits(arena, &g->run, g->nslots, 0, &f.shape, &f.n, &err);
    ok(status == SX_OK, "sx_topology_digits: %s", err.text);
    return f;
}

static void test_stencils(void)
{
    static const struct {
        const char *name;
        uint32_t ndims;
        int64_t dim[4];
        bool diagonals, periodic[4];
        int64_t outside;
    } cases[] = {
        { "ring of 7", 1, { 7 }, false, { true }, SX_NULL },
        { "line of 12", 1, { 12 }, false, { false }, SX_NULL },
        { "line of 12, absent", 1, { 12 }, false, { false }, SX_NONE },
        { "open 4 x 6", 2, { 4, 6 }, false, { false, false }, SX_NULL },
        { "open 6 x 4", 2, { 6, 4 }, false, { false, false }, SX_NULL },
        { "open 4 x 6, absent", 2, { 4, 6 }, false, { false, false }, SX_NONE },
        { "periodic 6 x 4", 2, { 6, 4 }, false, { true, true }, SX_NULL },
        { "x periodic 5 x 9, 9 points", 2, { 5, 9 }, true, { true, false }, SX_NULL },
        { "open 3 x 4 x 5", 3, { 3, 4, 5 }, false, { false, false, false }, SX_NULL },
        { "periodic 4 x 4 x 3, 27 points",
          3,
          { 4, 4, 3 },
          true,
          { true, true, true },
          SX_NULL },
        { "mixed 4 x 3 x 5", 3, { 4, 3, 5 }, true, { true, false, true }, SX_NONE },
        { "4D 3 x 4 x 3 x 5",
          4,
          { 3, 4, 3, 5 },
          false,
          { true, true, false, true },
          SX_NULL },
    };
    for (size_t t = 0; t < sizeof cases / sizeof *cases; t++) {
        grid *g = grid_make(cases[t].ndims, cases[t].dim);
        grid_add_stencil(g, cases[t].diagonals, cases[t].periodic, cases[t].outside);
        found f = find(g);
        bool one = f.n == 1 && f.shape->ndims == cases[t].ndims &&
                   memcmp(f.shape->dim, g->dim, f.shape->ndims * sizeof *g->dim) == 0;
        ok(one, "%s: %zu shapes, the first %lld x %lld x %lld", cases[t].name, f.n,
           (long long)f.shape->dim[0], (long long)f.shape->dim[1],
           (long long)f.shape->dim[2]);
        ok(memcmp(f.shape->periodic, cases[t].periodic, f.shape->ndims * sizeof(bool)) ==
               0,
           "%s: the periodic axes", cases[t].name);
        is_int(f.shape->differences, g->nslots, "differences, one a slot");
        is_int(f.shape->strays, 0, "strays");
        grid_free(g);
    }
}

static void test_skewed_diagonal(void)
{
    grid *g = grid_make(2, (int64_t[]) { 6, 6 });
    const bool around[2] = { true, true };
    grid_add(g, (int64_t[]) { 1, -1 }, around, SX_NULL);
    grid_add(g, (int64_t[]) { 1, 0 }, around, SX_NULL);
    found f = find(g);
    ok(f.n == 1 && f.shape->ndims == 2 && f.shape->dim[0] == 6,
       "6 x 6 by a skewed diagonal");
    grid_free(g);
}

/* The fewest axes that give each slot one difference. */
static void test_fewest_axes(void)
{
    const bool around[2] = { true, true };
    grid *g = grid_make(2, (int64_t[]) { 12, 2 });
    grid_add(g, (int64_t[]) { 0, 1 }, around, SX_NULL);
    found f = find(g);
    ok(f.n == 1 && f.shape->ndims == 1, "a shift by half of the ranks is a ring's");
    grid_free(g);
    g = grid_make(2, (int64_t[]) { 2, 6 });
    grid_add(g, (int64_t[]) { 1, 0 }, around, SX_NULL);
    f = find(g);
    ok(f.n == 1 && f.shape->ndims == 2 && f.shape->dim[0] == 2, "pairs are 2 x 6");
    grid_free(g);
    g = grid_make(1, (int64_t[]) { 16 });
    int64_t *peer = grid_slot(g);
    for (int64_t r = 0; r < 16; r++)
        peer[r] = r ^ 2;
    f = find(g);
    ok(f.n == 1 && f.shape->ndims == 2 && f.shape->dim[0] == 4,
       "an exchange at distance 2 is +2 in rows of 4");
    grid_free(g);
}

/* Slots of two grids: no shape is perfect, and the shapes that explain either are
 * equally good. */
static void test_two_grids(void)
{
    grid *a = grid_make(2, (int64_t[]) { 2, 6 }), *b = grid_make(2, (int64_t[]) { 6, 2 });
    const bool around[2] = { true, true };
    grid_add(a, (int64_t[]) { 1, 0 }, around, SX_NULL);
    grid_add(b, (int64_t[]) { 1, 0 }, around, SX_NULL);
    memcpy(grid_slot(a), b->peer[0], 12 * sizeof(int64_t));
    found f = find(a);
    ok(f.shape->differences > 2, "%u axes, %llu differences in two slots", f.shape->ndims,
       (unsigned long long)f.shape->differences);
    for (size_t k = 1; k < f.n; k++)
        ok(f.shape[k].differences == f.shape->differences &&
               f.shape[k].strays == f.shape->strays && f.shape[k].ndims == f.shape->ndims,
           "shape %zu is as good as the first", k);
    grid_free(a);
    grid_free(b);
}

static void test_small(void)
{
    for (int64_t p = 1; p <= 3; p++) {
        grid *g = grid_make(1, &p);
        grid_add(g, (int64_t[]) { 1 }, (bool[]) { true }, SX_NULL);
        found f = find(g);
        ok(f.n == 1 && f.shape->ndims == 1 && f.shape->dim[0] == p,
           "%lld ranks are a line", (long long)p);
        grid_free(g);
    }
    const sx_grid_shape *shape = NULL;
    size_t n = 0;
    sx_topology_run none = { 0 };
    is_int(sx_topology_digits(arena, &none, 0, 0, &shape, &n, NULL), SX_INVALID,
           "no ranks");
}

int main(void)
{
    arena = sx_arena_create();
    test_stencils();
    test_skewed_diagonal();
    test_fewest_axes();
    test_two_grids();
    test_small();
    sx_arena_destroy(arena);
    return tap_done();
}
