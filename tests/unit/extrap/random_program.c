#include "random_program.h"
#include "largest_divisor.h"

#include "base/checked.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAWS = 40 };

/* ---- scales ---- */

typedef enum grid_shape { LINE, SQUARE, WIDE, TALL, SHAPES } grid_shape;

static const char *const shape_name[SHAPES] = { "line", "square", "wide", "tall" };

/* Three inputs, three targets. */
static const int64_t scales[SHAPES][4][6] = {
    { { 4, 6, 9, 12, 17, 40 },
      { 5, 7, 8, 11, 24, 31 },
      { 3, 8, 10, 13, 16, 33 },
      { 4, 8, 16, 32, 64, 128 } },
    { { 4, 9, 16, 25, 49, 64 },
      { 9, 16, 25, 36, 64, 81 },
      { 9, 25, 36, 16, 49, 100 },
      { 16, 36, 64, 81, 100, 121 } },
    { { 6, 15, 20, 12, 24, 30 },
      { 4, 12, 15, 18, 35, 64 },
      { 8, 15, 24, 20, 36, 42 },
      { 12, 20, 35, 30, 48, 72 } },
    { { 6, 15, 20, 12, 24, 30 },
      { 4, 12, 15, 18, 35, 64 },
      { 8, 15, 24, 20, 36, 42 },
      { 12, 20, 35, 30, 48, 72 } },
};

/* ---- laws ---- */

/* What a law is written over: its rank's place, and its own constants k < n < m. */
typedef struct place {
    int64_t P, r, x, y, c1, c2, i, k, n, m;
} place;

static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t bits(int64_t a)
{
    return __builtin_popcountll((unsigned long long)a);
}

static int64_t lg(int64_t a)
{
    return 63 - __builtin_clzll((unsigned long long)a);
}

/* The rank at these coordinates, around or open. */
static int64_t around(const place *a, int64_t c1, int64_t c2)
{
    return sx_floor_mod(c1, a->x) + a->x * sx_floor_mod(c2, a->y);
}

static int64_t open(const place *a, int64_t c1, int64_t c2)
{
    bool inside = c1 >= 0 && c1 < a->x && c2 >= 0 && c2 < a->y;
    return inside ? c1 + a->x * c2 : SX_NULL;
}

