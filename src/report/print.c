#include "report/print.h"

#include "trace/seq.h"

#include <inttypes.h>
#include <stdio.h>

void sx_print_number(sx_buffer *out, int64_t value)
{
    if (value == SX_ANY)
        sx_buffer_puts(out, "any");
    else if (value == SX_NULL)
        sx_buffer_puts(out, "null");
    else if (value == SX_ROOT)
        sx_buffer_puts(out, "root");
    else
        sx_buffer_printf(out, "%" PRId64, value);
}

void sx_print_grouped(sx_buffer *out, int width, uint64_t number)
{
    char text[32], plain[24];
    size_t n = (size_t)snprintf(plain, sizeof plain, "%" PRIu64, number), used = 0;
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = plain[i];
    }
    text[used] = '\0';
    sx_buffer_printf(out, "%*s", width, text);
}

void sx_print_short(sx_buffer *out, double number)
{
    static const char units[] = " kMGTPEZY";
    size_t unit = 0;
    while (number >= 999.5 && units[unit + 1]) {
        number /= 1000;
        unit++;
    }
    if (unit == 0)
        sx_buffer_printf(out, "%5.0f", number);
    else
        sx_buffer_printf(out, "%4.*f%c", number < 9.95 ? 1 : 0, number, units[unit]);
}

void sx_print_name(sx_buffer *out, const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (*c >= ' ' && *c < 0x7f && *c != '\\')
            sx_buffer_append(out, (const char *)c, 1);
        else
            sx_buffer_printf(out, "\\x%02x", *c);
    }
}
