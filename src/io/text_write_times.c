#include "io/text_number.h"
#include "io/text_writer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The sign is needed where a number follows another. */
static void put_signed(sx_buffer *out, double value)
{
    if (!(value < 0))
        sx_buffer_puts(out, "+");
    sx_text_put_exact(out, value);
}

static void put_curve(sx_buffer *out, const sx_curve *curve)
{
    sx_text_put_exact(out, curve->a);
    switch (curve->form) {
    case SX_CURVE_LINEAR:
        sx_buffer_puts(out, "P");
        if (curve->b != 0)
            put_signed(out, curve->b);
        break;
    case SX_CURVE_INVERSE:
        sx_buffer_puts(out, "/P");
        break;
    case SX_CURVE_INVERSE_CONSTANT:
        sx_buffer_puts(out, "/P");
        put_signed(out, curve->b);
        break;
    default:
        break;
    }
    if (curve->deviation != 0) {
        sx_buffer_puts(out, "~");
        sx_text_put_real(out, curve->deviation);
    }
}

/* What is the text before is written once. */
static void put_curves(sx_buffer *out, const sx_curve *curve)
{
    size_t before = 0, length = 0; /* of the text before: where, and how much */
    for (int i = 0; i < SX_HIST_FIELDS; i++) {
        sx_buffer_puts(out, " ");
        size_t begin = out->size;
        put_curve(out, &curve[i]);
        if (sx_buffer_status(out))
            return;
        if (i > 0 && out->size - begin == length &&
            memcmp(out->data + begin, out->data + before, length) == 0) {
            out->size = begin;
            sx_buffer_puts(out, "=");
            continue;
        }
        before = begin;
        length = out->size - begin;
    }
}

/* As so many for each of p ranks where it is: short, and the same at every scale. What is written is the
 * number to 9 digits, and that decides, so that reading and writing again gives the same. */
static void put_samples(sx_buffer *out, double n, int64_t p)
{
    double written = sx_text_rounded(n);
    double of_each = p > 1 && written < 0x1p53 ? written / (double)p : 0;
    bool each =
        of_each >= 1 && of_each == floor(of_each) && of_each == sx_text_rounded(of_each);
    sx_buffer_puts(out, " ");
    sx_text_put_real(out, each ? of_each : n);
    if (each)
        sx_buffer_puts(out, "P");
}

/* In base 26, with capitals for all digits but the last, so that numbers need nothing between them. */
static void put_letters(sx_buffer *out, uint64_t number)
{
    char digit[16], *first = digit + sizeof digit - 1;
    *first = (char)('a' + number % 26);
    while (number /= 26)
        *--first = (char)('A' + number % 26);
    sx_buffer_append(out, first, (size_t)(digit + sizeof digit - first));
}

/* How many bins are empty, if any are, then how many more than one sample the next one has. */
static void put_bins(sx_buffer *out, const sx_hist *hist)
{
    uint32_t next = 0;
    sx_buffer_puts(out, hist->steps == SX_HIST_FINE ? " sketch " : " bins ");
    for (uint32_t i = 0; i < hist->nbins; i++) {
        if (hist->bin[i].index > next)
            sx_buffer_printf(out, "%" PRIu32, hist->bin[i].index - next);
        put_letters(out, hist->bin[i].count - 1);
        next = hist->bin[i].index + 1;
    }
}

static void put_numbers(sx_buffer *out, const sx_hist *hist, int64_t p)
{
    for (int i = 0; i < SX_HIST_FIELDS; i++) {
        if (i == SX_HIST_N) {
            put_samples(out, hist->field[i], p);
        } else {
            sx_buffer_puts(out, " ");
            sx_text_put_real(out, hist->field[i]);
        }
    }
    if (hist->nbins)
        put_bins(out, hist);
}

void sx_text_put_times(sx_text_writer *w, const sx_times *times)
{
    sx_buffer_puts(w->out, sx_times_kind_name(times->kind));
    if (!times->all) {
        sx_buffer_puts(w->out, " ranks=");
        sx_text_put_ranklist(w, &times->ranks);
    }
    if (times->first)
        sx_buffer_puts(w->out, " first");
    if (times->after != SX_AFTER_ANY)
        sx_buffer_printf(w->out, " after=%" PRIu32, times->after);
    if (times->hist.law)
        sx_text_put_time_law(w, times->hist.law);
    else if (times->hist.curve)
        put_curves(w->out, times->hist.curve);
    else
        put_numbers(w->out, &times->hist, w->trace->p);
    sx_buffer_puts(w->out, "\n");
}