/* clang-format off */
/* X(the families have it, expression) */
#define SIZE_LAWS(X)                                                                                      \
    X(1, n)                                                                                               \
    X(1, n)                                                                                               \
    X(1, m *n) X(1, k *P + n) X(1, k *x + n) X(1, k *y + n) X(1, k *x + m * y) X(                         \
        1, n *x *y) X(1, k *c1 + n) X(1, k *c2 + n) X(1, k *c1 + m * c2 + 1) X(1, k *r)                   \
        X(1, k *i + n) X(1, k *i + m * c1) X(1, k *(P - r)) X(1, k *block(n, x, c1)) X(                   \
            1, k *block(n, y, c2)) X(1, m *block(m, x, c1)) X(1, k *block(m, P, r))                       \
            X(1, k *block(n, x, c1) * block(n, y, c2)) X(                                                 \
                1, k *block(n, x, c1) *                                                                   \
                       block(m, y, c2)) X(1, k *block(n, x, x - 1 - c1)) X(1, block(n, x, c1) + 2)        \
                X(1, block(n, x, c1) - (c1 == 0) + 1) X(1, m / x) X(1, m / P) X(                          \
                    1,                                                                                    \
                    m *n / x) X(1, m *n / P)                                                              \
                    X(1, k *(m / y)) X(1, (m + x - 1) / x) X(1, (m + P - 1) / P) X(                       \
                        1, k + (c1 > 0) +                                                                 \
                               (c1 < x - 1)) X(1, k + n * (c1 == 0))                                      \
                        X(1, c1 == x - 1 ? n : k) X(1, c1 == 0 && c2 == 0 ? m : n) X(1, i % 2 ? n : m) X( \
                            1,                                                                            \
                            r == 0 ? n                                                                    \
                                   : k) X(0, P ^ 5)                                                       \
                            X(0, x *x % 7) X(0, bits(r)) X(0, bits(P)) X(0, lg(P)) X(                     \
                                0, lg(r +                                                                 \
                                      1)) X(0, P % 3) X(0, r % 3) X(0, r % 4)                             \
                                X(0, r *r % 5) X(0, r / 2) X(0, (r + 1) / 3) X(                           \
                                    0, least(P, k)) X(0, most(x, 4))                                      \
                                    X(0, least(r, 2)) X(0, least(c1, 1)) X(                               \
                                        0, most(c1, 1)) X(0, P / 2)                                       \
                                        X(0, (P + 1) / 2) X(0, x / 2) X(                                  \
                                            0, n *((x + 1) /                                              \
                                                   2)) X(0, c1 *c2) X(0, c1 *c1 + n)                      \
                                            X(0, x *x *x) X(0, least(c1, c2)) X(                          \
                                                0, most(c1, c2)) X(0, llabs(c1 - c2))                     \
                                                X(0, c1 == c2 ? n : k) X(0, r ^ 1) X(0, m % P) X(         \
                                                    0, n % x) X(0, m % (r + 2))                           \
                                                    X(0, m / (r + 1)) X(0, m / (c1 + 1)) X(               \
                                                        0, n *lg(P) +                                     \
                                                               k) X(0, r * 7 % P)                         \
                                                        X(0, i *i) X(                                     \
                                                            0,                                            \
                                                            i % 3 == 1                                    \
                                                                ? n                                       \
                                                                : k) X(0, i *c1 + n)                      \
                                                            X(0,                                          \
                                                              i < 3                                       \
                                                                  ? n                                     \
                                                                  : k) X(0, m / (i + 1))                  \
                                                                X(0, bits(i)) X(                          \
                                                                    0,                                    \
                                                                    r < P / 2                             \
                                                                        ? n                               \
                                                                        : k) X(0, r < k ? n : m)          \
                                                                    X(0, c1 < x / 2 ? n : k) X(           \
                                                                        0, r == P / 2                     \
                                                                               ? n                        \
                                                                               : k)                       \
                                                                        X(0, r == 3 ? n : k) X(           \
                                                                            0, c1 == 1                    \
                                                                                   ? n                    \
                                                                                   : k)                   \
                                                                            X(0, P < 8 ? n : k) X(        \
                                                                                0,                        \
                                                                                (c1 +                     \
                                                                                 c2) % 2                  \
                                                                                    ? n                   \
                                                                                    : k)                  \
                                                                                X(0,                      \
                                                                                  c2 == x / 2             \
                                                                                      ? n                 \
                                                                                      : k)

#define PEER_LAWS(X)                                                                     \
    X(1, around(a, c1 + 1, c2))                                                          \
    X(1, around(a, c1 - 1, c2))                                                          \
    X(1, around(a, c1, c2 + 1)) X(1, around(a, c1, c2 - 1)) X(1, open(a, c1 + 1, c2))    \
        X(1, open(a, c1 - 1, c2)) X(1, open(a, c1, c2 + 1)) X(1, open(a, c1, c2 - 1))    \
            X(1, around(a, c1 + 1, c2 - 1)) X(1, open(a, c1 - 1, c2 - 1)) X(             \
                1, around(a, c1 + 2, c2)) X(1, open(a, c1, c2 + 2)) X(1, 0) X(1, P - 1)  \
                X(1, (r + 1) % P) X(1, (r + P - 1) % P) X(1, (r + 2) % P)                \
                    X(1, r + 1 < P ? r + 1 : SX_NULL) X(1, r) X(1, (r + i + 1) % P) X(   \
                        1, P - 1 - r) X(1, around(a, c1 + i, c2))                        \
                        X(1, c1 > 0 ? r - c1 : SX_NULL) X(0, (r ^ 1) < P ? r ^ 1 : r) X( \
                            0, (r ^ 2) < P ? r ^ 2 : SX_NULL) X(0, 2 * r % P)            \
                            X(0, (r + P / 2) % P) X(0, r / 2) X(0, (r + x / 2) % P) X(   \
                                0, P / 2) X(0, around(a, c2, c1))                        \
                                X(0, around(a, x - 1 - c1, c2))                          \
                                    X(0, r *r % P) X(0, (r + bits(r)) % P) X(            \
                                        0, (r + (INT64_C(1) << i % 4)) % P) X(0, r % 3)  \
                                        X(0, 2 * r + 1 < P ? 2 * r + 1 : SX_NULL)        \
                                            X(0, r < P / 2 ? r + P / 2 : SX_NULL)        \
                                                X(0, around(a, c1 + lg(x), c2))          \
                                                    X(0, least(r + k, P - 1))

