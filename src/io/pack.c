#include "io/pack.h"

#include "base/checked.h"
#include "io/pack_model.h"

#include <stdlib.h>
#include <string.h>

/* A number, or the step from the one before, is coded as an index of `bits` bits, the highest first: in a
 * table of those that there are, or as the distance from the smallest. */
enum { TABLE = 256, TABLE_BITS = 8, MOST_BITS = 40, LENGTH_BITS = 7, HISTORY = 1 << 12 };
/* Far repeats: of as many indices as have WINDOW_BITS together, in sequences of at least FAR_FROM. */
enum { CHUNK = 1 << 14 }; /* numbers that are read at a time */
enum { WINDOW_BITS = 32, FAR_FROM = 256, FAR_MOST = 1 << 20 };
#define FAR_BASE UINT64_C(0x9e3779b97f4a7c15)

typedef struct pack {
    sx_model *model;
    bool steps; /* of number to number, instead of the numbers */
    int64_t first; /* then */
    void *past; /* the indices so far, of `width` bytes each */
    unsigned width;
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

/* Room for the indices of n numbers, of which the bits are known. False when out of memory. */
static bool open_past(pack *p, uint64_t n)
{
    p->width = p->bits <= 8 ? 1 : p->bits <= 16 ? 2 : p->bits <= 32 ? 4 : 8;
    p->past = calloc(n ? n : 1, p->width);
    return p->past;
}

static uint64_t past(const pack *p, uint64_t i)
{
    switch (p->width) {
    case 1:
        return ((const uint8_t *)p->past)[i];
    case 2:
        return ((const uint16_t *)p->past)[i];
    case 4:
        return ((const uint32_t *)p->past)[i];
    default:
        return ((const uint64_t *)p->past)[i];
    }
}

static void set_past(pack *p, uint64_t i, uint64_t index)
{
    switch (p->width) {
    case 1:
        ((uint8_t *)p->past)[i] = (uint8_t)index;
        break;
    case 2:
        ((uint16_t *)p->past)[i] = (uint16_t)index;
        break;
    case 4:
        ((uint32_t *)p->past)[i] = (uint32_t)index;
        break;
    default:
        ((uint64_t *)p->past)[i] = index;
    }
}

static uint64_t index_at(const pack *p, uint64_t k, unsigned back)
{
    return k >= back ? past(p, k - back) : UINT64_MAX;
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
static void predict_far(pack *p, uint64_t k)
{
    uint64_t same = 0;
    p->hash = p->hash * FAR_BASE + past(p, k - 1) + 1;
    if (k > p->window)
        p->hash -= p->oldest_power * (past(p, k - 1 - p->window) + 1);
    if (k < p->window)
        return;
    uint32_t *newest = &p->far[sx_hash_mix(p->hash) & p->far_mask];
    uint64_t from = *newest;
    *newest = (uint32_t)k;
    if (p->length >= p->window || from == 0)
        return;
    while (same < p->window && past(p, from - 1 - same) == past(p, k - 1 - same))
        same++;
    if (same == p->window) {
        p->from = from;
        p->length = same;
    }
}

/* Looks for what came when the newest number was there before. */
static void predict(pack *p, uint64_t k)
{
    if (k == 0)
        return;
    uint32_t *newest = &p->newest[sx_hash_mix(past(p, k - 1)) % HISTORY];
    if (p->length && past(p, p->from) == past(p, k - 1)) {
        p->from++;
        p->length++;
    } else {
        p->from = *newest;
        p->length = 0;
        while (p->length < 32 && p->length < p->from &&
               past(p, p->from - 1 - p->length) == past(p, k - 1 - p->length))
            p->length++;
    }
    *newest = (uint32_t)k;
    if (p->far)
        predict_far(p, k);
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

/* Takes the index of number k when encoding, returns it in any case. */
static uint64_t code_index(pack *p, uint64_t k, uint64_t wanted)
{
    uint64_t one = index_at(p, k, 1), two = index_at(p, k, 2), prefix = 1;
    predict(p, k);
    uint64_t guess = p->length ? past(p, p->from) | UINT64_C(1) << p->bits : 0;
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
    prefix ^= UINT64_C(1) << p->bits;
    set_past(p, k, prefix);
    return prefix;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Numbers, or the steps between them, chunk by chunk. */
typedef struct feed {
    const sx_numbers *of;
    bool steps;
    uint64_t at, left; /* the next, and those that are left in the chunk */
    int64_t last; /* where steps are fed, the number before */
    int64_t chunk[CHUNK];
} feed;

static int64_t next_number(feed *from)
{
    if (from->left == 0) {
        uint64_t rest = from->of->n - from->at;
        from->left = rest < CHUNK ? rest : CHUNK;
        from->of->read(from->of->context, from->at, from->left, from->chunk);
    }
    from->left--;
    return from->chunk[from->at++ % CHUNK];
}

/* From the front. The first step is there twice. */
static void rewind_feed(feed *from)
{
    from->at = from->left = 0;
    if (from->steps) {
        from->last = next_number(from);
        int64_t second = next_number(from);
        from->last =
            (int64_t)((uint64_t)from->last - ((uint64_t)second - (uint64_t)from->last));
        from->at = from->left = 0;
    }
}

/* False where a step does not fit. */
static bool feed_one(feed *from, int64_t *ret_value)
{
    int64_t number = next_number(from), last = from->last;
    from->last = number;
    if (!from->steps) {
        *ret_value = number;
        return true;
    }
    if (from->at == 1) {
        *ret_value = (int64_t)((uint64_t)number - (uint64_t)last);
        return true;
    }
    return !sx_sub_overflows(number, last, ret_value);
}

/* Puts a value among the entries, as long as these are no more than fit. */
static void put_entry(pack *p, int64_t value)
{
    uint32_t at = 0, end = p->nentries;
    while (at < end) {
        uint32_t middle = (at + end) / 2;
        if (p->entry[middle] < value)
            at = middle + 1;
        else
            end = middle;
    }
    if (at < p->nentries && p->entry[at] == value)
        return;
    if (p->nentries < TABLE)
        memmove(p->entry + at + 1, p->entry + at, (p->nentries - at) * sizeof *p->entry);
    if (p->nentries < TABLE)
        p->entry[at] = value;
    p->nentries++;
}

/* Fills what code_head codes. False when the numbers are no case for packing. */
static bool choose(pack *p, feed *from)
{
    uint64_t n = from->of->n;
    int64_t value, least = INT64_MAX, most = INT64_MIN;
    rewind_feed(from);
    for (uint64_t k = 0; k < n; k++) {
        if (!feed_one(from, &value))
            return false;
        least = value < least ? value : least;
        most = value > most ? value : most;
        if (p->nentries <= TABLE)
            put_entry(p, value);
    }
    uint64_t range = (uint64_t)most - (uint64_t)least;
    p->table = p->nentries <= TABLE && p->nentries <= n / 4;
    p->nentries = p->table ? p->nentries : 0;
    p->base = (uint64_t)least;
    p->bits = range ? 64 - (unsigned)__builtin_clzll(range) : 0;
    return range && (p->table || p->bits <= MOST_BITS);
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

static bool encode(pack *p, sx_buffer *out, feed *from)
{
    uint64_t n = from->of->n;
    int64_t value;
    size_t size = 0, before = out->size;
    bool done = code_head(p) && open_far(p, n) && open_past(p, n);
    rewind_feed(from);
    for (uint64_t k = 0; done && k < n; k++) {
        done = feed_one(from, &value);
        code_index(p, k, done ? index_of(p, value) : 0);
    }
    const unsigned char *byte = done ? sx_model_end(p->model, &size) : NULL;
    if (!byte || !fits(p, n, (size * 5 + 3) / 4))
        return false;
    put_digits(out, byte, size);
    return sx_buffer_status(out) == SX_OK && out->size > before;
}

static void destroy_pack(pack *p)
{
    if (!p)
        return;
    sx_model_destroy(p->model);
    free(p->past);
    free(p->far);
    free(p);
}

/* Appends the payload of numbers, or of steps from a first number. */
static bool pack_as(sx_buffer *out, const sx_numbers *numbers, bool steps)
{
    pack *p = calloc(1, sizeof *p);
    feed *from = malloc(sizeof *from);
    bool done = p && from;
    if (done) {
        *from = (feed) { .of = numbers, .steps = steps };
        done = choose(p, from);
    }
    if (done) {
        p->steps = steps;
        if (steps)
            numbers->read(numbers->context, 0, 1, &p->first);
        p->model = sx_model_create(numbers->n * TABLE_BITS, NULL, 0);
        done = p->model && encode(p, out, from);
    }
    free(from);
    destroy_pack(p);
    return done;
}

bool sx_pack(sx_buffer *out, const sx_numbers *numbers)
{
    sx_buffer way[2] = { SX_BUFFER_INIT, SX_BUFFER_INIT };
    if (numbers->n < 2 || numbers->n >= UINT32_MAX)
        return false;
    bool done = pack_as(&way[0], numbers, false);
    bool by_steps = pack_as(&way[1], numbers, true);
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
    if (!code_head(p) || !fits(p, length, size) || !open_far(p, length) ||
        !open_past(p, n))
        return false;
    for (uint64_t k = 0; k < n; k++) {
        uint64_t index = code_index(p, k, 0);
        if (p->table && index >= p->nentries)
            return false;
        ret_value[k] = p->table ? p->entry[index] : (int64_t)(p->base + index);
    }
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
    }
    free(byte);
    destroy_pack(p);
    return status;
}

static void read_array(const void *context, uint64_t from, uint64_t n, int64_t *ret_value)
{
    memcpy(ret_value, (const int64_t *)context + from, n * sizeof *ret_value);
}

/* Many payloads may stand for the same numbers; of each way only one is written. */
static bool is_made_of(const char *payload, size_t size, bool steps, const int64_t *value,
                       uint64_t n)
{
    const sx_numbers numbers = { n, read_array, value };
    sx_buffer again = SX_BUFFER_INIT;
    bool same = pack_as(&again, &numbers, steps) && again.size == size &&
                memcmp(again.data, payload, size) == 0;
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
