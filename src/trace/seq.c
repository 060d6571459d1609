#include "trace/seq.h"

#include "base/checked.h"
#include "trace/seq_fold.h"

#include <assert.h>
#include <string.h>

/* The hash of values v[0 .. n) is the polynomial sum of v[k] B^(n-1-k) modulo the prime 2^61 - 1.
 * It follows from the runs alone, because it is linear in the values. */
#define MODULUS ((UINT64_C(1) << 61) - 1)
#define BASE UINT64_C(0x1f3a5b79d6e2c481)

static uint64_t add_mod(uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum >= MODULUS ? sum - MODULUS : sum;
}

static uint64_t mul_mod(uint64_t a, uint64_t b)
{
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return add_mod((uint64_t)(product & MODULUS), (uint64_t)(product >> 61));
}

static uint64_t value_mod(int64_t value)
{
    int64_t rest = value % (int64_t)MODULUS;
    return rest < 0 ? (uint64_t)(rest + (int64_t)MODULUS) : (uint64_t)rest;
}

/* For n repetitions with the base b: power = b^n, ones = sum of b^(n-1-k), ramp = sum of
 * k b^(n-1-k), over k < n. */
typedef struct geometric {
    uint64_t power, ones, ramp;
} geometric;

/* By doubling, from the highest bit of n. O(log n). */
static geometric geometric_sums(uint64_t b, uint64_t n)
{
    geometric g = { 1, 0, 0 };
    uint64_t done = 0;
    for (int bit = n ? 63 - __builtin_clzll(n) : -1; bit >= 0; bit--) {
        uint64_t upper = mul_mod(done % MODULUS, g.ones);
        g.ramp = add_mod(mul_mod(g.ramp, g.power), add_mod(g.ramp, upper));
        g.ones = add_mod(mul_mod(g.ones, g.power), g.ones);
        g.power = mul_mod(g.power, g.power);
        done *= 2;
        if (n >> bit & 1) {
            g.ramp = add_mod(mul_mod(g.ramp, b), done % MODULUS);
            g.ones = add_mod(mul_mod(g.ones, b), 1);
            g.power = mul_mod(g.power, b);
            done++;
        }
    }
    return g;
}

static uint64_t run_length(const sx_run *run)
{
    return run->sub ? run->count * run->sub->length : run->count;
}

uint64_t sx_seq_hash_more(uint64_t hash, const sx_run *run)
{
    if (run->count == 1 && !run->sub)
        return add_mod(mul_mod(hash, BASE), value_mod(run->first));
    if (run->sub) {
        uint64_t base = geometric_sums(BASE, run->sub->length).power;
        geometric g = geometric_sums(base, run->count);
        return add_mod(mul_mod(hash, g.power), mul_mod(run->sub->hash, g.ones));
    }
    geometric g = geometric_sums(BASE, run->count);
    uint64_t values = add_mod(mul_mod(value_mod(run->first), g.ones),
                              mul_mod(value_mod(run->stride), g.ramp));
    return add_mod(mul_mod(hash, g.power), values);
}

const sx_seq *sx_seq_constant(sx_arena *arena, int64_t value)
{
    struct {
        sx_seq seq;
        sx_run run;
    } *both = sx_arena_alloc(arena, 1, sizeof *both);
    if (!both)
        return NULL;
    both->run = (sx_run) { value, 0, 1, NULL };
    both->seq = (sx_seq) { 1, sx_seq_hash_more(0, &both->run), 1, 1, { &both->run } };
    return &both->seq;
}

const sx_seq *sx_seq_of_runs(sx_arena *arena, const sx_run *run, uint32_t n)
{
    sx_seq *seq = SX_NEW(arena, sx_seq);
    if (!seq)
        return NULL;
    *seq = (sx_seq) { .n = n, .depth = 1, .run = run };
    for (uint32_t i = 0; i < n; i++) {
        seq->length += run_length(&run[i]);
        seq->hash = sx_seq_hash_more(seq->hash, &run[i]);
        if (run[i].sub && run[i].sub->depth >= seq->depth)
            seq->depth = run[i].sub->depth + 1;
    }
    return seq;
}

