/* Programs of which one family alone has a law: what it covers is refused, or differs at another scale, without it. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t forty(const synth_at *at)
{
    (void)at;
    return 40;
}

/* ---- turn: what happens in the first trip, the last, all but these, or when it is the rank's turn ---- */

static int64_t in_first(const synth_at *at)
{
    return at->i[0] == 0;
}
static int64_t in_others(const synth_at *at)
{
    return at->i[0] != 39;
}
static int64_t in_turn(const synth_at *at)
{
    return at->i[0] % at->p == at->r;
}

static const synth_item first_trip[] = {
    { '(', .trips = forty },
    { '(', .trips = in_first },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Allreduce, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 0 },
};
static const synth_item all_but_last[] = {
    { '(', .trips = forty },
    { '(', .trips = in_others },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Allreduce, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 0 },
};
static const synth_item turns[] = {
    { '(', .trips = forty },
    { '(', .trips = in_turn },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Allreduce, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 0 },
};

/* ---- active: who takes part on a level, in each of three rounds over the levels ---- */

static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t levels(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(2) << n <= at->p)
        n++;
    return n;
}
static int64_t stays(const synth_at *at)
{
    return at->r % (INT64_C(2) << at->i[1]) == 0;
}
static int64_t leaves(const synth_at *at)
{
    return at->r % (INT64_C(2) << at->i[1]) == INT64_C(1) << at->i[1];
}

static const synth_item activity[] = {
    { '(', .trips = three },
    { '(', .trips = levels },
    { '(', .trips = stays },
    { 'e', .op = SX_OP_Wait, .param = { { SX_PARAM_NREQS, zero } } },
    { .kind = ')' },
    { '(', .trips = leaves },
    { 'e', .op = SX_OP_Waitany, .param = { { SX_PARAM_NREQS, zero } } },
    { .kind = ')' },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

/* ---- until: requests of the neighbours that there are, in an array with room for more ---- */

static int64_t all_ranks(const synth_at *at)
{
    return at->p;
}
static int64_t as_many_as_before(const synth_at *at)
{
    return at->e < at->r ? 3 * at->e + 2 : SX_NULL;
}

static const synth_item array_with_room[] = {
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, all_ranks }, { SX_PARAM_REQS, as_many_as_before } } },
    { 0 },
};

/* ---- classes: requests of a line of ranks, each neighbour's at places of its own, which are waited for in the next trip ---- */

static int64_t six(const synth_at *at)
{
    (void)at;
    return 6;
}
static int64_t one_before(const synth_at *at)
{
    return at->r > 0 ? at->r - 1 : SX_NULL;
}
static int64_t one_behind(const synth_at *at)
{
    return at->r + 1 < at->p ? at->r + 1 : SX_NULL;
}
static int64_t has_before(const synth_at *at)
{
    return at->r > 0;
}
static int64_t has_behind(const synth_at *at)
{
    return at->r + 1 < at->p;
}
static int64_t of_neighbours(const synth_at *at)
{
    const int64_t before = 2 * has_before(at), behind = 2 * has_behind(at);
    if (at->i[0] == 0 || at->e >= 4 || (at->e < 2 ? !before : !behind))
        return SX_NULL;
    return before + behind - 1 - (at->e - (2 - before));
}

#define POST(OP, WHERE, TO)                                                              \
    {                                                                                    \
        'e', .op = (OP), .where = (WHERE), .param = {                                    \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (TO) },                                                     \
            { SX_PARAM_COUNT, six },                                                     \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

static const synth_item places_of_requests[] = {
    { '(', .trips = forty },
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, six }, { SX_PARAM_REQS, of_neighbours } } },
    POST(SX_OP_Irecv, has_before, one_before),
    POST(SX_OP_Isend, has_before, one_before),
    POST(SX_OP_Irecv, has_behind, one_behind),
    POST(SX_OP_Isend, has_behind, one_behind),
    { .kind = ')' },
    { 0 },
};

/* ---- turned: everybody in a row with everybody, partners at the same time, where rows are as long as the largest divisor up to the root ---- */

static int64_t row(const synth_at *at)
{
    return largest_divisor(at->p);
}
static int64_t in_row(const synth_at *at)
{
    const int64_t x = row(at);
    return at->r / x * x + (at->r + 1) % x;
}
static int64_t in_column(const synth_at *at)
{
    return (at->r + row(at)) % at->p;
}
static int64_t partner(const synth_at *at)
{
    const int64_t x = row(at), c = at->r % x;
    return at->r - c + (at->i[0] - c + x) % x;
}
static int64_t column(const synth_at *at)
{
    return at->p / row(at);
}
static int64_t partner_in_column(const synth_at *at)
{
    const int64_t x = row(at), y = column(at), c = at->r / x;
    return at->r - c * x + (at->i[0] - c + y) % y * x;
}

