/* What inference is fuzzed with, as one text: a first line `target P [explain] [advise]`, and then the texts of input
 * traces, one behind the other. */
#ifndef SX_TESTS_FUZZ_BUNDLE_H
#define SX_TESTS_FUZZ_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUNDLE_TRACES = 6 };

typedef struct bundle {
    int64_t target;
    bool explain, advise;
    size_t n; /* further traces are left out */
    struct {
        const char *text;
        size_t size;
    } trace[BUNDLE_TRACES];
} bundle;

/* Points into data; false where there is no such first line. */
bool bundle_split(const char *data, size_t size, bundle *ret_bundle);

#endif
