/* The manual page of the format: its examples are traces in canonical form, and it names all that
 * a trace may name. Argument: the page. */
#include "io/text.h"
#include "tap.h"
#include "trace/policy.h"

#include <stdlib.h>

static char *page_of(const char *path)
{
    enum { LARGEST = 1 << 20 };
    char *page = calloc(1, LARGEST);
    FILE *file = fopen(path, "r");
    size_t size = page && file ? fread(page, 1, LARGEST - 1, file) : 0;
    if (file)
        fclose(file);
    ok(size > 0, "%s is read", path);
    return page;
}

/* Undoes the escape of a backslash, and joins what the page broke to fit. */
static void unescape(sx_buffer *text, const char *from, const char *end)
{
    while (from < end) {
        if (strncmp(from, "\\e\n", 3) == 0) {
            from += 3;
            continue;
        }
        sx_buffer_append(text, from++, 1);
    }
}

static void examples(const char *page)
{
    int n = 0;
    for (const char *at = page; (at = strstr(at, ".Bd -literal\nscalatrace")); n++) {
        sx_arena *arena = sx_arena_create();
        sx_buffer text = SX_BUFFER_INIT, out = SX_BUFFER_INIT;
        sx_trace trace;
        sx_error err = { 0 };
        at += strlen(".Bd -literal\n");
        unescape(&text, at, strstr(at, ".Ed"));
        sx_status status =
            sx_text_read(arena, "example", text.data, text.size, &trace, &err);
        ok(!status, "example %d is a trace; line %ld: %s", n + 1, err.line, err.text);
        if (!status)
            sx_text_write(&out, &trace);
        ok(out.data && strcmp(out.data, text.data) == 0, "example %d is canonical",
           n + 1);
        sx_buffer_finish(&text);
        sx_buffer_finish(&out);
        sx_arena_destroy(arena);
    }
    is_int(n, 2, "examples");
}

/* As a word of its own. */
static void named(const char *page, const char *name, const char *what)
{
    size_t length = strlen(name);
    const char *at = page, *word = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    while ((at = strstr(at, name)) &&
           (strchr(word, at[-1]) || (at[length] && strchr(word, at[length]))))
        at += length;
    ok(at != NULL, "the page names the %s %s", what, name);
}

int main(int argc, char **argv)
{
    char *page = page_of(argc > 1 ? argv[1] : "scalatrace.5");
    examples(page);
    for (int id = 0; id < SX_PARAMS; id++)
        named(page, sx_param_key((sx_param_id)id), "key");
    for (int kind = 0; kind < SX_COMM_KINDS; kind++)
        named(page, sx_comm_kind_name((sx_comm_kind)kind), "communicator");
    for (int form = 0; form < SX_CURVE_FORMS; form++)
        named(page, sx_curve_form_name((sx_curve_form)form), "curve");
    for (int label = 1; label < SX_LABELS; label++)
        named(page, sx_label_name((sx_label)label), "label");
    for (size_t i = 0; i < sx_policy_count; i++)
        named(page, sx_policies[i].name, "law");
    for (size_t i = 0; i < SX_POLICY_SIMGRID; i++)
        named(page, sx_policy_simgrid[i].name, "law");
    for (size_t i = 0; i < SX_POLICY_STATED; i++)
        named(page, sx_policy_stated[i].name, "law");
    free(page);
    return tap_done();
}
