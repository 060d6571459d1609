#include "topology/topology.h"

#include "grids.h"
#include "tap.h"

static sx_arena *arena;
static const bool OPEN[SX_MAX_DIMS] = { false };
static const bool AROUND[SX_MAX_DIMS] = {
    true, true, true, true, true, true, true, true
};

typedef struct found {
    const sx_grid_law *law;
    size_t n;
} found;

static found find(grid *const *grids, size_t nruns)
{
    sx_topology_run run[8];
    for (size_t i = 0; i < nruns; i++)
        run[i] = grids[i]->run;
    found f = { 0 };
    sx_error err = { 0 };
    sx_status status = sx_topology_law(arena, run, nruns, grids[0]->nslots, sx_policies,
                                       sx_policy_count, &f.law, &f.n, &err);
    ok(status == SX_OK, "sx_topology_law: %s", err.text);
    return f;
}

/* Every explained slot gives every peer of the grid, which may be one that took no part
 * in finding the law. */
static bool predicts(const sx_grid_law *law, const grid *g)
{
    for (size_t k = 0; k < g->nslots; k++)
        for (int64_t r = 0; r < g->run.p && law->slot[k].explained; r++) {
            int64_t peer = sx_slot_law_peer(&law->slot[k], law->ndims, g->dim, r);
            bool none = g->peer[k][r] == SX_NONE;
            if (none ? law->slot[k].domain == SX_SLOT_INSIDE && peer != SX_NULL
                     : peer != g->peer[k][r])
                return false;
        }
    return true;
}

static bool is_law(const sx_grid_law *law, const char *policy, size_t explained)
{
    return strcmp(law->policy->name, policy) == 0 && law->explained == explained;
}

static void free_all(grid **grids, size_t n)
{
    for (size_t i = 0; i < n; i++)
        grid_free(grids[i]);
}

typedef struct stencil {
    const char *name, *policy;
    uint32_t ndims;
    int64_t dims[5][4]; /* of the runs; the last is the unseen target */
    bool diagonals;
    bool periodic[4];
    int64_t outside;
} stencil;

/* dims as the policy gives them for the product. */
static const stencil stencils[] = {
    { "1D ring",
      "line",
      1,
      { { 4 }, { 6 }, { 9 }, { 12 }, { 35 } },
      false,
      { true },
      SX_NULL },
    { "1D line",
      "line",
      1,
      { { 4 }, { 6 }, { 9 }, { 12 }, { 35 } },
      false,
      { false },
      SX_NULL },
    { "1D line, not taking part",
      "line",
      1,
      { { 4 }, { 6 }, { 9 }, { 12 }, { 35 } },
      false,
      { false },
      SX_NONE },
    { "5 points, open",
      "square",
      2,
      { { 3, 3 }, { 4, 4 }, { 5, 5 }, { 6, 6 }, { 9, 9 } },
      false,
      { false, false },
      SX_NULL },
    { "5 points, open, not taking part",
      "square",
      2,
      { { 3, 3 }, { 4, 4 }, { 5, 5 }, { 6, 6 }, { 9, 9 } },
      false,
      { false, false },
      SX_NONE },
    { "5 points, periodic",
      "square",
      2,
      { { 3, 3 }, { 4, 4 }, { 5, 5 }, { 6, 6 }, { 9, 9 } },
      false,
      { true, true },
      SX_NULL },
    { "9 points, x periodic",
      "square",
      2,
      { { 3, 3 }, { 4, 4 }, { 5, 5 }, { 6, 6 }, { 9, 9 } },
      true,
      { true, false },
      SX_NULL },
    { "9 points, y periodic, tall",
      "divisor-tall",
      2,
      { { 3, 2 }, { 4, 3 }, { 5, 3 }, { 7, 5 }, { 9, 8 } },
      true,
      { false, true },
      SX_NONE },
    { "5 points, wide",
      "divisor-wide",
      2,
      { { 2, 3 }, { 3, 4 }, { 3, 5 }, { 5, 7 }, { 8, 9 } },
      false,
      { false, false },
      SX_NULL },
    { "7 points, open",
      "cube",
      3,
      { { 2, 2, 2 }, { 3, 3, 3 }, { 4, 4, 4 }, { 5, 5, 5 }, { 6, 6, 6 } },
      false,
      { false, false, false },
      SX_NULL },
    { "27 points, periodic",
      "cube",
      3,
      { { 2, 2, 2 }, { 3, 3, 3 }, { 4, 4, 4 }, { 5, 5, 5 }, { 6, 6, 6 } },
      true,
      { true, true, true },
      SX_NULL },
    { "27 points, z periodic",
      "cube",
      3,
      { { 2, 2, 2 }, { 3, 3, 3 }, { 4, 4, 4 }, { 5, 5, 5 }, { 6, 6, 6 } },
      true,
      { false, false, true },
      SX_NULL },
    { "9 points in 4D, mixed",
      "hypercube4",
      4,
      { { 2, 2, 2, 2 }, { 3, 3, 3, 3 }, { 3, 3, 3, 3 }, { 4, 4, 4, 4 }, { 5, 5, 5, 5 } },
      false,
      { true, false, true, false },
      SX_NULL },
};

