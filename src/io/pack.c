#include "io/pack.h"

#include "base/checked.h"
#include "io/pack_digits.h"
#include "io/pack_model.h"
#include "io/pack_past.h"

#include <stdlib.h>
#include <string.h>

/* A number, or the step from the one before, is coded as an index of `bits` bits, the highest first: in a
 * table of those that there are, or as the distance from the smallest. */
enum { TABLE = 256, TABLE_BITS = 8, MOST_BITS = 40, LENGTH_BITS = 7 };
enum { CHUNK = 1 << 14 }; /* numbers that are read at a time */
/* Slots of a context, in powers of two. */
enum { FEWEST_SLOTS = 10 };
/* Bounds of memory: bytes of numbers, places of far repeats. */
enum { LEAN_PAST = 1 << 19, LEAN_FAR = 1 << 17, WIDE_FAR = 1 << 20 };

typedef struct pack {
    sx_model *model;
    sx_pack_form form;
    bool steps; /* of number to number, instead of the numbers */
    int64_t first; /* then */
    bool table; /* else distances */
    unsigned bits;
    uint64_t base; /* the smallest, as a pattern of bits */
    uint32_t nentries;
    int64_t entry[TABLE]; /* ascending */
    sx_past past; /* the indices so far */
} pack;

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

/* The least power of two that is no less. */
static unsigned bits_for(uint64_t n)
{
    return n > 1 ? 64 - (unsigned)__builtin_clzll(n - 1) : 0;
}

/* Twice the bits that are coded, in each context the same. */
static void wide_slots(uint64_t n, unsigned ret_bits[SX_MODEL_CONTEXTS])
{
    unsigned bits = bits_for(2 * n * TABLE_BITS);
    bits = bits < FEWEST_SLOTS ? FEWEST_SLOTS : bits > 20 ? 20 : bits;
    for (int c = 0; c < SX_MODEL_CONTEXTS; c++)
        ret_bits[c] = bits;
}

/* As many as there may be cases, and some for those that collide: of bits that are coded, of one number, two and three, and
 * of what is known otherwise. */
static void lean_slots(const pack *p, uint64_t n, unsigned ret_bits[SX_MODEL_CONTEXTS])
{
    static const unsigned most[SX_MODEL_CONTEXTS] = { 12, 13, 17, 18, 18, 10 };
    unsigned coded = bits_for(2 * n * p->bits);
    for (unsigned c = 0; c < SX_MODEL_CONTEXTS; c++) {
        unsigned cases = c >= 2 && c < 5 ? (c - 1) * p->bits + 4 : most[c];
        unsigned bits = coded < cases ? coded : cases;
        bits = bits < FEWEST_SLOTS ? FEWEST_SLOTS : bits;
        ret_bits[c] = bits < most[c] ? bits : most[c];
    }
}

/* Room for n numbers of a head that is known. False when out of memory. */
static bool open_numbers(pack *p, uint64_t n)
{
    unsigned slot_bits[SX_MODEL_CONTEXTS];
    bool wide = p->form == SX_PACK_WIDE;
    if (wide)
        wide_slots(n, slot_bits);
    else
        lean_slots(p, n, slot_bits);
    return sx_model_open(p->model, slot_bits) &&
           sx_past_open(&p->past, n, p->bits, wide ? UINT64_MAX : LEAN_PAST,
                        wide ? WIDE_FAR : LEAN_FAR);
}

