/* What the events of single ranks cost, produced lazily from a formula trace: CPU time in ns of an event where a rank's are walked one
 * after the other; of any event found by its number, of a rank that was walked before; and of any event of any rank.
 * Usage: events FORMULA RANKS. */
#include "extrap/instantiate.h"
#include "io/text.h"
#include "trace/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WALKED = 2000000, SOUGHT = 100000 };

static double cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static uint64_t seed = 20111;

static uint64_t random_below(uint64_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed ^ seed >> 32) % n;
}

typedef struct job {
    sx_trace trace;
    sx_walk *walk;
} job;

static sx_rank any_rank(const job *j)
{
    return (sx_rank)random_below((uint64_t)j->trace.p);
}

static sx_status walk(job *j, double *ret_ns, sx_error *err)
{
    sx_status status = SX_OK;
    uint64_t n = 0;
    double before = cpu_ns();
    while (n < WALKED && !status) {
        bool more = true;
        sx_event event;
        status = sx_walk_start(j->walk, any_rank(j), err);
        while (!status && more && n < WALKED) {
            status = sx_walk_next(j->walk, &event, &more, err);
            n += more;
        }
    }
    *ret_ns = (cpu_ns() - before) / (double)n;
    return status;
}

static sx_status count(job *j, sx_rank rank, uint64_t *ret_events, sx_error *err)
{
    sx_status status = sx_walk_start(j->walk, rank, err);
    return status ? status : sx_walk_skip(j->walk, UINT64_MAX, ret_events, err);
}

/* Events of `ranks` ranks, equally many of each. */
static sx_status seek(job *j, unsigned ranks, double *ret_ns, sx_error *err)
{
    sx_status status = SX_OK;
    double before = cpu_ns();
    for (unsigned r = 0; r < ranks && !status; r++) {
        sx_rank rank = any_rank(j);
        uint64_t events = 0, passed;
        status = count(j, rank, &events, err);
        for (unsigned i = 0; i < SOUGHT / ranks && !status && events; i++) {
            bool more = true;
            sx_event event;
            status = sx_walk_start(j->walk, rank, err);
            if (!status)
                status = sx_walk_skip(j->walk, random_below(events), &passed, err);
            if (!status)
                status = sx_walk_next(j->walk, &event, &more, err);
        }
    }
    *ret_ns = (cpu_ns() - before) / SOUGHT;
    return status;
}

static sx_status measure(const char *path, sx_rank p, sx_error *err)
{
    job j = { .walk = NULL };
    sx_trace formula;
    uint64_t events = 0;
    double walked = 0, sought = 0, anywhere = 0;
    sx_arena *arena = sx_arena_create();
    sx_status status = arena ? sx_text_read_file(arena, path, &formula, err) : SX_NOMEM;
    if (!status)
        status = sx_instantiate(arena, &formula, p, NULL, 0, &j.trace, err);
    if (!status)
        status = sx_walk_create(&j.trace, &j.walk, err);
    if (!status)
        status = count(&j, p - 1, &events, err);
    if (!status)
        status = walk(&j, &walked, err);
    if (!status)
        status = seek(&j, 10, &sought, err);
    if (!status)
        status = seek(&j, SOUGHT, &anywhere, err);
    if (!status)
        printf("%" PRIu64 " %.0f %.0f %.0f\n", events, walked, sought, anywhere);
    sx_walk_destroy(j.walk);
    sx_arena_destroy(arena);
    return status;
}

int main(int argc, char **argv)
{
    sx_error err = { 0 };
    if (argc != 3)
        return 2;
    if (!measure(argv[1], strtoll(argv[2], NULL, 10), &err))
        return 0;
    fprintf(stderr, "events: %s\n", err.text);
    return 1;
}
