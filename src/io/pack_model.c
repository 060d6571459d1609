#include "io/pack_model.h"

#include "base/checked.h"
#include "io/pack_digits.h"

#include <stdlib.h>

/* Probabilities have 12 bits in the mixer and 16 where they are counted. The method is that of the PAQ
 * family (Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005). */
enum { SCALE = 4096, SURE = 250, RATE = 10, RATE_BITS = 13, INVERSE_BITS = 25 };

/* Of zeros before it saw a bit, so that memory that is not used is not touched. */
typedef struct counter {
    uint16_t p, n; /* of a 1, as p ^ HALF; bits seen */
} counter;

enum { HALF = 1 << 15 };

struct sx_model {
    bool encodes;
    sx_digits to; /* encoding */
    const unsigned char *in; /* decoding */
    size_t size, at;
    uint32_t low, high, code; /* the coder's interval, and what is read of it */
    counter *slot[SX_MODEL_CONTEXTS];
    uint64_t mask[SX_MODEL_CONTEXTS];
    int32_t weight[SX_MODEL_SETS][SX_MODEL_CONTEXTS];
    int16_t stretched[SCALE];
    uint32_t inverse[SURE + 3]; /* of n, times 2^INVERSE_BITS, rounded up */
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

sx_model *sx_model_create(sx_buffer *out, const unsigned char *in, size_t size)
{
    sx_model *model = calloc(1, sizeof *model);
    if (!model)
        return NULL;
    for (int s = 0; s < SX_MODEL_SETS; s++)
        for (int c = 0; c < SX_MODEL_CONTEXTS; c++)
            model->weight[s][c] = (1 << 16) * 2 / SX_MODEL_CONTEXTS;
    fill_stretched(model);
    for (uint32_t n = 1; n < SURE + 3; n++)
        model->inverse[n] = (1U << INVERSE_BITS) / n + 1;
    model->high = UINT32_MAX;
    model->encodes = out;
    model->to.out = out;
    model->in = in;
    model->size = size;
    for (int i = 0; !out && i < 4; i++)
        model->code = model->code << 8 | next_byte(model);
    return model;
}

bool sx_model_open(sx_model *model, const unsigned slot_bits[SX_MODEL_CONTEXTS])
{
    for (int c = 0; c < SX_MODEL_CONTEXTS; c++) {
        model->mask[c] = (UINT64_C(1) << slot_bits[c]) - 1;
        model->slot[c] = calloc(model->mask[c] + 1, sizeof(counter));
        if (!model->slot[c])
            return false;
    }
    return true;
}

void sx_model_destroy(sx_model *model)
{
    for (int c = 0; model && c < SX_MODEL_CONTEXTS; c++)
        free(model->slot[c]);
    free(model);
}

/* Codes the bit, which is 1 with probability p / 65536, 0 < p < 65536. */
static unsigned code_bit(sx_model *model, uint32_t p, unsigned bit)
{
    uint32_t middle =
        model->low + (uint32_t)((uint64_t)(model->high - model->low) * p >> 16);
    if (!model->encodes)
        bit = model->code <= middle;
    if (bit)
        model->high = middle;
    else
        model->low = middle + 1;
    while (((model->low ^ model->high) & 0xff000000) == 0) {
        if (model->encodes)
            sx_digits_put(&model->to, model->high >> 24);
        else
            model->code = model->code << 8 | next_byte(model);
        model->low <<= 8;
        model->high = model->high << 8 | 255;
    }
    return bit;
}

unsigned sx_model_plain_bit(sx_model *model, unsigned bit)
{
    return code_bit(model, 1 << 15, bit);
}

/* The mean of all bits so far and of one of each kind; of many, of the newer ones. The quotient is exact: the distance is
 * below 2^16, and (SURE + 2) * 2^16 below 2^INVERSE_BITS. */
static void learn(const sx_model *model, counter *c, unsigned bit)
{
    uint32_t p = c->p ^ HALF, distance = bit ? 65535 - p : p;
    uint32_t step =
        (uint32_t)((uint64_t)distance * model->inverse[c->n + 2] >> INVERSE_BITS);
    c->p = (uint16_t)((bit ? p + step : p - step) ^ HALF);
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
        seen[c] = &model->slot[c][sx_hash_mix(context[c]) & model->mask[c]];
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
        learn(model, seen[c], bit);
    }
    return bit;
}

/* The fewest bytes that lie in the interval whatever follows; the reader goes on with zeros. */
void sx_model_end(sx_model *model)
{
    for (int n = 0; n <= 4; n++) {
        uint32_t rest = n < 4 ? UINT32_MAX >> 8 * n : 0;
        uint32_t kept =
            n ? (uint32_t)(((uint64_t)model->low + rest) & ~(uint64_t)rest) : 0;
        if (kept < model->low || kept > model->high)
            continue;
        for (int i = 0; i < n; i++)
            sx_digits_put(&model->to, kept >> (24 - 8 * i) & 255);
        break;
    }
    sx_digits_end(&model->to);
}