static void test_stencils(void)
{
    for (size_t t = 0; t < sizeof stencils / sizeof *stencils; t++) {
        const stencil *s = &stencils[t];
        grid *g[5];
        for (int i = 0; i < 5; i++) {
            g[i] = grid_make(s->ndims, s->dims[i]);
            grid_add_stencil(g[i], s->diagonals, s->periodic, s->outside);
        }
        found f = find(g, 4);
        bool good = f.n > 0 && is_law(f.law, s->policy, g[0]->nslots);
        ok(good, "%s: %s explains %zu of %zu slots", s->name,
           f.n ? f.law->policy->name : "nothing", f.n ? f.law->explained : 0,
           g[0]->nslots);
        if (good) {
            is_int(f.law->domains, g[0]->nslots, "slots whose domain follows");
            ok(memcmp(f.law->periodic, s->periodic, s->ndims * sizeof(bool)) == 0,
               "%s: the axes that are periodic", s->name);
            ok(predicts(f.law, g[4]), "%s: every peer at the target", s->name);
            bool clear = true;
            for (size_t k = 0; k < g[0]->nslots; k++)
                for (uint32_t a = 0; a < s->ndims; a++)
                    clear = clear && !f.law->slot[k].axis[a].ambiguous;
            ok(clear, "%s: nothing is ambiguous", s->name);
        }
        free_all(g, 5);
    }
}

/* BT's z neighbours: both digits move at once, around. */
static void test_skewed_diagonal(void)
{
    grid *g[4];
    for (int i = 0; i < 4; i++) {
        g[i] = grid_make(2, (int64_t[]) { 3 + i, 3 + i });
        grid_add(g[i], (int64_t[]) { 1, -1 }, AROUND, SX_NULL);
        grid_add(g[i], (int64_t[]) { -1, 1 }, AROUND, SX_NULL);
        grid_add(g[i], (int64_t[]) { 1, 0 }, AROUND, SX_NULL);
    }
    found f = find(g, 3);
    ok(f.n && is_law(f.law, "square", 3) && predicts(f.law, g[3]), "the skewed diagonal");
    const sx_digit_law *axis = f.law->slot[0].axis;
    ok(axis[0].kind == SX_DIGIT_WRAP && axis[0].from == 0 && axis[0].sign == 1 &&
           axis[0].shift == 1 && axis[1].kind == SX_DIGIT_WRAP && axis[1].from == 1 &&
           axis[1].sign == 1 && axis[1].shift == -1,
       "its digits are (c1 + 1) mod q, (c2 - 1) mod q");
    free_all(g, 4);
}

