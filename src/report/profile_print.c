#include "report/profile.h"

typedef struct printer {
    sx_buffer *out;
    const sx_trace *trace;
    const sx_sources *sources;
    const sx_profile *profile;
    size_t most;
} printer;

static double share_of(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_where(const printer *p, const sx_site_total *site)
{
    sx_buffer_printf(p->out, "  %-14s ", sx_op_name(site->op));
    sx_print_site(p->out, p->trace, p->sources, site->site);
    sx_buffer_puts(p->out, "\n");
}

static void print_others(const printer *p, size_t shown, size_t of)
{
    if (shown < of)
        sx_buffer_printf(p->out, "%6zu more\n", of - shown);
}

static void print_by_time(const printer *p)
{
    double app = p->profile->mpi_ns + p->profile->computation_ns;
    size_t n = 0, shown;
    while (n < p->profile->nsites && p->profile->site[n].mpi_ns > 0)
        n++;
    sx_buffer_printf(p->out, "\n%-6s %14s %8s %8s %15s %14s  %-14s call site\n", "time",
                     "s, all ranks", "% of MPI", "% of all", "calls", "mean, us",
                     "operation");
    for (shown = 0; shown < n && shown < p->most; shown++) {
        const sx_site_total *site = &p->profile->site[shown];
        sx_buffer_printf(p->out, "%6zu %14.6f %8.2f %8.2f ", shown + 1,
                         site->mpi_ns * 1e-9, share_of(site->mpi_ns, p->profile->mpi_ns),
                         share_of(site->mpi_ns, app));
        sx_print_grouped(p->out, 15, site->total.calls);
        sx_buffer_printf(
            p->out, " %14.3f",
            site->total.calls ? site->mpi_ns * 1e-3 / (double)site->total.calls : 0);
        print_where(p, site);
    }
    print_others(p, shown, n);
    sx_buffer_printf(p->out, "%-6s %14.6f %8.2f %8.2f\n", "all",
                     p->profile->mpi_ns * 1e-9, 100.0, share_of(p->profile->mpi_ns, app));
}

static void print_by_bytes(const printer *p)
{
    const sx_total *all = &p->profile->totals.all;
    size_t n = 0, shown;
    while (n < p->profile->nsites && p->profile->site[n].total.bytes > 0)
        n++;
    sx_buffer_printf(p->out, "\n%-6s %23s %8s %15s %14s  %-14s call site\n", "volume",
                     "bytes", "% of all", "calls", "mean, bytes", "operation");
    for (shown = 0; shown < n && shown < p->most; shown++) {
        const sx_total *of = &p->profile->site[shown].total;
        sx_buffer_printf(p->out, "%6zu ", shown + 1);
        sx_print_grouped(p->out, 23, of->bytes);
        sx_buffer_printf(p->out, " %8.2f ",
                         share_of((double)of->bytes, (double)all->bytes));
        sx_print_grouped(p->out, 15, of->calls);
        sx_buffer_printf(p->out, " %14.1f",
                         of->calls ? (double)of->bytes / (double)of->calls : 0);
        print_where(p, &p->profile->site[shown]);
    }
    print_others(p, shown, n);
    sx_buffer_printf(p->out, "%-6s ", "all");
    sx_print_grouped(p->out, 23, all->bytes);
    sx_buffer_puts(p->out, all->uncounted ? " and more\n" : "\n");
}

void sx_profile_print_sites(sx_buffer *out, const sx_trace *trace,
                            const sx_sources *sources, sx_profile *profile, size_t most)
{
    const printer p = { out, trace, sources, profile, most };
    if (profile->mpi_ns > 0) {
        sx_profile_sort_by_time(profile);
        print_by_time(&p);
    }
    sx_profile_sort_by_bytes(profile);
    print_by_bytes(&p);
}
