#include "io/pack.h"

#include "base/checked.h"
#include "io/pack_model.h"

#include <stdlib.h>
#include <string.h>

/* A number, or the step from the one before, is coded as an index of `bits` bits, the highest first: in a
 * table of those that there are, or as the distance from the smallest. */
enum { TABLE = 256, TABLE_BITS = 8, MOST_BITS = 40, LENGTH_BITS = 7, HISTORY = 1 << 12 };
/* Far repeats: of as many indices as have WINDOW_BITS together, in sequences of at least FAR_FROM. */
enum { WINDOW_BITS = 32, FAR_FROM = 256, FAR_MOST = 1 << 20 };
#define FAR_BASE UINT64_C(0x9e3779b97f4a7c15)

typedef struct pack {
    sx_model *model;
    bool steps; /* of number to number, instead of the numbers */
    int64_t first; /* then */
    bool table; /* else distances */
    unsigned bits;
    uint64_t base; /* the smallest, as a pattern of bits */
    uint32_t nentries;
    int64_t entry[TABLE]; /* ascending */
    /* A prediction: what stands at `from`, since `length` indices before it are those before now (0: no
     * prediction). newest[] says behind which place an index was last. */
    uint32_t newest[HISTORY];
    uint64_t from, length;
    /* The same for the last `window` indices, of which `hash` is a polynomial; `oldest_power` is that of the one
     * that falls out. Many numbers of a few kinds stand everywhere, but as many in a row do not. */
    uint32_t *far;
    uint64_t far_mask, window, hash, oldest_power;
} pack;

