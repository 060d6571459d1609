#include "extrap_evidence.h"

#include <inttypes.h>
#include <jansson.h>

static void print_scales(sx_buffer *out, const sx_advice *advice, const char *last)
{
    for (size_t i = 0; i < advice->n; i++)
        sx_buffer_printf(out, "%s%" PRId64,
                         i == 0               ? ""
                         : i + 1 == advice->n ? last
                                              : ", ",
                         advice->scale[i]);
}

static void print_further(sx_buffer *out, const sx_advice *advice)
{
    if (advice->n == 0) {
        sx_buffer_puts(out, "  no further scale below it was found that decides them\n");
        return;
    }
    sx_buffer_puts(out, "  record ");
    print_scales(out, advice, " and ");
    if (advice->then == 0)
        sx_buffer_puts(out, " as well: then all of them are proved");
    else
        sx_buffer_printf(out, " as well: then %zu of them are left", advice->then);
    sx_buffer_puts(out, ", if the laws hold there\n");
}

void sx_advice_print(sx_buffer *out, const sx_advice *advice, int64_t target,
                     bool from_inputs)
{
    sx_buffer_printf(out, "%" PRId64 " ranks: ", target);
    if (advice->undecided == 0 && advice->refused == 0) {
        sx_buffer_puts(out, "every value is proved by these inputs\n");
        return;
    }
    sx_buffer_printf(out, "%zu undecided value%s, %zu refused\n", advice->undecided,
                     advice->undecided == 1 ? "" : "s", advice->refused);
    if (advice->undecided && from_inputs) {
        print_further(out, advice);
    } else if (advice->n) {
        sx_buffer_puts(out, "  laws that fit its inputs differ at ");
        print_scales(out, advice, " and ");
        sx_buffer_puts(out, " ranks: traces of these decide\n");
    }
    if (advice->refused)
        sx_buffer_puts(out, "  what is refused follows no law of the families in these "
                            "inputs: the summary says why\n");
}

json_t *sx_advice_json(const sx_advice *advice, int64_t target)
{
    json_t *record = json_array();
    for (size_t i = 0; i < advice->n; i++)
        json_array_append_new(record, json_integer((json_int_t)advice->scale[i]));
    return json_pack("{s:I, s:I, s:I, s:o, s:I}", "ranks", (json_int_t)target,
                     "undecided", (json_int_t)advice->undecided, "refused",
                     (json_int_t)advice->refused, "record", record, "undecided_then",
                     (json_int_t)advice->then);
}