/* The last value fits, and the run's length. */
static sx_status check_run(const sx_run *run, uint64_t *ret_length, sx_error *err)
{
    if (run->count == 0)
        return sx_fail(err, SX_INVALID, "a run without values");
    if (run->sub) {
        if (run->sub->depth >= SX_SEQ_DEPTH)
            return sx_fail(err, SX_LIMIT, "a sequence nests deeper than %d",
                           SX_SEQ_DEPTH);
        if (sx_mul_overflows(run->count, run->sub->length, ret_length))
            return sx_fail(err, SX_LIMIT, "the length of a sequence does not fit");
        return SX_OK;
    }
    *ret_length = run->count;
    int64_t reach, last;
    if (run->stride == 0)
        return SX_OK;
    if (sx_is_special(run->first))
        return sx_fail(err, SX_INVALID, "any, null and root cannot begin a stride");
    if (run->count - 1 > INT64_MAX ||
        sx_mul_overflows((int64_t)(run->count - 1), run->stride, &reach) ||
        sx_add_overflows(run->first, reach, &last) || sx_is_special(last))
        return sx_fail(err, SX_LIMIT, "the last value of a run does not fit");
    return SX_OK;
}

sx_status sx_seq_keep_runs(sx_arena *arena, const sx_run *run, uint32_t n,
                           const sx_seq **ret_seq, sx_error *err)
{
    uint64_t total = 0, length = 0;
    if (n == 0)
        return sx_fail(err, SX_INVALID, "a sequence without values");
    for (uint32_t i = 0; i < n; i++) {
        sx_status status = check_run(&run[i], &length, err);
        if (status != SX_OK)
            return status;
        if (sx_add_overflows(total, length, &total))
            return sx_fail(err, SX_LIMIT, "the length of a sequence does not fit");
    }
    const sx_seq *seq = sx_seq_of_runs(arena, run, n);
    if (!seq)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_seq = seq;
    return SX_OK;
}

sx_status sx_seq_from_runs(sx_arena *arena, const sx_run *run, uint32_t n,
                           const sx_seq **ret_seq, sx_error *err)
{
    const sx_run *copy = n ? sx_arena_copy(arena, run, n, sizeof *run) : run;
    return copy || !n ? sx_seq_keep_runs(arena, copy, n, ret_seq, err)
                      : sx_fail(err, SX_NOMEM, "out of memory");
}

int64_t sx_seq_at(const sx_seq *seq, uint64_t k)
{
    assert(!sx_seq_is_packed(seq));
    k %= seq->length;
    for (const sx_run *run = seq->run;; run++) {
        uint64_t length = run_length(run);
        if (k >= length)
            k -= length;
        else if (run->sub)
            return sx_seq_at(run->sub, k);
        else
            return run->first + (int64_t)k * run->stride;
    }
}

int64_t sx_seq_at_cursor(const sx_seq *seq, sx_seq_cursor *cursor, uint64_t k)
{
    assert(!sx_seq_is_packed(seq));
    for (int l = 0; l < SX_SEQ_CURSOR_LEVELS; l++) {
        uint32_t was = cursor->level[l].run, i = was;
        uint64_t before = cursor->level[l].before;
        k %= seq->length;
        if (k < before)
            before = i = 0;
        for (; k - before >= run_length(&seq->run[i]); i++)
            before += run_length(&seq->run[i]);
        cursor->level[l].run = i;
        cursor->level[l].before = before;
        const sx_run *run = &seq->run[i];
        k -= before;
        if (!run->sub)
            return run->first + (int64_t)k * run->stride;
        if (i != was) /* what is below is of another sub-sequence */
            memset(&cursor->level[l + 1], 0,
                   (size_t)(SX_SEQ_CURSOR_LEVELS - 1 - l) * sizeof cursor->level[0]);
        seq = run->sub;
    }
    return sx_seq_at(seq, k);
}

