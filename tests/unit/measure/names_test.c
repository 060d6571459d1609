/* Names with anything in them, and targets. */
#include "measure/names.h"
#include "measure/targets.h"
#include "tap.h"

#include "measure/read.h"

static void put(void (*how)(sx_buffer *, const char *), const char *name,
                const char *want)
{
    sx_buffer out = SX_BUFFER_INIT;
    how(&out, name);
    is_text(out.data ? out.data : "", want, "name");
    sx_buffer_finish(&out);
}

static void targets(const char *header, const char *text, const char *want)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer out = SX_BUFFER_INIT;
    sx_measurements m = { 0 };
    sx_targets at = { 0 };
    sx_error err = { 0 };
    ok(sx_measure_read(arena, "input", header, strlen(header), NULL, &m, &err) == SX_OK,
       "%s", err.text);
    sx_status status = sx_targets_read(arena, text, &m, &at, &err);
    for (size_t i = 0; i < at.n; i++) {
        sx_buffer_puts(&out, i ? "," : "");
        sx_target_put(&out, &m, at.at + i * m.nparameters);
    }
    is_text(status ? "refused" : out.data, want, text);
    sx_buffer_finish(&out);
    sx_arena_destroy(arena);
}

int main(void)
{
    put(sx_name_put, "a b", "a b");
    put(sx_name_put, "a\tb\nc\rd\\t\x01\x7f", "a\\tb\\nc\\rd\\\\t\\x01\\x7f");
    put(sx_name_put_xml, "a<b>&\"c\"\n\xc3\xa9", "a&lt;b&gt;&amp;&quot;c&quot;?\xc3\xa9");
    put(sx_name_put_json, "a\"\\\n\xc3\xa9", "\"a\\\"\\\\\\u000a\xc3\xa9\"");
    const char one[] = "p,value\n4,1\n", two[] = "p,p=n,value\n4,1,1\n";
    targets(one, "4096", "4096");
    targets(one, "4096, 1e6,p=0.5", "4096,1000000,0.5");
    targets(one, "", "refused");
    targets(one, "4,", "refused");
    targets(one, "0", "refused");
    targets(one, "4:5", "refused");
    targets(one, "p=4:p=5", "refused");
    targets(one, "q=4", "refused");
    targets(two, "p=4:p=n=5,p=n=6:p=7", "p=4:p=n=5,p=7:p=n=6");
    targets(two, "p=4", "refused");
    targets(two, "p=4:p=5", "refused");
    targets(two, "4", "refused");
    return tap_done();
}
