#include "topology/topology.h"

#include "grids.h"
#include "tap.h"

static sx_arena *arena;

static sx_topology_paper_result detect(const grid *g, sx_status want)
{
    sx_adjacency lists = { 0 };
    sx_topology_paper_result result = { 0 };
    sx_error err = { 0 };
    sx_status status =
        sx_topology_adjacency(arena, &g->run, NULL, g->nslots, &lists, &err);
    ok(status == SX_OK, "adjacency lists: %s", err.text);
    status = sx_topology_paper(arena, &lists, &result, &err);
    ok(status == want, "status %d: %s", status, err.text);
    return result;
}

/* Figure 3: 20 nodes, rows of A B B C, around in both directions. */
static void test_figure_3(void)
{
    static const int64_t row[4] = { 0, 1, 1, 2 };
    grid *g = grid_make(2, (int64_t[]) { 4, 5 });
    grid_add_stencil(g, false, (bool[]) { true, true }, SX_NULL);
    sx_topology_paper_result found = detect(g, SX_OK);
    is_int(found.ngroups, 3, "groups");
    is_int(found.group_size[0], 5, "group A");
    is_int(found.group_size[1], 10, "group B");
    is_int(found.group_size[2], 5, "group C");
    is_int(found.loop_length, 4, "loop length");
    is_int(found.critical_group_size, 5, "critical group size");
    bool rows = true, ends = found.ncritical == 10;
    for (int r = 0; r < 20; r++)
        rows = rows && found.group[r] == row[r % 4];
    for (int k = 0; k < 10 && ends; k++)
        ends = found.critical[k] == k / 2 * 4 + k % 2 * 3;
    ok(rows, "every row is A B B C");
    ok(ends, "the critical nodes are those of A and C");
    is_int(found.ndims, 2, "dims");
    ok(found.dim[0] == 4 && found.dim[1] == 5, "4 x 5");
    grid_free(g);
}

/* Figure 4: n1 = 3, n2 = 12, so x = 3, y = 4; z is what remains. */
static void test_figure_4(void)
{
    for (int periodic = 0; periodic < 2; periodic++)
        for (int64_t z = 2; z <= 5; z++) {
            const bool around[3] = { periodic, periodic, periodic };
            grid *g = grid_make(3, (int64_t[]) { 3, 4, z });
            grid_add_stencil(g, false, around, SX_NULL);
            sx_topology_paper_result found = detect(g, SX_OK);
            is_int(found.ndims, 3, periodic ? "dims, periodic" : "dims, open");
            is_int(found.nodes[0], 3, "n1");
            is_int(found.nodes[1], 12, "n2");
            is_int(found.nodes[2], 12 * z, "n3");
            ok(found.dim[0] == 3 && found.dim[1] == 4 && found.dim[2] == z,
               "x = 3, y = 4, z = %lld", (long long)z);
            grid_free(g);
        }
}

static void test_others(void)
{
    static const struct {
        uint32_t ndims;
        int64_t dim[3];
        bool periodic[3], diagonals;
    } cases[] = { { 1, { 7 }, { true }, false },
                  { 1, { 7 }, { false }, false },
                  { 2, { 5, 6 }, { false, false }, false },
                  { 2, { 5, 6 }, { false, false }, true },
                  { 2, { 6, 5 }, { true, false }, false },
                  { 2, { 6, 5 }, { false, true }, true },
                  { 3, { 4, 5, 6 }, { false, false, true }, true },
                  { 3, { 5, 4, 4 }, { false, false, false }, true } };
    for (size_t t = 0; t < sizeof cases / sizeof *cases; t++) {
        grid *g = grid_make(cases[t].ndims, cases[t].dim);
        grid_add_stencil(g, cases[t].diagonals, cases[t].periodic, SX_NONE);
        sx_topology_paper_result found = detect(g, SX_OK);
        ok(found.ndims == cases[t].ndims &&
               memcmp(found.dim, cases[t].dim, found.ndims * sizeof *found.dim) == 0,
           "case %zu: %u dims, %lld x %lld x %lld", t, found.ndims,
           (long long)found.dim[0], (long long)found.dim[1], (long long)found.dim[2]);
        grid_free(g);
    }
}

static void test_lists(void)
{
    grid *g = grid_make(1, (int64_t[]) { 6 });
    for (int k = 0; k < 5; k++)
        memcpy(grid_slot(g), (int64_t[]) { k, (1 + k) % 6, SX_NULL, SX_NONE, 3, k }, 48);
    sx_adjacency lists;
    is_int(sx_topology_adjacency(arena, &g->run, NULL, 5, &lists, NULL), SX_OK, "lists");
    static const int64_t want0[] = { -2, 0, 1, 2, 3 }, want5[] = { -2, -1, 1, 2, 3 };
    ok(lists.start[1] == 5 && memcmp(lists.offset, want0, sizeof want0) == 0,
       "offsets of rank 0 are -2 0 1 2 3");
    ok(lists.start[3] == lists.start[4], "null and absent end points are none");
    ok(lists.start[5] - lists.start[4] == 1 && lists.offset[lists.start[4]] == -1,
       "an end point is listed once");
    ok(lists.start[6] - lists.start[5] == 5 &&
           memcmp(lists.offset + lists.start[5], want5, sizeof want5) == 0,
       "offsets of rank 5 are -2 -1 1 2 3");
    const size_t which[] = { 4 };
    is_int(sx_topology_adjacency(arena, &g->run, which, 1, &lists, NULL), SX_OK,
           "one slot");
    ok(lists.start[6] == 4 && lists.offset[0] == -2, "the list of slot 4 alone");
    g->peer[2][1] = 6;
    is_int(sx_topology_adjacency(arena, &g->run, NULL, 5, &lists, NULL), SX_INVALID,
           "a peer out of range");
    grid_free(g);
}

static void test_no_grid(void)
{
    grid *g = grid_make(1, (int64_t[]) { 9 });
    int64_t *peer = grid_slot(g);
    for (int r = 0; r < 9; r++)
        peer[r] = r * r % 9;
    sx_topology_paper_result found = detect(g, SX_NOTFOUND);
    is_int(found.ndims, 0, "the result is untouched on failure");
    grid_free(g);
}

int main(void)
{
    arena = sx_arena_create();
    test_figure_3();
    test_figure_4();
    test_others();
    test_lists();
    test_no_grid();
    sx_arena_destroy(arena);
    return tap_done();
}
