#include "measure/builder.h"

#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 64 };

void sx_builder_init(sx_builder *b, sx_arena *arena)
{
    *b = (sx_builder) { .arena = arena };
    sx_intern_init(&b->region, arena);
    sx_intern_init(&b->metric, arena);
    sx_intern_init(&b->point, arena);
    sx_intern_init(&b->series, arena);
}

void sx_builder_finish(sx_builder *b)
{
    sx_intern_finish(&b->region);
    sx_intern_finish(&b->metric);
    sx_intern_finish(&b->point);
    sx_intern_finish(&b->series);
    free(b->row);
    free(b->value);
}

bool sx_builder_parameter(sx_builder *b, const char *name, size_t length)
{
    for (size_t i = 0; i < b->nparameters; i++) {
        if (strlen(b->parameter[i]) == length &&
            memcmp(b->parameter[i], name, length) == 0)
            return false;
    }
    if (b->nparameters == SX_MEASURE_PARAMETERS) {
        b->status = b->status ? b->status : SX_LIMIT;
        return true;
    }
    const char *copy = sx_arena_string(b->arena, name, length);
    if (!copy)
        b->status = SX_NOMEM;
    else
        b->parameter[b->nparameters++] = copy;
    return true;
}

static uint32_t add(sx_builder *b, sx_intern *table, const void *bytes, size_t length)
{
    uint32_t index = sx_intern_add(table, bytes, length);
    if (index == SX_INTERN_NONE)
        b->status = SX_NOMEM;
    return index;
}

uint32_t sx_builder_region(sx_builder *b, const char *name, size_t length)
{
    return add(b, &b->region, name, length);
}

uint32_t sx_builder_metric(sx_builder *b, const char *name, size_t length)
{
    return add(b, &b->metric, name, length);
}

uint32_t sx_builder_point(sx_builder *b, const double *at)
{
    return add(b, &b->point, at, b->nparameters * sizeof *at);
}

/* Room for one more of an array that doubles. */
static bool grow(sx_builder *b, void **array, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : SMALLEST;
    void *larger = more > SIZE_MAX / size ? NULL : realloc(*array, more * size);
    if (!larger) {
        b->status = SX_NOMEM;
        return false;
    }
    *array = larger;
    *capacity = more;
    return true;
}

void sx_builder_begin(sx_builder *b, uint32_t region, uint32_t metric, uint32_t point)
{
    const uint32_t key[2] = { region, metric };
    uint32_t series = add(b, &b->series, key, sizeof key);
    if (b->status ||
        !grow(b, (void **)&b->row, b->nrows, &b->row_capacity, sizeof *b->row))
        return;
    b->row[b->nrows++] = (sx_builder_row) { series, point, 0 };
}

void sx_builder_value(sx_builder *b, double value)
{
    if (b->status ||
        !grow(b, (void **)&b->value, b->nvalues, &b->value_capacity, sizeof *b->value))
        return;
    if (b->row[b->nrows - 1].nvalues == UINT32_MAX) {
        b->status = SX_LIMIT;
        return;
    }
    b->value[b->nvalues++] = value;
    b->row[b->nrows - 1].nvalues++;
}

/* ---- the end: points in ascending order, rows by series and point ---- */

typedef struct sorted_point {
    const double *at;
    size_t n;
    uint32_t index;
} sorted_point;

static int by_place(const void *a, const void *b)
{
    const sorted_point *p = a, *q = b;
    for (size_t i = 0; i < p->n; i++) {
        if (p->at[i] != q->at[i])
            return p->at[i] < q->at[i] ? -1 : 1;
    }
    return 0;
}

/* [out] ret_place  of each point's number, its place in ascending order */
static bool sort_points(sx_builder *b, sx_measurements *m, uint32_t *ret_place)
{
    size_t n = b->point.n, width = b->nparameters;
    sorted_point *sorted = malloc((n + 1) * sizeof *sorted);
    double *point = SX_ROOM_ARRAY(b->arena, double, n *width); /* n < 2^30, width <= 4 */
    double *copy = malloc((n * width + 1) * sizeof *copy);
    bool done = sorted && point && copy;
    for (uint32_t i = 0; done && i < n; i++) {
        memcpy(copy + i * width, b->point.key[i].bytes, width * sizeof *copy);
        sorted[i] = (sorted_point) { copy + i * width, width, i };
    }
    if (done && n)
        qsort(sorted, n, sizeof *sorted, by_place);
    for (size_t i = 0; done && i < n; i++) {
        memcpy(point + i * width, sorted[i].at, width * sizeof *point);
        ret_place[sorted[i].index] = (uint32_t)i;
    }
    free(sorted);
    free(copy);
    m->npoints = n;
    m->point = point;
    return done;
}

typedef struct placed_row {
    uint32_t place, nvalues;
    size_t order, first; /* in the input */
} placed_row;

static int by_point(const void *a, const void *b)
{
    const placed_row *r = a, *s = b;
    if (r->place != s->place)
        return r->place < s->place ? -1 : 1;
    return r->order < s->order ? -1 : r->order > s->order;
}

