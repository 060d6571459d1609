/* What the readers make of measurements: the same of the same, whatever format and order they are in. */
#include "measure/read.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static sx_measurements read_as(sx_arena *arena, const char *text, const char *format)
{
    sx_measurements m = { 0 };
    sx_error err = { 0 };
    sx_status status =
        sx_measure_read(arena, "input", text, strlen(text),
                        format ? sx_measure_format_named(format) : NULL, &m, &err);
    ok(status == SX_OK, "it is not read: %ld: %s", err.line, err.text);
    return m;
}

/* All of it on one line: parameters | region/metric: point=values .. | .. */
static const char *shown(const sx_measurements *m)
{
    static char text[2000];
    size_t n = 0;
#define PUT(...) (n += (size_t)snprintf(text + n, sizeof text - n, __VA_ARGS__))
    text[0] = '\0';
    for (size_t i = 0; i < m->nparameters; i++)
        PUT(i ? ",%s" : "%s", m->parameter[i]);
    for (size_t i = 0; i < m->nseries; i++) {
        const sx_series *s = &m->series[i];
        PUT(" | %s/%s:", m->region[s->region], m->metric[s->metric]);
        for (size_t p = 0; p < s->npoints; p++) {
            for (size_t c = 0; c < m->nparameters; c++)
                PUT("%s%g", c ? "," : " ", sx_series_point(m, s, p)[c]);
            for (size_t k = s->first[p]; k < s->first[p + 1]; k++)
                PUT("%s%g", k == s->first[p] ? "=" : ";", m->value[k]);
        }
    }
#undef PUT
    for (char *c = text; *c; c++)
        *c = *c == '\n' ? '_' : *c; /* a message has one line */
    return text;
}

static void expect(const char *text, const char *format, const char *want,
                   const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_measurements m = read_as(arena, text, format);
    is_text(shown(&m), want, what);
    sx_arena_destroy(arena);
}

static const char want_two[] =
    "p | a/time: 4=1;2 8=3;4 | a/bytes: 4=5 8=6 | b/time: 4=7 8=8";

static void test_formats(void)
{
    expect("PARAMETER p\nPOINTS 4 8\nREGION a\nMETRIC time\nDATA 1 2\nDATA 3 4\nMETRIC "
           "bytes\nDATA 5\nDATA 6\n"
           "REGION b\nMETRIC time\nDATA 7\nDATA 8\n",
           NULL, want_two, "text");
    expect("p,region,metric,value\n4,a,time,1\n4,a,time,2\n8,a,time,3\n8,a,time,4\n4,a,"
           "bytes,5\n8,a,bytes,6\n"
           "4,b,time,7\n8,b,time,8\n",
           NULL, want_two, "csv");
    expect("{\"parameters\": [\"p\"], \"measurements\": {\"a\": {\"time\": [{\"point\": "
           "[4], \"values\": [1, 2]},"
           "{\"point\": [8], \"values\": [3, 4]}], \"bytes\": [{\"point\": [4], "
           "\"values\": [5]},"
           "{\"point\": [8], \"values\": [6]}]}, \"b\": {\"time\": [{\"point\": [4], "
           "\"values\": [7]},"
           "{\"point\": [8], \"values\": [8]}]}}}",
           NULL, want_two, "JSON with names");
    expect("{\"params\": {\"p\": 4}, \"callpath\": \"a\", \"metric\": \"time\", "
           "\"value\": [1, 2]}\n"
           "{\"params\": {\"p\": 8}, \"callpath\": \"a\", \"metric\": \"time\", "
           "\"value\": 3}\n"
           "{\"params\": {\"p\": 8}, \"callpath\": \"a\", \"metric\": \"time\", "
           "\"value\": 4}\n"
           "{\"params\": {\"p\": 4}, \"callpath\": \"a\", \"metric\": \"bytes\", "
           "\"value\": 5}\n\n"
           "{\"params\": {\"p\": 8}, \"callpath\": \"a\", \"metric\": \"bytes\", "
           "\"value\": 6}\n"
           "{\"params\": {\"p\": 4}, \"callpath\": \"b\", \"metric\": \"time\", "
           "\"value\": 7}\n"
           "{\"params\": {\"p\": 8}, \"callpath\": \"b\", \"metric\": \"time\", "
           "\"value\": 8}\n",
           NULL, want_two, "JSON Lines");
}

/* Ids in any order, not from 1, and referred to before they are there. */
static void test_ids(void)
{
    expect("{\"measurements\": [{\"callpath_id\": 9, \"metric_id\": 3, "
           "\"coordinate_id\": 7, \"id\": 1, \"value\": 1.5},"
           "{\"callpath_id\": 9, \"metric_id\": 3, \"coordinate_id\": 6, \"id\": 2, "
           "\"value\": 2.5},"
           "{\"callpath_id\": 9, \"metric_id\": 3, \"coordinate_id\": 7, \"id\": 3, "
           "\"value\": 3.5}],"
           "\"callpaths\": [{\"id\": 9, \"name\": \"a\"}], \"metrics\": [{\"id\": 3, "
           "\"name\": \"time\"}],"
           "\"parameters\": [{\"id\": 5, \"name\": \"n\"}, {\"id\": 2, \"name\": \"p\"}],"
           "\"coordinates\": [{\"id\": 6, \"parameter_value_pairs\": [{\"parameter_id\": "
           "5, \"parameter_value\": 10},"
           "{\"parameter_id\": 2, \"parameter_value\": 8}]},"
           "{\"id\": 7, \"parameter_value_pairs\": [{\"parameter_id\": 2, "
           "\"parameter_value\": 4},"
           "{\"parameter_id\": 5, \"parameter_value\": 20}]}]}",
           NULL, "p,n | a/time: 4,20=1.5;3.5 8,10=2.5", "JSON with ids");
}

