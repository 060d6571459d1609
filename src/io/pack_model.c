#include "io/pack_model.h"

#include "base/checked.h"

#include <stdlib.h>

/* Probabilities have 12 bits in the mixer and 16 where they are counted. The method is that of the PAQ
 * family (Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005). */
enum { SCALE = 4096, MOST_SLOTS = 1 << 20, SURE = 250, RATE = 10, RATE_BITS = 13 };

/* Of zeros before it saw a bit, so that memory that is not used is not touched. */
typedef struct counter {
    uint16_t p, n; /* of a 1, as p ^ HALF; bits seen */
} counter;

enum { HALF = 1 << 15 };

struct sx_model {
    const unsigned char *in; /* NULL: encoding */
    size_t size, at, capacity;
    unsigned char *out;
    bool failed;
    uint32_t low, high, code; /* the coder's interval, and what is read of it */
    uint64_t mask;
    counter *slot[SX_MODEL_CONTEXTS];
    int32_t weight[SX_MODEL_SETS][SX_MODEL_CONTEXTS];
    int16_t stretched[SCALE];
};

/* 4096 / (1 + e^(-x / 256)), by interpolation. */
static int squash(int x)
{
    static const int16_t at[33] = { 1,    2,    3,    6,    10,   16,   27,   45,   73,
                                    120,  194,  310,  488,  747,  1101, 1546, 2047, 2549,
                                    2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068,
                                    4079, 4085, 4089, 4092, 4093, 4094 };
    if (x > 2047)
        return SCALE - 1;
    if (x < -2047)
        return 1;
    int part = x & 127, i = (x + 2048) >> 7;
    return (at[i] * (128 - part) + at[i + 1] * part + 64) >> 7;
}

/* The inverse of squash. */
static void fill_stretched(sx_model *model)
{
    int next = 0;
    for (int x = -2047; x <= 2047; x++) {
        int p = squash(x);
        while (next <= p)
            model->stretched[next++] = (int16_t)x;
    }
    while (next < SCALE)
        model->stretched[next++] = 2047;
}

static uint32_t next_byte(sx_model *model)
{
    size_t at = model->at++;
    return at < model->size ? model->in[at] : 0;
}

static void put_byte(sx_model *model, uint32_t byte)
{
    if (model->at == model->capacity) {
        size_t capacity = model->capacity ? 2 * model->capacity : 256;
        unsigned char *bigger = realloc(model->out, capacity);
        if (!bigger) {
            model->failed = true;
            return;
        }
        model->out = bigger;
        model->capacity = capacity;
    }
    model->out[model->at++] = (unsigned char)byte;
}

sx_model *sx_model_create(uint64_t bits, const unsigned char *in, size_t size)
{
    sx_model *model = calloc(1, sizeof *model);
    uint64_t slots = 1024;
    if (!model)
        return NULL;
    while (slots < MOST_SLOTS && slots / 2 < bits)
        slots *= 2;
    model->mask = slots - 1;
    for (int c = 0; c < SX_MODEL_CONTEXTS; c++) {
        model->slot[c] = calloc(slots, sizeof(counter));
        if (!model->slot[c]) {
            sx_model_destroy(model);
            return NULL;
        }
    }
    for (int s = 0; s < SX_MODEL_SETS; s++)
        for (int c = 0; c < SX_MODEL_CONTEXTS; c++)
            model->weight[s][c] = (1 << 16) * 2 / SX_MODEL_CONTEXTS;
    fill_stretched(model);
    model->high = UINT32_MAX;
    model->in = in;
    model->size = size;
    for (int i = 0; in && i < 4; i++)
        model->code = model->code << 8 | next_byte(model);
    return model;
}

void sx_model_destroy(sx_model *model)
{
    if (!model)
        return;
    for (int c = 0; c < SX_MODEL_CONTEXTS; c++)
        free(model->slot[c]);
    free(model->out);
    free(model);
}

/* Codes the bit, which is 1 with probability p / 65536, 0 < p < 65536. */
static unsigned code_bit(sx_model *model, uint32_t p, unsigned bit)
{
    uint32_t middle =
        model->low + (uint32_t)((uint64_t)(model->high - model->low) * p >> 16);
    if (model->in)
        bit = model->code <= middle;
    if (bit)
        model->high = middle;
    else
        model->low = middle + 1;
    while (((model->low ^ model->high) & 0xff000000) == 0) {
        if (model->in)
            model->code = model->code << 8 | next_byte(model);
        else
            put_byte(model, model->high >> 24);
        model->low <<= 8;
        model->high = model->high << 8 | 255;
    }
    return bit;
}

unsigned sx_model_plain_bit(sx_model *model, unsigned bit)
{
    return code_bit(model, 1 << 15, bit);
}

/* The mean of all bits so far and of one of each kind; of many, of the newer ones. */
static void learn(counter *c, unsigned bit)
{
    int32_t target = bit ? 65535 : 0, p = c->p ^ HALF;
    c->p = (uint16_t)((p + (target - p) / (c->n + 2)) ^ HALF);
    if (c->n < SURE)
        c->n++;
}

unsigned sx_model_bit(sx_model *model, const uint64_t context[SX_MODEL_CONTEXTS],
                      unsigned set, unsigned bit)
{
    counter *seen[SX_MODEL_CONTEXTS];
    int32_t *weight = model->weight[set], input[SX_MODEL_CONTEXTS];
    int64_t sum = 0;
    for (int c = 0; c < SX_MODEL_CONTEXTS; c++) {
        seen[c] = &model->slot[c][sx_hash_mix(context[c]) & model->mask];
        input[c] = model->stretched[(seen[c]->p ^ HALF) >> 4];
        sum += (int64_t)weight[c] * input[c];
    }
    sum >>= 16;
    int p = squash(sum > 2047 ? 2047 : sum < -2047 ? -2047 : (int)sum);
    bit = code_bit(model, (uint32_t)p << 4, bit);
    int64_t error = (((int64_t)bit << 12) - p) * RATE;
    for (int c = 0; c < SX_MODEL_CONTEXTS; c++) {
        int64_t moved =
            weight[c] + ((input[c] * error + (1 << (RATE_BITS - 1))) >> RATE_BITS);
        int64_t most = 1 << 20;
        weight[c] = (int32_t)(moved > most ? most : moved < -most ? -most : moved);
        learn(seen[c], bit);
    }
    return bit;
}

/* The fewest bytes that lie in the interval whatever follows; the reader goes on with zeros. */
const unsigned char *sx_model_end(sx_model *model, size_t *ret_size)
{
    uint32_t kept = 0;
    for (int n = 0; n <= 4; n++) {
        uint32_t rest = n < 4 ? UINT32_MAX >> 8 * n : 0;
        kept = n ? (uint32_t)(((uint64_t)model->low + rest) & ~(uint64_t)rest) : 0;
        if (kept < model->low || kept > model->high)
            continue;
        for (int i = 0; i < n; i++)
            put_byte(model, kept >> (24 - 8 * i) & 255);
        break;
    }
    while (model->at && !model->failed && model->out[model->at - 1] == 0)
        model->at--;
    *ret_size = model->at;
    return model->failed ? NULL : model->out ? model->out : (const unsigned char *)"";
}
