/* Fuzz target of the readers of measurements. Whatever the bytes are, each reader ends and refuses with a message, or
 * what it has read is what src/measure/measure.h says, and can be written as documents that are JSON and XML. With libFuzzer
 * (see tests/fuzz/run), or with the main below over files. */
#include "measure/extra_p.h"
#include "measure/plot.h"
#include "measure/read.h"

#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_measure: %s\n", what);
    abort();
}

static int compare(const sx_measurements *m, size_t a, size_t b)
{
    for (size_t i = 0; i < m->nparameters; i++) {
        double x = m->point[a * m->nparameters + i], y = m->point[b * m->nparameters + i];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static void check_series(const sx_measurements *m, size_t i)
{
    const sx_series *s = &m->series[i];
    check(s->npoints > 0 && s->region < m->nregions && s->metric < m->nmetrics,
          "an index is too large");
    check(i == 0 || s[-1].region < s->region ||
              (s[-1].region == s->region && s[-1].metric < s->metric),
          "series are not in order");
    for (size_t p = 0; p < s->npoints; p++) {
        check(s->point[p] < m->npoints, "no such point");
        check(p == 0 || s->point[p - 1] < s->point[p],
              "points of a series are not in order");
        check(s->first[p] < s->first[p + 1], "a point without a value");
        for (size_t k = s->first[p]; k < s->first[p + 1]; k++)
            check(isfinite(m->value[k]), "a value is not finite");
    }
}

static void check_all(const sx_measurements *m)
{
    check(m->nparameters > 0 && m->nparameters <= SX_MEASURE_PARAMETERS, "parameters");
    check(m->nseries > 0, "nothing was read");
    for (size_t i = 0; i < m->npoints * m->nparameters; i++)
        check(m->point[i] > 0 && isfinite(m->point[i]), "a coordinate is not positive");
    for (size_t i = 1; i < m->npoints; i++)
        check(compare(m, i - 1, i) < 0, "points are not in order");
    for (size_t i = 0; i < m->nseries; i++)
        check_series(m, i);
}

/* Outside of texts, in which names are, all numbers are such. */
static bool has_numbers(const char *svg)
{
    bool tag = false;
    for (; *svg; svg++) {
        tag = *svg == '<' || (tag && *svg != '>');
        if (tag && (strncmp(svg, "nan", 3) == 0 || strncmp(svg, "inf", 3) == 0))
            return false;
    }
    return true;
}

/* A model that nobody has to find: the mean of the first point. */
static void write_documents(const sx_measurements *m)
{
    sx_buffer out = SX_BUFFER_INIT;
    sx_extra_p e;
    sx_plot plot;
    sx_error err = { 0 };
    const sx_targets none = { 0 };
    sx_extra_p_init(&e, m, "none");
    sx_plot_init(&plot, m, &none, 0.9, m->nseries);
    for (size_t i = 0; i < m->nseries; i++) {
        sx_fitted fitted = { .model = { .parameters = (uint32_t)m->nparameters,
                                        .forms = 1 } };
        fitted.model.form[0].terms = 1;
        fitted.model.form[0].coefficient[0] = sx_series_mean(m, &m->series[i], 0);
        sx_extra_p_add(&e, &m->series[i], &fitted);
        check(sx_plot_add(&plot, &m->series[i], &fitted, &err) == SX_OK, err.text);
    }
    sx_extra_p_document(&e, &out);
    check(sx_buffer_status(&out) == SX_OK, "an experiment is not written");
    json_t *document = json_loadb(out.data, out.size, JSON_REJECT_DUPLICATES, NULL);
    check(document != NULL, "an experiment is not JSON");
    json_decref(document);
    sx_buffer_cut(&out, 0);
    sx_plot_document(&plot, &out);
    check(sx_buffer_status(&out) == SX_OK && has_numbers(out.data),
          "a drawing has numbers that are none");
    sx_extra_p_finish(&e);
    sx_plot_finish(&plot);
    sx_buffer_finish(&out);
}

/* What was read a region at a time is a document. */
static void check_json(const char *text, size_t size)
{
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        size -= 3;
    }
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    check(document != NULL, "what was read as JSON is none");
    json_decref(document);
}

static bool read_one(const sx_measure_format *format, const uint8_t *data, size_t size)
{
    sx_arena *arena = sx_arena_create();
    sx_measurements m = { 0 };
    sx_error err = { 0 };
    sx_status status =
        sx_measure_read(arena, "input", (const char *)data, size, format, &m, &err);
    if (status)
        check(err.status == status && err.text[0] != '\0', "refused without a message");
    else
        check_all(&m);
    if (!status && format && strcmp(format->name, "json") == 0)
        check_json((const char *)data, size);
    check(sx_arena_size(arena) < 65536 + 100 * size, "too much memory");
    if (!status && m.nseries <= 50)
        write_documents(&m);
    sx_arena_destroy(arena);
    return status == SX_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < sx_measure_format_count; i++)
        read_one(&sx_measure_formats[i], data, size);
    read_one(NULL, data, size);
    return 0;
}

#ifndef SX_LIBFUZZER
static uint64_t random_state = 1;

static size_t draw(size_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)(random_state >> 11) % n;
}

/* Some bytes others, some away, some twice. */
static size_t mutate(const uint8_t *data, size_t size, uint8_t *to)
{
    static const char bytes[] = "0123456789.,;:-+eE()[]{}\"\\\n\r\t #\x01\xc3\xa9\xff";
    size_t n = 0;
    for (size_t i = 0; i < size; i++) {
        size_t what = draw(60);
        if (what == 0)
            to[n++] = (uint8_t)bytes[draw(sizeof bytes)];
        else if (what != 1)
            to[n++] = data[i];
        if (what == 2)
            to[n++] = data[draw(size)];
    }
    return n;
}

/* MUTANTS FILE ..: each file, which is to be read, each cut at every place, and so many mutants of it. */
int main(int argc, char **argv)
{
    enum { LARGEST = 1 << 16 };
    static uint8_t data[LARGEST], mutant[2 * LARGEST];
    int failed = 0;
    for (int i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t size = file ? fread(data, 1, LARGEST, file) : 0;
        if (file)
            fclose(file);
        if (!read_one(NULL, data, size)) {
            fprintf(stderr, "%s has no measurements\n", argv[i]);
            failed = 1;
        }
        for (size_t cut = 0; cut <= size; cut++)
            LLVMFuzzerTestOneInput(data, cut);
        for (int k = atoi(argv[1]); k > 0 && size; k--)
            LLVMFuzzerTestOneInput(mutant, mutate(data, size, mutant));
    }
    return failed;
}
#endif
