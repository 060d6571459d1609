/* What is refused, on which line, and why. */
#include "measure/read.h"
#include "tap.h"

#include <string.h>

static void refuse_bytes(const char *text, size_t size, long line, const char *why)
{
    sx_arena *arena = sx_arena_create();
    sx_measurements m = { 0 };
    sx_error err = { 0 };
    sx_status status = sx_measure_read(arena, "input", text, size, NULL, &m, &err);
    ok(status == SX_PARSE && err.line == line && strcmp(err.text, why) == 0 &&
           strcmp(err.file, "input") == 0 && m.nseries == 0,
       "want %ld: %s; got status %d, %ld: %s", line, why, status, err.line, err.text);
    sx_arena_destroy(arena);
}

static void refuse(const char *text, long line, const char *why)
{
    refuse_bytes(text, strlen(text), line, why);
}

#define HEAD "PARAMETER p\nPOINTS 4 8\n"

static void refuse_text(void)
{
    refuse("PARAMETER p\nPIONTS 4\n", 2,
           "expected PARAMETER, POINTS, REGION, METRIC or DATA, found 'PIONTS'");
    refuse("PARAMETER\n", 1, "PARAMETER without a name");
    refuse("PARAMETER p p\n", 1, "two parameters are called 'p'");
    refuse("PARAMETER a b c d e\n", 1, "more than 4 parameters");
    refuse("POINTS 4\n", 1, "POINTS before PARAMETER");
    refuse("PARAMETER p\nPOINTS\n", 2, "POINTS without a point");
    refuse("PARAMETER p\nPOINTS 4 x\n", 2, "expected a number, found 'x'");
    refuse("PARAMETER p\nPOINTS 4 0\n", 2, "parameters are positive, found '0'");
    refuse("PARAMETER p\nPOINTS (4 8)\n", 2, "a point has more than 1 coordinates");
    refuse("PARAMETER p q\nPOINTS 4 8\n", 2, "a point has 1 coordinate for 2 parameters");
    refuse("PARAMETER p q\nPOINTS (4)\n", 2, "a point has 1 coordinate for 2 parameters");
    refuse("PARAMETER p\nPOINTS (4\n", 2, "a parenthesis is not closed");
    refuse("PARAMETER p\nPOINTS 4)\n", 2, "a parenthesis is closed and was not open");
    refuse("PARAMETER p\nPOINTS (((4)))\n", 2, "too many parentheses");
    refuse(HEAD "PARAMETER q\n", 3, "PARAMETER behind POINTS");
    refuse(HEAD "REGION a\nDATA 1\nPOINTS 16\n", 5, "POINTS behind DATA");
    refuse(HEAD "REGION\n", 3, "REGION without a name");
    refuse(HEAD "METRIC \n", 3, "METRIC without a name");
    refuse(HEAD "REGION a\nREGION b\nDATA 1\nDATA 2\n", 3, "REGION without DATA");
    refuse(HEAD "REGION a\nDATA 1\nDATA 2\nREGION b\n", 6, "REGION without DATA");
    refuse(HEAD "REGION a\nDATA 1\nREGION b\nDATA 1\nDATA 2\n", 3,
           "1 DATA lines for 2 POINTS");
    refuse(HEAD "REGION a\nDATA 1\nDATA 2\nMETRIC t\nDATA 1\n", 6,
           "1 DATA lines for 2 POINTS");
    refuse(HEAD "DATA 1\nDATA 2\nDATA 3\n", 5, "more DATA lines than the 2 POINTS");
    refuse("PARAMETER p\nDATA 1\n", 2, "DATA before POINTS");
    refuse(HEAD "DATA\n", 3, "DATA without a value");
    refuse(HEAD "DATA 1 nan\n", 3, "expected a number, found 'nan'");
    refuse(HEAD "DATA 1 1e999\n", 3, "'1e999' is too large");
    refuse(HEAD "DATA 1,5\n", 3, "expected a number, found '1,5'");
    refuse(HEAD "DATA +-1\n", 3, "expected a number, found '+-1'");
    refuse(HEAD "DATA 1e\n", 3, "expected a number, found '1e'");
    refuse(HEAD "DATA .\n", 3, "expected a number, found '.'");
    refuse(HEAD "REGION a\xff\n", 3, "byte 0xff is not UTF-8");
    refuse(HEAD "REGION a\xed\xa0\x80\n", 3, "byte 0xed is not UTF-8");
    refuse(HEAD "REGION a\x01\n", 3, "control character 0x01");
    refuse(HEAD "REGION a\rb\n", 3, "control character 0x0d");
    refuse_bytes(HEAD "REGION \0\n", sizeof HEAD - 1 + 9, 3, "control character 0x00");
    refuse(HEAD, 2, "there are no measurements");
    refuse("", 0, "there are no measurements");
}

static void refuse_csv(void)
{
    refuse("p,region\n4,a\n", 1, "the header has no column 'value'");
    refuse("region,value\na,1\n", 1, "the header names no parameter");
    refuse("p,,value\n4,1,1\n", 1, "column 2 has no name");
    refuse("p,p,value\n4,4,1\n", 1, "two parameters are called 'p'");
    refuse("p,region,callpath,value\n4,a,b,1\n", 1, "two columns are the region");
    refuse("p,value\n4\n", 2, "1 fields in a table of 2 columns");
    refuse("p,value\n4,1\n8,1,2\n", 3, "3 fields in a table of 2 columns");
    refuse("p,value\n4,1\n\n# no\n8,\n", 5, "there is no value");
    refuse("p,value\n-4,1\n", 2, "parameters are positive, found '-4'");
    refuse("p,region,value\n4,,1\n", 2, "the region has no name");
    refuse("p,region,value\n4,\"a\nb\",1\n4,\"c\n,1\n", 4, "a quote is not closed");
    refuse("p,region,value\n4,\"a\"b,1\n", 2, "text behind the closing quote of a field");
    refuse("p,value\n", 1, "there are no measurements");
}

