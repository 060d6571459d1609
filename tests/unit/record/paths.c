/* Call paths that are recognised against the same ones unwound: at random through frames of all
 * kinds, with recursion now and then, from one place at one stack pointer by different ways, and out of signal handlers. */
#include "record/callsite.h"
#include "tests/tap.h"

#include <alloca.h>
#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1907;

static uint64_t random_below(uint64_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed >> 33) % n;
}

static sx_callsites quick, unwound;
static int calls, wrong, recognised;

/* What a wrapper does. */
static __attribute__((noinline)) void look(void)
{
    const uintptr_t *frame = __builtin_frame_address(0);
    void *caller = __builtin_return_address(0);
    recognised += sx_paths_find(&quick.paths, frame) >= 0;
    calls++;
    wrong += sx_callsites_here(&quick, caller, frame) !=
             sx_callsites_here(&unwound, caller, NULL);
}

static volatile int sink;

static void (*watch)(void) = look;

static void handler(int signal_number)
{
    (void)signal_number;
    watch();
}

enum { WAYS = 6, LEVELS = 7 };

#define LEVEL 0
#define BELOW 0 /* nobody calls so deep */
#include "paths_ways.inc"
#define LEVEL 1
#define BELOW 0
#include "paths_ways.inc"
#define LEVEL 2
#define BELOW 1
#include "paths_ways.inc"
#define LEVEL 3
#define BELOW 2
#include "paths_ways.inc"
#define LEVEL 4
#define BELOW 3
#include "paths_ways.inc"
#define LEVEL 5
#define BELOW 4
#include "paths_ways.inc"
#define LEVEL 6
#define BELOW 5
#include "paths_ways.inc"

static void test_random(uint32_t frames, uint32_t sites)
{
    calls = wrong = 0;
    quick.depth = unwound.depth = frames;
    for (int i = 0; i < 20000; i++)
        go_on_6((int)random_below(LEVELS));
    ok(unwound.n >= sites, "%u paths of up to %u frames", unwound.n, frames);
    ok(wrong == 0, "%d of %d paths of up to %u frames taken for others", wrong, calls,
       frames);
    sx_callsites_finish(&quick);
    sx_callsites_finish(&unwound);
}

/* A loop of calls is recognised from its second trip on, whatever the frames around it. */
static void test_kinds(void)
{
    static const char *const name[] = { "plain", "plain", "sized", "aligned",
                                        "aligned and sized" };
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        quick.depth = unwound.depth = 16;
        wrong = 0;
        for (volatile int trip = 0; trip < 2; trip++) { /* one call site */
            seed = 496; /* the same size every time */
            recognised = 0;
            way_0[i](0);
        }
        ok(recognised == 1, "the same path through a %s frame is recognised", name[i]);
        is_int(wrong, 0, "as what it is");
        sx_callsites_finish(&quick);
        sx_callsites_finish(&unwound);
    }
}

#if defined(__x86_64__)
static jmp_buf back;

/* Nobody called it. */
static __attribute__((noinline)) void begin_context(void)
{
    for (volatile int trip = 0; trip < 2; trip++)
        look();
    longjmp(back, 1);
}

/* Contexts begin with a return address of 0, as the ABI has it for the outermost frame. */
static __attribute__((noinline)) void run_context(void *stack_end)
{
    if (setjmp(back))
        return;
    __asm__ volatile("movq %0, %%rsp\n\tpushq $0\n\tjmp *%1"
                     :
                     : "r"(stack_end), "r"(begin_context)
                     : "memory");
}
#endif

static void test_context(void)
{
#if defined(__x86_64__)
    enum { SIZE = 1 << 20 };
    char *stack = aligned_alloc(16, SIZE);
    quick.depth = unwound.depth = 16;
    wrong = recognised = 0;
    run_context(stack + SIZE);
    is_int(recognised, 1, "a path that begins in a context of its own is recognised");
    is_int(wrong, 0, "as what it is");
    sx_callsites_finish(&quick);
    sx_callsites_finish(&unwound);
    free(stack);
#endif
}

/* Of two libraries that have other frames at the same offsets; most loaders put the second one where the
 * first was. */
static void test_unloaded(char *const library[2])
{
    const char *seen[2];
    quick.depth = unwound.depth = 16;
    wrong = recognised = 0;
    for (int i = 0; i < 2; i++) {
        void *handle = dlopen(library[i], RTLD_NOW), *symbol;
        void (*call_back)(void (*)(void));
        if (!handle || !(symbol = dlsym(handle, "call_back"))) {
            ok(false, "%s: %s", library[i], dlerror());
            return;
        }
        memcpy(&call_back, &symbol, sizeof call_back);
        for (volatile int trip = 0; trip < 2; trip++) /* one call site */
            call_back(look);
        dlclose(handle);
    }
    is_int(recognised, 2, "the rules of a library that was unloaded are not used");
    is_int(wrong, 0, "and its paths are not taken for others");
    sx_arena *arena = sx_arena_create();
    sx_trace trace = { 0 };
    const uint32_t *index;
    sx_callsites_tables(&quick, arena, &trace, &index, NULL);
    for (size_t i = 0; i < 2; i++)
        seen[i] = i < trace.nsites ? trace.module[trace.site[i].frame[0].module] : "";
    ok(trace.nsites == 2 && strcmp(seen[0], seen[1]) != 0,
       "%zu sites, of the libraries that were there: %s, %s", trace.nsites, seen[0],
       seen[1]);
    sx_arena_destroy(arena);
    sx_callsites_finish(&quick);
    sx_callsites_finish(&unwound);
}

