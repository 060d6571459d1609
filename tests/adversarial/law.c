#include "law.h"

#include "base/checked.h"
#include "law_line.h"
#include "law_number.h"
#include "trace/seq.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the grammar speaks of ---- */

static int64_t mod(int64_t a, int64_t b)
{
    return sx_floor_mod(a, b);
}

static int64_t lg_up(int64_t a)
{
    return lg(a) + !is_power(a);
}

/* Counters beyond 30 count as 30: only ranks and sizes are of interest. */
static int64_t two_to(int64_t a)
{
    return a < 0 ? 0 : INT64_C(1) << least(a, 30);
}

static int64_t ones(int64_t a)
{
    return __builtin_popcountll((unsigned long long)a);
}

/* Zeros at the end of r, which has as many digits as the ranks below P need. */
static int64_t zeros(int64_t r, int64_t P)
{
    return r ? __builtin_ctzll((unsigned long long)r) : lg_up(P);
}

static int64_t reversed(int64_t r, int64_t P)
{
    int64_t result = 0;
    for (int64_t bit = 1; bit < P; bit *= 2)
        result = 2 * result + (r & bit ? 1 : 0);
    return result < P ? result : SX_NULL;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return sx_gcd(a, b);
}

static int64_t is_prime(int64_t a)
{
    for (int64_t d = 2; d * d <= a; d++)
        if (a % d == 0)
            return 0;
    return a > 1;
}

static int64_t is_residue(int64_t r, int64_t P)
{
    for (int64_t s = 1; s < P; s++)
        if (s * s % P == r)
            return 1;
    return 0;
}

static int64_t looked_up(int64_t a)
{
    static const int64_t table[] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3,
                                     5, 8, 9, 7, 9, 3, 2, 3, 8 };
    return table[mod(a, (int64_t)(sizeof table / sizeof *table))];
}

static int64_t block(int64_t points, int64_t q, int64_t c)
{
    return points / q + (c < points % q);
}

/* Of N points in pieces of so many that the last place has some less, or nothing. */
static int64_t chunk(int64_t points, int64_t q, int64_t c)
{
    int64_t each = (points + q - 1) / q;
    return most(0, least(each, points - c * each));
}

/* What is between two of the q parts of a line, each rounded down. */
static int64_t spread(int64_t points, int64_t q, int64_t c)
{
    return (c + 1) * points / q - c * points / q;
}

/* One place has what is left. */
static int64_t tail(int64_t points, int64_t q, int64_t c)
{
    return points / q + (c == q - 1) * mod(points, q);
}

static int64_t head(int64_t points, int64_t q, int64_t c)
{
    return points / q + (c == 0) * mod(points, q);
}

/* The last places have one more. */
static int64_t mirror(int64_t points, int64_t q, int64_t c)
{
    return block(points, q, q - 1 - c);
}

static int64_t up(int64_t points, int64_t q)
{
    return (points + q - 1) / q;
}

static int64_t diagonal(int64_t points, int64_t q, int64_t c)
{
    int64_t sum = 0;
    for (int64_t t = 0; t < q; t++)
        sum += block(points, q, t) * block(points, q, mod(c + t, q));
    return sum;
}

static int64_t rank(const law_place *a, int64_t r)
{
    return r >= 0 && r < a->P ? r : SX_NULL;
}

/* The rank so far away, around the axes or not beyond their ends. */
static int64_t around(const law_place *a, int64_t dx, int64_t dy, int64_t dz)
{
    return mod(a->c1 + dx, a->x) +
           a->x * (mod(a->c2 + dy, a->y) + a->y * mod(a->c3 + dz, a->z));
}

static int64_t within(const law_place *a, int64_t dx, int64_t dy, int64_t dz)
{
    bool inside = a->c1 + dx >= 0 && a->c1 + dx < a->x && a->c2 + dy >= 0 &&
                  a->c2 + dy < a->y && a->c3 + dz >= 0 && a->c3 + dz < a->z;
    return inside ? around(a, dx, dy, dz) : SX_NULL;
}

