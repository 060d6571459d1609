/* Exchanges on open grids, of which each rank leaves out the calls to neighbours that it has not: requests in an array with a slot for each, loops over
 * axes that ranks fold in ways of their own, and numbers of neighbours. */
#include "try_program.h"

enum { AXES = 3, STEPS = 4 };

/* Of ranks along the last axis first; the first is the longest. */
static void dims_of(const synth_at *at, int axes, int64_t dim[AXES])
{
    int64_t best = INT64_MAX;
    dim[0] = at->p;
    dim[1] = dim[2] = 1;
    for (int64_t z = 1; z <= (axes == AXES ? at->p : 1); z++)
        for (int64_t y = z; at->p % z == 0 && y <= at->p / z; y++) {
            const int64_t x = at->p / z / y;
            if (at->p / z % y || x < y || x - z >= best)
                continue;
            best = x - z;
            dim[0] = x;
            dim[1] = y;
            dim[2] = z;
        }
}

/* The neighbour down (side 0) or up an axis; SX_NULL where there is none. */
static int64_t beside(const synth_at *at, int axes, int axis, int side)
{
    int64_t dim[AXES], step = 1, r = at->r, place = 0;
    dims_of(at, axes, dim);
    for (int a = axes - 1; a >= axis; a--) {
        place = r % dim[a];
        step *= a > axis ? dim[a] : 1;
        r /= dim[a];
    }
    if (side == 0)
        return place > 0 ? at->r - step : SX_NULL;
    return place + 1 < dim[axis] ? at->r + step : SX_NULL;
}

static bool has(const synth_at *at, int axes, int axis, int side)
{
    return beside(at, axes, axis, side) != SX_NULL;
}

/* Which of 2 x axes neighbours the k-th that there is is. */
static int existing(const synth_at *at, int axes, int64_t k)
{
    int n = 0;
    while (n < 2 * axes - 1 && (!has(at, axes, n / 2, n % 2) || k-- > 0))
        n++;
    return n;
}

static int64_t neighbours(const synth_at *at, int axes)
{
    int64_t n = 0;
    for (int k = 0; k < 2 * axes; k++)
        n += has(at, axes, k / 2, k % 2);
    return n;
}

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t two(const synth_at *at)
{
    (void)at;
    return 2;
}
static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t eight(const synth_at *at)
{
    (void)at;
    return 8;
}
static int64_t steps(const synth_at *at)
{
    (void)at;
    return STEPS;
}

#define CALL(SITE, OP, WHERE, TO, COUNT)                                                 \
    {                                                                                    \
        'e', .op = (OP), .where = (WHERE), .site = SYNTH_SHARED + (SITE), .param = {     \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (TO) },                                                     \
            { SX_PARAM_COUNT, (COUNT) },                                                 \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }
#define EVERYBODY(SITE)                                                                  \
    {                                                                                    \
        'e', .op = SX_OP_Allreduce, .site = SYNTH_SHARED + (SITE), .param = {            \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_COUNT, two }                                                      \
        }                                                                                \
    }
#define END                                                                              \
    {                                                                                    \
        .kind = ')'                                                                      \
    }

/* ---- an array with a slot for each ---- */

static int64_t trips_2d(const synth_at *at)
{
    return neighbours(at, 2);
}
static int64_t peer_2d(const synth_at *at)
{
    const int k = existing(at, 2, at->i[1]);
    return beside(at, 2, k / 2, k % 2);
}

/* Receives in slots 0 to 3, then sends in slots 4 to 7. */
static int64_t in_order(const synth_at *at)
{
    int64_t after = 0;
    for (int k = 0; k < 8; k++)
        after += k > at->e && has(at, 2, k % 4 / 2, k % 2);
    return has(at, 2, (int)(at->e % 4) / 2, (int)(at->e % 2)) ? after : SX_NULL;
}