static int64_t others(const synth_at *at)
{
    return row(at) - 1;
}
static int64_t one_on(const synth_at *at)
{
    const int64_t x = row(at), c = at->r % x;
    return at->r - c + (c + at->i[0] + 1) % x;
}
static int64_t one_back(const synth_at *at)
{
    const int64_t x = row(at), c = at->r % x;
    return at->r - c + (c - at->i[0] - 1 + x) % x;
}

static const synth_item in_turns[] = {
    POST(SX_OP_Isend, NULL, in_row),
    POST(SX_OP_Isend, NULL, in_column),
    { '(', .trips = row },
    POST(SX_OP_Isend, NULL, partner),
    { .kind = ')' },
    { '(', .trips = column },
    POST(SX_OP_Isend, NULL, partner_in_column),
    { .kind = ')' },
    { '(', .trips = others },
    POST(SX_OP_Isend, NULL, one_on),
    { .kind = ')' },
    { '(', .trips = others },
    POST(SX_OP_Isend, NULL, one_back),
    { .kind = ')' },
    { 0 },
};

/* ---- directions: a loop over the neighbours that there are in a cube of ranks, with what goes to each ---- */

static int64_t side(int64_t p)
{
    int64_t q = 1;
    while (q * q * q < p)
        q++;
    return q;
}

/* The k-th neighbour that there is, k < 6, -x +x -y .. +z; its direction, or 6 and more where there are fewer. */
static int64_t direction(const synth_at *at, int64_t k, int64_t *peer)
{
    int64_t q = side(at->p), stride = 1, d = 0;
    for (int axis = 0; axis < 3; axis++, stride *= q)
        for (int64_t up = 0; up < 2; up++, d++) {
            int64_t c = at->r / stride % q + (up ? 1 : -1);
            if (c < 0 || c >= q || k-- > 0)
                continue;
            *peer = at->r + (up ? stride : -stride);
            return d;
        }
    return d;
}
static int64_t neighbours(const synth_at *at)
{
    int64_t peer, n = 0;
    while (direction(at, n, &peer) < 6)
        n++;
    return n;
}
static int64_t neighbour(const synth_at *at)
{
    int64_t peer = 0;
    direction(at, at->i[0], &peer);
    return peer;
}
static int64_t face(const synth_at *at)
{
    int64_t peer, d = direction(at, at->i[0], &peer);
    return d < 2 ? 100 + side(at->p) : d < 4 ? 7 * side(at->p) : 5;
}

static const synth_item halo[] = {
    { '(', .trips = neighbours },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, neighbour },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, face } } },
    { .kind = ')' },
    { 0 },
};

/* The same as a list, of which a graph of the ranks is made, and what goes to each in a collective over it. */
static int64_t listed(const synth_at *at)
{
    int64_t peer = 0;
    direction(at, at->e, &peer);
    return peer;
}
static int64_t listed_face(const synth_at *at)
{
    int64_t peer, d = direction(at, at->e, &peer);
    return d < 2 ? 100 + side(at->p) : d < 4 ? 7 * side(at->p) : 5;
}

static const synth_item graph[] = {
    { 'e', .op = SX_OP_Dist_graph_create_adjacent,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_NDESTS, neighbours },
                 { SX_PARAM_DESTS, listed } } },
    { 'e', .op = SX_OP_Neighbor_alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_NDESTS, neighbours },
                 { SX_PARAM_COUNTS, listed_face } } },
    { 0 },
};

/* Neighbours in a square of which the first axis goes around and the other does not: two always, and one or two. */
static int64_t in_tube(const synth_at *at)
{
    int64_t q = 1;
    while (q * q < at->p)
        q++;
    const int64_t x = at->r % q, row = at->r - x, k = at->i[0];
    if (k == 0)
        return row + (x + q - 1) % q;
    return k == 1 ? row + (x + 1) % q : k == 2 && row > 0 ? at->r - q : at->r + q;
}
static int64_t tube_neighbours(const synth_at *at)
{
    int64_t q = 1;
    while (q * q < at->p)
        q++;
    return 2 + (at->r >= q) + (at->r + q < at->p);
}

static const synth_item tube[] = {
    { '(', .trips = tube_neighbours },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, in_tube },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, zero } } },
    { .kind = ')' },
    { 0 },
};

