#include "fit/product.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

static const uint64_t PRIME = (UINT64_C(1) << 61) - 1;

static uint64_t field_mul(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    uint64_t r = (uint64_t)(product & PRIME) + (uint64_t)(product >> 61);
    return r >= PRIME ? r - PRIME : r;
}

static uint64_t field_add(uint64_t a, uint64_t b)
{
    uint64_t r = a + b;
    return r >= PRIME ? r - PRIME : r;
}

/* By Fermat: a^(p - 2). */
static uint64_t field_inverse(uint64_t a)
{
    uint64_t r = 1;
    for (uint64_t e = PRIME - 2; e; e >>= 1) {
        if (e & 1)
            r = field_mul(r, a);
        a = field_mul(a, a);
    }
    return r;
}

typedef struct vector {
    UT_hash_handle by_value;
    uint64_t hash; /* linear in the vector */
    uint64_t few_hash; /* the same of the few points */
    uint32_t index;
    int64_t *value;
} vector;

typedef struct table {
    size_t n, capacity;
    vector **item;
    vector *by_value;
} table;

/* Points by which most pairs of blocks are refused before all points are looked at. */
enum { FEW = 6 };

struct sx_product_search {
    size_t m;
    uint64_t *weight;
    size_t few[FEW];
    table blocks, sums;
};

sx_product_search *sx_product_create(size_t m)
{
    sx_product_search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->m = m;
    search->weight = calloc(m, sizeof *search->weight);
    if (!search->weight) {
        free(search);
        return NULL;
    }
    /* Any fixed weights that no law of sizes follows will do. */
    for (size_t i = 0; i < m; i++)
        search->weight[i] = sx_hash_mix(i * 2 + 0x5851f42d4c957f2dULL) % PRIME;
    for (size_t i = 0; i < FEW; i++)
        search->few[i] = sx_hash_mix(i) % m;
    return search;
}

static void table_finish(table *t)
{
    HASH_CLEAR(by_value, t->by_value);
    for (size_t i = 0; i < t->n; i++) {
        free(t->item[i]->value);
        free(t->item[i]);
    }
    free(t->item);
}

void sx_product_destroy(sx_product_search *search)
{
    if (!search)
        return;
    table_finish(&search->blocks);
    table_finish(&search->sums);
    free(search->weight);
    free(search);
}

/* sum of weight * value: linear, so that the hash of K (S - B) is K (hash S - hash B). */
static uint64_t linear_hash(const sx_product_search *search, const int64_t *value)
{
    uint64_t h = 0;
    for (size_t i = 0; i < search->m; i++)
        h = field_add(h, field_mul(search->weight[i], (uint64_t)value[i]));
    return h;
}

static uint64_t few_hash(const sx_product_search *search, const int64_t *value)
{
    uint64_t h = 0;
    for (size_t i = 0; i < FEW; i++)
        h = field_add(h, field_mul(search->weight[search->few[i]],
                                   (uint64_t)value[search->few[i]]));
    return h;
}

static bool table_reserve(table *t)
{
    if (t->n < t->capacity)
        return true;
    size_t capacity = t->capacity ? 2 * t->capacity : 64;
    vector **item = realloc(t->item, capacity * sizeof *item);
    if (!item)
        return false;
    t->item = item;
    t->capacity = capacity;
    return true;
}

static sx_status add(sx_product_search *search, table *t, const int64_t *value,
                     uint32_t *ret_index)
{
    for (size_t i = 0; i < search->m; i++)
        if (value[i] < 0 || value[i] > INT32_MAX)
            return SX_INVALID;
    uint64_t hash = linear_hash(search, value);
    vector *x;
    HASH_FIND(by_value, t->by_value, &hash, sizeof hash, x);
    if (x) {
        *ret_index = x->index;
        return SX_OK;
    }
    x = table_reserve(t) ? calloc(1, sizeof *x) : NULL;
    if (!x)
        return SX_NOMEM;
    x->value = malloc(search->m * sizeof *x->value);
    if (!x->value) {
        free(x);
        return SX_NOMEM;
    }
    memcpy(x->value, value, search->m * sizeof *x->value);
    x->hash = hash;
    x->few_hash = few_hash(search, value);
    x->index = (uint32_t)t->n;
    t->item[t->n++] = x;
    HASH_ADD(by_value, t->by_value, hash, sizeof x->hash, x);
    *ret_index = x->index;
    return SX_OK;
}