/* Numbered with the slow axis first: the extents come out in the order of the ranks. */
static void test_column_major(void)
{
    static const int64_t extents[4][2] = { { 2, 3 }, { 3, 4 }, { 3, 5 }, { 8, 9 } };
    grid *wide[4], *tall[4];
    for (int i = 0; i < 4; i++) {
        wide[i] = grid_make(2, extents[i]);
        grid_add_stencil(wide[i], false, OPEN, SX_NULL);
        tall[i] = grid_make(2, (int64_t[]) { extents[i][1], extents[i][0] });
        grid_add_stencil(tall[i], false, OPEN, SX_NULL);
    }
    found f = find(wide, 3);
    ok(f.n && is_law(f.law, "divisor-wide", 4), "one order: divisor-wide");
    f = find(tall, 3);
    ok(f.n && is_law(f.law, "divisor-tall", 4), "the other: divisor-tall");
    free_all(wide, 4);
    free_all(tall, 4);
}

static void add_transpose(grid *g)
{
    int64_t *peer = grid_slot(g);
    for (int64_t r = 0; r < g->run.p; r++)
        peer[r] = r / g->dim[0] + r % g->dim[0] * g->dim[0];
}

static void add_mirror(grid *g)
{
    int64_t *peer = grid_slot(g);
    for (int64_t r = 0; r < g->run.p; r++)
        peer[r] = g->dim[0] - 1 - r % g->dim[0] + r / g->dim[0] * g->dim[0];
}

static void add_column_end(grid *g, bool last)
{
    int64_t *peer = grid_slot(g);
    for (int64_t r = 0; r < g->run.p; r++)
        peer[r] = r % g->dim[0] + (last ? g->dim[1] - 1 : 0) * g->dim[0];
}

static void test_other_digit_laws(void)
{
    grid *g[4];
    for (int i = 0; i < 4; i++) {
        g[i] = grid_make(2, (int64_t[]) { 2 + i, 2 + i });
        add_transpose(g[i]);
        add_mirror(g[i]);
        add_column_end(g[i], false);
        add_column_end(g[i], true);
    }
    found f = find(g, 3);
    bool good = f.n && is_law(f.law, "square", 4);
    ok(good && predicts(f.law, g[3]), "transpose, mirror, first and last of a column");
    if (good) {
        const sx_slot_law *s = f.law->slot;
        ok(s[0].axis[0].from == 1 && s[0].axis[1].from == 0 && s[0].axis[0].shift == 0,
           "the transpose takes its digits from the other axis");
        ok(s[1].axis[0].sign == -1 && s[1].axis[0].end && s[1].axis[0].shift == -1,
           "the mirror is dim - 1 - c");
        ok(s[2].axis[1].kind == SX_DIGIT_CONSTANT && s[2].axis[1].shift == 0 &&
               !s[2].axis[1].end,
           "the first of the column is 0");
        ok(s[3].axis[1].kind == SX_DIGIT_CONSTANT && s[3].axis[1].shift == -1 &&
               s[3].axis[1].end,
           "the last of the column is dim - 1");
    }
    free_all(g, 4);
}

/* A 3D halo on 4096 = 16^3, and its 2D pencils of another grid: the larger set is found
 * first. */
static void test_two_grids(void)
{
    grid *g[3], *line[3];
    for (int i = 0; i < 3; i++) {
        int64_t q = 2 + i;
        g[i] = grid_make(3, (int64_t[]) { q, q, q });
        grid_add_stencil(g[i], false, OPEN, SX_NULL);
        line[i] = grid_make(1, &g[i]->run.p);
        grid_add(line[i], (int64_t[]) { 1 }, AROUND, SX_NULL);
        memcpy(grid_slot(g[i]), line[i]->peer[0], (size_t)g[i]->run.p * sizeof(int64_t));
    }
    found f = find(g, 3);
    ok(f.n && is_law(f.law, "cube", 6), "the cube explains 6 of 7 slots");
    ok(f.n && f.law->slot[0].explained && !f.law->slot[6].explained,
       "the ring is not explained by the cube");
    f = find(line, 3);
    ok(f.n && is_law(f.law, "line", 1), "alone the ring is a line");
    free_all(g, 3);
    free_all(line, 3);
}