#define TRIP_LAWS(X)                                                                     \
    X(1, k)                                                                              \
    X(1, k)                                                                              \
    X(1, x - 1) X(1, x) X(1, y + 1) X(1, P - 1) X(1, 2 * x - 1) X(1, c1) X(1, x - c1)    \
        X(1, x - 1 - c1) X(1, r + 1) X(1, block(n, x, c1)) X(1, m / x % 50) X(1, P)      \
            X(1, c1 + c2) X(1, 1 + (c1 > 0) + (c1 < x - 1)) X(1, c1 == 0 ? k : 2)        \
                X(0, lg(P)) X(0, lg(x)) X(0, (x + 1) / 2) X(0, x / 2) X(0, P / 2)        \
                    X(0, bits(r)) X(0, bits(P)) X(0, 2 + P % 3) X(0, r % 4)              \
                        X(0, least(x, 3)) X(0, most(x, 4)) X(0, least(c1, c2))           \
                            X(0, r < k ? 2 : 5) X(0, 1 + x * x % 7) X(0, lg(P - r))

#define WHERE_LAWS(X)                                                                    \
    X(1, c1 > 0)                                                                         \
    X(1, c1 < x - 1)                                                                     \
    X(1, c2 > 0) X(1, c2 < y - 1) X(1, c1 == 0) X(1, c2 == y - 1)                        \
        X(1, c1 == 0 && c2 == 0) X(1, c1 == x - 1 && c2 == y - 1)                        \
            X(1, c1 == 0 || c2 == 0 || c1 == x - 1 || c2 == y - 1) X(                    \
                1, c1 > 0 && c1 < x - 1 && c2 > 0 && c2 < y - 1) X(1, c1 == 0 && c2 > 0) \
                X(1, (c1 == 0 || c1 == x - 1) && (c2 == 0 || c2 == y - 1)) X(1, r == 0)  \
                    X(1, r > 0) X(1, r == P - 1) X(1, r % 2 == 0) X(1, r % 2 == 1) X(    \
                        1, r < k) X(1, r >= k) X(1, c1 == 1) X(1, c1 != 1) X(1, c1 < 2)  \
                        X(1, c1 > 1) X(1, r < P - 1) X(0, r < P / 2) X(0, r == P / 2)    \
                            X(0, c1 == c2) X(0, (c1 + c2) % 2 == 0) X(0, r % 3 == 0)     \
                                X(0, bits(r) == 1) X(0, bits(r) % 2 == 1) X(0, r < x)    \
                                    X(0, r < y)                                          \
                                        X(0, c1 < x / 2) X(0, c1 >= x / 2) X(0, c1 > c2) \
                                            X(0, c1 + c2 < x) X(0, r *r < P)             \
                                                X(0, c1 == x / 2) X(0, r % 4 == 1)       \
                                                    X(0, c1 % 2 == 0) X(0, r == 3)       \
                                                        X(0, P - r > k) X(0, r < lg(P))  \
                                                            X(0, P % (r + 1) == 0)       \
                                                                X(0, P % 2 == 0)         \
                                                                    X(0, P > 6)
/* clang-format on */

typedef enum law_role { SIZE, PEER, TRIPS, WHERE, ROLES } law_role;

/* The value of law number `law` of a group. */
#define LAW_GROUP(name, GROUP)                                                           \
    static int64_t name(size_t law, const place *a)                                      \
    {                                                                                    \
        const int64_t P = a->P, r = a->r, x = a->x, y = a->y, c1 = a->c1, c2 = a->c2,    \
                      i = a->i, k = a->k, n = a->n, m = a->m;                            \
        (void)P, (void)r, (void)x, (void)y, (void)c1, (void)c2, (void)i, (void)k;        \
        (void)n, (void)m;                                                                \
        GROUP(LAW_CASE)                                                                  \
        return 0;                                                                        \
    }