sx_status sx_product_add_block(sx_product_search *search, const int64_t *value,
                               uint32_t *ret_index)
{
    return add(search, &search->blocks, value, ret_index);
}

sx_status sx_product_add_sum(sx_product_search *search, const int64_t *value,
                             uint32_t *ret_index)
{
    return add(search, &search->sums, value, ret_index);
}

/* The product of the blocks at point i; false when it passes 64 bits. */
static bool product_at(const sx_product_search *search, const sx_product *p, size_t i,
                       int64_t *ret_value)
{
    int64_t value = 1;
    for (uint32_t f = 0; f < p->factors; f++)
        if (sx_mul_overflows(value, search->blocks.item[p->block[f]]->value[i], &value))
            return false;
    *ret_value = value;
    return true;
}

/* Sets the factor from the first point and checks all points in integers. */
static bool verify(const sx_product_search *search, const int64_t *v, sx_product *p)
{
    for (size_t i = 0; i < search->m; i++) {
        int64_t base;
        if (!product_at(search, p, i, &base))
            return false;
        if (p->has_sum)
            base = search->sums.item[p->sum]->value[i] - (p->factors ? base : 0);
        int64_t value;
        if (i == 0 && !p->has_sum) {
            if (base <= 0 || v[0] % base != 0)
                return false;
            p->factor = v[0] / base;
        }
        if (sx_mul_overflows(base, p->factor, &value) || value != v[i])
            return false;
    }
    return true;
}

/* ---- products ---- */

/* A block that divides v everywhere, as all factors of v do. */
typedef struct factor {
    UT_hash_handle by_shape;
    uint64_t shape; /* hash of the block divided by its first value */
    const vector *block;
    uint64_t *inverse; /* per point */
} factor;

typedef struct factors {
    size_t n;
    factor *item; /* in the blocks' order */
    factor *by_shape; /* the first of each shape */
    uint64_t *inverse; /* m for each item */
} factors;

static bool divides(const vector *x, const int64_t *v, size_t m)
{
    for (size_t i = 0; i < m; i++)
        if (x->value[i] == 0 || v[i] % x->value[i] != 0)
            return false;
    return true;
}

/* Inverses of all values with one inversion; `prefix` is storage for m + 1 numbers. */
static void invert(const int64_t *value, size_t m, uint64_t *prefix, uint64_t *inverse)
{
    prefix[0] = 1;
    for (size_t i = 0; i < m; i++)
        prefix[i + 1] = field_mul(prefix[i], (uint64_t)value[i]);
    uint64_t rest = field_inverse(prefix[m]);
    for (size_t i = m; i-- > 0;) {
        inverse[i] = field_mul(rest, prefix[i]);
        rest = field_mul(rest, (uint64_t)value[i]);
    }
}

/* The linear hash of v[i] * inverse[i] (inverse NULL: of v) divided by its first element, which makes
 * it independent of a constant factor. v > 0. */
static uint64_t shape_hash(const sx_product_search *search, const int64_t *v,
                           const uint64_t *inverse)
{
    uint64_t h = 0, first = 0;
    for (size_t i = 0; i < search->m; i++) {
        uint64_t x = (uint64_t)v[i] % PRIME;
        if (inverse)
            x = field_mul(x, inverse[i]);
        if (i == 0)
            first = x;
        h = field_add(h, field_mul(search->weight[i], x));
    }
    return field_mul(h, field_inverse(first));
}

static void factors_finish(factors *f)
{
    HASH_CLEAR(by_shape, f->by_shape);
    free(f->item);
    free(f->inverse);
}

