/* Numbers of times: their text is short, and reads back as what was meant, in every locale. */
#include "io/text_number.h"
#include "tap.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static void rounded(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        { 0, "0" },
        { -0.0, "0" },
        { 1, "1" },
        { -3, "-3" },
        { 1.5, "1.5" },
        { 0.1, "0.1" },
        { 0.1 + 0.2, "0.3" },
        { 123456789, "123456789" },
        { 1234567891, "1234567890" },
        { 999999999.5, "1000000000" },
        { 1e15, "1e15" },
        { 123456e9, "123456000000000" },
        { 1e20, "1e20" },
        { 1.25e-7, "1.25e-7" },
        { 0.000015, "0.000015" },
        { 1.0 / 3, "0.333333333" },
        { 2.0 / 3, "0.666666667" },
        { 1e100 / 7, "1.42857143e99" },
        { DBL_MIN, "2.22507386e-308" },
        { -12.345678949, "-12.3456789" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sx_buffer out = SX_BUFFER_INIT;
        sx_text_put_real(&out, cases[i].value);
        is_text(out.data, cases[i].text, "nine digits");
        sx_buffer_finish(&out);
    }
    static const double none[] = { NAN, INFINITY, -INFINITY };
    for (size_t i = 0; i < 3; i++) {
        sx_buffer out = SX_BUFFER_INIT;
        sx_text_put_real(&out, none[i]);
        is_int(out.status, SX_INVALID, "what is not finite has no text");
        is_int(out.size, 0, "and leaves none");
        sx_buffer_finish(&out);
    }
}

/* Numbers of nine digits are written as they are, wherever the point is. */
static void short_decimals(void)
{
    uint64_t state = 1;
    int same = 0, numbers = 0;
    for (int places = 0; places <= 6; places++) {
        for (int i = 0; i < 3000; i++, numbers++) {
            char text[40];
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            int digits = (int)((state >> 33) % (i % 2 ? 1000000000 : 5000));
            int length =
                snprintf(text, sizeof text, "%.*f", places, digits / pow(10, places));
            while (places && text[length - 1] == '0')
                text[--length] = '\0';
            if (places && text[length - 1] == '.')
                text[length - 1] = '\0';
            sx_buffer out = SX_BUFFER_INIT;
            sx_text_put_real(&out, strtod(text, NULL));
            bool plain = digits == 0 || digits / pow(10, places) >= 1e-5;
            same += !plain || strcmp(out.data, text) == 0;
            sx_buffer_finish(&out);
        }
    }
    is_int(same, numbers, "numbers of nine digits");
}

static double random_double(uint64_t *state)
{
    for (;;) {
        double value;
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t bits = *state ^ *state >> 29;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value))
            return value;
    }
}

static void round_trips(const char *where)
{
    enum { NUMBERS = 20000 };
    uint64_t state = 7;
    int exact = 0, like_strtod = 0, stable = 0;
    for (int i = 0; i < NUMBERS; i++) {
        double value = random_double(&state), back = 0, again = 0;
        if (i % 2)
            value = ldexp(value, -(int)(ilogb(value) * 0.95));
        sx_buffer out = SX_BUFFER_INIT, rounded_out = SX_BUFFER_INIT,
                  second = SX_BUFFER_INIT;
        sx_text_put_exact(&out, value);
        exact += sx_text_get_real(out.data, out.size, &back) == out.size && back == value;
        sx_text_put_real(&rounded_out, value);
        if (sx_text_get_real(rounded_out.data, rounded_out.size, &again) ==
            rounded_out.size) {
            sx_text_put_real(&second, again);
            stable += strcmp(second.data, rounded_out.data) == 0;
            like_strtod += again == strtod(rounded_out.data, NULL) || strchr(where, '_');
        }
        sx_buffer_finish(&out);
        sx_buffer_finish(&rounded_out);
        sx_buffer_finish(&second);
    }
    is_int(exact, NUMBERS, "every double reads back from its exact text");
    is_int(stable, NUMBERS, "rounded texts stay what they are");
    is_int(like_strtod, NUMBERS, "and are read as strtod reads them");
}

static void reading(void)
{
    static const struct {
        const char *text;
        size_t length;
        double value;
    } cases[] = {
        { "1", 1, 1 },
        { "1.5 2", 3, 1.5 },
        { "-0.25", 5, -0.25 },
        { "1e3", 3, 1000 },
        { "1e-3x", 4, 0.001 },
        { "1e+2", 4, 100 },
        { "007", 3, 7 },
        { "0.1e1", 5, 1 },
        { "123456789012345678901234567890", 30, 123456789012345678901234567890.0 },
        { "0.000000000000000000000000000001", 32, 1e-30 },
        { "1e400", 5, INFINITY },
        { "1e99999999999", 13, INFINITY },
        { "1e-99999999999", 14, 0 },
        { "0e99999", 7, 0 },
        { "1.7976931348623157e308", 22, DBL_MAX },
        { "4.9e-324", 8, 4.9406564584124654e-324 },
        { "0.30000000000000004", 19, 0.1 + 0.2 },
        { "9007199254740993", 16, 9007199254740992 },
        { "", 0, -1 },
        { "-", 0, -1 },
        { ".5", 0, -1 },
        { "1.", 0, -1 },
        { "1e", 0, -1 },
        { "1e+", 0, -1 },
        { "nan", 0, -1 },
        { "inf", 0, -1 },
        { "+1", 0, -1 },
        { " 1", 0, -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = -1;
        is_int(sx_text_get_real(cases[i].text, strlen(cases[i].text), &value),
               cases[i].length, cases[i].text);
        ok(value == cases[i].value, "'%s' is %g", cases[i].text, value);
    }
}

int main(void)
{
    rounded();
    short_decimals();
    reading();
    round_trips("C");
    if (setlocale(LC_ALL, "de_DE.UTF-8")) {
        printf("# with a decimal comma\n");
        rounded();
        reading();
        round_trips("de_DE");
    }
    return tap_done();
}
