/* Whole inferences: from programs given as functions at a few scales to scales not seen. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

static int64_t isqrt(int64_t p)
{
    int64_t q = 1;
    while ((q + 1) * (q + 1) <= p)
        q++;
    return q;
}

static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

static int64_t mod(int64_t a, int64_t b)
{
    return (a % b + b) % b;
}

/* ---- 2D stencils on a square grid ---- */

static int64_t c1(const synth_at *at)
{
    return at->r % isqrt(at->p);
}
static int64_t c2(const synth_at *at)
{
    return at->r / isqrt(at->p);
}
static int64_t east_open(const synth_at *at)
{
    return c1(at) + 1 < isqrt(at->p) ? at->r + 1 : SX_NULL;
}
static int64_t north_wrap(const synth_at *at)
{
    return c1(at) + mod(c2(at) - 1, isqrt(at->p)) * isqrt(at->p);
}
static int64_t rows_of_53(const synth_at *at)
{
    return 5 * block(53, isqrt(at->p), c2(at));
}
static int64_t ten(const synth_at *at)
{
    (void)at;
    return 10;
}
static int64_t not_last(const synth_at *at)
{
    return c1(at) < isqrt(at->p) - 1;
}
static int64_t to_east(const synth_at *at)
{
    return at->r + 1;
}
static int64_t border(const synth_at *at)
{
    int64_t q = isqrt(at->p);
    return c1(at) == 0 || c2(at) == 0 || c1(at) == q - 1 || c2(at) == q - 1;
}

static const synth_item stencil[] = {
    { '(', .trips = ten },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, east_open },
                 { SX_PARAM_COUNT, rows_of_53 },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, north_wrap },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Send, .where = not_last,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, to_east },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Barrier, .where = border, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { .kind = 0 },
};

/* ---- multipartitioning ---- */

static int64_t stages(const synth_at *at)
{
    return isqrt(at->p) - 1;
}
static int64_t next_skewed(const synth_at *at)
{
    int64_t q = isqrt(at->p);
    return mod(c1(at) + 1, q) + q * mod(c2(at) - 1, q);
}
/* Cell of stage s in the x sweep of N = 53: x = s, so c = s - c1, y = c2 - c, z = c. */
static int64_t stage_size(const synth_at *at)
{
    int64_t q = isqrt(at->p), c = mod(at->i[1] - c1(at), q);
    return 3 * block(53, q, mod(c2(at) - c, q)) * block(53, q, c);
}
/* Faces of all cells but the one at the end of x. */
static int64_t face_size(const synth_at *at)
{
    int64_t q = isqrt(at->p), sum = 0;
    for (int64_t c = 0; c < q; c++)
        if (mod(c1(at) + c, q) != q - 1)
            sum += block(53, q, mod(c2(at) - c, q)) * block(53, q, c);
    return 5 * sum;
}
static int64_t face_size_z(const synth_at *at)
{
    int64_t q = isqrt(at->p), sum = 0;
    for (int64_t c = 1; c < q; c++)
        sum += block(53, q, mod(c1(at) + c, q)) * block(53, q, mod(c2(at) - c, q));
    return 5 * sum;
}

static const synth_item sweep[] = {
    { '(', .trips = ten },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_skewed },
                 { SX_PARAM_COUNT, face_size },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, north_wrap },
                 { SX_PARAM_COUNT, face_size_z },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_skewed },
                 { SX_PARAM_COUNT, stage_size },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { .kind = ')' },
    { .kind = ')' },
    { .kind = 0 },
};

/* The way back: the stages between the first and the last, tagged by the cell. */
static int64_t middle_stages(const synth_at *at)
{
    return isqrt(at->p) - 2;
}
static int64_t cell_tag(const synth_at *at)
{
    int64_t q = isqrt(at->p), z = mod(q - 2 - at->i[0] - c1(at), q),
            y = mod(c2(at) - z, q);
    return 2000 + y + z * q;
}
static const synth_item way_back[] = {
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_skewed },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { '(', .trips = middle_stages },
    { 'e', .op = SX_OP_Irecv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_skewed },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, cell_tag } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_skewed },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { .kind = ')' },
    { .kind = 0 },
};

/* ---- three dims, open, not square; calls on the boundary are left out ---- */