#define LAW_CASE(inside, ...)                                                            \
    if (law-- == 0)                                                                      \
        return __VA_ARGS__;
LAW_GROUP(size_law, SIZE_LAWS)
LAW_GROUP(peer_law, PEER_LAWS)
LAW_GROUP(trip_law, TRIP_LAWS)
LAW_GROUP(where_law, WHERE_LAWS)

typedef struct law_text {
    bool inside; /* the families searched have it */
    const char *text;
} law_text;

#define LAW_TEXT(inside, ...) { inside, #__VA_ARGS__ },
static const law_text size_text[] = { SIZE_LAWS(LAW_TEXT) };
static const law_text peer_text[] = { PEER_LAWS(LAW_TEXT) };
static const law_text trip_text[] = { TRIP_LAWS(LAW_TEXT) };
static const law_text where_text[] = { WHERE_LAWS(LAW_TEXT) };

static const struct law_group {
    const char *name;
    int64_t (*at)(size_t law, const place *a);
    const law_text *text;
    size_t n;
} group[ROLES] = {
    { "size", size_law, size_text, sizeof size_text / sizeof *size_text },
    { "peer", peer_law, peer_text, sizeof peer_text / sizeof *peer_text },
    { "trips", trip_law, trip_text, sizeof trip_text / sizeof *trip_text },
    { "where", where_law, where_text, sizeof where_text / sizeof *where_text },
};

/* A law that holds but for one place, so that a simpler law is nearly right. */
typedef enum law_decoy { NONE, ONE_RANK, ONE_INPUT, ONE_RANK_OF_ONE_INPUT } law_decoy;

static const char *const decoy_text[] = { "", ", but for r == P / 2",
                                          ", but for one input",
                                          ", but for r == 1 of one input" };

typedef struct random_law {
    law_role role;
    size_t number;
    int64_t k, n, m;
    law_decoy decoy;
} random_law;

/* ---- programs ---- */

/* The program at hand: synth's functions take no data of their own. */
static uint64_t random_state;
static grid_shape shape;
static int64_t changed_input; /* that the decoys of one input change */
static random_law laws[LAWS];
static size_t nlaws;
random_program program;

static int64_t draw(int64_t below)
{
    random_state = sx_hash_mix(random_state + UINT64_C(0x9e3779b97f4a7c15));
    return (int64_t)(random_state >> 8) % below;
}

static place place_of(const random_law *law, const synth_at *at)
{
    place a = {
        .P = at->p, .r = at->r, .i = at->i[0], .k = law->k, .n = law->n, .m = law->m
    };
    const int64_t divisor = largest_divisor(at->p);
    a.x = shape == LINE ? at->p : shape == WIDE ? at->p / divisor : divisor;
    a.y = at->p / a.x;
    a.c1 = at->r % a.x;
    a.c2 = at->r / a.x;
    return a;
}

static bool is_changed(const random_law *law, const synth_at *at)
{
    return (law->decoy == ONE_RANK && at->r == at->p / 2) ||
           (law->decoy == ONE_INPUT && at->p == changed_input) ||
           (law->decoy == ONE_RANK_OF_ONE_INPUT && at->p == changed_input && at->r == 1);
}

static int64_t law_at(const random_law *law, const synth_at *at)
{
    place a = place_of(law, at);
    int64_t value = group[law->role].at(law->number, &a);
    if (!is_changed(law, at))
        return value;
    if (law->role == WHERE)
        return !value;
    return law->role != PEER      ? value + law->k
           : sx_is_special(value) ? 0
                                  : (value + 1) % at->p;
}

#define SLOT(n)                                                                          \
    static int64_t slot##n(const synth_at *at)                                           \
    {                                                                                    \
        return law_at(&laws[n], at);                                                     \
    }
/* clang-format off */
#define SLOTS(X)                                                                         \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14)      \
    X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27)        \
    X(28) X(29) X(30) X(31) X(32) X(33) X(34) X(35) X(36) X(37) X(38) X(39)