/* The rows of all series, one series after the other, each in ascending order of points.
 * [out] ret_begin  nseries + 1: where the rows of each begin */
static placed_row *sort_rows(const sx_builder *b, const uint32_t *place,
                             size_t *ret_begin)
{
    size_t nseries = b->series.n, first = 0;
    placed_row *rows = malloc((b->nrows + 1) * sizeof *rows);
    if (!rows)
        return NULL;
    for (size_t i = 0; i < b->nrows; i++)
        ret_begin[b->row[i].series + 1]++;
    for (size_t s = 0; s < nseries; s++)
        ret_begin[s + 1] += ret_begin[s];
    for (size_t i = 0; i < b->nrows; i++) {
        const sx_builder_row *row = &b->row[i];
        rows[ret_begin[row->series]++] =
            (placed_row) { place[row->point], row->nvalues, i, first };
        first += row->nvalues;
    }
    for (size_t s = nseries; s > 0; s--)
        ret_begin[s] = ret_begin[s - 1];
    ret_begin[0] = 0;
    for (size_t s = 0; s < nseries; s++) {
        size_t n = ret_begin[s + 1] - ret_begin[s];
        placed_row *of = rows + ret_begin[s];
        bool ascending = true;
        for (size_t i = 1; i < n; i++)
            ascending = ascending && of[i - 1].place <= of[i].place;
        if (!ascending)
            qsort(of, n, sizeof *of, by_point);
    }
    return rows;
}

typedef struct series_room {
    sx_series *series;
    uint32_t *point;
    size_t *first;
    double *value;
} series_room;

static int by_region(const void *a, const void *b)
{
    const sx_series *s = a, *t = b;
    if (s->region != t->region)
        return s->region < t->region ? -1 : 1;
    return s->metric < t->metric ? -1 : s->metric > t->metric;
}

static void put_series(const sx_builder *b, const placed_row *rows, const size_t *begin,
                       series_room *room, sx_measurements *m)
{
    bool ascending = true;
    size_t nvalues = 0;
    for (size_t s = 0; s < b->series.n; s++) {
        sx_series *series = &room->series[s];
        uint32_t key[2];
        memcpy(key, b->series.key[s].bytes, sizeof key);
        *series = (sx_series) { key[0], key[1], 0, room->point, room->first };
        for (size_t i = begin[s]; i < begin[s + 1]; i++) {
            if (i == begin[s] || rows[i].place != rows[i - 1].place) {
                *room->point++ = rows[i].place;
                *room->first++ = nvalues;
                series->npoints++;
            }
            memcpy(room->value + nvalues, b->value + rows[i].first,
                   rows[i].nvalues * sizeof(double));
            nvalues += rows[i].nvalues;
        }
        *room->first++ = nvalues;
        ascending = ascending && (s == 0 || by_region(series - 1, series) < 0);
    }
    if (!ascending)
        qsort(room->series, b->series.n, sizeof *room->series, by_region);
    m->nseries = b->series.n;
    m->series = room->series;
    m->value = room->value;
}

static const char *const *names_of(sx_arena *arena, const sx_intern *table)
{
    const char **name = SX_ROOM_ARRAY(arena, const char *, table->n);
    for (uint32_t i = 0; name && i < table->n; i++)
        name[i] = table->key[i].bytes;
    return name;
}

static bool put_all(sx_builder *b, uint32_t *place, size_t *begin, sx_measurements *m)
{
    series_room room = { SX_ROOM_ARRAY(b->arena, sx_series, b->series.n),
                         SX_ROOM_ARRAY(b->arena, uint32_t, b->nrows),
                         SX_ROOM_ARRAY(b->arena, size_t, b->nrows + b->series.n),
                         SX_ROOM_ARRAY(b->arena, double, b->nvalues) };
    if (!place || !begin || !room.series || !room.point || !room.first || !room.value ||
        !sort_points(b, m, place))
        return false;
    placed_row *rows = sort_rows(b, place, begin);
    if (!rows)
        return false;
    put_series(b, rows, begin, &room, m);
    free(rows);
    m->nparameters = b->nparameters;
    m->parameter =
        sx_arena_copy(b->arena, b->parameter, b->nparameters, sizeof *b->parameter);
    m->nregions = b->region.n;
    m->region = names_of(b->arena, &b->region);
    m->nmetrics = b->metric.n;
    m->metric = names_of(b->arena, &b->metric);
    return m->parameter && m->region && m->metric;
}

sx_status sx_builder_end(sx_builder *b, sx_measurements *ret_measurements, sx_error *err)
{
    sx_measurements m = { 0 };
    if (b->status)
        return sx_fail(err, b->status, "%s", sx_status_text(b->status));
    uint32_t *place = malloc(((size_t)b->point.n + 1) * sizeof *place);
    size_t *begin = calloc((size_t)b->series.n + 1, sizeof *begin);
    bool done = put_all(b, place, begin, &m);
    free(place);
    free(begin);
    if (!done)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_measurements = m;
    return SX_OK;
}
