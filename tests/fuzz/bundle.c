#include "bundle.h"

#include <stdlib.h>
#include <string.h>

static const char first_word[] = "target ", version[] = "scalatrace 1\n";

static bool has(const char *line, size_t size, const char *word)
{
    return memmem(line, size, word, strlen(word)) != NULL;
}

bool bundle_split(const char *data, size_t size, bundle *ret_bundle)
{
    const char *end = data && size ? memchr(data, '\n', size) : NULL;
    size_t first = end ? (size_t)(end - data) + 1 : 0;
    if (!end || first <= sizeof first_word ||
        memcmp(data, first_word, sizeof first_word - 1) != 0)
        return false;
    *ret_bundle = (bundle) { .target = strtoll(data + sizeof first_word - 1, NULL, 10),
                             .explain = has(data, first, "explain"),
                             .advise = has(data, first, "advise") };
    const char *at = data + first, *past = data + size;
    while (at < past && ret_bundle->n < BUNDLE_TRACES) {
        const char *next =
            memmem(at + 1, (size_t)(past - at) - 1, version, strlen(version));
        next = next ? next : past;
        ret_bundle->trace[ret_bundle->n].text = at;
        ret_bundle->trace[ret_bundle->n++].size = (size_t)(next - at);
        at = next;
    }
    return true;
}