static const synth_item slots[] = {
    { '(', .trips = steps },
    { '(', .trips = trips_2d },
    CALL(0, SX_OP_Irecv, NULL, peer_2d, four),
    END,
    { '(', .trips = trips_2d },
    CALL(1, SX_OP_Isend, NULL, peer_2d, four),
    END,
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, eight }, { SX_PARAM_REQS, in_order } } },
    END,
    { 0 },
};

/* Each receive is posted with the send to the same neighbour, into slots of their own. */
static int64_t in_turn(const synth_at *at)
{
    const int64_t own = 2 * (at->e % 4) + at->e / 4;
    int64_t after = 0;
    for (int k = 0; k < 8; k++)
        after += 2 * (k % 4) + k / 4 > own && has(at, 2, k % 4 / 2, k % 2);
    return has(at, 2, (int)(at->e % 4) / 2, (int)(at->e % 2)) ? after : SX_NULL;
}

static const synth_item slots_in_turn[] = {
    { '(', .trips = steps },
    { '(', .trips = trips_2d },
    CALL(0, SX_OP_Irecv, NULL, peer_2d, four),
    CALL(1, SX_OP_Isend, NULL, peer_2d, four),
    END,
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, eight }, { SX_PARAM_REQS, in_turn } } },
    END,
    { 0 },
};

/* Receives are waited for while the sends, as many, are posted. */
static int64_t before_sends(const synth_at *at)
{
    int64_t after = neighbours(at, 2);
    for (int k = 0; k < 4; k++)
        after += k > at->e && has(at, 2, k / 2, k % 2);
    return has(at, 2, (int)at->e / 2, (int)(at->e % 2)) ? after : SX_NULL;
}

/* One by one. */
static int64_t of_trip(const synth_at *at)
{
    synth_at as_element = *at;
    as_element.e = at->i[1];
    return before_sends(&as_element);
}

static const synth_item slots_of_receives[] = {
    { '(', .trips = steps },
    { '(', .trips = trips_2d },
    CALL(0, SX_OP_Irecv, NULL, peer_2d, four),
    END,
    { '(', .trips = trips_2d },
    CALL(1, SX_OP_Isend, NULL, peer_2d, four),
    END,
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, four }, { SX_PARAM_REQS, before_sends } } },
    { '(', .trips = four },
    { 'e', .op = SX_OP_Wait, .param = { { SX_PARAM_REQS, of_trip } } },
    END,
    END,
    { 0 },
};

/* ---- a loop over axes, folded where both are alike ---- */

static int64_t is_alike(const synth_at *at)
{
    return has(at, 2, 0, 0) == has(at, 2, 1, 0) && has(at, 2, 0, 1) == has(at, 2, 1, 1);
}
static int64_t differs(const synth_at *at)
{
    return !is_alike(at);
}

/* By the axis that a call of ranks whose axes differ is along; of the others the counter of the loop over them says it. */
#define ALONG(NAME, AXIS)                                                                \
    static int64_t lower_##NAME(const synth_at *at)                                      \
    {                                                                                    \
        return beside(at, 2, (AXIS), 0);                                                 \
    }                                                                                    \
    static int64_t upper_##NAME(const synth_at *at)                                      \
    {                                                                                    \
        return beside(at, 2, (AXIS), 1);                                                 \
    }                                                                                    \
    static int64_t requests_##NAME(const synth_at *at)                                   \
    {                                                                                    \
        return 2 * (has(at, 2, (AXIS), 0) + has(at, 2, (AXIS), 1));                      \
    }                                                                                    \
    static int64_t request_##NAME(const synth_at *at)                                    \
    {                                                                                    \
        return requests_##NAME(at) - 1 - at->e;                                          \
    }                                                                                    \
    static int64_t size_##NAME(const synth_at *at)                                       \
    {                                                                                    \
        return 100 - 10 * (AXIS) + 0 * at->p;                                            \
    }

#define HAS(NAME, AXIS)                                                                  \
    static int64_t has_lower_##NAME(const synth_at *at)                                  \
    {                                                                                    \
        return has(at, 2, (AXIS), 0);                                                    \
    }                                                                                    \
    static int64_t has_upper_##NAME(const synth_at *at)                                  \
    {                                                                                    \
        return has(at, 2, (AXIS), 1);                                                    \
    }

