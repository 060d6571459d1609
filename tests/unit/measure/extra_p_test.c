/* Experiments of Extra-P: functions of every shape, statistics, the file around them. */
#include "measure/extra_p.h"
#include "measure/read.h"
#include "measure/zip.h"
#include "tap.h"

#include <math.h>

static sx_measurements read_text(sx_arena *arena, const char *text)
{
    sx_measurements m = { 0 };
    sx_error err = { 0 };
    ok(sx_measure_read(arena, "input", text, strlen(text), NULL, &m, &err) == SX_OK, "%s",
       err.text);
    return m;
}

static void has(const sx_buffer *document, const char *part, const char *what)
{
    ok(strstr(document->data, part) != NULL, "it is not as it should be: %s", what);
}

/* The document of one model for every series. */
static void write_document(const sx_measurements *m, const sx_fitted *fitted,
                           sx_buffer *out)
{
    sx_extra_p e;
    sx_extra_p_init(&e, m, "by \"hand\"");
    for (size_t i = 0; i < m->nseries; i++)
        sx_extra_p_add(&e, &m->series[i], fitted);
    sx_extra_p_document(&e, out);
    ok(sx_buffer_status(out) == SX_OK, "the document is not written");
    sx_extra_p_finish(&e);
}

static void test_one_parameter(void)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer out = SX_BUFFER_INIT;
    sx_measurements m = read_text(arena, "p,region,metric,value,value,value\n4,a,t,4,1,"
                                         "7\n16,a,t,5,,\n4,b,t,1,,\n4,a,u,2,,\n");
    sx_fitted fitted = { .model = { .parameters = 1, .forms = 1 } };
    sx_model_form *form = &fitted.model.form[0];
    form->terms = 2;
    form->coefficient[0] = 1.5;
    form->coefficient[1] = 0.25;
    form->term[1].power[0] = -8;
    form->term[1].log[0] = 2;
    write_document(&m, &fitted, &out);
    has(&out,
        "{\"Extra-P\": \"4.0.0\", \"parameters\": [\"p\"],\n\"measurements\": {\"a\": "
        "{\"t\": [\n",
        "head");
    has(&out,
        "{\"coordinate\": [4], \"median\": 4, \"mean\": 4, \"minimum\": 1, \"maximum\": "
        "7, "
        "\"std\": 2.449489742783178, \"repetitions\": 3, \"values\": "
        "null},\n{\"coordinate\": [16]",
        "values");
    has(&out, "}],\n\"u\": [\n{\"coordinate\": [4]", "metrics are in their region");
    has(&out, "}]},\n\"b\": {\"t\": [", "regions follow each other");
    has(&out, "\"modelers\": [{\"name\": \"by \\\"hand\\\"\"", "the method");
    has(&out,
        "{\"function\": {\"constant_coefficient\": 1.5, \"compound_terms\": "
        "[{\"coefficient\": 0.25, "
        "\"simple_terms\": [{\"term_type\": \"polynomial\", \"exponent\": \"-2/3\"}, "
        "{\"term_type\": "
        "\"logarithm\", \"exponent\": 2}]}], \"$type\": \"SingleParameterFunction\"}",
        "a sum");
    has(&out, "\"$type\": \"SingleParameterHypothesis\"}", "its kind");
    sx_buffer_finish(&out);
    sx_arena_destroy(arena);
}

