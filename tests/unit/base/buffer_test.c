#include "base/buffer.h"

#include "tap.h"

#include <stdint.h>

static void test_growth(void)
{
    sx_buffer buffer = SX_BUFFER_INIT;
    ok(buffer.data == NULL, "nothing is allocated before anything is appended");
    for (int i = 0; i < 1000; i++)
        sx_buffer_printf(&buffer, "%03d", i);
    is_int(sx_buffer_status(&buffer), SX_OK, "status");
    is_int(buffer.size, 3000, "size");
    is_int(buffer.data[buffer.size], '\0', "the byte behind");
    ok(memcmp(buffer.data, "000001002", 9) == 0 &&
           memcmp(buffer.data + 2997, "999", 3) == 0,
       "the text is in order");
    sx_buffer_finish(&buffer);
    ok(buffer.data == NULL && buffer.size == 0, "finished buffers are empty");
}

static void test_kinds(void)
{
    sx_buffer buffer = SX_BUFFER_INIT;
    sx_buffer_append(&buffer, "a\0b", 3);
    sx_buffer_puts(&buffer, "c");
    sx_buffer_append(&buffer, NULL, 0);
    sx_buffer_printf(&buffer, "%s", "");
    ok(buffer.size == 4 && memcmp(buffer.data, "a\0bc", 5) == 0,
       "bytes, text and nothing");
    /* Longer than the room that is left, and than twice of it. */
    sx_buffer_printf(&buffer, "%1000d", 7);
    is_int(buffer.size, 1004, "size");
    is_int(buffer.data[1003], '7', "last byte");
    sx_buffer_finish(&buffer);
}

static void test_integers(void)
{
    static const int64_t value[] = { 0, 7, -1, 1000, -10, INT64_MAX, INT64_MIN };
    sx_buffer buffer = SX_BUFFER_INIT;
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        sx_buffer_int(&buffer, value[i]);
        sx_buffer_puts(&buffer, " ");
    }
    is_text(buffer.data, "0 7 -1 1000 -10 9223372036854775807 -9223372036854775808 ",
            "integers in decimal");
    sx_buffer_finish(&buffer);
}

static void test_exact_capacity(void)
{
    /* 255 letters and the NUL fill 256 bytes. */
    for (size_t n = 253; n < 259; n++) {
        sx_buffer buffer = SX_BUFFER_INIT;
        char text[260];
        memset(text, 'x', sizeof text);
        sx_buffer_append(&buffer, text, n);
        sx_buffer_printf(&buffer, "%s", "");
        is_int(strlen(buffer.data), n, "length near the first capacity");
        for (int i = 0; i < 4; i++)
            sx_buffer_append(&buffer, text, 1);
        is_int(strlen(buffer.data), n + 4, "length after byte by byte");
        sx_buffer_finish(&buffer);
    }
}

static void test_failure_stays(void)
{
    sx_buffer buffer = SX_BUFFER_INIT;
    sx_buffer_puts(&buffer, "kept");
    sx_buffer_append(&buffer, "", SIZE_MAX / 2);
    is_int(sx_buffer_status(&buffer), SX_NOMEM, "status after too much");
    sx_buffer_puts(&buffer, "lost");
    is_text(buffer.data, "kept", "a failed buffer stays as it was");
    sx_buffer_finish(&buffer);
}

int main(void)
{
    test_growth();
    test_kinds();
    test_integers();
    test_exact_capacity();
    test_failure_stays();
    return tap_done();
}
