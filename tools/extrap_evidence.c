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
        sx_buffer_puts(out, "every value is proved by these inputs");
        if (advice->fitted)
            sx_buffer_printf(out, ", but %zu, which are fitted", advice->fitted);
        sx_buffer_puts(out, "\n");
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

/* ---- explanations ---- */

static void print_law(sx_buffer *out, const sx_inferred *law, const sx_expr_names *names)
{
    const sx_expr *expr = sx_inferred_expr(law);
    if (expr)
        sx_expr_print(out, expr, names);
    else if (law->domain->kind == SX_DOMAIN_ALL)
        sx_buffer_puts(out, "all ranks that get there");
    else
        sx_buffer_puts(out, law->domain->kind == SX_DOMAIN_BOXES
                                ? "boxes of ranks, as the formula trace has them"
                                : "a list of ranks");
}

static void print_number(sx_buffer *out, int64_t value)
{
    sx_expr_print(out, &(sx_expr) { .op = SX_EXPR_INT, .value = value }, NULL);
}

static void print_corners(sx_buffer *out, const sx_explanation *x)
{
    for (size_t i = 0; i < x->ncorners; i++) {
        const sx_corner *corner = &x->corner[i];
        sx_buffer_printf(out, "%s%" PRId64 ": ", i ? ", " : "  at rank ", corner->rank);
        if (!corner->in || !x->here->value)
            sx_buffer_puts(out, corner->in ? "in" : "-");
        else
            print_number(out, corner->value);
    }
    sx_buffer_puts(out, "\n");
}

static void print_decided(sx_buffer *out, const sx_explanation *x,
                          const char *const *input, size_t n)
{
    bool any = false;
    for (size_t i = 0; i < n; i++)
        if (x->decided >> i & 1) {
            sx_buffer_printf(out, "%s%s", any ? ", " : "  not proved without ", input[i]);
            any = true;
        }
    sx_buffer_puts(out, any ? "\n"
                        : x->here->evidence->label == SX_LABEL_PROVED
                            ? "  proved without any one input\n"
                            : "");
}

void sx_explanation_print(sx_buffer *out, const sx_explanation *explanation,
                          const sx_expr_names *names, const char *const *input, size_t n)
{
    const sx_explanation *x = explanation;
    const sx_evidence *e = x->here->evidence;
    sx_inferred_name(out, x->here);
    if (x->here->node && !x->here->loop)
        sx_buffer_printf(out, " (%s)", sx_op_name(x->here->node->op));
    sx_buffer_printf(out, ": %s", sx_label_name(e->label));
    if (e->label != SX_LABEL_PROVED && e->reason)
        sx_buffer_printf(out, ": %s", e->reason);
    sx_buffer_puts(out, "\n  law ");
    print_law(out, x->law, names);
    if (x->runner_up) {
        sx_buffer_printf(out, "\n  %s ",
                         x->fits_all ? "fits all inputs, too:" : "fits without one:");
        sx_expr_print(out, x->runner_up, x->names);
    }
    sx_buffer_puts(out, "\n");
    if (n > 1)
        print_decided(out, x, input, n);
    print_corners(out, x);
}

static json_t *json_text(sx_buffer *text)
{
    json_t *string = json_stringn(text->size ? text->data : "", text->size);
    sx_buffer_finish(text);
    return string;
}

static json_t *corners_json(const sx_explanation *x)
{
    json_t *corners = json_array();
    for (size_t i = 0; i < x->ncorners; i++) {
        const sx_corner *corner = &x->corner[i];
        json_t *item =
            json_pack("{s:I, s:b}", "rank", (json_int_t)corner->rank, "in", corner->in);
        sx_buffer number = SX_BUFFER_INIT;
        if (sx_is_special(corner->value))
            print_number(&number, corner->value);
        if (corner->in && x->here->value)
            json_object_set_new(item, "value",
                                number.size ? json_stringn(number.data, number.size)
                                            : json_integer((json_int_t)corner->value));
        sx_buffer_finish(&number);
        json_array_append_new(corners, item);
    }
    return corners;
}

json_t *sx_explanation_json(const sx_explanation *explanation, const sx_expr_names *names,
                            const char *const *input, size_t n)
{
    const sx_explanation *x = explanation;
    const sx_evidence *e = x->here->evidence;
    sx_buffer name = SX_BUFFER_INIT, law = SX_BUFFER_INIT, other = SX_BUFFER_INIT;
    json_t *decided = json_array();
    sx_inferred_name(&name, x->here);
    print_law(&law, x->law, names);
    for (size_t i = 0; i < n; i++)
        if (x->decided >> i & 1)
            json_array_append_new(decided, json_string(input[i]));
    json_t *item = json_pack("{s:o, s:s, s:o, s:o, s:o}", "value", json_text(&name),
                             "label", sx_label_name(e->label), "law", json_text(&law),
                             "decided_by", decided, "corners", corners_json(x));
    if (e->label != SX_LABEL_PROVED && e->reason)
        json_object_set_new(item, "reason", json_string(e->reason));
    if (x->runner_up) {
        sx_expr_print(&other, x->runner_up, x->names);
        json_object_set_new(item, "runner_up", json_text(&other));
        json_object_set_new(item, "runner_up_fits_all", json_boolean(x->fits_all));
    }
    return item;
}