/* Extents as MPI_Dims_create makes them for the counts used here; x is the fastest, and smallest. */
static void dims3(int64_t p, int64_t d[3])
{
    static const int64_t known[][4] = { { 8, 2, 2, 2 },  { 12, 2, 2, 3 }, { 18, 2, 3, 3 },
                                        { 27, 3, 3, 3 }, { 36, 3, 3, 4 }, { 60, 3, 4, 5 },
                                        { 64, 4, 4, 4 }, { 120, 4, 5, 6 } };
    size_t i = 0;
    while (known[i][0] != p)
        i++;
    for (int a = 0; a < 3; a++)
        d[a] = known[i][1 + a];
}
static int64_t axis3(const synth_at *at, int a, int64_t *extent)
{
    int64_t d[3];
    dims3(at->p, d);
    *extent = d[a];
    return a == 0 ? at->r % d[0] : a == 1 ? at->r / d[0] % d[1] : at->r / d[0] / d[1];
}
static int64_t stride3(const synth_at *at, int a)
{
    int64_t d[3];
    dims3(at->p, d);
    return a == 0 ? 1 : a == 1 ? d[0] : d[0] * d[1];
}
static int64_t has_up(const synth_at *at, int a)
{
    int64_t extent, c = axis3(at, a, &extent);
    return c < extent - 1;
}
static int64_t has_down(const synth_at *at, int a)
{
    int64_t extent;
    return axis3(at, a, &extent) > 0;
}
static int64_t up_x(const synth_at *at)
{
    return has_up(at, 0);
}
static int64_t up_y(const synth_at *at)
{
    return has_up(at, 1);
}
static int64_t down_z(const synth_at *at)
{
    return has_down(at, 2);
}
static int64_t to_up_x(const synth_at *at)
{
    return at->r + 1;
}
static int64_t to_up_y(const synth_at *at)
{
    return at->r + stride3(at, 1);
}
static int64_t to_down_z(const synth_at *at)
{
    return at->r - stride3(at, 2);
}
static int64_t extent_of(const synth_at *at, int a, int64_t n)
{
    int64_t extent, c = axis3(at, a, &extent);
    return block(n, extent, c);
}
static int64_t face_yz(const synth_at *at)
{
    return extent_of(at, 1, 31) * extent_of(at, 2, 50);
}
static int64_t face_xz(const synth_at *at)
{
    return 3 * extent_of(at, 0, 41) * extent_of(at, 2, 50);
}
static int64_t edge_x(const synth_at *at)
{
    return extent_of(at, 0, 41) + 2;
}
static int64_t requests(const synth_at *at)
{
    return up_x(at) + up_y(at) + down_z(at);
}
static int64_t some_requests(const synth_at *at)
{
    return requests(at) > 0;
}
static int64_t latest_last(const synth_at *at)
{
    return requests(at) - 1 - at->e;
}

static const synth_item open3d[] = {
    { '(', .trips = ten },
    { 'e', .op = SX_OP_Isend, .where = up_x,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, to_up_x },
                 { SX_PARAM_COUNT, face_yz },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { 'e', .op = SX_OP_Isend, .where = up_y,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, to_up_y },
                 { SX_PARAM_COUNT, face_xz },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { 'e', .op = SX_OP_Isend, .where = down_z,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, to_down_z },
                 { SX_PARAM_COUNT, edge_x },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, ten } } },
    { 'e', .op = SX_OP_Waitall, .where = some_requests,
      .param = { { SX_PARAM_NREQS, requests }, { SX_PARAM_REQS, latest_last } } },
    { .kind = ')' },
    { .kind = 0 },
};

/* ---- one loop over the neighbours that there are, on the same grid ---- */