/* False when out of memory. */
static bool find_factors(const sx_product_search *search, const int64_t *v, factors *ret)
{
    size_t most = 0, m = search->m;
    const table *t = &search->blocks;
    for (size_t a = 0; a < t->n; a++)
        most += divides(t->item[a], v, m);
    *ret = (factors) { .item = calloc(most + 1, sizeof *ret->item),
                       .inverse = calloc((most + 2) * (m + 1), sizeof *ret->inverse) };
    if (!ret->item || !ret->inverse)
        return false;
    uint64_t *prefix = &ret->inverse[most * m];
    for (size_t a = 0; ret->n < most; a++) {
        if (!divides(t->item[a], v, m))
            continue;
        factor *x = &ret->item[ret->n], *same;
        x->block = t->item[a];
        x->inverse = &ret->inverse[ret->n++ * m];
        x->shape = shape_hash(search, x->block->value, NULL);
        invert(x->block->value, m, prefix, x->inverse);
        HASH_FIND(by_shape, ret->by_shape, &x->shape, sizeof x->shape, same);
        if (!same)
            HASH_ADD(by_shape, ret->by_shape, shape, sizeof x->shape, x);
    }
    return true;
}

/* What sx_product_find goes by. */
typedef struct finder {
    const sx_product_search *search;
    const int64_t *v;
    factors factors;
    size_t found, capacity;
    sx_product *ret_product;
} finder;

/* Blocks a <= b <= .. whose shape times `p` gives the shape of v: the last one is looked up. */
static void find_last(finder *f, const sx_product *p, const uint64_t *inverse)
{
    uint64_t shape = shape_hash(f->search, f->v, inverse);
    const factor *last;
    HASH_FIND(by_shape, f->factors.by_shape, &shape, sizeof shape, last);
    if (!last || (p->factors && last->block->index < p->block[p->factors - 1]))
        return;
    sx_product hit = *p;
    hit.block[hit.factors++] = last->block->index;
    if (f->found < f->capacity && verify(f->search, f->v, &hit))
        f->ret_product[f->found++] = hit;
}

static void find_three(finder *f, uint64_t *inverse)
{
    for (size_t a = 0; a < f->factors.n; a++)
        for (size_t b = a; b < f->factors.n && f->found < f->capacity; b++) {
            const factor *x = &f->factors.item[a], *y = &f->factors.item[b];
            for (size_t i = 0; i < f->search->m; i++)
                inverse[i] = field_mul(x->inverse[i], y->inverse[i]);
            find_last(f,
                      &(sx_product) { .factors = 2,
                                      .block = { x->block->index, y->block->index } },
                      inverse);
        }
}

size_t sx_product_find(const sx_product_search *search, const int64_t *v,
                       uint32_t max_factors, size_t capacity, sx_product *ret_product)
{
    for (size_t i = 0; i < search->m; i++)
        if (v[i] <= 0)
            return 0;
    finder f = {
        .search = search, .v = v, .capacity = capacity, .ret_product = ret_product
    };
    bool ready = find_factors(search, v, &f.factors);
    if (ready && max_factors >= 1)
        find_last(&f, &(sx_product) { .factors = 0 }, NULL);
    if (ready && !f.found && max_factors >= 2)
        for (size_t a = 0; a < f.factors.n && f.found < capacity; a++) {
            const factor *x = &f.factors.item[a];
            find_last(&f, &(sx_product) { .factors = 1, .block = { x->block->index } },
                      x->inverse);
        }
    if (ready && !f.found && max_factors >= 3)
        find_three(&f, &f.factors.inverse[f.factors.n * search->m]);
    factors_finish(&f.factors);
    return f.found;
}

/* ---- sums less products ---- */

/* Hash of the product of blocks a and b (b = SIZE_MAX: of a alone). */
static uint64_t pair_hash(const sx_product_search *search, size_t a, size_t b)
{
    const vector *x = search->blocks.item[a];
    if (b == SIZE_MAX)
        return x->hash;
    const vector *y = search->blocks.item[b];
    uint64_t h = 0;
    for (size_t i = 0; i < search->m; i++)
        h = field_add(h, field_mul(search->weight[i], field_mul((uint64_t)x->value[i],
                                                                (uint64_t)y->value[i])));
    return h;
}

/* The same at the few points. */
static uint64_t pair_few_hash(const sx_product_search *search, const vector *x,
                              const vector *y)
{
    uint64_t h = 0;
    for (size_t k = 0; k < FEW; k++) {
        size_t i = search->few[k];
        uint64_t product = field_mul((uint64_t)x->value[i], (uint64_t)y->value[i]);
        h = field_add(h, field_mul(search->weight[i], product));
    }
    return h;
}