static void test_ambiguity(void)
{
    grid *g[3];
    for (int i = 0; i < 3; i++) {
        g[i] = grid_make(2, (int64_t[]) { 2, 4 });
        grid_add(g[i], (int64_t[]) { 1, 0 }, AROUND, SX_NULL);
    }
    found f = find(g, 1);
    const sx_digit_law *x = &f.law->slot[0].axis[0];
    ok(f.n > 0 && x->kind == SX_DIGIT_WRAP && x->shift == 1 && x->ambiguous &&
           x->other_shift == -1,
       "at extent 2, +1 is -1");
    free_all(g, 3);
    for (int i = 0; i < 3; i++) {
        g[i] = grid_make(2, (int64_t[]) { 3 + i, 3 + i });
        grid_add(g[i], (int64_t[]) { 2, 0 }, AROUND, SX_NULL);
    }
    f = find(g, 1);
    x = &f.law->slot[0].axis[0];
    ok(f.n > 0 && x->shift == -1 && x->ambiguous && x->other_shift == 2,
       "at extent 3, +2 is taken for -1, and this is said");
    f = find(g, 2);
    x = &f.law->slot[0].axis[0];
    ok(f.n > 0 && x->shift == 2 && !x->ambiguous, "extents 3 and 4 decide for +2");
    free_all(g, 3);
}

static void test_alternatives(void)
{
    /* 16 and 64 ranks: square, pow2, dims_create and fixed laws cannot be told apart. */
    grid *g[2];
    for (int i = 0; i < 2; i++) {
        g[i] = grid_make(2, (int64_t[]) { 4 << i, 4 << i });
        grid_add_stencil(g[i], false, AROUND, SX_NULL);
        grid_slot(g[i]); /* to rank 0: any grid explains that */
    }
    found f = find(g, 2);
    bool wide = false, tall = false, line = false;
    for (size_t k = 0; k < f.n; k++) {
        wide = wide || strcmp(f.law[k].policy->name, "divisor-wide") == 0;
        tall = tall || strcmp(f.law[k].policy->name, "pow2-tall") == 0;
        line = line || strcmp(f.law[k].policy->name, "line") == 0;
    }
    ok(f.n > 1 && is_law(f.law, "square", 5), "square comes first");
    ok(wide && tall && !line, "what explains the same is listed, what does not is not");
    free_all(g, 2);
}

static void test_fixed_extent(void)
{
    static const int64_t ys[3] = { 3, 5, 8 };
    grid *g[3];
    for (int i = 0; i < 3; i++) {
        g[i] = grid_make(2, (int64_t[]) { 6, ys[i] });
        grid_add_stencil(g[i], false, (bool[]) { false, true }, SX_NULL);
    }
    found f = find(g, 3);
    ok(f.n && is_law(f.law, "fixed-x-2d", 4) && f.law->arg == 6, "x fixed at 6 is found");
    free_all(g, 3);
}

/* 26 x 22 x 30 points in parts of least surface, and lattices of 12 x 12 x 12 x 24 that are cut where they are longest. */
static void test_sides(void)
{
    static const int64_t box[4][4] = {
        { 2, 2, 2 }, { 2, 2, 3 }, { 3, 2, 3 }, { 3, 3, 3 }
    };
    static const int64_t lattice[4][4] = {
        { 2, 2, 2, 2 }, { 2, 2, 2, 3 }, { 3, 2, 2, 3 }, { 2, 2, 2, 6 }
    };
    static const struct {
        const char *what;
        const int64_t (*dims)[4];
        uint32_t ndims;
        int64_t p, dim[4];
    } wanted[] = {
        { "a box", box, 3, 24, { 3, 2, 4 } },
        { "a lattice", lattice, 4, 72, { 3, 2, 2, 6 } },
    };
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        grid *g[4];
        sx_topology_run run[4];
        const sx_grid_law *law = NULL;
        size_t n = 0;
        int64_t dim[SX_MAX_DIMS] = { 0 };
        sx_error err = { 0 };
        for (int i = 0; i < 4; i++) {
            g[i] = grid_make(wanted[k].ndims, wanted[k].dims[i]);
            grid_add_stencil(g[i], false, OPEN, SX_NULL);
            run[i] = g[i]->run;
        }
        is_int(sx_topology_law(arena, run, 4, g[0]->nslots, sx_policy_sides,
                               SX_POLICY_RATIOS, &law, &n, &err),
               SX_OK, err.text);
        const bool has = n && law->policy->dims(wanted[k].p, law->arg, dim);
        ok(has && law->explained == g[0]->nslots &&
               memcmp(dim, wanted[k].dim, wanted[k].ndims * sizeof *dim) == 0,
           "%s: %s gives %d x %d x %d x %d", wanted[k].what,
           n ? law->policy->name : "nothing", (int)dim[0], (int)dim[1], (int)dim[2],
           (int)dim[3]);
        free_all(g, 4);
    }
}

