/* Nanoseconds for delta times: the processor's time stamp counter where it runs at a constant rate, since
 * it costs half of clock_gettime; else the clock of the host. Only differences mean anything. */
#ifndef SX_RECORD_CLOCK_H
#define SX_RECORD_CLOCK_H

#include "record/host.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

typedef struct sx_clock {
    uint64_t ns_per_tick; /* fixed point, 32 bits behind the point; 0: the host's */
    uint64_t start_ticks, start_ns;
} sx_clock;

static inline uint64_t sx_clock_ticks(void)
{
#if defined(__x86_64__)
    return __rdtsc();
#else
    return 0;
#endif
}

/* Both clocks at one moment: of a few tries that between whose ends least time went by, since a process that was set
 * aside between two readings would be given another rate. */
static inline void sx_clock_both(uint64_t *ret_ticks, uint64_t *ret_ns)
{
    enum { TRIES = 5 };
    uint64_t least = UINT64_MAX;
    *ret_ticks = *ret_ns = 0;
    for (int i = 0; i < TRIES; i++) {
        uint64_t before = sx_clock_ticks(), ns = sx_host_now(),
                 took = sx_clock_ticks() - before;
        if (took < least) {
            least = took;
            *ret_ticks = before + took / 2;
            *ret_ns = ns;
        }
    }
}

/* Begins to compare the two clocks. */
static inline void sx_clock_start(sx_clock *clock)
{
    *clock = (sx_clock) { 0 };
    if (sx_host_has_real_time())
        sx_clock_both(&clock->start_ticks, &clock->start_ns);
}

/* Ends the comparison; at least 2 ms after it began, so that the rate is good to some 1e-5. */
static inline void sx_clock_calibrate(sx_clock *clock)
{
#if defined(__x86_64__)
    unsigned a, b, c, d;
    uint64_t ticks, ns;
    if (!sx_host_has_real_time() || !__get_cpuid(0x80000007, &a, &b, &c, &d) ||
        !(d & 1u << 8)) /* invariant TSC */
        return;
    do {
        sx_clock_both(&ticks, &ns);
    } while (ns - clock->start_ns < 2000000);
    if (ticks > clock->start_ticks)
        clock->ns_per_tick =
            (uint64_t)((double)(ns - clock->start_ns) /
                       (double)(ticks - clock->start_ticks) * 4294967296.0);
#else
    (void)clock;
#endif
}

static inline uint64_t sx_clock_now(const sx_clock *clock)
{
#if defined(__x86_64__)
    __extension__ typedef unsigned __int128 wide;
    if (clock->ns_per_tick)
        return (uint64_t)((wide)sx_clock_ticks() * clock->ns_per_tick >> 32);
#endif
    return sx_host_now();
}

/* The same when the recorder's own work is over. */
static inline uint64_t sx_clock_resume(const sx_clock *clock)
{
    return clock->ns_per_tick ? sx_clock_now(clock) : sx_host_resume();
}

#endif
