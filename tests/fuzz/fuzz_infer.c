/* Fuzz target of inference and what follows it: traces of a bundle (bundle.h) that the reader takes are inferred from,
 * the laws are written and read again, instantiated, matched, explained and advised on. Whatever the traces are, each
 * step ends, soon and in bounded memory, and refuses with a message or succeeds. With libFuzzer (see
 * tests/fuzz/run), or with the main below over files. */
#include "bundle.h"

#include "extrap/advise.h"
#include "extrap/explain.h"
#include "extrap/instantiate.h"
#include "extrap/summary.h"
#include "fit/fit.h"
#include "io/text.h"
#include "match/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct job {
    sx_arena *arena;
    bundle bundle;
    size_t n;
    sx_trace trace[BUNDLE_TRACES];
    const sx_trace *input[BUNDLE_TRACES];
    const char *name[BUNDLE_TRACES];
    sx_trace formula;
} job;

static void check(bool holds, const char *what, const sx_error *err)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_infer: %s (%s)\n", what, err->text);
    abort();
}

/* Did it succeed? If not, it says why. */
static bool done(sx_status status, const char *what, const sx_error *err)
{
    check(!status || (err->status == status && err->text[0] != '\0'), what, err);
    check(status != SX_NOMEM, what, err);
    return !status;
}

static void read_inputs(job *j)
{
    for (size_t i = 0; i < j->bundle.n; i++) {
        sx_error err = { 0 };
        if (sx_text_read(j->arena, "input", j->bundle.trace[i].text,
                         j->bundle.trace[i].size, &j->trace[j->n], &err))
            continue;
        j->input[j->n] = &j->trace[j->n];
        j->name[j->n++] = "input";
    }
}

/* The formula trace as it comes back from its text. */
static void read_again(job *j, const sx_trace *formula)
{
    sx_error err = { 0 };
    sx_buffer text = SX_BUFFER_INIT;
    sx_text_write(&text, formula);
    check(sx_buffer_status(&text) == SX_OK, "inferred, but not written", &err);
    sx_status status =
        sx_text_read(j->arena, "formula", text.data, text.size, &j->formula, &err);
    check(status == SX_OK, "the formula trace cannot be read", &err);
    sx_buffer_finish(&text);
}

static void instantiate(job *j)
{
    sx_trace trace;
    sx_error err = { 0 };
    sx_summary summary;
    sx_matching matching;
    sx_buffer text = SX_BUFFER_INIT;
    if (!done(sx_instantiate(j->arena, &j->formula, j->bundle.target, NULL, 0, &trace,
                             &err),
              "not instantiated without a message", &err))
        return;
    sx_text_write(&text, &trace);
    check(sx_buffer_status(&text) == SX_OK, "instantiated, but not written", &err);
    sx_trace again;
    check(sx_text_read(j->arena, "target", text.data, text.size, &again, &err) == SX_OK,
          "the trace at the target cannot be read", &err);
    if (done(sx_summary_make(j->arena, &trace, &j->formula, &summary, &err),
             "no summary without a message", &err))
        sx_summary_print(&text, &trace, &summary, SIZE_MAX);
    sx_buffer_finish(&text);
    (void)done(sx_match(j->arena, &trace, &sx_match_defaults, &matching, &err),
               "not matched without a message", &err);
}

static void explain(job *j)
{
    const sx_explanation *list;
    size_t n;
    sx_error err = { 0 };
    sx_settings none = { 0 };
    (void)done(sx_explain(j->arena, j->input, j->name, j->n, &j->formula,
                          j->bundle.target, &none, "all", &list, &n, &err),
               "not explained without a message", &err);
}

static void advise(job *j)
{
    sx_advice advice;
    sx_error err = { 0 };
    sx_settings none = { 0 };
    (void)done(sx_advise(j->input, j->name, j->n, &j->formula, j->bundle.target, &none,
                         &advice, &err),
               "not advised without a message", &err);
}

/* Were laws found? */
static bool run(const uint8_t *data, size_t size)
{
    job j = { 0 };
    sx_error err = { 0 };
    sx_trace formula;
    sx_infer_options how = { .times = { .curves = sx_curve_selector_named("paper") } };
    if (!bundle_split((const char *)data, size, &j.bundle))
        return false;
    sx_fit_init();
    j.arena = sx_arena_create();
    read_inputs(&j);
    bool inferred =
        j.n > 0 && done(sx_infer(j.arena, j.input, j.name, j.n, &how, &formula, &err),
                        "not inferred without a message", &err);
    if (inferred) {
        read_again(&j, &formula);
        instantiate(&j);
    }
    if (inferred && j.bundle.explain)
        explain(&j);
    if (inferred && j.bundle.advise)
        advise(&j);
    sx_arena_destroy(j.arena);
    return inferred;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)run(data, size);
    return 0;
}

#ifndef SX_LIBFUZZER
#include "mutate.h"

#include <time.h>

enum { LARGEST = 100000, GENERATIONS = 8 };

/* In mutate.c where bytes are altered blindly. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
    (void)data;
    (void)max_size;
    return size;
}

static size_t load(const char *path, uint8_t *data)
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(data, 1, LARGEST, file) : 0;
    if (file)
        fclose(file);
    return size;
}

static double cpu_seconds(void)
{
    struct timespec now = { 0 };
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void save(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(data, 1, size, file);
    fclose(file);
}

typedef struct tally {
    unsigned mutants, seed, inferred;
    double slowest;
} tally;

/* Each mutant is made of the one before, until the file is taken anew. What runs is in the file `fuzz_infer.input`, and what took
 * longest in `fuzz_infer.slowest`, so that they can be looked at. */
static void run_mutants(const uint8_t *original, size_t original_size, uint8_t *data,
                        tally *t)
{
    size_t size = 0;
    for (unsigned i = 0; i < t->mutants; i++) {
        if (i % GENERATIONS == 0) {
            size = original_size;
            memcpy(data, original, size);
        }
        size = LLVMFuzzerCustomMutator(data, size, LARGEST, t->seed + i);
        save("fuzz_infer.input", data, size);
        double before = cpu_seconds();
        t->inferred += run(data, size);
        double took = cpu_seconds() - before;
        if (took > t->slowest) {
            t->slowest = took;
            save("fuzz_infer.slowest", data, size);
        }
    }
}

/* fuzz_infer MUTANTS SEED FILE..: each file, and so many mutants of it; CPU times to stdout. */
int main(int argc, char **argv)
{
    uint8_t *data = malloc(LARGEST), *original = malloc(LARGEST);
    if (!data || !original || argc < 4)
        return 2;
    tally t = { .mutants = (unsigned)strtoul(argv[1], NULL, 10),
                .seed = (unsigned)strtoul(argv[2], NULL, 10) };
    for (int i = 3; i < argc; i++) {
        double before = cpu_seconds();
        size_t size = load(argv[i], original);
        if (size == 0 || size > LARGEST)
            return 2;
        run(original, size);
        run_mutants(original, size, data, &t);
        printf("%.2f s %s\n", cpu_seconds() - before, argv[i]);
        fflush(stdout);
    }
    printf("%.2f s the slowest of %u mutants, of %u laws were inferred\n", t.slowest,
           t.mutants * (unsigned)(argc - 3), t.inferred);
    remove("fuzz_infer.input");
    free(data);
    free(original);
    return 0;
}
#endif
