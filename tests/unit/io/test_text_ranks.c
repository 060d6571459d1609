/* The reader finds out whether sets of ranks are disjoint without listing them; here they are
 * listed. */
#include "io/text.h"
#include "tap.h"

enum { P = 300, CASES = 20000, TERMS = 4 };

static unsigned state = 1;

static unsigned below(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* A random term that nests; dims in random order. */
static sx_ranklist_term random_term(void)
{
    sx_ranklist_term term = { .start = below(P / 2) };
    sx_rank extent = 0;
    for (unsigned n = below(4); term.ndims < n; term.ndims++) {
        struct sx_ranklist_dim dim = { .iters = 2 + below(4),
                                       .stride = extent + 1 + below(9) };
        sx_rank grown = extent + (dim.iters - 1) * dim.stride;
        if (term.start + grown >= P)
            break;
        extent = grown;
        term.dim[term.ndims] = dim;
    }
    for (uint32_t i = 1; i < term.ndims; i++) {
        uint32_t j = below(i + 1);
        struct sx_ranklist_dim swap = term.dim[i];
        term.dim[i] = term.dim[j];
        term.dim[j] = swap;
    }
    return term;
}

/* How many ranks of the term were marked before. */
static int mark(const sx_ranklist_term *term, uint32_t dim, sx_rank at, bool *marked)
{
    int twice = 0;
    if (dim == term->ndims) {
        twice = marked[at];
        marked[at] = true;
        return twice;
    }
    for (sx_rank i = 0; i < term->dim[dim].iters; i++)
        twice += mark(term, dim + 1, at + i * term->dim[dim].stride, marked);
    return twice;
}

static void print(sx_buffer *out, const sx_ranklist_term *term)
{
    sx_buffer_printf(out, "<%u %lld", (unsigned)term->ndims, (long long)term->start);
    for (uint32_t i = 0; i < term->ndims; i++)
        sx_buffer_printf(out, " %lld %lld", (long long)term->dim[i].iters,
                         (long long)term->dim[i].stride);
    sx_buffer_puts(out, ">");
}

static sx_status read_ranks(const char *ranks)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer text = SX_BUFFER_INIT;
    sx_trace trace;
    sx_error err;
    sx_buffer_printf(
        &text,
        "scalatrace 1\nranks %d\nsite 0\ncomm 0 world\ncomm 1 self\nprogram\n"
        "Barrier site=0 ranks=%s\nend\n",
        P, ranks);
    sx_status status = sx_text_read(arena, "ranks", text.data, text.size, &trace, &err);
    if (status && !strstr(err.text, "disjoint"))
        printf("# %s: %s\n", ranks, err.text);
    sx_buffer_finish(&text);
    sx_arena_destroy(arena);
    return status;
}

int main(void)
{
    int right = 0, disjoint = 0;
    printf("# seed %u\n", state);
    for (int i = 0; i < CASES; i++) {
        bool marked[P] = { false };
        sx_buffer ranks = SX_BUFFER_INIT;
        int twice = 0;
        for (unsigned n = 2 + below(TERMS - 1); n > 0; n--) {
            sx_ranklist_term term = random_term();
            twice += mark(&term, 0, term.start, marked);
            print(&ranks, &term);
        }
        bool is_right = (read_ranks(ranks.data) == SX_OK) == (twice == 0);
        if (!is_right && i - right < 5)
            printf("# %s: %d ranks twice\n", ranks.data, twice);
        right += is_right;
        disjoint += twice == 0;
        sx_buffer_finish(&ranks);
    }
    is_int(right, CASES, "sets of ranks that are rightly taken as disjoint, or not");
    ok(disjoint > CASES / 4 && disjoint < CASES * 3 / 4, "%d of them are", disjoint);
    return tap_done();
}