typedef struct divisors {
    size_t n;
    int64_t factor[256];
    uint64_t hash[256]; /* of v / factor */
    uint64_t few_hash[256];
} divisors;

/* The divisors of all values together that keep v / factor small enough to be a sum of extents: all of
 * those up to 2^20 of the greatest common divisor. */
static void find_divisors(const sx_product_search *search, const int64_t *v, divisors *d)
{
    int64_t g = 0;
    for (size_t i = 0; i < search->m; i++)
        g = sx_gcd(g, v[i]);
    uint64_t hash = linear_hash(search, v), few = few_hash(search, v);
    d->n = 0;
    for (int64_t k = 1; k <= g && k <= 1 << 20 && d->n < 256; k++)
        if (g % k == 0) {
            uint64_t inverse = field_inverse((uint64_t)k);
            d->factor[d->n] = k;
            d->few_hash[d->n] = field_mul(few, inverse);
            d->hash[d->n++] = field_mul(hash, inverse);
        }
}

/* What a product may be at the few points, by the low bits of its hash there: some sum less v / factor. */
typedef struct sieve {
    uint64_t bits[1 << 10];
} sieve;

enum { SIEVE_BITS = 64 << 10 };

static void sieve_fill(const sx_product_search *search, const divisors *d, sieve *s)
{
    *s = (sieve) { { 0 } };
    for (size_t i = 0; i < search->sums.n; i++)
        for (size_t k = 0; k < d->n; k++) {
            uint64_t h =
                field_add(search->sums.item[i]->few_hash, PRIME - d->few_hash[k]);
            s->bits[h % SIEVE_BITS / 64] |= UINT64_C(1) << (h % 64);
        }
}

static bool sieve_passes(const sieve *s, uint64_t h)
{
    return s->bits[h % SIEVE_BITS / 64] >> (h % 64) & 1;
}

static size_t find_minuend(const sx_product_search *search, const int64_t *v,
                           const divisors *d, const sx_product *p, uint64_t subtrahend,
                           size_t found, size_t capacity, sx_product *ret_product)
{
    for (size_t k = 0; k < d->n && found < capacity; k++) {
        uint64_t want = field_add(d->hash[k], subtrahend);
        const vector *sum;
        HASH_FIND(by_value, search->sums.by_value, &want, sizeof want, sum);
        if (!sum)
            continue;
        sx_product hit = *p;
        hit.has_sum = true;
        hit.sum = sum->index;
        hit.factor = d->factor[k];
        if (verify(search, v, &hit))
            ret_product[found++] = hit;
    }
    return found;
}

size_t sx_product_find_sum(const sx_product_search *search, const int64_t *v,
                           size_t capacity, sx_product *ret_product)
{
    bool all_zero = true;
    for (size_t i = 0; i < search->m; i++) {
        if (v[i] < 0)
            return 0;
        all_zero = all_zero && v[i] == 0;
    }
    if (all_zero)
        return 0;
    divisors d;
    find_divisors(search, v, &d);
    sx_product p = { .factors = 0 };
    size_t found = find_minuend(search, v, &d, &p, 0, 0, capacity, ret_product);
    for (size_t a = 0; !found && a < search->blocks.n; a++) {
        p = (sx_product) { .factors = 1, .block = { (uint32_t)a } };
        found = find_minuend(search, v, &d, &p, pair_hash(search, a, SIZE_MAX), found,
                             capacity, ret_product);
    }
    if (found)
        return found;
    sieve passing;
    sieve_fill(search, &d, &passing);
    for (size_t a = 0; a < search->blocks.n; a++)
        for (size_t b = a; b < search->blocks.n && found < capacity; b++) {
            uint64_t few =
                pair_few_hash(search, search->blocks.item[a], search->blocks.item[b]);
            if (!sieve_passes(&passing, few))
                continue;
            p = (sx_product) { .factors = 2, .block = { (uint32_t)a, (uint32_t)b } };
            found = find_minuend(search, v, &d, &p, pair_hash(search, a, b), found,
                                 capacity, ret_product);
        }
    return found;
}