ALONG(first, 0)
ALONG(second, 1)
ALONG(inner, (int)at->i[1])
HAS(first, 0)
HAS(second, 1)

static int64_t differs_lower_first(const synth_at *at)
{
    return differs(at) && has_lower_first(at);
}
static int64_t differs_upper_first(const synth_at *at)
{
    return differs(at) && has_upper_first(at);
}
static int64_t differs_lower_second(const synth_at *at)
{
    return differs(at) && has_lower_second(at);
}
static int64_t differs_upper_second(const synth_at *at)
{
    return differs(at) && has_upper_second(at);
}
static int64_t alike_lower(const synth_at *at)
{
    return is_alike(at) && has_lower_first(at);
}
static int64_t alike_upper(const synth_at *at)
{
    return is_alike(at) && has_upper_first(at);
}

#define WAIT(WHERE, NAME)                                                                \
    {                                                                                    \
        'e', .op = SX_OP_Waitall, .where = (WHERE), .site = SYNTH_SHARED + 4, .param = { \
            { SX_PARAM_NREQS, requests_##NAME },                                         \
            { SX_PARAM_REQS, request_##NAME }                                            \
        }                                                                                \
    }
#define EXCHANGE(LOWER, UPPER, ALL, NAME)                                                \
    CALL(0, SX_OP_Irecv, LOWER, lower_##NAME, size_##NAME),                              \
        CALL(1, SX_OP_Irecv, UPPER, upper_##NAME, size_##NAME),                          \
        CALL(2, SX_OP_Isend, LOWER, lower_##NAME, size_##NAME),                          \
        CALL(3, SX_OP_Isend, UPPER, upper_##NAME, size_##NAME), WAIT(ALL, NAME)

static const synth_item folded_axes[] = {
    { '(', .trips = steps },
    { '(', .where = is_alike, .trips = two },
    EXCHANGE(alike_lower, alike_upper, is_alike, inner),
    END,
    EXCHANGE(differs_lower_first, differs_upper_first, differs, first),
    EXCHANGE(differs_lower_second, differs_upper_second, differs, second),
    EVERYBODY(5),
    END,
    { 0 },
};

/* Ranks whose axes differ have a loop of their own. */
#define EVERYBODY_OF(WHERE)                                                              \
    {                                                                                    \
        'e', .op = SX_OP_Allreduce, .where = (WHERE), .site = SYNTH_SHARED + 5,          \
             .param = {                                                                  \
                 { SX_PARAM_COMM, zero },                                                \
                 { SX_PARAM_COUNT, two }                                                 \
             }                                                                           \
    }

static const synth_item torn_axes[] = {
    { '(', .where = is_alike, .trips = steps },
    { '(', .trips = two },
    EXCHANGE(alike_lower, alike_upper, NULL, inner),
    END,
    EVERYBODY_OF(NULL),
    END,
    { '(', .where = differs, .trips = steps },
    EXCHANGE(differs_lower_first, differs_upper_first, NULL, first),
    EXCHANGE(differs_lower_second, differs_upper_second, NULL, second),
    EVERYBODY_OF(NULL),
    END,
    { 0 },
};

/* ---- several fields with each neighbour, in one loop of the trips that both make: by field and neighbour, or neighbour and field; and told apart
 * by their tags ---- */

enum { FIELDS = 3, MANY_FIELDS = 5 };

static int64_t trips_of_fields(const synth_at *at)
{
    return FIELDS * neighbours(at, 2);
}
static int64_t lap_peer(const synth_at *at)
{
    const int k = existing(at, 2, at->i[1] % neighbours(at, 2));
    return beside(at, 2, k / 2, k % 2);
}
static int64_t lap_field(const synth_at *at)
{
    return at->i[1] / neighbours(at, 2);
}
static int64_t inner_peer(const synth_at *at)
{
    const int k = existing(at, 2, at->i[1] / FIELDS);
    return beside(at, 2, k / 2, k % 2);
}
static int64_t inner_field(const synth_at *at)
{
    return at->i[1] % FIELDS;
}
static int64_t trips_of_many(const synth_at *at)
{
    return MANY_FIELDS * neighbours(at, 2);
}
static int64_t tag_of_many(const synth_at *at)
{
    return 4 * lap_field(at) + existing(at, 2, at->i[1] % neighbours(at, 2));
}

#define TAGGED(SITE, OP, TO, TAG)                                                        \
    {                                                                                    \
        'e', .op = (OP), .site = SYNTH_SHARED + (SITE), .param = {                       \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (TO) },                                                     \
            { SX_PARAM_COUNT, four },                                                    \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, (TAG) }                                                      \
        }                                                                                \
    }
#define OF_FIELDS(NAME, TRIPS, TO, TAG)                                                  \
    static const synth_item NAME[] = {                                                   \
        { '(', .trips = steps },                                                         \
        { '(', .trips = (TRIPS) },                                                       \
        TAGGED(0, SX_OP_Irecv, TO, TAG),                                                 \
        TAGGED(1, SX_OP_Isend, TO, TAG),                                                 \
        END,                                                                             \
        EVERYBODY(2),                                                                    \
        END,                                                                             \
        { 0 },                                                                           \
    }

OF_FIELDS(fields_of_neighbours, trips_of_fields, lap_peer, lap_field);
OF_FIELDS(neighbours_of_fields, trips_of_fields, inner_peer, inner_field);
OF_FIELDS(fields_alike, trips_of_fields, lap_peer, zero);
OF_FIELDS(many_fields, trips_of_many, lap_peer, tag_of_many);

/* ---- the same on a line, once ---- */

static int64_t sides_of(const synth_at *at)
{
    return (at->r > 0) + (at->r + 1 < at->p);
}
static int64_t trips_on_line(const synth_at *at)
{
    return MANY_FIELDS * sides_of(at);
}
/* Is it the side above? */
static bool is_above(const synth_at *at)
{
    return at->r == 0 || (at->r + 1 < at->p && at->i[0] % 2);
}
static int64_t side_peer(const synth_at *at)
{
    return is_above(at) ? at->r + 1 : at->r - 1;
}
static int64_t side_tag(const synth_at *at)
{
    return 2 * (at->i[0] / sides_of(at)) + is_above(at);
}
static int64_t other_side_tag(const synth_at *at)
{
    return 2 * (at->i[0] / sides_of(at)) + !is_above(at);
}

static int64_t requests_on_line(const synth_at *at)
{
    return 2 * trips_on_line(at);
}
static int64_t request_on_line(const synth_at *at)
{
    return requests_on_line(at) - 1 - at->e;
}

static const synth_item fields_on_line[] = {
    { '(', .trips = trips_on_line },
    TAGGED(0, SX_OP_Irecv, side_peer, other_side_tag),
    TAGGED(1, SX_OP_Isend, side_peer, side_tag),
    END,
    { 'e', .op = SX_OP_Waitall,
      .param = { { SX_PARAM_NREQS, requests_on_line },
                 { SX_PARAM_REQS, request_on_line } } },
    { 0 },
};

/* ---- faces of three fields, each of which has a point more along one axis: nine sizes, by trip ---- */

static int64_t place_on(const synth_at *at, int axis, int64_t *ret_extent)
{
    int64_t dim[AXES], r = at->r, place = 0;
    dims_of(at, AXES, dim);
    for (int a = AXES - 1; a >= axis; a--) {
        place = r % dim[a];
        r /= dim[a];
    }
    *ret_extent = dim[axis];
    return place;
}
static int64_t points_on(const synth_at *at, int axis)
{
    static const int64_t points[AXES] = { 31, 29, 26 };
    int64_t extent;
    const int64_t place = place_on(at, axis, &extent);
    return points[axis] / extent + (place < points[axis] % extent);
}
static int64_t nine(const synth_at *at)
{
    (void)at;
    return AXES * AXES;
}
static int64_t face(const synth_at *at)
{
    int64_t size = 1;
    for (int a = 0; a < AXES; a++)
        if (a != at->i[1] % AXES)
            size *= points_on(at, a) + (a == at->i[1] / AXES);
    return size;
}
static int64_t next_around(const synth_at *at)
{
    const int axis = (int)(at->i[1] % AXES);
    int64_t dim[AXES], step = 1, extent;
    const int64_t place = place_on(at, axis, &extent);
    dims_of(at, AXES, dim);
    for (int a = AXES - 1; a > axis; a--)
        step *= dim[a];
    return at->r + ((place + 1) % extent - place) * step;
}

static const synth_item faces[] = {
    { '(', .trips = steps },
    { '(', .trips = nine },
    CALL(0, SX_OP_Isend, NULL, next_around, face),
    END,
    EVERYBODY(2),
    END,
    { 0 },
};

/* ---- who has fewer neighbours rests in no trip ---- */

static int64_t trips_3d(const synth_at *at)
{
    return neighbours(at, AXES);
}
static int64_t peer_3d(const synth_at *at)
{
    const int k = existing(at, AXES, at->i[1]);
    return beside(at, AXES, k / 2, k % 2);
}

static const synth_item pairs[] = {
    { '(', .trips = steps },
    { '(', .trips = trips_3d },
    CALL(0, SX_OP_Irecv, NULL, peer_3d, four),
    CALL(1, SX_OP_Isend, NULL, peer_3d, four),
    END,
    EVERYBODY(2),
    END,
    { 0 },
};

/* ---- numbers of neighbours ---- */

static int64_t along_last(const synth_at *at)
{
    return 3 * (has(at, AXES, 2, 0) + has(at, AXES, 2, 1)) + 1;
}
static int64_t up_of_all(const synth_at *at)
{
    return has(at, AXES, 0, 1) + has(at, AXES, 1, 1) + has(at, AXES, 2, 1);
}
#define ON_AXIS(AXIS)                                                                    \
    static int64_t step_##AXIS(const synth_at *at)                                       \
    {                                                                                    \
        return beside(at, AXES, AXIS, 1);                                                \
    }
ON_AXIS(0)
ON_AXIS(1)
ON_AXIS(2)

static const synth_item numbers[] = {
    CALL(0, SX_OP_Send, NULL, step_0, four),
    CALL(1, SX_OP_Send, NULL, step_1, four),
    CALL(2, SX_OP_Send, NULL, step_2, four),
    { 'e', .op = SX_OP_Waitall, .param = { { SX_PARAM_NREQS, along_last } } },
    { 'e', .op = SX_OP_Waitall, .param = { { SX_PARAM_NREQS, up_of_all } } },
    { 0 },
};

int main(void)
{
    static const int64_t flat[] = { 4, 6, 9, 12, 0 }, larger[] = { 20, 30, 0 };
    static const int64_t deep[] = { 8, 12, 18, 27, 0 }, deeper[] = { 36, 48, 0 };
    try_program("a slot for each neighbour", slots, flat, larger, 0);
    try_program("slots that are filled in turn", slots_in_turn, flat, larger, 0);
    try_program("slots of receives", slots_of_receives, flat, larger, 0);
    try_program("a loop over axes, folded", folded_axes, flat, larger, 0);
    try_program("a loop over axes, torn", torn_axes, flat, larger, 0);
    try_program("fields with each neighbour", fields_of_neighbours, flat, larger, 0);
    try_program("a neighbour with each field", neighbours_of_fields, flat, larger, 0);
    try_program("fields that no tag tells", fields_alike, flat, larger, 0);
    try_program("many fields with tags of their own", many_fields, flat, larger, 0);
    try_program("many fields on a line", fields_on_line, flat, larger, 0);
    try_program("faces of three fields", faces, deep, deeper, 0);
    try_program("pairs in three dimensions", pairs, deep, deeper, 0);
    try_program("numbers of neighbours", numbers, deep, deeper, 0);
    return tap_done();
}
