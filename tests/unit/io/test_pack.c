/* Packing: every number comes back, in few characters, and the same ones everywhere; what nobody packed is
 * refused. */
#include "io/pack.h"
#include "peak_memory.h"
#include "tap.h"
#include "trace/seq.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000 };

static void read_array(const void *context, uint64_t from, uint64_t n, int64_t *ret_value)
{
    memcpy(ret_value, (const int64_t *)context + from, n * sizeof *ret_value);
}

static bool packed_from(sx_buffer *out, const int64_t *value, uint64_t n)
{
    const sx_numbers numbers = { n, read_array, value };
    return sx_pack(out, &numbers);
}

static uint64_t state = 3;

static int64_t below(uint64_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int64_t)((state >> 33) % n);
}

/* What kinds of numbers there are, and how many bits one has in truth: 0 where that is not known. */
static const struct {
    const char *name;
    double bits;
} kinds[] = { { "16 bits", 16 },          { "31 bits", 31 },         { "of two", 1 },
              { "of a hundred", 6.644 },  { "a walk", 4.392 },       { "eighths", 10 },
              { "of five large", 2.322 }, { "special", 2 },          { "signs", 0 },
              { "far repeats", 8 },       { "of four, repeated", 1 } };

enum { KINDS = sizeof kinds / sizeof *kinds };

static int64_t number(int kind, int64_t k, const int64_t *before)
{
    static const int64_t large[] = { 1000000, 7, 333333, 5000000000, -4 };
    static const int64_t special[] = { SX_ANY, SX_NULL, 12, SX_ROOT };
    switch (kind) {
    case 0:
        return below(1 << 16);
    case 1:
        return below(UINT64_C(1) << 31);
    case 2:
        return below(2);
    case 3:
        return below(100);
    case 4:
        return (k ? before[k - 1] : 100000) + below(21) - 10;
    case 5:
        return 8 * below(1024);
    case 6:
        return large[below(5)];
    case 7:
        return special[below(4)];
    case 8:
        return below(1000) - 500 + (k % 2 ? INT32_MIN : INT32_MAX);
    case 9:
        return k < MOST / 2 ? below(1 << 16) : before[k - MOST / 2];
    default:
        return k < MOST / 2 ? below(4) : before[k - MOST / 2];
    }
}

static void come_back(void)
{
    static const uint64_t length[] = { 2, 32, 300, MOST };
    int64_t value[MOST], got[MOST];
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t l = 0; l < sizeof length / sizeof *length; l++) {
            uint64_t n = length[l];
            sx_buffer out = SX_BUFFER_INIT;
            for (uint64_t k = 0; k < n; k++)
                value[k] = number(kind, (int64_t)k, value);
            if (n == 2) {
                value[0] = kind;
                value[1] = kind * kind - 100;
            }
            bool packed = packed_from(&out, value, n);
            ok(packed, "%llu numbers, %s, are not packed", (unsigned long long)n,
               kinds[kind].name);
            sx_status status =
                packed ? sx_unpack(SX_PACK_LEAN, out.data, out.size, n, got, NULL)
                       : SX_INVALID;
            ok(!status && memcmp(value, got, n * sizeof *got) == 0,
               "%llu numbers, %s, come back changed", (unsigned long long)n,
               kinds[kind].name);
            double most = kinds[kind].bits * 1.06 * (double)n / 6.4;
            ok(n < MOST || most <= 0 || (double)out.size <= most,
               "%s: %zu characters, more than %.0f", kinds[kind].name, out.size, most);
            sx_buffer_finish(&out);
        }
    }
}

static int64_t cube(int64_t k)
{
    return k * k * k % 101;
}

static int64_t of_four_repeated(int64_t k)
{
    k %= 301;
    return k * k * k % 1009 % 4;
}

static int64_t up_and_down(int64_t k)
{
    return 1000 * k + k * k % 7;
}

static int64_t of_large_numbers(int64_t k)
{
    return cube(k) * 10000000019 % 1000000007;
}

static int64_t with_specials(int64_t k)
{
    return k * k * k % 7 == 6 ? SX_NULL : cube(k) % 10;
}