static void refuse_json(void)
{
    refuse("{\n\"parameters\": [\"p\"],\n}", 3,
           "not JSON: string or '}' expected near '}'");
    refuse("[1]", 1, "expected an object");
    refuse("{\"parameters\": [\"p\"]}", 1, "there is no 'measurements'");
    refuse("{\"parameters\": 1,\n \"measurements\": {}}", 1,
           "parameters: expected an array");
    refuse("{\"parameters\": [\n\"p\",\n\"p\"], \"measurements\": {}}", 3,
           "parameters[1]: two parameters have this name");
    refuse("{\"parameters\": [],\n\"measurements\": {}}", 1, "there are no parameters");
    refuse("{\"parameters\": [\"p\"],\n\"measurements\": {\"a\": {\"t\": [\n{\"point\": "
           "[4], \"values\": [1]},\n"
           "{\"point\": [8],\n\"values\": [1,\n\"2\"]}]}}}",
           6, "measurements.a.t[1].values[1]: expected a number");
    refuse("{\"measurements\": {\"a\": {\"t}\\\"\": [{\"values\": [1],\n\"point\": "
           "[4,8]}]}},\n\"parameters\": [\"p\"]}",
           2,
           "measurements.a.t}\"[0].point: as many coordinates as parameters are wanted");
    refuse("{\"parameters\": [\"p\"], \"measurements\": {\"a\": {\"t\": [{\"point\": "
           "[\n0], \"values\": [1]}]}}}",
           2, "measurements.a.t[0].point[0]: parameters are positive");
    refuse("{\"parameters\": [\"p\"], \"measurements\": {\"a\": {\"t\": [{\"point\": "
           "[4],\n \"values\": []}]}}}",
           1, "measurements.a.t[0]: there are no values");
    refuse("{\"parameters\": [\"p\"], \"measurements\": {\"a\":\n 4}}", 2,
           "measurements.a: expected an object of metrics");
    refuse("{\"parameters\": [\"p\"], \"measurements\": {}}", 1,
           "there are no measurements");
    refuse("{\"parameters\": [\"p\"],\n\"parameters\": [\"p\"]}", 2,
           "not JSON: duplicate object key near '\"parameters\"'");
}

#define IDS                                                                              \
    "{\"callpaths\": [{\"id\": 1, \"name\": \"a\"}],\n\"metrics\": [{\"id\": 1, "        \
    "\"name\": \"t\"}],\n"                                                               \
    "\"parameters\": [{\"id\": 1, \"name\": \"p\"}],\n"

static void refuse_ids(void)
{
    refuse(IDS "\"coordinates\": [{\"id\": 1, \"parameter_value_pairs\": []}], "
               "\"measurements\": []}",
           4,
           "coordinates[0].parameter_value_pairs: a value for each parameter is wanted");
    refuse(IDS "\"coordinates\": [{\"id\": 1, \"parameter_value_pairs\": "
               "[\n{\"parameter_id\": 2, \"parameter_value\": 4}]}],"
               "\"measurements\": []}",
           5,
           "coordinates[0].parameter_value_pairs[0].parameter_id: there is nothing of "
           "that id");
    refuse(IDS "\"coordinates\": [{\"id\": 1, \"parameter_value_pairs\": "
               "[{\"parameter_id\": 1, \"parameter_value\": 4}]},"
               "\n{\"id\": 1, \"parameter_value_pairs\": []}], \"measurements\": []}",
           5, "coordinates[1]: the id is of another one, too");
    refuse(IDS "\"coordinates\": [{\"id\": 1, \"parameter_value_pairs\": "
               "[{\"parameter_id\": 1, \"parameter_value\": 4}]}],"
               "\"measurements\": [\n{\"callpath_id\": 1, \"metric_id\": 1,\n "
               "\"coordinate_id\": 1}]}",
           5, "measurements[0].value: expected a number");
    refuse(
        "{\"callpaths\": [{\"id\": 1}], \"parameters\": [{\"id\": 1, \"name\": \"p\"}]}",
        1, "callpaths[0]: there is no 'name'");
}

static void refuse_lines(void)
{
    refuse("{\"params\": {\"p\": 4}, \"value\": 1}\n\n{\"params\": {\"q\": 4}, "
           "\"value\": 1}\n",
           3, "params.p: expected a number");
    refuse("{\"params\": {\"p\": 4}, \"value\": 1}\n{\"params\": {\"p\": 4, \"q\": 1}, "
           "\"value\": 1}\n",
           2, "params: not the parameters of the lines before");
    refuse("{\"params\": {\"p\": 4}, \"value\": 1}\n{\"params\": {\"p\": 4}}\n", 2,
           "value: expected a number");
    refuse("{\"params\": {\"p\": 4}, \"value\": 1}\n{\"params\": {\"p\": 4}, \"value\"\n",
           2, "not JSON: ':' expected near end of file");
    refuse("{\"params\": {\"p\": 4}, \"value\": 1, \"callpath\": 3}\n", 1,
           "callpath: expected a string");
}

int main(void)
{
    refuse_text();
    refuse_csv();
    refuse_json();
    refuse_ids();
    refuse_lines();
    return tap_done();
}