/* In base 85, with characters that neither end a value nor a string in the text format. */
static const char digit[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    "!#$%&'(+-./:<=>?[^_`{}~";

static int digit_value(char c)
{
    const char *at = c ? strchr(digit, c) : NULL;
    return at ? (int)(at - digit) : -1;
}

size_t sx_pack_span(const char *at, const char *end)
{
    const char *start = at;
    while (at < end && digit_value(*at) >= 0)
        at++;
    return (size_t)(at - start);
}

/* k bytes of a group of 4 are k + 1 digits. */
static void put_digits(sx_buffer *out, const unsigned char *byte, size_t n)
{
    for (size_t at = 0; at < n; at += 4) {
        uint32_t word = 0;
        size_t k = n - at < 4 ? n - at : 4;
        char group[5];
        for (size_t i = 0; i < 4; i++)
            word = word << 8 | (i < k ? byte[at + i] : 0);
        /* What is cut off at the end is rounded up, so that the first k bytes come back. */
        uint32_t unit = 1;
        for (size_t i = k; i < 4; i++)
            unit *= 85;
        word = (uint32_t)(((uint64_t)word + unit - 1) / unit);
        for (size_t i = k + 1; i-- > 0; word /= 85)
            group[i] = digit[word % 85];
        sx_buffer_append(out, group, k + 1);
    }
}

/* False when the digits are none of bytes. */
static bool take_digits(const char *text, size_t size, unsigned char *byte, size_t *ret_n)
{
    size_t n = 0;
    for (size_t at = 0; at < size; at += 5) {
        uint64_t word = 0;
        size_t k = size - at < 5 ? size - at : 5;
        for (size_t i = 0; i < 5; i++) {
            int value = i < k ? digit_value(text[at + i]) : 0;
            if (value < 0)
                return false;
            word = word * 85 + (uint64_t)value;
        }
        if (k == 1 || word > UINT32_MAX)
            return false;
        for (size_t i = 0; i < k - 1; i++)
            byte[n++] = (unsigned char)(word >> (24 - 8 * i));
    }
    *ret_n = n;
    return true;
}

/* Both directions: takes the number when encoding, returns it in any case. */
static uint64_t code_number(pack *p, uint64_t number, unsigned bits)
{
    uint64_t result = 0;
    for (unsigned i = bits; i-- > 0;)
        result = result << 1 | sx_model_plain_bit(p->model, number >> i & 1);
    return result;
}

static uint64_t code_any_number(pack *p, uint64_t number)
{
    unsigned bits = number ? 64 - (unsigned)__builtin_clzll(number) : 0;
    bits = (unsigned)code_number(p, bits, LENGTH_BITS);
    return code_number(p, number, bits > 64 ? 64 : bits);
}

/* Near 0 for numbers near 0. */
static uint64_t folded(int64_t value)
{
    return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

static int64_t unfolded(uint64_t value)
{
    return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}

/* What is the same for all numbers. False where that is not a thing that sx_pack makes. */
static bool code_head(pack *p)
{
    p->steps = code_number(p, p->steps, 1);
    if (p->steps)
        p->first = unfolded(code_any_number(p, folded(p->first)));
    p->table = code_number(p, p->table, 1);
    if (!p->table) {
        p->bits = (unsigned)code_number(p, p->bits, 6);
        p->base = (uint64_t)unfolded(code_any_number(p, folded((int64_t)p->base)));
        return p->bits > 0 && p->bits <= MOST_BITS;
    }
    p->nentries = (uint32_t)code_number(p, p->nentries - 1, TABLE_BITS) + 1;
    if (p->nentries < 2)
        return false;
    p->bits = 32 - (unsigned)__builtin_clz(p->nentries - 1);
    p->entry[0] = unfolded(code_any_number(p, folded(p->entry[0])));
    for (uint32_t i = 1; i < p->nentries; i++) {
        uint64_t step = (uint64_t)p->entry[i] - (uint64_t)p->entry[i - 1];
        step = code_any_number(p, step);
        p->entry[i] = (int64_t)((uint64_t)p->entry[i - 1] + step);
        if (p->entry[i] <= p->entry[i - 1])
            return false;
    }
    return true;
}

static uint64_t index_at(const uint64_t *index, uint64_t k, unsigned back)
{
    return k >= back ? index[k - back] : UINT64_MAX;
}

/* Room for windows, for the n numbers of a head that is known. False when out of memory. */
static bool open_far(pack *p, uint64_t n)
{
    uint64_t size = FAR_FROM;
    if (n < FAR_FROM)
        return true;
    while (size < n && size < FAR_MOST)
        size *= 2;
    p->window = (WINDOW_BITS + p->bits - 1) / p->bits;
    p->window = p->window < 4 ? 4 : p->window;
    p->oldest_power = 1;
    for (uint64_t i = 0; i < p->window; i++)
        p->oldest_power *= FAR_BASE;
    p->far_mask = size - 1;
    p->far = calloc(size, sizeof *p->far);
    return p->far;
}

/* Looks for what came when the newest window was there before, where less than that speaks for the prediction. */
static void predict_far(pack *p, const uint64_t *index, uint64_t k)
{
    uint64_t same = 0;
    p->hash = p->hash * FAR_BASE + index[k - 1] + 1;
    if (k > p->window)
        p->hash -= p->oldest_power * (index[k - 1 - p->window] + 1);
    if (k < p->window)
        return;
    uint32_t *newest = &p->far[sx_hash_mix(p->hash) & p->far_mask];
    uint64_t from = *newest;
    *newest = (uint32_t)k;
    if (p->length >= p->window || from == 0)
        return;
    while (same < p->window && index[from - 1 - same] == index[k - 1 - same])
        same++;
    if (same == p->window) {
        p->from = from;
        p->length = same;
    }
}

/* Looks for what came when the newest number was there before. */
static void predict(pack *p, const uint64_t *index, uint64_t k)
{
    if (k == 0)
        return;
    uint32_t *newest = &p->newest[sx_hash_mix(index[k - 1]) % HISTORY];
    if (p->length && index[p->from] == index[k - 1]) {
        p->from++;
        p->length++;
    } else {
        p->from = *newest;
        p->length = 0;
        while (p->length < 32 && p->length < p->from &&
               index[p->from - 1 - p->length] == index[k - 1 - p->length])
            p->length++;
    }
    *newest = (uint32_t)k;
    if (p->far)
        predict_far(p, index, k);
}

/* How far above the lowest coded bit of the prefix its highest 1 is, and the four bits below that 1: what
 * tells numbers of one size apart. */
static uint64_t leading(uint64_t prefix, unsigned coded)
{
    uint64_t value = prefix ^ UINT64_C(1) << coded;
    if (!value)
        return coded;
    unsigned high = 63 - (unsigned)__builtin_clzll(value);
    return UINT64_C(1) << 20 | (coded - high) << 8 |
           (high > 4 ? value >> (high - 4) : value);
}

/* What is known when bit i of a number is coded, the bits above being `prefix` behind a 1. */
static void find_contexts(const pack *p, uint64_t prefix, unsigned i, uint64_t one,
                          uint64_t two, uint64_t expected,
                          uint64_t context[SX_MODEL_CONTEXTS])
{
    uint64_t place = sx_hash_add(i, prefix);
    context[0] = sx_hash_add(i, prefix & ((UINT64_C(1) << (7 - i % 8)) - 1));
    context[1] = sx_hash_add(i, leading(prefix, p->bits - 1 - i));
    context[2] = place;
    context[3] = sx_hash_add(place, one);
    context[4] = sx_hash_add(context[3], two);
    context[5] = expected;
}

/* The weights for a prediction that so many numbers before it speak for. */
static unsigned set_of(uint64_t length)
{
    return length == 0 ? 0 : length < 4 ? 1 : length < 16 ? 2 : 3;
}

static uint64_t code_index(pack *p, const uint64_t *index, uint64_t k, uint64_t wanted)
{
    uint64_t one = index_at(index, k, 1), two = index_at(index, k, 2), prefix = 1;
    predict(p, index, k);
    uint64_t guess = p->length ? index[p->from] | UINT64_C(1) << p->bits : 0;
    for (unsigned i = p->bits; i-- > 0;) {
        uint64_t context[SX_MODEL_CONTEXTS], expected = 0;
        bool agrees = p->length && guess >> (i + 1) == prefix;
        if (agrees)
            expected = 2 * (p->length < 16 ? p->length : 16) + (guess >> i & 1);
        find_contexts(p, prefix, i, one, two, expected, context);
        unsigned set = agrees ? set_of(p->length) : 0;
        unsigned bit = sx_model_bit(p->model, context, set, wanted >> i & 1);
        prefix = prefix << 1 | bit;
    }
    return prefix ^ UINT64_C(1) << p->bits;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Fills what code_head codes. False when the numbers are no case for packing. */
static bool choose(pack *p, const int64_t *value, uint64_t n)
{
    int64_t *sorted = malloc(n * sizeof *sorted);
    if (!sorted)
        return false;
    memcpy(sorted, value, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    uint64_t range = (uint64_t)sorted[n - 1] - (uint64_t)sorted[0], distinct = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (i > 0 && sorted[i] == sorted[i - 1])
            continue;
        if (distinct < TABLE)
            p->entry[distinct] = sorted[i];
        distinct++;
    }
    p->table = distinct <= TABLE && distinct <= n / 4;
    p->nentries = p->table ? (uint32_t)distinct : 0;
    p->base = (uint64_t)sorted[0];
    p->bits = range ? 64 - (unsigned)__builtin_clzll(range) : 0;
    free(sorted);
    return distinct > 1 && (p->table || p->bits <= MOST_BITS);
}

static uint64_t index_of(const pack *p, int64_t value)
{
    if (!p->table)
        return (uint64_t)value - p->base;
    const int64_t *at = bsearch(&value, p->entry, p->nentries, sizeof value, by_value);
    return (uint64_t)(at - p->entry);
}

/* The decisions of the model follow the size of the payload. */
static bool fits(const pack *p, uint64_t n, size_t size)
{
    return n <= SX_PACK_MOST(size) && n * p->bits <= 8 * SX_PACK_MOST(size);
}

static bool encode(pack *p, sx_buffer *out, const int64_t *value, uint64_t n)
{
    size_t size = 0, before = out->size;
    uint64_t *index = calloc(n, sizeof *index);
    bool done = index && code_head(p) && open_far(p, n);
    for (uint64_t k = 0; done && k < n; k++) {
        uint64_t wanted = index_of(p, value[k]);
        index[k] = wanted;
        code_index(p, index, k, wanted);
    }
    free(index);
    const unsigned char *byte = done ? sx_model_end(p->model, &size) : NULL;
    if (!byte || !fits(p, n, (size * 5 + 3) / 4))
        return false;
    put_digits(out, byte, size);
    return sx_buffer_status(out) == SX_OK && out->size > before;
}

/* Appends the payload of numbers, or of steps from a first number. */
static bool pack_as(sx_buffer *out, const int64_t *first, const int64_t *value,
                    uint64_t n)
{
    pack *p = calloc(1, sizeof *p);
    bool done = p && choose(p, value, n);
    if (done) {
        p->steps = first != NULL;
        p->first = first ? *first : 0;
        p->model = sx_model_create(n * TABLE_BITS, NULL, 0);
        done = p->model && encode(p, out, value, n);
        sx_model_destroy(p->model);
        free(p->far);
    }
    free(p);
    return done;
}

/* From each number to the next; the first step is there twice. NULL where one does not fit, or no memory is. */
static int64_t *steps_of(const int64_t *value, uint64_t n)
{
    int64_t *step = calloc(n, sizeof *step);
    for (uint64_t k = 1; step && k < n; k++) {
        if (!sx_sub_overflows(value[k], value[k - 1], &step[k]))
            continue;
        free(step);
        return NULL;
    }
    if (step)
        step[0] = step[1];
    return step;
}

bool sx_pack(sx_buffer *out, const int64_t *value, uint64_t n)
{
    sx_buffer way[2] = { SX_BUFFER_INIT, SX_BUFFER_INIT };
    if (n < 2 || n >= UINT32_MAX)
        return false;
    bool done = pack_as(&way[0], NULL, value, n);
    int64_t *step = steps_of(value, n);
    bool by_steps = step && pack_as(&way[1], value, step, n);
    free(step);
    int best = by_steps && (!done || way[1].size < way[0].size);
    if (done || by_steps)
        sx_buffer_append(out, way[best].data, way[best].size);
    sx_buffer_finish(&way[0]);
    sx_buffer_finish(&way[1]);
    return (done || by_steps) && sx_buffer_status(out) == SX_OK;
}

/* The first n of `length` numbers. */
static bool decode(pack *p, uint64_t length, size_t size, uint64_t n, int64_t *ret_value)
{
    uint64_t *index = (uint64_t *)ret_value;
    if (!code_head(p) || !fits(p, length, size) || !open_far(p, length))
        return false;
    for (uint64_t k = 0; k < n; k++) {
        index[k] = code_index(p, index, k, 0);
        if (p->table && index[k] >= p->nentries)
            return false;
    }
    for (uint64_t k = 0; k < n; k++)
        ret_value[k] = p->table ? p->entry[index[k]] : (int64_t)(p->base + index[k]);
    if (p->steps && n)
        ret_value[0] = p->first;
    for (uint64_t k = 1; p->steps && k < n; k++)
        ret_value[k] = (int64_t)((uint64_t)ret_value[k] + (uint64_t)ret_value[k - 1]);
    return true;
}

/* *ret_steps says which way the payload is of. Errors: SX_NOMEM, SX_PARSE, without a text. */
static sx_status unpack(const char *payload, size_t size, uint64_t length, uint64_t n,
                        int64_t *ret_value, bool *ret_steps)
{
    size_t nbytes = 0;
    pack *p = calloc(1, sizeof *p);
    unsigned char *byte = malloc(size + 1);
    sx_status status = p && byte ? SX_PARSE : SX_NOMEM;
    if (status == SX_PARSE && length > 1 && length < UINT32_MAX &&
        take_digits(payload, size, byte, &nbytes)) {
        p->model = sx_model_create(length * TABLE_BITS, byte, nbytes);
        if (!p->model)
            status = SX_NOMEM;
        else if (decode(p, length, size, n, ret_value))
            status = SX_OK;
        *ret_steps = p->steps;
        sx_model_destroy(p->model);
        free(p->far);
    }
    free(byte);
    free(p);
    return status;
}

/* Many payloads may stand for the same numbers; of each way only one is written. */
static bool is_made_of(const char *payload, size_t size, bool steps, const int64_t *value,
                       uint64_t n)
{
    sx_buffer again = SX_BUFFER_INIT;
    int64_t *step = steps ? steps_of(value, n) : NULL;
    bool same = (step ? pack_as(&again, value, step, n)
                      : !steps && pack_as(&again, NULL, value, n)) &&
                again.size == size && memcmp(again.data, payload, size) == 0;
    free(step);
    sx_buffer_finish(&again);
    return same;
}

bool sx_unpack_some(const char *payload, size_t size, uint64_t length, uint64_t n,
                    int64_t *ret_value)
{
    bool steps;
    return !unpack(payload, size, length, n, ret_value, &steps);
}

sx_status sx_unpack(const char *payload, size_t size, uint64_t n, int64_t *ret_value,
                    sx_error *err)
{
    bool steps = false;
    sx_status status = unpack(payload, size, n, n, ret_value, &steps);
    if (status == SX_NOMEM)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (status || !is_made_of(payload, size, steps, ret_value, n))
        return sx_fail(err, SX_PARSE,
                       "a packed sequence that no writer of this version makes: it is "
                       "damaged, or older than the version");
    return SX_OK;
}