/* Each way of packing makes the same characters for ever: other ones are another version of the format. */
static void same_everywhere(void)
{
    static const struct {
        const char *what;
        int64_t (*number)(int64_t k);
        uint64_t n;
        const char *payload, *wide; /* the same numbers in the form of before */
    } of[] = {
        { "cubes modulo 101", cube, 50,
          "_2X[un6HB9qSGzWtnyAZc=WG%XgSJI[W.[^z7dc!!bxIk!T^:k6w-50x8(",
          "_2X[un6HB9qSGzWtnyAZc=WG%XgSJI[W.[^z7dc!!bxIk!T^:k6w-50x8(" },
        { "a far repeat", of_four_repeated, 602,
          "zd!zdeqzIGj3WAK[?LFmx6-M^pC_%jY>UuD4xAf$_?0c7E0[WQN3D`~nLG9r"
          "wzp}?W/sr$Lgb373n3lxEz4:}f>IG6</{is55Hk2z:k92goZ[GGY",
          "zd!zdeqzIGj3WAK[?LFmx6-M^pC_%jY>UuD4xAf$_?0c7E0[WQN3D`~nLG9r"
          "wzp}?W/sr$Lgb373n3lxEz4:}f>IG6</{is55Hk2z:k92goZ[GGY" },
        { "a line with a pattern on it", up_and_down, 300, "e{-<>zn_C:pP!B2Drl-=Iky",
          "e{-<>zn_C:pP!B2Drl-=I-G" },
        { "large numbers", of_large_numbers, 40,
          "/s5^sZNh6o+8R?1J_GOS92Od0_hDnQwx<A4lKYLQ!Dfl'lA'?K!!KEUZL+=="
          "4&`^.:Bno-Kpuy}%RLlYs96gRFI[+.LA76GTGls",
          "/s5^sZKkZy&J1rD%8K8BVc(ok+yJFl1tILSy><Pc1(98~WE>~3I2C'`i9<Pp"
          "D`fwwcnq0:$Fr=&t/<hNNNsm32F`bb+E!d{UJ.zULJ" },
        { "specials", with_specials, 60,
          "y_O+p0000000BS%000000005__T6:z_T6/-l_KaE`-de^X{9I7_OD1KC0Kt^"
          "ngt5F",
          "y_O+p0000000BS%000000005__T6:z_T6/-l_KaE`-de^X{9I7_OD1KC0Kt^"
          "ngt5F" },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        int64_t value[MOST], got[MOST];
        sx_buffer out = SX_BUFFER_INIT;
        for (uint64_t k = 0; k < of[i].n; k++)
            value[k] = of[i].number((int64_t)k);
        bool packed = packed_from(&out, value, of[i].n);
        is_text(packed ? out.data : "nothing", of[i].payload, of[i].what);
        sx_status status =
            sx_unpack(SX_PACK_WIDE, of[i].wide, strlen(of[i].wide), of[i].n, got, NULL);
        ok(!status && memcmp(value, got, of[i].n * sizeof *got) == 0,
           "%s come back changed from the form of before", of[i].what);
        sx_buffer_finish(&out);
    }
}

/* However many there are: the model's memory, and the payload while it is made in two ways. */
static void in_bounded_memory(void)
{
    enum { N = 150000, MODEL_KB = 4096, MORE_KB = 512 };
    int64_t *value = malloc(N * sizeof *value);
    sx_buffer out = SX_BUFFER_INIT;
    for (int64_t k = 0; value && k < N; k++)
        value[k] = below(1 << 16);
    long before = peak_kb();
    ok(value && packed_from(&out, value, N), "many numbers are not packed");
    long grown = peak_kb() - before,
         most = MODEL_KB + MORE_KB + (long)(2 * out.size >> 10);
#ifdef __SANITIZE_ADDRESS__ /* keeps for long what was freed */
    most *= 8;
#endif
    ok(grown < most, "packing took %ld KB, more than %ld", grown, most);
    sx_buffer_finish(&out);
    free(value);
}

static void not_packed(void)
{
    sx_buffer out = SX_BUFFER_INIT;
    int64_t same[100] = { 0 }, apart[2] = { INT64_MIN, INT64_MAX }, few[3000] = { 1 };
    ok(!packed_from(&out, same, 100), "a constant is packed");
    ok(!packed_from(&out, same, 1), "one number is packed");
    ok(!packed_from(&out, apart, 2), "the whole range of numbers is packed");
    ok(!packed_from(&out, few, 3000), "hardly a character for 3000 numbers");
    is_int(out.size, 0, "characters of what was not packed");
    sx_buffer_finish(&out);
}

/* Is it refused, or not shorter than what its numbers are packed to? */
static bool is_right(const char *payload, size_t size, uint64_t n, bool *ret_refused)
{
    int64_t got[100];
    sx_buffer again = SX_BUFFER_INIT;
    *ret_refused = sx_unpack(SX_PACK_LEAN, payload, size, n, got, NULL) != SX_OK;
    bool right = *ret_refused || (packed_from(&again, got, n) && again.size <= size);
    sx_buffer_finish(&again);
    return right;
}

static void refused(void)
{
    enum { N = 60 };
    int64_t value[N];
    sx_buffer out = SX_BUFFER_INIT;
    int n_refused = 0, wrong = 0;
    bool no;
    for (int64_t k = 0; k < N; k++)
        value[k] = below(500);
    packed_from(&out, value, N);
    ok(is_right("", 0, N, &no) && no, "an empty payload");
    ok(is_right("~~~~~", 5, N, &no) && no, "digits of no bytes");
    ok(is_right(out.data, 6, N, &no) && no, "a digit that is alone");
    for (size_t at = 0; at < out.size; at++) {
        char kept = out.data[at];
        out.data[at] = kept == '0' ? '1' : '0';
        wrong += !is_right(out.data, out.size, N, &no);
        n_refused += no;
        out.data[at] = kept;
        wrong += !is_right(out.data, at, N, &no);
        n_refused += no;
    }
    for (uint64_t n = 2; n < 100; n++) {
        wrong += !is_right(out.data, out.size, n, &no);
        n_refused += no;
    }
    ok(n_refused > 100, "only %d wrong payloads are refused", n_refused);
    is_int(wrong, 0, "wrong payloads that are taken");
    sx_buffer_finish(&out);
}

int main(void)
{
    come_back();
    same_everywhere();
    in_bounded_memory();
    not_packed();
    refused();
    return tap_done();
}
