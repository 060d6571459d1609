/* The tables of handles: against plain arrays, and where the MPI library gives out one handle twice. */
#include "record/handles.h"
#include "record/intern.h"
#include "record/requests.h"
#include "tests/tap.h"

#include <stdlib.h>

static uint64_t seed = 496;

static uint64_t random_below(uint64_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed >> 33) % n;
}

static void test_handles(void)
{
    static char thing[500];
    int64_t is[500];
    sx_handles map = { 0 };
    int wrong = 0;
    for (int i = 0; i < 500; i++)
        is[i] = SX_HANDLES_NONE;
    for (uint32_t step = 0; step < 100000; step++) {
        size_t i = random_below(500);
        if (random_below(2)) {
            sx_handles_set(&map, &thing[i], step);
            is[i] = step;
        } else {
            sx_handles_remove(&map, &thing[i]);
            is[i] = SX_HANDLES_NONE;
        }
        size_t look = random_below(500);
        wrong += sx_handles_find(&map, &thing[look]) != is[look];
    }
    is_int(wrong, 0, "handles that were not found, or found and not there");
    sx_handles_finish(&map);
}

static void test_intern(void)
{
    sx_intern names = { 0 };
    int wrong = 0;
    for (int64_t i = 0; i < 5000; i++) {
        int64_t text[3] = { i % 100, i % 7, i % 3 };
        int64_t name = sx_intern_name(&names, text, 8 * (size_t)(1 + i % 3));
        wrong += name < 0 || memcmp(sx_intern_bytes(&names.item[name]), text,
                                    8 * (size_t)(1 + i % 3)) != 0;
        wrong += name != sx_intern_name(&names, text, 8 * (size_t)(1 + i % 3));
    }
    is_int(wrong, 0, "strings with a wrong name");
    is_int(sx_intern_name(&names, NULL, 0), sx_intern_name(&names, NULL, 0),
           "the empty one");
    sx_intern_finish(&names);
}

/* Names that are forgotten are given again, and only these. */
static void test_forgotten_names(void)
{
    enum { STRINGS = 3000 };
    sx_intern names = { 0 };
    int64_t name[STRINGS];
    uint64_t kept[STRINGS / 64 + 1];
    int wrong = 0;
    for (int64_t i = 0; i < STRINGS; i++)
        name[i] = -1;
    for (int round = 0; round < 50; round++) {
        memset(kept, 0, sizeof kept);
        for (int step = 0; step < 500; step++) {
            int64_t i = (int64_t)random_below(STRINGS), text[3] = { i, i, i };
            size_t size = 8 * (size_t)(1 + i % 3);
            int64_t now = sx_intern_name(&names, text, size);
            wrong += name[i] >= 0 && now != name[i];
            wrong += memcmp(sx_intern_bytes(&names.item[now]), text, size) != 0;
            name[i] = now;
        }
        for (int64_t i = 0; i < STRINGS; i++) {
            if (name[i] >= 0 && random_below(3))
                name[i] = -1;
            else if (name[i] >= 0)
                kept[name[i] / 64] |= UINT64_C(1) << name[i] % 64;
        }
        wrong += !sx_intern_keep(&names, kept);
    }
    is_int(wrong, 0, "strings with a wrong name after others were forgotten");
    ok(names.n <= STRINGS && sx_intern_size(&names) < 200 * 1500, "%zu bytes of %u names",
       sx_intern_size(&names), names.n);
    memset(kept, 0, sizeof kept);
    ok(sx_intern_keep(&names, kept) && sx_intern_size(&names) < 1000, "%zu bytes of none",
       sx_intern_size(&names));
    sx_intern_finish(&names);
}

enum { UNKNOWN = -1000 };

static int64_t name_of(sx_requests *requests, const void *handle, const void *where)
{
    uint32_t index;
    int64_t name;
    return sx_requests_find(requests, (MPI_Request)handle, where, &index, &name)
               ? name
               : UNKNOWN;
}

static void post(sx_requests *requests, const void *handle, const void *where)
{
    sx_requests_post(requests, (MPI_Request)handle, where, false, 0, false);
}

/* Looks once: a look claims the operation. */
#define is_named(handle, where, want, what)                                              \
    do {                                                                                 \
        int64_t got_name = name_of(&requests, handle, where);                            \
        is_int(got_name, want, what);                                                    \
    } while (0)

/* One handle for several operations: the variable tells which, else they go oldest first. */
static void test_requests(void)
{
    static char handle[300];
    int variable[4];
    sx_requests requests = { 0 };
    post(&requests, &handle[0], &variable[0]);
    post(&requests, &handle[1], &variable[1]);
    post(&requests, &handle[0], &variable[2]);
    sx_requests_look(&requests);
    is_named(&handle[0], &variable[2], 0, "of two, the one in this variable");
    is_named(&handle[0], &variable[0], 2, "the other one");
    is_named(&handle[1], &variable[3], 1, "moved to another variable");
    is_named(&handle[0], &variable[0], UNKNOWN, "a third time");
    sx_requests_look(&requests);
    is_named(&handle[0], NULL, 2, "unknown variable: the oldest");
    is_named(&handle[0], NULL, 0, "then the next");
    is_named(&handle[2], &variable[0], UNKNOWN, "a handle of nobody");
    sx_requests_finish(&requests);
    for (int i = 0; i < 300; i++)
        post(&requests, &handle[i], &handle[i]);
    int wrong = 0;
    for (int i = 0; i < 300; i++) {
        uint32_t index;
        int64_t since;
        sx_requests_look(&requests);
        wrong += !sx_requests_find(&requests, (MPI_Request)&handle[i], &handle[i], &index,
                                   &since) ||
                 since != 299 - i;
        sx_requests_remove(&requests, index);
        wrong += name_of(&requests, &handle[i], &handle[i]) != UNKNOWN;
    }
    is_int(wrong, 0, "requests with a wrong age, or found after their end");
    sx_requests_finish(&requests);
}

/* What is posted in between does not change the name of a persistent request, and one that is made anew in
 * each trip of a loop has the same in all. */
static void test_persistent(void)
{
    static char handle[200];
    sx_requests requests = { 0 };
    int wrong = 0;
    for (int i = 0; i < 100; i++)
        sx_requests_post(&requests, (MPI_Request)&handle[i], &handle[i], true, 0, false);
    for (int i = 100; i < 200; i++)
        post(&requests, &handle[i], &handle[i]);
    sx_requests_look(&requests);
    for (int i = 0; i < 200; i++)
        wrong +=
            name_of(&requests, &handle[i], &handle[i]) != (i < 100 ? -1 - i : 199 - i);
    is_int(wrong, 0, "numbers of persistent requests, ages of others");
    for (int trip = 0; trip < 3; trip++) {
        uint32_t index;
        int64_t name;
        sx_requests_look(&requests);
        sx_requests_find(&requests, (MPI_Request)&handle[7], &handle[7], &index, &name);
        sx_requests_remove(&requests, index);
        sx_requests_post(&requests, (MPI_Request)&handle[7], &handle[7], true, 0, false);
        is_named(&handle[7], &handle[7], -8, "made anew: the smallest free number");
        is_named(&handle[99], &handle[99], -100, "the others keep theirs");
    }
    sx_requests_finish(&requests);
}

int main(void)
{
    test_handles();
    test_intern();
    test_forgotten_names();
    test_requests();
    test_persistent();
    return tap_done();
}