/* The ranks next to the own one and that itself. */
static int64_t window(const synth_at *at)
{
    return 1 + (at->r > 0) + (at->r < at->p - 1);
}
static int64_t in_window(const synth_at *at)
{
    return at->r - (at->r > 0) + at->i[0];
}

static const synth_item with_oneself[] = {
    { '(', .trips = window },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, in_window },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 0 },
};

/* ---- ratio: a quarter of the ranks, rounded down, where the root is, too, and a third of them, up ---- */

static int64_t quarter(const synth_at *at)
{
    return at->p / 4;
}
static int64_t third(const synth_at *at)
{
    return (at->p + 2) / 3;
}

static const synth_item parts[] = {
    { '(', .trips = quarter },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_ROOT, quarter },
                 { SX_PARAM_COUNT, third } } },
    { 0 },
};

/* ---- nested: what a row has, in halves where a row has twice as many ranks as a column, which change places in the last
 * stage ---- */

static int64_t
stages(const synth_at *at) /* columns are 2^stages, rows as many or half of them */
{
    int64_t stages = 0;
    while (INT64_C(1) << 2 * stages < at->p)
        stages++;
    return stages;
}
static int64_t along_row(const synth_at *at)
{
    return at->r ^ INT64_C(1) << at->i[0];
}
static int64_t block_of(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}
static int64_t half_row(const synth_at *at)
{
    int64_t columns = INT64_C(1) << stages(at), rows = at->p / columns,
            halves = columns / rows, last = at->i[0] == stages(at) - 1;
    return block_of(block_of(1001, rows, at->r / columns), halves,
                    (at->r % columns + last) % halves);
}

static int64_t below(const synth_at *at)
{
    return (at->r + (INT64_C(1) << stages(at))) % at->p;
}
static int64_t right(const synth_at *at)
{
    int64_t columns = INT64_C(1) << stages(at);
    return at->r / columns * columns + (at->r + 1) % columns;
}

static const synth_item exchange[] = {
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, right },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, zero } } },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, zero } } },
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, along_row },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, half_row } } },
    { .kind = ')' },
    { 0 },
};

static void half_is(const int64_t *scale, sx_label label, const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, exchange, scale, 128, &trace))
        is_int(label_of(arena, &trace, "2.count"), label, what);
    sx_arena_destroy(arena);
}

int main(void)
{
    static const int64_t few[] = { 4, 8, 16, 0 }, more[] = { 32, 64, 0 };
    static const int64_t odd[] = { 6, 9, 13, 19, 22, 0 }, between[] = { 11, 32, 57, 0 };
    static const int64_t cubes[] = { 8, 27, 64, 0 }, other_cubes[] = { 125, 216, 0 };
    static const int64_t squares[] = { 9, 16, 25, 0 }, other_squares[] = { 4, 36, 64, 0 };
    static const labelled in_tubes[] = {
        { tube, squares, 36, SX_PARAM_PEER, SX_LABEL_PROVED, "six ranks around" },
        { tube, squares, 4, SX_PARAM_PEER, SX_LABEL_EXACT, "both ways lead to one rank" },
    };
    static const int64_t halves[] = { 2, 8, 16, 32, 0 },
                         one_of_halves[] = { 4, 16, 32, 64, 0 };
    sx_fit_init();
    try_program("in the first trip", first_trip, few, more, 0);
    try_program("in all trips but the last", all_but_last, few, more, 0);
    try_program("in turn", turns, few, more, 0);
    try_program("who is active", activity, few, more, 0);
    try_program("an array with room", array_with_room, few, more, 0);
    try_program("neighbours' requests at places of their own", places_of_requests, few,
                more, 0);
    try_program("partners in rows and columns", in_turns,
                (int64_t[]) { 6, 12, 20, 30, 0 }, (int64_t[]) { 42, 56, 70, 0 }, 0);
    try_program("neighbours that there are", halo, cubes, other_cubes, 0);
    try_program("a graph of neighbours", graph, cubes, other_cubes, 0);
    try_program("neighbours in a tube", tube, squares, other_squares, 0);
    are_labelled(in_tubes, sizeof in_tubes / sizeof *in_tubes);
    try_program("neighbours and oneself", with_oneself, few, more, 0);
    try_program("parts of the ranks", parts, odd, between, 0);
    try_program("halves of rows", exchange, (int64_t[]) { 8, 16, 32, 0 },
                (int64_t[]) { 64, 128, 512, 0 }, 0);
    half_is(halves, SX_LABEL_PROVED, "halves in two inputs");
    half_is(one_of_halves, SX_LABEL_EXACT, "in one alone");
    return tap_done();
}
