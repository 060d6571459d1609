#include "io/text_number.h"
#include "io/text_reader.h"

#include <math.h>
#include <string.h>

/* Samples of one histogram; larger numbers are written as they were rounded. */
static const double exact_samples = 1e9;

/* +5 or -5, if it comes next. */
static bool read_signed(sx_text_reader *r, bool *ret_found, double *ret)
{
    *ret_found = r->at < r->end && (*r->at == '+' || *r->at == '-');
    if (!*ret_found)
        return true;
    return sx_text_real(r, sx_text_try(r, "+") ? 0 : -INFINITY, ret);
}

/* 5P+7~0.01 */
static bool read_curve(sx_text_reader *r, sx_curve *curve)
{
    bool two = false;
    *curve = (sx_curve) { .form = SX_CURVE_CONSTANT };
    if (!sx_text_real(r, -INFINITY, &curve->a))
        return false;
    if (sx_text_try(r, "P"))
        curve->form = SX_CURVE_LINEAR;
    else if (sx_text_try(r, "/P"))
        curve->form = SX_CURVE_INVERSE;
    if (curve->form != SX_CURVE_CONSTANT && !read_signed(r, &two, &curve->b))
        return false;
    if (two && curve->form == SX_CURVE_INVERSE)
        curve->form = SX_CURVE_INVERSE_CONSTANT;
    return !sx_text_try(r, "~") || sx_text_real(r, 0, &curve->deviation);
}

/* A law, or ten curves, or = for one that is that before. */
static bool read_curves(sx_text_reader *r, sx_hist *hist)
{
    if (sx_text_try(r, " law "))
        return sx_text_time_law(r, hist);
    sx_curve *curve = SX_NEW_ARRAY(r->arena, sx_curve, SX_HIST_FIELDS);
    if (!curve)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    for (int i = 0; i < SX_HIST_FIELDS; i++) {
        if (!sx_text_need(r, " "))
            return false;
        if (i > 0 && sx_text_try(r, "="))
            curve[i] = curve[i - 1];
        else if (!read_curve(r, &curve[i]))
            return false;
    }
    hist->curve = curve;
    return sx_text_need_end(r);
}

/* The number of samples in a bin, less one, in base 26. */
static bool read_letters(sx_text_reader *r, uint64_t *ret_number)
{
    uint64_t number = 0;
    const char *c = r->at;
    if (c < r->end && *c == 'A')
        return sx_text_expected(r, "a number of samples without leading zeros");
    for (; c < r->end && *c >= 'A' && *c <= 'Z'; c++) {
        if (number > (UINT64_C(1) << 53))
            return sx_text_fail(r, SX_OVERFLOW, "a bin of more than 2^53 samples");
        number = 26 * number + (uint64_t)(*c - 'A');
    }
    if (c == r->end || *c < 'a' || *c > 'z')
        return sx_text_expected(r, "a number of samples, as letters");
    *ret_number = 26 * number + (uint64_t)(*c - 'a');
    r->at = c + 1;
    return true;
}

/* Bins up to the end of the line. */
static bool read_bins(sx_text_reader *r, sx_hist *hist)
{
    int64_t next = 0, gap, bins = sx_hist_bins(hist->steps);
    double samples = 0;
    sx_hist_bin *bin = SX_NEW_ARRAY(r->arena, sx_hist_bin, (size_t)(r->end - r->at));
    if (!bin)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    while (r->at < r->end) {
        bool skips = *r->at >= '0' && *r->at <= '9';
        uint64_t more = 0;
        if (skips && !sx_text_int(r, "a number of empty bins", 1, bins, &gap))
            return false;
        next += skips ? gap : 0;
        if (next >= bins)
            return sx_text_fail(r, SX_PARSE, "expected bins below %lld", (long long)bins);
        if (!read_letters(r, &more))
            return false;
        bin[hist->nbins++] = (sx_hist_bin) { (uint32_t)next++, more + 1 };
        samples += (double)more + 1;
    }
    hist->bin = bin;
    if (hist->field[SX_HIST_N] < exact_samples &&
        fabs(samples - hist->field[SX_HIST_N]) > 0)
        return sx_text_fail(r, SX_PARSE,
                            "expected bins of %.0f samples, found %.0f in them",
                            hist->field[SX_HIST_N], samples);
    return hist->nbins > 0 || sx_text_expected(r, "bins");
}