static void test_several_parameters(void)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer out = SX_BUFFER_INIT;
    sx_measurements m = read_text(arena, "p,n,value\n4,2,1\n");
    sx_fitted fitted = { .model = { .parameters = 2, .forms = 1 } };
    sx_model_form *form = &fitted.model.form[0];
    form->terms = 2;
    form->coefficient[0] = 3;
    form->coefficient[1] = 0.5;
    form->term[0].power[1] = 24;
    form->term[1].power[0] = -12;
    form->term[1].log[1] = 1;
    write_document(&m, &fitted, &out);
    has(&out,
        "{\"constant_coefficient\": 0, \"compound_terms\": [{\"coefficient\": 3, "
        "\"parameter_term_pairs\": "
        "{\"1\": {\"coefficient\": 1, \"simple_terms\": [{\"term_type\": \"polynomial\", "
        "\"exponent\": 2}]}}}, "
        "{\"coefficient\": 0.5, \"parameter_term_pairs\": {\"0\": {\"coefficient\": 1, "
        "\"simple_terms\": "
        "[{\"term_type\": \"polynomial\", \"exponent\": -1}]}, \"1\": {\"coefficient\": "
        "1, \"simple_terms\": "
        "[{\"term_type\": \"logarithm\", \"exponent\": 1}]}}}], \"$type\": "
        "\"MultiParameterFunction\"}",
        "products");
    /* At p = 4, n = 2: 3 n^2 + lg n / 2 p = 12.125, where 1 was measured. */
    has(&out, "\"RSS\": 123.765625, \"rRSS\": 123.765625, \"SMAPE\": 169.5238095",
        "costs");
    sx_buffer_finish(&out);
    sx_arena_destroy(arena);
}

static void test_pieces(void)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer out = SX_BUFFER_INIT;
    sx_measurements m = read_text(arena, "p,value\n4,16\n64,256\n128,256\n");
    sx_fitted fitted = { .model = { .parameters = 1, .forms = 1 } };
    sx_model_form *form = &fitted.model.form[0];
    form->terms = 2;
    form->coefficient[0] = 4;
    form->coefficient[1] = 256;
    form->term[0].power[0] = 12;
    form->term[0].to = 64;
    form->term[1].from = 64;
    write_document(&m, &fitted, &out);
    has(&out,
        "{\"segments\": [{\"constant_coefficient\": 0, \"compound_terms\": "
        "[{\"coefficient\": 4, "
        "\"simple_terms\": [{\"term_type\": \"polynomial\", \"exponent\": 1}]}], "
        "\"$type\": "
        "\"SingleParameterFunction\"}, {\"constant_coefficient\": 256, "
        "\"compound_terms\": [], \"$type\": "
        "\"ConstantFunction\"}], \"intervals\": [[\"-inf\", 64], [64, \"inf\"]], "
        "\"$type\": "
        "\"SegmentedFunction\"}",
        "pieces");
    has(&out, "\"RSS\": 0, ", "a perfect fit");
    sx_buffer_finish(&out);
    sx_arena_destroy(arena);
}

static uint32_t at32(const sx_buffer *file, size_t at)
{
    uint32_t value = 0;
    for (size_t i = 4; i-- > 0;)
        value = value << 8 | (unsigned char)file->data[at + i];
    return value;
}

/* The check value of CRC-32 is that of these nine digits. */
static void test_zip(void)
{
    sx_buffer file = SX_BUFFER_INIT;
    sx_zip_put(&file, "name", "123456789", 9);
    is_int(file.size, 30 + 4 + 9 + 46 + 4 + 22, "size");
    is_int(at32(&file, 0), 0x04034b50, "local header");
    is_int(at32(&file, 14), 0xcbf43926, "CRC");
    is_int(at32(&file, 18), 9, "size of the file");
    is_int(at32(&file, 43), 0x02014b50, "directory");
    is_int(at32(&file, 43 + 16), 0xcbf43926, "CRC in the directory");
    is_int(at32(&file, 93), 0x06054b50, "end");
    is_int(at32(&file, 93 + 12), 50, "size of the directory");
    is_int(at32(&file, 93 + 16), 43, "its place");
    ok(memcmp(file.data + 30, "name123456789", 13) == 0, "name and file");
    sx_buffer_finish(&file);
}

int main(void)
{
    test_one_parameter();
    test_several_parameters();
    test_pieces();
    test_zip();
    return tap_done();
}
