#include "report/loads.h"

#include "report/print.h"

#include <inttypes.h>
#include <stdio.h>

enum { MAX_ROWS = 32 };

static bool is_time(sx_load load)
{
    return load == SX_LOAD_MPI_NS || load == SX_LOAD_COMPUTATION_NS;
}

static void print_amount(sx_buffer *out, int width, sx_load load, double amount)
{
    sx_buffer_puts(out, " ");
    if (is_time(load))
        sx_buffer_printf(out, "%*.6f", width, amount * 1e-9);
    else
        sx_print_grouped(out, width, (uint64_t)(amount + 0.5));
}

/* "(3)", "(3 and 4 more)", "(all)": who has an extreme. */
static void print_who(sx_buffer *out, sx_rank rank, int64_t ranks, int64_t p)
{
    char who[64];
    if (ranks == p && p > 1)
        snprintf(who, sizeof who, "(all)");
    else if (ranks == 1)
        snprintf(who, sizeof who, "(%" PRId64 ")", rank);
    else
        snprintf(who, sizeof who, "(%" PRId64 " and %" PRId64 " more)", rank, ranks - 1);
    sx_buffer_printf(out, " %-16s", who);
}

void sx_loads_print(sx_buffer *out, const sx_loads *loads)
{
    static const char *const title[SX_LOADS] = { "calls",          "bytes",
                                                 "messages",       "bytes of messages",
                                                 "time in MPI, s", "computation, s" };
    sx_buffer_printf(out, "\n%-18s %18s %-16s %18s %18s %-16s %8s\n", "of a rank",
                     "least", "(rank)", "mean", "most", "(rank)", "most/mean");
    for (int i = 0; i < SX_LOADS; i++) {
        sx_load load = (sx_load)i;
        if (is_time(load) && loads->grain == SX_TIMES_NONE)
            continue;
        sx_spread s = sx_loads_spread(loads, load);
        sx_buffer_printf(out, "%-18s", title[i]);
        print_amount(out, 18, load, s.min);
        print_who(out, s.min_rank, s.min_ranks, loads->p);
        print_amount(out, 18, load, s.mean);
        print_amount(out, 18, load, s.max);
        print_who(out, s.max_rank, s.max_ranks, loads->p);
        sx_buffer_printf(out, " %9.3f\n", s.mean > 0 ? s.max / s.mean : 1);
    }
    if (loads->grain != SX_TIMES_RANKS)
        sx_buffer_printf(out, "Times: %s.\n", sx_loads_grain_text(loads));
    if (loads->has_uncounted)
        sx_buffer_puts(out, "Bytes: without those of the calls that are left out.\n");
}

static void print_row(sx_buffer *out, const sx_loads *loads, sx_rank first, sx_rank n)
{
    char who[48];
    double of[SX_LOADS];
    for (int i = 0; i < SX_LOADS; i++)
        of[i] = sx_loads_sum(loads, (sx_load)i, first, n) / (double)n;
    if (n == 1)
        snprintf(who, sizeof who, "%" PRId64, first);
    else
        snprintf(who, sizeof who, "%" PRId64 " to %" PRId64, first, first + n - 1);
    sx_buffer_printf(out, "%-20s", who);
    for (int i = 0; i < SX_LOADS; i++) {
        if (!is_time((sx_load)i) || loads->grain != SX_TIMES_NONE)
            print_amount(out, 17, (sx_load)i, of[i]);
    }
    double app = of[SX_LOAD_MPI_NS] + of[SX_LOAD_COMPUTATION_NS];
    if (loads->grain != SX_TIMES_NONE)
        sx_buffer_printf(out, " %6.2f", app > 0 ? 100 * of[SX_LOAD_MPI_NS] / app : 0);
    sx_buffer_puts(out, "\n");
}

void sx_loads_print_ranks(sx_buffer *out, const sx_loads *loads)
{
    sx_rank width = (loads->p + MAX_ROWS - 1) / MAX_ROWS;
    bool timed = loads->grain != SX_TIMES_NONE;
    sx_buffer_printf(out, "\n%-20s%18s%18s%18s%18s%s\n",
                     width > 1 ? "ranks (mean)" : "rank", "calls", "bytes", "messages",
                     "bytes of messages",
                     timed ? "    time in MPI, s    computation, s  MPI %" : "");
    for (sx_rank first = 0; first < loads->p; first += width)
        print_row(out, loads, first, width < loads->p - first ? width : loads->p - first);
}