/* Ten numbers and perhaps bins. */
static bool read_numbers(sx_text_reader *r, sx_hist *hist)
{
    bool each = false; /* the number of samples is that of each rank */
    for (int i = 0; i < SX_HIST_FIELDS; i++) {
        if (!sx_text_need(r, " ") || !sx_text_real(r, 0, &hist->field[i]))
            return false;
        each = each || (i == SX_HIST_N && sx_text_try(r, "P"));
    }
    if (hist->field[SX_HIST_N] * (double)r->trace->p >= 0x1p53 && each)
        return sx_text_expected(r, "a number of samples below 2^53");
    if (each)
        hist->field[SX_HIST_N] *= (double)r->trace->p;
    hist->steps = sx_text_try(r, " bins ")     ? SX_HIST_COARSE
                  : sx_text_try(r, " sketch ") ? SX_HIST_FINE
                                               : 0;
    return (!hist->steps || read_bins(r, hist)) && sx_text_need_end(r);
}

/* What comes between the kind and the numbers. */
static bool read_key(sx_text_reader *r, sx_times *times)
{
    times->all = !sx_text_try(r, " ranks=");
    if (!times->all && !sx_text_ranklist(r, &times->ranks))
        return false;
    times->first = sx_text_try(r, " first");
    times->after = SX_AFTER_ANY;
    return times->kind != SX_TIMES_COMP || !sx_text_try(r, " after=") ||
           sx_text_index(r, "a call site", r->trace->nsites, &times->after);
}

/* The kind that the line begins with, behind its indent; SX_TIMES_KINDS when it is another line. */
static sx_times_kind kind_of(const sx_text_reader *r)
{
    const char *word = r->at + strspn(r->at, " ");
    size_t left = (size_t)(r->end - word);
    int kind = 0;
    while (kind < SX_TIMES_KINDS &&
           (left < 5 || word[4] != ' ' ||
            memcmp(word, sx_times_kind_name((sx_times_kind)kind), 4) != 0))
        kind++;
    return (sx_times_kind)kind;
}

/* Is it in the order of its kind and key, behind what was read since `mark`? */
static bool in_order(const sx_text_reader *r, size_t mark, const sx_times *times)
{
    sx_times before;
    if (r->times.n == mark)
        return true;
    memcpy(&before, r->times.data + (r->times.n - 1) * sizeof before, sizeof before);
    int order = sx_times_order(&before, times);
    return order < 0 || (order == 0 && !before.all && !times->all);
}

bool sx_text_times(sx_text_reader *r, size_t depth, sx_node *node)
{
    size_t mark = r->times.n;
    while (sx_text_next_line(r)) {
        sx_times times = { .kind = kind_of(r) };
        if (times.kind == SX_TIMES_KINDS) {
            r->held = true;
            break;
        }
        if (!sx_text_indent(r, depth) ||
            !sx_text_need(r, sx_times_kind_name(times.kind)) || !read_key(r, &times))
            return false;
        if (!in_order(r, mark, &times))
            return sx_text_fail(r, SX_PARSE,
                                "expected comp before comm, in each 'first' before the "
                                "others, then ascending 'after'");
        if (!(r->trace->p ? read_numbers(r, &times.hist) : read_curves(r, &times.hist)) ||
            !sx_text_push(r, &r->times, &times, sizeof times))
            return false;
    }
    node->ntimes = (uint32_t)(r->times.n - mark);
    node->times = sx_text_pop(r, &r->times, mark, sizeof *node->times);
    return node->times != NULL;
}