static void test_text(void)
{
    expect("# one\nPARAMETER x y\nPOINTS (20 1)(20 2) ( 30 1 )\n\nPOINTS ((30) "
           "(2))\nREGION main -> a  b\nDATA 1\n"
           "DATA 2\nDATA 3\nDATA 4\n",
           NULL, "x,y | main -> a b/<default>: 20,1=1 20,2=2 30,1=3 30,2=4",
           "points of two parameters");
    expect("PARAMETER p\r\nPOINTS 1 2\r\n\tREGION \t a\t\r\nDATA 1e3 +.5E-1 -5.\r\n  "
           "DATA  7 \r\n",
           NULL, "p | a/<default>: 1=1000;0.05;-5 2=7", "line ends, blanks and numbers");
    expect("PARAMETER p\nPARAMETER q\nPOINTS (1 1)\nDATA 1\n", NULL,
           "p,q | <root>/<default>: 1,1=1", "no region and no end of the last line");
    expect("PARAMETER p\nPOINTS 8 4 8\nREGION a\nDATA 1\nDATA 2\nDATA 3\nREGION a\nDATA "
           "4\nDATA 5\nDATA 6",
           NULL, "p | a/<default>: 4=2;5 8=1;3;4;6",
           "points that repeat, and regions, are repeats in order");
    expect("PARAMETER p\nPOINTS 4\nMETRIC m\nREGION a\nDATA 1\nREGION b\nDATA 2\nMETRIC "
           "n\nREGION b\nDATA 3\n"
           "REGION a\nDATA 4\n",
           NULL, "p | a/m: 4=1 | a/n: 4=4 | b/m: 4=2 | b/n: 4=3",
           "series by region and metric");
    expect("\xef\xbb\xbfPARAMETER p\nPOINTS 4\nREGION caf\xc3\xa9\nDATA 1\n", NULL,
           "p | caf\xc3\xa9/<default>: 4=1", "a mark of UTF-8 before, a name in it");
}

static void test_csv(void)
{
    expect("# made by hand\nRegion;P;Value;value\n\"a; \"\"b\"\"\nc\" ; 4;1; 2\r\n\n b "
           ";8;;3",
           NULL, "P | a; \"b\"_c/<default>: 4=1;2 | b/<default>: 8=3",
           "quotes, semicolons, several values");
    expect("p\tn\trun\tvalue\n4\t10\t1\t1\n4\t10\t2\t3\n", NULL,
           "p,n | <root>/<default>: 4,10=1;3",
           "tabs; the number of the run is no parameter");
    expect("\"a;b\",value\n4,1\n", NULL, "a;b | <root>/<default>: 4=1",
           "a separator in quotes is none");
    expect("DATA,value\n4,1\n", NULL, "DATA | <root>/<default>: 4=1",
           "a table that begins with a keyword");
    expect("DATA\tvalue\n4\t1\n", "csv", "DATA | <root>/<default>: 4=1",
           "the format that is asked for");
}

/* Values of a point keep the order of the input, which may be that of the runs; points do not. */
static void test_order(void)
{
    sx_arena *arena = sx_arena_create();
    sx_measurements m =
        read_as(arena, "p,value\n100,3\n9,1\n1e6,5\n9,2\n100,4\n0.5,0\n", NULL);
    is_text(shown(&m), "p | <root>/<default>: 0.5=0 9=1;2 100=3;4 1e+06=5", "order");
    is_int(m.npoints, 4, "points are counted once");
    sx_arena_destroy(arena);
}

/* Tables grow: every value is where it was put. */
static void test_many(void)
{
    enum { REGIONS = 3000, POINTS = 7 };
    sx_arena *arena = sx_arena_create();
    char *text = malloc(REGIONS * POINTS * 40);
    size_t n = (size_t)sprintf(text, "p,region,value\n");
    for (int p = 0; p < POINTS; p++) {
        for (int r = 0; r < REGIONS; r++)
            n += (size_t)sprintf(text + n, "%d,r%d,%d\n", 1 << ((p * 3) % POINTS), r,
                                 r * 100 + (p * 3) % POINTS);
    }
    sx_measurements m = read_as(arena, text, NULL);
    is_int(m.nseries, REGIONS, "series");
    bool right = m.nseries == REGIONS;
    for (size_t s = 0; right && s < m.nseries; s++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", s);
        right = strcmp(m.region[m.series[s].region], name) == 0 &&
                m.series[s].npoints == POINTS;
        for (size_t p = 0; right && p < POINTS; p++)
            right = *sx_series_point(&m, &m.series[s], p) == (double)(1 << p) &&
                    m.series[s].first[p + 1] - m.series[s].first[p] == 1 &&
                    m.value[m.series[s].first[p]] == (double)(s * 100 + p);
    }
    ok(right, "a value of many is somewhere else");
    free(text);
    sx_arena_destroy(arena);
}

int main(void)
{
    test_formats();
    test_ids();
    test_text();
    test_csv();
    test_order();
    test_many();
    return tap_done();
}
