#include "fit/product.h"

#include "tap.h"

#include <stdint.h>

enum { M = 24 };

static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

static void fill(int64_t *v, int64_t n, int64_t shift, int64_t times)
{
    for (int64_t i = 0; i < M; i++) {
        int64_t q = 3 + i / 8;
        v[i] = times * block(n, q, (i + shift) % q);
    }
}

static void multiply(const int64_t *a, const int64_t *b, int64_t *ret)
{
    for (int i = 0; i < M; i++)
        ret[i] = a[i] * b[i];
}

static void test_products(void)
{
    sx_product_search *s = sx_product_create(M);
    int64_t a[M], b[M], c[M], v[M], other[M];
    uint32_t ia, ib, ic, again;
    fill(a, 53, 0, 1);
    fill(b, 53, 1, 1);
    fill(c, 47, 0, 1);
    ok(sx_product_add_block(s, a, &ia) == SX_OK &&
           sx_product_add_block(s, b, &ib) == SX_OK &&
           sx_product_add_block(s, c, &ic) == SX_OK,
       "blocks are taken");
    ok(sx_product_add_block(s, a, &again) == SX_OK && again == ia,
       "the same block is one block");
    sx_product hit[4];
    fill(v, 47, 0, 35);
    is_int(sx_product_find(s, v, 3, 4, hit), 1, "35 c is found");
    ok(hit[0].factor == 35 && hit[0].factors == 1 && hit[0].block[0] == ic,
       "as 35 times c");
    multiply(a, c, v);
    is_int(sx_product_find(s, v, 1, 4, hit), 0, "a c is no single block");
    ok(sx_product_find(s, v, 2, 4, hit) >= 1 && hit[0].factors == 2 &&
           hit[0].block[0] == ia && hit[0].block[1] == ic,
       "a c is found as a pair");
    multiply(v, b, other);
    ok(sx_product_find(s, other, 3, 4, hit) >= 1 && hit[0].factors == 3 &&
           hit[0].factor == 1,
       "a b c is found as three");
    other[M - 1]++;
    is_int(sx_product_find(s, other, 3, 4, hit), 0,
           "one wrong value is enough to refuse");
    other[0] = 0;
    is_int(sx_product_find(s, other, 3, 4, hit), 0, "a product of extents is not 0");
    sx_product_destroy(s);
}

static void test_sums(void)
{
    sx_product_search *s = sx_product_create(M);
    int64_t a[M], b[M], sum[M], v[M];
    uint32_t ia, ib, isum;
    fill(a, 53, 0, 1);
    fill(b, 53, 2, 1);
    for (int i = 0; i < M; i++)
        sum[i] = 900 + 7 * i;
    ok(!sx_product_add_block(s, a, &ia) && !sx_product_add_block(s, b, &ib) &&
           !sx_product_add_sum(s, sum, &isum),
       "blocks and sums are taken");
    sx_product hit[4];
    for (int i = 0; i < M; i++)
        v[i] = 5 * (sum[i] - a[i] * b[i]);
    ok(sx_product_find_sum(s, v, 4, hit) >= 1 && hit[0].factor == 5 &&
           hit[0].factors == 2 && hit[0].has_sum && hit[0].sum == isum,
       "5 (sum - a b) is found");
    for (int i = 0; i < M; i++)
        v[i] = 2 * sum[i];
    ok(sx_product_find_sum(s, v, 4, hit) >= 1 && hit[0].factors == 0 &&
           hit[0].factor == 2,
       "2 sum is found without a block");
    v[3]++;
    is_int(sx_product_find_sum(s, v, 4, hit), 0, "one wrong value is enough to refuse");
    sx_product_destroy(s);
}

static void test_ranges(void)
{
    sx_product_search *s = sx_product_create(2);
    uint32_t index;
    ok(sx_product_add_block(s, (int64_t[]) { -1, 2 }, &index) == SX_INVALID,
       "no negative extents");
    ok(sx_product_add_block(s, (int64_t[]) { 1, INT64_C(1) << 40 }, &index) == SX_INVALID,
       "no extents beyond 31 bits");
    ok(sx_product_add_block(s, (int64_t[]) { 0, 2 }, &index) == SX_OK,
       "an empty block is a block");
    sx_product hit[2];
    is_int(sx_product_find(s, (int64_t[]) { 3, 2 }, 3, 2, hit), 0, "but in no product");
    sx_product_destroy(s);
}

int main(void)
{
    test_products();
    test_sums();
    test_ranges();
    return tap_done();
}
