#include "io/text_number.h"
#include "io/text_writer.h"

#include <inttypes.h>
#include <math.h>

static void put_curve(sx_buffer *out, const sx_curve *curve)
{
    sx_buffer_printf(out, " %s(", sx_curve_form_name(curve->form));
    sx_text_put_exact(out, curve->a);
    if (sx_curve_form_params(curve->form) == 2) {
        sx_buffer_puts(out, ",");
        sx_text_put_exact(out, curve->b);
    }
    sx_buffer_puts(out, ")~");
    sx_text_put_real(out, curve->deviation);
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

static void put_hist(sx_buffer *out, const sx_hist *hist, int64_t p)
{
    for (int i = 0; i < SX_HIST_FIELDS; i++) {
        if (hist->curve) {
            put_curve(out, &hist->curve[i]);
        } else if (i == SX_HIST_N) {
            put_samples(out, hist->field[i], p);
        } else {
            sx_buffer_puts(out, " ");
            sx_text_put_real(out, hist->field[i]);
        }
    }
    if (hist->nbins && !hist->curve)
        put_bins(out, hist);
    sx_buffer_puts(out, "\n");
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
    put_hist(w->out, &times->hist, w->trace->p);
}