static bool same_site(const sx_trace *a, const sx_site *x, const sx_trace *b,
                      const sx_site *y)
{
    bool same = x->n == y->n;
    for (uint32_t i = 0; same && i < x->n; i++)
        same = x->frame[i].offset == y->frame[i].offset &&
               strcmp(a->module[x->frame[i].module], b->module[y->frame[i].module]) == 0;
    return same;
}

enum { LIMITED_CALLS = 20000, LIMIT = 20000 };
static struct {
    uint32_t n;
    int64_t limited[LIMITED_CALLS], all[LIMITED_CALLS];
    size_t most;
} noted;

/* The same site twice: where few may be in memory, and where all are. */
static __attribute__((noinline)) void note(void)
{
    const uintptr_t *frame = __builtin_frame_address(0);
    void *caller = __builtin_return_address(0);
    if (noted.n == LIMITED_CALLS)
        return;
    noted.limited[noted.n] = sx_callsites_here(&quick, caller, frame);
    noted.all[noted.n++] = sx_callsites_here(&unwound, caller, NULL);
    noted.most = quick.bytes > noted.most ? quick.bytes : noted.most;
}

/* What is in the file has its frames, and has them once. */
static void test_limit(void)
{
    sx_arena *arena = sx_arena_create();
    sx_trace few = { 0 }, all = { 0 };
    const uint32_t *few_index = NULL, *all_index = NULL;
    quick.depth = unwound.depth = 16;
    watch = note;
    ok(sx_callsites_limit(&quick, LIMIT, "paths.spill", NULL, NULL), "a limit");
    while (noted.n < LIMITED_CALLS)
        go_on_6(LEVELS - 1);
    watch = look;
    ok(noted.most < 2 * LIMIT, "%zu bytes of call sites, limit %d", noted.most, LIMIT);
    ok(quick.first > 0 && quick.n > unwound.n && unwound.n > 1000,
       "%u sites, of which %u were in the file, are %u", quick.n, quick.first, unwound.n);
    ok(sx_callsites_tables(&quick, arena, &few, &few_index, NULL) == SX_OK &&
           sx_callsites_tables(&unwound, arena, &all, &all_index, NULL) == SX_OK &&
           few_index && !all_index,
       "tables");
    is_int((int64_t)few.nsites, (int64_t)all.nsites, "sites, each of them once");
    wrong = 0;
    for (uint32_t i = 0; few_index && i < noted.n; i++)
        wrong += !same_site(&few, &few.site[few_index[noted.limited[i]]], &all,
                            &all.site[noted.all[i]]);
    is_int(wrong, 0, "sites with other frames");
    sx_arena_destroy(arena);
    sx_callsites_finish(&quick);
    sx_callsites_finish(&unwound);
}

static void note_why(void *context, int why)
{
    *(int *)context = why;
}

/* Where no file can be made nothing is lost, and it is said. */
static void test_no_file(void)
{
    int why = 0;
    quick.depth = unwound.depth = 16;
    watch = note;
    ok(sx_callsites_limit(&quick, LIMIT, "no/such/folder/paths.spill", note_why, &why),
       "a limit");
    watch = note;
    noted.n = 0;
    while (noted.n < LIMITED_CALLS)
        go_on_6(LEVELS - 1);
    watch = look;
    is_int(why, ENOENT, "no folder for the file");
    ok(quick.first == 0 && quick.n == unwound.n, "%u sites of %u", quick.n, unwound.n);
    sx_callsites_finish(&quick);
    sx_callsites_finish(&unwound);
}

/* Of no frames there is one site, of one frame one for each place. */
static void test_shallow(void)
{
    quick.depth = 0;
    unwound.depth = 1;
    look();
    look();
    is_int(quick.n, 1, "one site for all");
    is_int(unwound.n, 2, "one for each place");
    sx_callsites_finish(&quick);
    sx_callsites_finish(&unwound);
}

int main(int argc, char **argv)
{
    signal(SIGUSR1, handler);
    test_random(16, 5000);
    test_random(3, 30);
    test_kinds();
    test_shallow();
    test_context();
    if (argc == 3)
        test_unloaded(argv + 1);
    test_limit();
    test_no_file();
    return tap_done();
}