/* clang-format on */
SLOTS(SLOT)
#define SLOT_NAME(n) slot##n,
static synth_function *const slot[LAWS] = { SLOTS(SLOT_NAME) };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

static synth_function *add_law(law_role role, size_t number, law_decoy decoy)
{
    laws[nlaws] = (random_law) { .role = role,
                                 .number = number,
                                 .k = 1 + draw(7),
                                 .n = 5 + draw(60),
                                 .m = 20 + draw(480),
                                 .decoy = decoy };
    return slot[nlaws++];
}

static synth_function *any_law(law_role role)
{
    law_decoy decoy = draw(6) ? NONE : (law_decoy)(1 + draw(3));
    return add_law(role, (size_t)draw((int64_t)group[role].n), decoy);
}

static void add_event(synth_function *peer, synth_function *where)
{
    program.item[program.nitems++] =
        (synth_item) { 'e', .op = SX_OP_Send, .where = where,
                       .param = { { SX_PARAM_COMM, zero },
                                  { SX_PARAM_PEER, peer },
                                  { SX_PARAM_COUNT, any_law(SIZE) },
                                  { SX_PARAM_TYPE, zero },
                                  { SX_PARAM_TAG, any_law(SIZE) } } };
}

void random_program_make(uint64_t seed)
{
    random_state = seed;
    nlaws = program.nitems = 0;
    shape = (grid_shape)draw(SHAPES);
    program.shape = shape_name[shape];
    program.scale = scales[shape][draw(4)];
    changed_input = program.scale[draw(3)];
    int64_t wrap = draw(2);
    add_event(add_law(PEER, wrap ? 0 : 4, NONE), NULL);
    add_event(add_law(PEER, wrap ? 3 : 7, NONE), NULL);
    for (int64_t n = 1 + draw(3); n > 0; n--)
        add_event(any_law(PEER), draw(2) ? any_law(WHERE) : NULL);
    program.item[program.nitems++] =
        (synth_item) { '(', .trips = any_law(TRIPS),
                       .where = draw(3) ? NULL : any_law(WHERE) };
    add_event(any_law(PEER), draw(3) ? NULL : any_law(WHERE));
    program.item[program.nitems++] = (synth_item) { .kind = ')' };
    program.item[program.nitems] = (synth_item) { .kind = 0 };
}

static const random_law *law_of(synth_function *function)
{
    for (size_t i = 0; i < nlaws; i++)
        if (slot[i] == function)
            return &laws[i];
    return NULL;
}

const char *const law_class_name[LAW_CLASSES] = {
    "searched laws, one number an input", "laws not searched, one number an input",
    "decoys, one number an input",        "searched laws, by place",
    "laws not searched, by place",        "decoys, by place",
};

static bool one_number(const random_law *law)
{
    for (int input = 0; input < 3; input++) {
        synth_at first = { .p = program.scale[input] }, at = first;
        int64_t value = law_at(law, &first);
        for (at.r = 0; at.r < at.p; at.r++)
            for (at.i[0] = 0; at.i[0] < 3; at.i[0]++)
                if (law_at(law, &at) != value)
                    return false;
    }
    return true;
}

int law_class_of(synth_function *function)
{
    const random_law *law = law_of(function);
    if (!law)
        return INSIDE;
    law_class class = law->decoy != NONE                          ? CHANGED
                      : group[law->role].text[law->number].inside ? INSIDE
                                                                  : OUTSIDE;
    return (int)class + (one_number(law) ? 0 : CHANGED + 1);
}

bool law_shows(synth_function *function, const synth_at *at)
{
    const random_law *law = law_of(function);
    return !law || law->decoy == NONE || is_changed(law, at);
}

void law_describe(synth_function *function, const char *what)
{
    const random_law *law = law_of(function);
    if (!law)
        printf("#   %s: 0\n", what);
    else
        printf("#   %s: %s (k %" PRId64 ", n %" PRId64 ", m %" PRId64 ")%s\n", what,
               group[law->role].text[law->number].text, law->k, law->n, law->m,
               decoy_text[law->decoy]);
}