static const int directions[4][3] = {
    { -1, 0, 0 }, { 1, 0, 0 }, { 0, 1, -1 }, { 0, -1, 1 }
};
static int64_t has_direction(const synth_at *at, int k)
{
    for (int a = 0; a < 3; a++) {
        int64_t extent, c = axis3(at, a, &extent) + directions[k][a];
        if (c < 0 || c >= extent)
            return 0;
    }
    return 1;
}
static int64_t neighbours(const synth_at *at)
{
    return has_direction(at, 0) + has_direction(at, 1) + has_direction(at, 2) +
           has_direction(at, 3);
}
static int direction_of_trip(const synth_at *at)
{
    int64_t left = at->i[0];
    int k = 0;
    while (!has_direction(at, k) || left-- > 0)
        k++;
    return k;
}
static int64_t neighbour_of_trip(const synth_at *at)
{
    int64_t peer = at->r;
    for (int a = 0; a < 3; a++)
        peer += directions[direction_of_trip(at)][a] * stride3(at, a);
    return peer;
}
static int64_t tag_of_trip(const synth_at *at)
{
    return 40 + direction_of_trip(at);
}
static int64_t size_of_trip(const synth_at *at)
{
    return direction_of_trip(at) < 2 ? face_yz(at) : 7 * extent_of(at, 0, 41);
}
static int64_t minus_trip(const synth_at *at)
{
    return neighbours(at) - 1 - at->e;
}

static const synth_item over_neighbours[] = {
    { '(', .trips = neighbours },
    { 'e', .op = SX_OP_Irecv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, neighbour_of_trip },
                 { SX_PARAM_COUNT, size_of_trip },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, tag_of_trip } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, neighbours }, { SX_PARAM_REQS, minus_trip } } },
    { .kind = 0 },
};

/* ---- lists, alternation, master and workers, a ring by counter ---- */

static int64_t block_of_element(const synth_at *at)
{
    return 4 * block(1000, at->p, at->e);
}
static int64_t alternates(const synth_at *at)
{
    return at->i[0] % 2 ? 70 : 7;
}
static int64_t is_master(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_worker(const synth_at *at)
{
    return at->r != 0;
}
static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t worker(const synth_at *at)
{
    return at->i[0] + 1;
}
static int64_t ahead(const synth_at *at)
{
    return (at->r + at->i[0] + 1) % at->p;
}
static int64_t is_even(const synth_at *at)
{
    return at->r % 2 == 0;
}

static const synth_item mixed[] = {
    { 'e', .op = SX_OP_Alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_COUNTS, block_of_element } } },
    { '(', .trips = ten },
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_ROOT, zero },
                 { SX_PARAM_COUNT, alternates },
                 { SX_PARAM_TYPE, zero } } },
    { .kind = ')' },
    { '(', .where = is_master, .trips = others },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, worker },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Send, .where = is_worker,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { '(', .trips = others },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, ahead },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Probe, .where = is_even,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_TAG, zero } } },
    { .kind = 0 },
};

/* Nothing is allocated by a number of ranks that a file claims to have. */
static void too_many_ranks(void)
{
    sx_arena *arena = sx_arena_create();
    sx_trace small = synth_trace(arena, stencil, 4), large = small, formula;
    const sx_trace *trace[] = { &large, &small };
    const char *const name[] = { "large", "small" };
    sx_error err = { 0 };
    large.p = INT32_MAX;
    is_int(sx_infer(arena, trace, name, 2, &(sx_infer_options) { 0 }, &formula, &err),
           SX_LIMIT, "too many ranks to infer from");
    ok(strstr(err.text, "2147483651 ranks together") != NULL, "says how many: %s",
       err.text);
    ok(sx_arena_size(arena) < 1 << 24, "no memory for them");
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    too_many_ranks();
    try_program("open 3D", open3d, (int64_t[]) { 8, 12, 27, 0 },
                (int64_t[]) { 18, 36, 60, 64, 120, 0 }, 0);
    try_program("over neighbours", over_neighbours, (int64_t[]) { 12, 18, 36, 0 },
                (int64_t[]) { 27, 60, 120, 0 }, 0);
    try_program("mixed", mixed, (int64_t[]) { 4, 6, 9, 0 }, (int64_t[]) { 5, 12, 40, 0 },
                0);
    try_program("stencil", stencil, (int64_t[]) { 9, 16, 25, 0 },
                (int64_t[]) { 36, 49, 144, 0 }, 0);
    try_program("sweep", sweep, (int64_t[]) { 9, 16, 25, 0 },
                (int64_t[]) { 36, 49, 144, 0 }, 0);
    try_program("way back", way_back, (int64_t[]) { 4, 9, 16, 0 },
                (int64_t[]) { 36, 64, 0 }, 0);
    try_program("sweep from 4", sweep, (int64_t[]) { 4, 9, 16, 25, 0 },
                (int64_t[]) { 36, 64, 0 }, 0);
    return tap_done();
}
