#include "report/sizes.h"

#include "base/checked.h"
#include "report/print.h"
#include "report/uniform.h"

#include <inttypes.h>
#include <stdio.h>

const char *sx_size_class_name(sx_size_class class)
{
    static const char *const name[] = {
#define SIZE_NAME(name, text) text,
        SX_SIZE_CLASS_LIST(SIZE_NAME)
#undef SIZE_NAME
    };
    return name[class];
}

uint64_t sx_size_bin_from(unsigned bin)
{
    return bin ? UINT64_C(1) << (bin - 1) : 0;
}

static unsigned bin_of(int64_t bytes)
{
    return bytes > 0 ? 64 - (unsigned)__builtin_clzll((uint64_t)bytes) : 0;
}

/* False for calls that have no buffer. */
static bool class_of(const sx_node *node, sx_size_class *ret_class)
{
    if (!sx_node_param(node, SX_PARAM_COUNT) && !sx_node_param(node, SX_PARAM_COUNTS) &&
        !sx_node_param(node, SX_PARAM_RCOUNT) && !sx_node_param(node, SX_PARAM_RCOUNTS))
        return false;
    switch (sx_op_class_of(node->op)) {
    case SX_OP_SEND:
    case SX_OP_SENDRECV:
        *ret_class = SX_SIZE_SENDS;
        return true;
    case SX_OP_RECV:
        *ret_class = SX_SIZE_RECEIVES;
        return true;
    case SX_OP_COLLECTIVE:
        *ret_class = SX_SIZE_COLLECTIVES;
        return true;
    default:
        return false;
    }
}

/* Adds first, first + stride, .., which all are in one bin, each `times` times. That it fits is
 * for the totals to see. */
static void add_line(struct sx_size_bin *bin, int64_t first, int64_t stride,
                     uint64_t steps, uint64_t times)
{
    int64_t sum = 0;
    sx_line_sum(first, stride, steps, &sum);
    bin->calls += steps * times;
    bin->bytes += (uint64_t)sum * times;
}

void sx_sizes_add(sx_sizes *sizes, const sx_share *share)
{
    sx_size_class class;
    if (!class_of(share->node, &class))
        return;
    uint64_t times = share->times * (uint64_t)share->ranks, left = share->steps;
    int64_t first = share->bytes, stride = share->stride;
    if (!share->counted) {
        sizes->uncounted += times * share->steps;
        return;
    }
    if (stride < 0) { /* from the smallest up */
        first += stride * (int64_t)(left - 1);
        stride = -stride;
    }
    while (left > 0) {
        unsigned bin = bin_of(first);
        uint64_t room = sx_size_bin_from(bin + 1 < SX_SIZE_BINS ? bin + 1 : bin) - 1 -
                        (uint64_t)first;
        uint64_t steps = stride ? room / (uint64_t)stride + 1 : left;
        if (bin == 0)
            steps = stride ? 1 : left;
        if (steps > left)
            steps = left;
        add_line(&sizes->bin[class][bin], first, stride, steps, times);
        left -= steps;
        if (left)
            first += stride * (int64_t)steps;
    }
}

static void print_bin(sx_buffer *out, const sx_sizes *sizes, unsigned bin)
{
    char range[64];
    uint64_t from = sx_size_bin_from(bin);
    if (bin < 2)
        snprintf(range, sizeof range, "%" PRIu64, from);
    else
        snprintf(range, sizeof range, "%" PRIu64 " to %" PRIu64, from, from + (from - 1));
    sx_buffer_printf(out, "%-26s", range);
    for (int class = 0; class < SX_SIZE_CLASSES; class ++) {
        const struct sx_size_bin *of = &sizes->bin[class][bin];
        if (of->calls) {
            sx_buffer_puts(out, " ");
            sx_print_grouped(out, 15, of->calls);
            sx_buffer_puts(out, " ");
            sx_print_grouped(out, 19, of->bytes);
        } else if (class + 1 < SX_SIZE_CLASSES) {
            sx_buffer_printf(out, "%36s", "");
        }
    }
    while (out->size && out->data[out->size - 1] == ' ')
        out->data[--out->size] = '\0';
    sx_buffer_puts(out, "\n");
}

void sx_sizes_print(sx_buffer *out, const sx_sizes *sizes)
{
    sx_buffer_printf(out, "\n%-26s", "bytes in a call");
    for (int class = 0; class < SX_SIZE_CLASSES; class ++)
        sx_buffer_printf(out, "%16s%20s", sx_size_class_name((sx_size_class) class),
                         "bytes");
    sx_buffer_puts(out, "\n");
    for (unsigned bin = 0; bin < SX_SIZE_BINS; bin++) {
        uint64_t calls = 0;
        for (int class = 0; class < SX_SIZE_CLASSES; class ++)
            calls += sizes->bin[class][bin].calls;
        if (calls)
            print_bin(out, sizes, bin);
    }
    if (sizes->uncounted) {
        sx_buffer_puts(out, "not counted: ");
        sx_print_grouped(out, 0, sizes->uncounted);
        sx_buffer_puts(out, " calls\n");
    }
}