/* The same where some axes have ends and the others go around. */
enum { OPEN_X = 1, OPEN_Y = 2, OPEN_Z = 4 };

static bool leaves(int64_t c, int64_t by, int64_t extent)
{
    return c + by < 0 || c + by >= extent;
}

static int64_t mixed(const law_place *a, int open, int64_t dx, int64_t dy, int64_t dz)
{
    bool outside = (open & OPEN_X && leaves(a->c1, dx, a->x)) ||
                   (open & OPEN_Y && leaves(a->c2, dy, a->y)) ||
                   (open & OPEN_Z && leaves(a->c3, dz, a->z));
    return outside ? SX_NULL : around(a, dx, dy, dz);
}

/* ---- the grammar ---- */

#define LAW(role, documented, hidden, shape, grids, ...)                                 \
    { role, documented, hidden, shape, grids, #__VA_ARGS__ },
const struct range hidden_range[] = { { 0, 0 },    { 1, 2 },     { 1, 3 },    { 2, 16 },
                                      { -2, 2 },   { 8, 30 },    { 17, 144 }, { 17, 144 },
                                      { 17, 144 }, { 145, 2000 } };
static const struct range two_points_before = { 17, 40 };

const line grammar[] = {
#include "grammar.def"
};
#undef LAW

_Static_assert(LINES == sizeof grammar / sizeof *grammar, "lines");

/* Lines are numbered by the compiler's counter. */
enum { BEFORE_FIRST = __COUNTER__ };
#define LAW(role, documented, hidden, shape, grids, ...)                                 \
    case __COUNTER__ - BEFORE_FIRST - 1:                                                 \
        return (int64_t)(__VA_ARGS__);

int64_t law_expression(const formula *l, const law_place *a)
{
    const int64_t P = a->P, r = a->r, x = a->x, y = a->y, z = a->z, c1 = a->c1,
                  c2 = a->c2, c3 = a->c3, i = a->i, j = a->j, n = a->n, h = l->h,
                  g = l->g, w = l->w;
    switch (l->number) {
#include "grammar.def"
    }
    return 0;
}
#undef LAW

enum {
    OF_MIXED_ONLY = 28, /* the last lines */
    OF_ROUNDED_ONLY = 14, /* those before */
    OF_PRODUCTS_ONLY = 29, /* those before */
    OF_WIDTHS_ONLY = 8, /* those before */
    OF_STEPS_ONLY = 17, /* those before */
    OF_AXES_ONLY = 32, /* those before */
    LATER = 6, /* and before */
    FIRST_LINES = LINES - LATER - OF_AXES_ONLY - OF_STEPS_ONLY - OF_WIDTHS_ONLY -
                  OF_PRODUCTS_ONLY - OF_ROUNDED_ONLY - OF_MIXED_ONLY,
    INSTEAD = 5, /* how many draws there are to one of others */
    LARGEST_DRAWN = 7 /* factor */
};

law_role law_role_of(const formula *l)
{
    return grammar[l->number].role;
}

bool law_hides_two(size_t number)
{
    const law_hidden hidden = grammar[number].hidden;
    return hidden == TWO_POINTS || hidden == TWO_STEPS || hidden == RIMMED;
}

bool law_is_term(size_t number)
{
    const line *l = &grammar[number];
    return l->role == SIZE && l->shape == LINE && l->documented &&
           (l->hidden == NONE || (l->hidden == POINTS && number < FIRST_LINES)) &&
           strcmp(l->text, "0") != 0;
}

bool law_is_linear(size_t number)
{
    return grammar[number].documented == 2;
}

static bool law_is_sum_documented(size_t first, size_t second)
{
    return grammar[first].documented >= 2 && grammar[second].documented >= 2;
}

static bool has_term(const formula *l, size_t number)
{
    return l->number == number || l->second == number + 1 || l->third == number + 1;
}

bool law_is_like(const formula *a, const formula *b)
{
    return !a->second == !b->second && !a->third == !b->third && has_term(b, a->number) &&
           (!a->second || has_term(b, a->second - 1)) &&
           (!a->third || has_term(b, a->third - 1));
}

bool law_is_documented(const formula *l)
{
    bool searched = l->second ? law_is_sum_documented(l->number, l->second - 1)
                              : grammar[l->number].documented > 0;
    return searched && l->twist == STRAIGHT;
}

/* Terms beyond the first hide nothing; `number` is that of the line, plus one. */
static int64_t other_term(size_t number, int64_t factor, const law_place *place)
{
    const formula term = { .number = number - 1 };
    return factor * law_expression(&term, place);
}

int64_t law_line(const formula *l, const law_place *place)
{
    int64_t value = law_expression(l, place);
    if (value == SX_NULL)
        return value;
    value = l->a * value + l->b;
    if (l->second)
        value += other_term(l->second, l->c, place);
    if (l->third)
        value += other_term(l->third, l->d, place);
    return value;
}

bool law_is_beyond_limit(const formula *l, const law_point *point)
{
    const law_place at = law_place_at(l->policy, point);
    const struct {
        const char *text;
        int64_t points, extent;
    } dealt[] = {
        { "(h, x", l->h, at.x }, { "(h, y", l->h, at.y }, { "(h, P", l->h, at.P },
        { "(g, y", l->g, at.y }, { "h / x", l->h, at.x }, { "h / y", l->h, at.y },
        { "h / P", l->h, at.P }, { "g / y", l->g, at.y }, { "(h, z", l->h, at.z },
        { "(g, z", l->g, at.z }, { "h / z", l->h, at.z }, { "g / z", l->g, at.z },
        { "(g, x", l->g, at.x }, { "g / x", l->g, at.x },
    };
    const line *own = &grammar[l->number];
    for (size_t k = 0; k < sizeof dealt / sizeof *dealt; k++)
        if (own->hidden >= POINTS && strstr(own->text, dealt[k].text) &&
            dealt[k].points < dealt[k].extent)
            return true;
    return false;
}

bool law_is_twisted_at(const formula *l, const law_point *point)
{
    switch (l->twist) {
    case AT_ONE_RANK:
        return point->r == point->P / 2;
    case AT_ONE_SCALE:
        return point->P == l->twist_scale;
    case AT_ONE_PLACE:
        return point->P == l->twist_scale && point->r == 1;
    case BEYOND:
        return point->P > l->twist_scale;
    case STRAIGHT:
    case TWISTS:
        break;
    }
    return false;
}

int64_t law_value(const formula *l, const law_point *point)
{
    law_place place = law_place_at(l->policy, point);
    int64_t value = law_line(l, &place);
    if (!law_is_twisted_at(l, point))
        return value;
    switch (grammar[l->number].role) {
    case PEER:
        return value == SX_NULL ? 0 : (value + 1) % point->P;
    case WHERE:
        return !value;
    default:
        return value + 1;
    }
}

void law_print(const char *what, const formula *l)
{
    static const char *const twist_text[TWISTS] = {
        "",
        ", but at r == P / 2",
        ", but at P == ",
        ", but at r == 1 of P == ",
        ", but at P > ",
    };
    printf("#   %s: ", what);
    if (l->third)
        printf("%" PRId64 " * (%s) + ", l->d, grammar[l->third - 1].text);
    if (l->second)
        printf("%" PRId64 " * (%s) + %" PRId64 " * (%s) + %" PRId64, l->a,
               grammar[l->number].text, l->c, grammar[l->second - 1].text, l->b);
    else if (grammar[l->number].shape != PLAIN)
        printf("%" PRId64 " * (%s) + %" PRId64, l->a, grammar[l->number].text, l->b);
    else
        printf("%s", grammar[l->number].text);
    if (l->h)
        printf(", h %" PRId64, l->h);
    if (l->g)
        printf(", g %" PRId64, l->g);
    if (l->w)
        printf(", w %" PRId64, l->w);
    printf(", %s%s", law_policy_name[l->policy], twist_text[l->twist]);
    if (l->twist > AT_ONE_RANK)
        printf("%" PRId64, l->twist_scale);
    printf("\n");
}

bool law_is_beyond_counters(const formula *l, const law_point *point)
{
    return strstr(grammar[l->number].text, "two_to(") && point->i >= 30;
}

const char *law_text(const formula *l)
{
    return l->third    ? "a sum of three"
           : l->second ? "a sum of two"
                       : grammar[l->number].text;
}

/* ---- drawing ---- */

int64_t law_draw_below(law_dice *dice, int64_t below)
{
    dice->state = sx_hash_mix(dice->state + UINT64_C(0x9e3779b97f4a7c15));
    return (int64_t)(dice->state >> 8) % below;
}

static int64_t draw_hidden(law_dice *dice, law_hidden hidden, int64_t multiple)
{
    const struct range *range = hidden == TWO_POINTS && dice->age < OF_WIDTHS
                                    ? &two_points_before
                                    : &hidden_range[hidden];
    int64_t h = range->from + law_draw_below(dice, range->to - range->from + 1);
    if (hidden < POINTS)
        return h;
    int64_t above = (h + multiple - 1) / multiple * multiple;
    int64_t least_one = (range->from + multiple - 1) / multiple * multiple;
    return above <= range->to ? above : least_one <= range->to ? least_one : h;
}

formula law_named(law_role role, const char *text, law_policy policy)
{
    formula l = { .policy = policy, .a = 1 };
    while (grammar[l.number].role != role || strcmp(grammar[l.number].text, text) != 0)
        l.number++;
    l.h = hidden_range[grammar[l.number].hidden].from;
    return l;
}

bool law_suits(size_t number, law_policy policy)
{
    switch (grammar[number].grids) {
    case EQUAL:
        return policy == SQUARE || policy == CUBE;
    case POWERS:
        return policy == POWERS_WIDE || policy == POWERS_TALL || policy == POWERS_3D;
    case SOLID:
        return law_is_solid(policy);
    case ANY:
    case RANKS:
        break;
    }
    return true;
}

bool law_speaks_of(size_t number, law_policy policy)
{
    switch (grammar[number].grids) {
    case SOLID:
        return law_is_solid(policy);
    case RANKS:
        return policy == LINE_POLICY;
    default:
        return true;
    }
}

law_policy law_draw_policy(law_dice *dice)
{
    const bool all = dice->age >= OF_AXES;
    law_policy policy =
        (law_policy)law_draw_below(dice, all ? FIXED_WIDE + 2 : FACTORS_3D);
    if (policy < FIXED_WIDE)
        return policy;
    law_policy first = policy == FIXED_WIDE ? FIXED_WIDE : FIXED_TALL,
               last = policy == FIXED_WIDE ? FIXED_WIDE_LAST : FIXED_TALL_LAST;
    return first + (law_policy)law_draw_below(dice, last - first + 1);
}

/* In the place of some other law of that role, documented or not: one of the last lines, if any. */
static formula draw_later(law_dice dice, const formula *l)
{
    size_t fits[LATER], n = 0;
    for (size_t k = FIRST_LINES; k < FIRST_LINES + LATER; k++)
        if (grammar[k].role == grammar[l->number].role &&
            grammar[k].documented == grammar[l->number].documented)
            fits[n++] = k;
    if (n == 0)
        return *l;
    formula later = *l;
    later.number = fits[law_draw_below(&dice, (int64_t)n)];
    later.h = draw_hidden(&dice, grammar[later.number].hidden, 1);
    return later;
}

/* How many lines there were to draw from. */
static int64_t lines_at(law_age age)
{
    static const int64_t later[] = { OF_AXES_ONLY,     OF_STEPS_ONLY,   OF_WIDTHS_ONLY,
                                     OF_PRODUCTS_ONLY, OF_ROUNDED_ONLY, OF_MIXED_ONLY };
    int64_t lines = age < OF_AXES ? FIRST_LINES : FIRST_LINES + LATER;
    for (law_age of = OF_AXES; of <= age; of++)
        lines += later[of - OF_AXES];
    return lines;
}

/* Numbers for each point may be as many as bytes or columns. */
static int64_t draw_factor(law_dice *dice, law_role role, bool documented)
{
    const bool wide =
        role == SIZE && documented && dice->age >= OF_WIDTHS && law_draw_below(dice, 2);
    return 1 + law_draw_below(dice, role == TRIPS ? 2
                                    : wide        ? LAW_WIDEST
                                                  : LARGEST_DRAWN);
}

static int64_t draw_factor_of_sum(law_dice *dice, bool documented)
{
    return dice->age < OF_PRODUCTS ? 1 + law_draw_below(dice, LARGEST_DRAWN)
                                   : draw_factor(dice, SIZE, documented);
}

static void draw_third(law_dice *dice, formula *sum)
{
    size_t third;
    do
        third = (size_t)law_draw_below(dice, lines_at(dice->age));
    while (third == sum->number || third + 1 == sum->second || !law_is_linear(third) ||
           !law_suits(third, sum->policy));
    sum->third = third + 1;
    sum->d = draw_factor_of_sum(dice, true);
}

/* In the place of some other size, which it was drawn as; the dice go on as they would have. */
static formula draw_sum(law_dice dice, const formula *l, bool documented,
                        int64_t multiple)
{
    formula sum = { .policy = l->policy, .b = l->b ? l->b : 1 };
    size_t second;
    do {
        sum.number = (size_t)law_draw_below(&dice, lines_at(dice.age));
        second = (size_t)law_draw_below(&dice, lines_at(dice.age));
    } while (sum.number == second || !law_is_term(sum.number) || !law_is_term(second) ||
             grammar[second].hidden != NONE || !law_suits(sum.number, l->policy) ||
             !law_suits(second, l->policy) ||
             law_is_sum_documented(sum.number, second) != documented);
    sum.h = draw_hidden(&dice, grammar[sum.number].hidden, multiple);
    sum.second = second + 1;
    sum.a = draw_factor_of_sum(&dice, documented);
    sum.c = draw_factor_of_sum(&dice, documented);
    if (documented && law_is_linear(sum.number) && law_is_linear(second) &&
        dice.age >= OF_AXES && law_draw_below(&dice, 2))
        draw_third(&dice, &sum);
    return sum;
}

formula law_draw(law_dice *dice, law_role role, bool documented, law_policy policy,
                 int64_t multiple)
{
    formula l = { .policy = policy, .a = 1 };
    do
        l.number = (size_t)law_draw_below(dice, lines_at(dice->age));
    while (grammar[l.number].role != role ||
           (grammar[l.number].documented > 0) != documented ||
           !law_suits(l.number, policy));
    const line *from = &grammar[l.number];
    l.h = draw_hidden(dice, from->hidden, multiple);
    l.g = law_hides_two(l.number) ? draw_hidden(dice, from->hidden, multiple) : 0;
    l.w = from->hidden == RIMMED ? law_draw_below(dice, 2 * LARGEST_RIM + 1) - LARGEST_RIM
                                 : 0;
    law_dice other = { .state = sx_hash_mix(dice->state), .age = dice->age };
    bool instead = other.age >= OF_SUMS && law_draw_below(&other, INSTEAD) == 0;
    if (from->shape == PLAIN)
        return instead && other.age == OF_SUMS ? draw_later(other, &l) : l;
    if (from->shape != SHIFTED)
        l.a = draw_factor(dice, role, documented);
    if (from->shape != SCALED)
        l.b = law_draw_below(dice, role == TRIPS ? 4 : 60) + (role == TRIPS ? 0 : 1);
    if (role == SIZE && instead)
        return draw_sum(other, &l, documented, multiple);
    return l;
}