/* Writes values [skip, skip + n) of the runs, which hold that many. */
static void expand_runs(const sx_seq *seq, uint64_t skip, uint64_t n, int64_t *out)
{
    for (const sx_run *run = seq->run; n > 0; run++) {
        uint64_t length = run_length(run);
        if (skip >= length) {
            skip -= length;
            continue;
        }
        uint64_t take = length - skip < n ? length - skip : n;
        if (run->sub)
            sx_seq_expand(run->sub, skip, take, out);
        else
            for (uint64_t i = 0; i < take; i++)
                out[i] = run->first + (int64_t)(skip + i) * run->stride;
        out += take;
        n -= take;
        skip = 0;
    }
}

void sx_seq_expand(const sx_seq *seq, uint64_t from, uint64_t n, int64_t *ret_value)
{
    assert(!sx_seq_is_packed(seq));
    from %= seq->length;
    while (n > 0) {
        uint64_t take = seq->length - from < n ? seq->length - from : n;
        expand_runs(seq, from, take, ret_value);
        ret_value += take;
        n -= take;
        from = 0;
    }
}

static bool same_runs(const sx_seq *a, const sx_seq *b)
{
    if (a == b)
        return true;
    if (a->n != b->n || a->hash != b->hash || a->length != b->length)
        return false;
    for (uint32_t i = 0; i < a->n; i++) {
        const sx_run *x = &a->run[i], *y = &b->run[i];
        if (x->count != y->count || !x->sub != !y->sub ||
            (x->sub ? !same_runs(x->sub, y->sub)
                    : x->first != y->first || x->stride != y->stride))
            return false;
    }
    return true;
}

static bool same_packed(const sx_seq *a, const sx_seq *b)
{
    if (sx_seq_is_packed(a) && sx_seq_is_packed(b))
        return a->packed->size == b->packed->size &&
               memcmp(a->packed->payload, b->packed->payload, a->packed->size) == 0;
    sx_arena *arena = sx_arena_create();
    const sx_seq *x = arena ? sx_seq_plain(arena, a) : NULL;
    const sx_seq *y = x ? sx_seq_plain(arena, b) : NULL;
    bool same = y && sx_seq_equal(x, y);
    sx_arena_destroy(arena);
    return same;
}

bool sx_seq_equal(const sx_seq *a, const sx_seq *b)
{
    if (a == b)
        return true;
    if (a->length != b->length || a->hash != b->hash)
        return false;
    if (sx_seq_is_packed(a) || sx_seq_is_packed(b))
        return same_packed(a, b);
    if (same_runs(a, b))
        return true;
    enum { CHUNK = 256 };
    int64_t x[CHUNK], y[CHUNK];
    for (uint64_t k = 0; k < a->length; k += CHUNK) {
        uint64_t n = a->length - k < CHUNK ? a->length - k : CHUNK;
        sx_seq_expand(a, k, n, x);
        sx_seq_expand(b, k, n, y);
        for (uint64_t i = 0; i < n; i++)
            if (x[i] != y[i])
                return false;
    }
    return true;
}

static bool all_are(const sx_seq *seq, int64_t value)
{
    for (uint32_t i = 0; i < seq->n; i++) {
        const sx_run *run = &seq->run[i];
        if (run->sub ? !all_are(run->sub, value)
                     : run->first != value || (run->stride != 0 && run->count > 1))
            return false;
    }
    return true;
}

bool sx_seq_is_constant(const sx_seq *seq)
{
    return !sx_seq_is_packed(seq) && all_are(seq, sx_seq_at(seq, 0));
}

uint64_t sx_seq_weight(const sx_seq *seq)
{
    uint64_t weight = sx_seq_is_packed(seq) ? seq->packed->weight : seq->n;
    for (uint32_t i = 0; i < seq->n; i++)
        if (seq->run[i].sub)
            weight += sx_seq_weight(seq->run[i].sub);
    return weight;
}