static uint64_t index_at(const pack *p, uint64_t k, unsigned back)
{
    return k >= back ? sx_past_at(&p->past, k - back) : UINT64_MAX;
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
    sx_past_predict(&p->past, k);
    uint64_t length = p->past.length;
    uint64_t guess =
        length ? sx_past_at(&p->past, p->past.from) | UINT64_C(1) << p->bits : 0;
    for (unsigned i = p->bits; i-- > 0;) {
        uint64_t context[SX_MODEL_CONTEXTS], expected = 0;
        bool agrees = length && guess >> (i + 1) == prefix;
        if (agrees)
            expected = 2 * (length < 16 ? length : 16) + (guess >> i & 1);
        find_contexts(p, prefix, i, one, two, expected, context);
        unsigned set = agrees ? set_of(length) : 0;
        unsigned bit = sx_model_bit(p->model, context, set, wanted >> i & 1);
        prefix = prefix << 1 | bit;
    }
    prefix ^= UINT64_C(1) << p->bits;
    sx_past_put(&p->past, k, prefix);
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

/* Fewer characters than `below`. */
static bool encode(pack *p, sx_buffer *out, feed *from, size_t below)
{
    uint64_t n = from->of->n;
    int64_t value;
    size_t before = out->size;
    bool done = code_head(p) && open_numbers(p, n);
    rewind_feed(from);
    for (uint64_t k = 0; done && k < n; k++) {
        done = feed_one(from, &value) && out->size - before < below;
        code_index(p, k, done ? index_of(p, value) : 0);
    }
    if (!done)
        return false;
    sx_model_end(p->model);
    size_t size = out->size - before;
    return sx_buffer_status(out) == SX_OK && size > 0 && size < below && fits(p, n, size);
}

static void destroy_pack(pack *p)
{
    if (!p)
        return;
    sx_model_destroy(p->model);
    sx_past_finish(&p->past);
    free(p);
}

/* Appends the payload of numbers, or of steps from a first number, where it has fewer characters than `below`. */
static bool pack_as(sx_buffer *out, const sx_numbers *numbers, sx_pack_form form,
                    bool steps, size_t below)
{
    pack *p = calloc(1, sizeof *p);
    feed *from = malloc(sizeof *from);
    bool done = p && from;
    if (done) {
        *from = (feed) { .of = numbers, .steps = steps };
        done = choose(p, from);
    }
    if (done) {
        p->form = form;
        p->steps = steps;
        if (steps)
            numbers->read(numbers->context, 0, 1, &p->first);
        p->model = sx_model_create(out, NULL, 0);
        done = p->model && encode(p, out, from, below);
    }
    free(from);
    destroy_pack(p);
    return done;
}

bool sx_pack(sx_buffer *out, const sx_numbers *numbers)
{
    sx_buffer by_steps = SX_BUFFER_INIT;
    size_t before = out->size;
    if (numbers->n < 2 || numbers->n >= UINT32_MAX)
        return false;
    bool done = pack_as(out, numbers, SX_PACK_LEAN, false, SIZE_MAX);
    size_t size = done ? out->size - before : SIZE_MAX;
    bool shorter = pack_as(&by_steps, numbers, SX_PACK_LEAN, true, size);
    if (!done || shorter)
        sx_buffer_cut(out, before);
    if (shorter)
        sx_buffer_append(out, by_steps.data, by_steps.size);
    sx_buffer_finish(&by_steps);
    return (done || shorter) && sx_buffer_status(out) == SX_OK;
}

/* The first n of `length` numbers. */
static bool decode(pack *p, uint64_t length, size_t size, uint64_t n, int64_t *ret_value)
{
    if (!code_head(p) || !fits(p, length, size) || !open_numbers(p, length))
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
static sx_status unpack(sx_pack_form form, const char *payload, size_t size,
                        uint64_t length, uint64_t n, int64_t *ret_value, bool *ret_steps)
{
    size_t nbytes = 0;
    pack *p = calloc(1, sizeof *p);
    unsigned char *byte = malloc(size + 1);
    sx_status status = p && byte ? SX_PARSE : SX_NOMEM;
    if (status == SX_PARSE && length > 1 && length < UINT32_MAX &&
        sx_digits_bytes(payload, size, byte, &nbytes)) {
        p->form = form;
        p->model = sx_model_create(NULL, byte, nbytes);
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
static bool is_made_of(sx_pack_form form, const char *payload, size_t size, bool steps,
                       const int64_t *value, uint64_t n)
{
    const sx_numbers numbers = { n, read_array, value };
    sx_buffer again = SX_BUFFER_INIT;
    bool same = pack_as(&again, &numbers, form, steps, size + 1) && again.size == size &&
                memcmp(again.data, payload, size) == 0;
    sx_buffer_finish(&again);
    return same;
}

bool sx_unpack_some(const char *payload, size_t size, uint64_t length, uint64_t n,
                    int64_t *ret_value)
{
    bool steps;
    return !unpack(SX_PACK_LEAN, payload, size, length, n, ret_value, &steps);
}

sx_status sx_unpack(sx_pack_form form, const char *payload, size_t size, uint64_t n,
                    int64_t *ret_value, sx_error *err)
{
    bool steps = false;
    sx_status status = unpack(form, payload, size, n, n, ret_value, &steps);
    if (status == SX_NOMEM)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (status || !is_made_of(form, payload, size, steps, ret_value, n))
        return sx_fail(err, SX_PARSE,
                       "a packed sequence that no writer of this version makes: it is "
                       "damaged, or older than the version");
    return SX_OK;
}
