/* The rate of the time stamp counter is the same however often it is measured, also while other processes want the
 * processor: each measurement may be interrupted anywhere. */
#include "record/clock.h"

#include "../../tap.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

bool sx_host_has_real_time(void)
{
    return true;
}

uint64_t sx_host_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

enum { OTHERS = 6, TIMES = 100 };

/* Processes that never wait, until they are ended. */
static void disturb(pid_t other[OTHERS])
{
    for (int i = 0; i < OTHERS; i++) {
        other[i] = fork();
        while (other[i] == 0)
            if (getppid() == 1) /* nobody is left to end it */
                _exit(0);
    }
}

int main(void)
{
    pid_t other[OTHERS];
    uint64_t least = UINT64_MAX, most = 0;
    disturb(other);
    for (int i = 0; i < TIMES; i++) {
        sx_clock clock;
        sx_clock_start(&clock);
        sx_clock_calibrate(&clock);
        least = clock.ns_per_tick < least ? clock.ns_per_tick : least;
        most = clock.ns_per_tick > most ? clock.ns_per_tick : most;
    }
    for (int i = 0; i < OTHERS; i++) {
        if (other[i] > 0)
            kill(other[i], SIGKILL);
        if (other[i] > 0)
            waitpid(other[i], NULL, 0);
    }
    ok(most - least <= least / 1000, "rates differ by %g",
       least ? (double)(most - least) / (double)least : 0);
    return tap_done();
}