static void test_nothing(void)
{
    grid *g[2];
    srand(7);
    for (int i = 0; i < 2; i++) {
        g[i] = grid_make(1, (int64_t[]) { 16 + 20 * i });
        int64_t *peer = grid_slot(g[i]);
        for (int64_t r = 0; r < g[i]->run.p; r++)
            peer[r] = rand() % g[i]->run.p;
        peer = grid_slot(g[i]);
        for (int64_t r = 0; r < g[i]->run.p; r++)
            peer[r] = SX_NONE;
        peer = grid_slot(g[i]);
        for (int64_t r = 0; r < g[i]->run.p; r++)
            peer[r] = SX_ANY;
    }
    found f = find(g, 2);
    is_int(f.n, 0, "policies that explain noise, nobody and a wildcard");
    g[1]->peer[0][3] = 99;
    sx_topology_run run[2] = { g[0]->run, g[1]->run };
    sx_error err;
    is_int(sx_topology_law(arena, run, 2, 1, sx_policies, sx_policy_count, &f.law, &f.n,
                           &err),
           SX_INVALID, "a peer out of range");
    free_all(g, 2);
}

/* A null peer inside the grid is no open boundary. */
static void test_null_inside(void)
{
    grid *g[3];
    for (int i = 0; i < 3; i++) {
        g[i] = grid_make(2, (int64_t[]) { 3 + i, 3 + i });
        grid_add(g[i], (int64_t[]) { 1, 0 }, OPEN, SX_NULL);
        g[i]->peer[0][0] = SX_NULL;
    }
    found f = find(g, 3);
    is_int(f.n, 0, "policies that explain a null peer inside");
    for (int i = 0; i < 3; i++)
        g[i]->peer[0][0] = SX_NONE;
    f = find(g, 3);
    ok(f.n && f.law->explained == 1 && f.law->slot[0].domain == SX_SLOT_OTHER,
       "a rank that takes no part inside leaves the domain unexplained");
    free_all(g, 3);
}

/* Who takes part tells of a grid even where the shifts alone are those of a line. */
static void test_domain_finds_the_grid(void)
{
    grid *g[3];
    for (int i = 0; i < 3; i++) {
        g[i] = grid_make(2, (int64_t[]) { 3 + i, 3 + i });
        grid_add(g[i], (int64_t[]) { 1, 0 }, OPEN, SX_NONE);
        grid_add(g[i], (int64_t[]) { -1, 0 }, OPEN, SX_NONE);
    }
    found f = find(g, 3);
    ok(f.n && is_law(f.law, "square", 2) && f.law->domains == 2,
       "rows of a square that end where nobody sends");
    for (int i = 0; i < 3; i++)
        g[i]->peer[0][0] = SX_NONE;
    f = find(g, 3);
    ok(f.n && f.law->slot[0].domain == SX_SLOT_OTHER &&
           f.law->slot[1].domain == SX_SLOT_INSIDE,
       "one more rank that does not send is said");
    free_all(g, 3);
}

/* Only the diagonal sends: both coordinates are the same there, and the own axis is
 * preferred. */
static void test_own_axis_first(void)
{
    grid *g[3];
    for (int i = 0; i < 3; i++) {
        g[i] = grid_make(2, (int64_t[]) { 4 + i, 4 + i });
        grid_add(g[i], (int64_t[]) { 1, 1 }, OPEN, SX_NONE);
        grid_add(g[i], (int64_t[]) { 1, 0 }, OPEN, SX_NULL);
        for (int64_t r = 0; r < g[i]->run.p; r++)
            if (r % (4 + i) != r / (4 + i))
                g[i]->peer[0][r] = SX_NONE;
    }
    found f = find(g, 3);
    ok(f.n && f.law->explained == 2, "a diagonal is explained");
    ok(f.n && f.law->ndims == 2 && f.law->slot[0].axis[0].from == 0 &&
           f.law->slot[0].axis[1].from == 1 && f.law->slot[0].axis[0].sign == 1,
       "by the own axes");
    free_all(g, 3);
}

static bool two_by_three(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    dim[0] = 2;
    dim[1] = 3;
    return p == 6 && arg == 0;
}

static bool three_by_two(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    dim[0] = 3;
    dim[1] = 2;
    return p == 6 && arg == 0;
}

static void test_lighter_law(void)
{
    static const sx_policy table[] = { { "2x3", "", 2, false, false, two_by_three },
                                       { "3x2", "", 2, false, false, three_by_two } };
    grid *g = grid_make(1, (int64_t[]) { 6 });
    int64_t *peer = grid_slot(g);
    for (int r = 0; r < 6; r++)
        peer[r] = SX_NONE;
    peer[0] = 3;
    found f = { 0 };
    is_int(sx_topology_law(arena, &g->run, 1, 1, table, 2, &f.law, &f.n, NULL), SX_OK,
           "status");
    ok(f.n == 2 && f.law->policy == &table[1] && f.law[1].policy == &table[0],
       "0 to 3 is one step in 3 x 2, two in 2 x 3");
    is_int(f.law->domains, 0, "a rank alone is no boundary");
    grid_free(g);
}

/* Those at one end of an axis send along it, and all around the last one: two axes as one have steps that go past it in the smaller boxes. */
static void test_past_an_axis(void)
{
    static const int64_t extents[4][3] = {
        { 2, 2, 2 }, { 3, 2, 2 }, { 3, 3, 3 }, { 4, 4, 3 }
    };
    grid *g[4];
    for (int i = 0; i < 4; i++) {
        g[i] = grid_make(3, extents[i]);
        for (int a = 0, stride = 1; a < 2; stride *= (int)extents[i][a++])
            for (int sign = -1; sign <= 1; sign += 2) {
                int64_t *peer = grid_slot(g[i]);
                const int64_t end = sign > 0 ? 0 : extents[i][a] - 1;
                for (int64_t r = 0; r < g[i]->run.p; r++)
                    peer[r] =
                        r / stride % extents[i][a] == end ? r + sign * stride : SX_NONE;
            }
        grid_add(g[i], (int64_t[]) { 0, 0, 1 }, AROUND, SX_NULL);
        grid_add(g[i], (int64_t[]) { 0, 0, -1 }, AROUND, SX_NULL);
    }
    found f = find(g, 3);
    ok(f.n && is_law(f.law, "dims_create-3d-reversed", 6) && f.law->ndims == 3,
       "three axes, though two as one explain as much");
    free_all(g, 4);
}

int main(void)
{
    arena = sx_arena_create();
    test_stencils();
    test_skewed_diagonal();
    test_column_major();
    test_other_digit_laws();
    test_two_grids();
    test_ambiguity();
    test_alternatives();
    test_fixed_extent();
    test_sides();
    test_nothing();
    test_null_inside();
    test_domain_finds_the_grid();
    test_own_axis_first();
    test_lighter_law();
    test_past_an_axis();
    sx_arena_destroy(arena);
    return tap_done();
}
