/* The functions that generated programs are made with (support/, as text). A program has those that it calls. */
#include "generate/c_writer.h"

#include "support_text.h"

#define BIT(name) (UINT64_C(1) << SX_C_##name)

static const struct {
    const char *text;
    uint64_t needs;
    const char *as_is; /* instead, where nobody scales counts */
    const char *
        large; /* instead, on functions for large counts, where counts may be more than an int is */
} functions[SX_C_SUPPORTS] = {
    [SX_C_MIN] = { text_min, 0 },
    [SX_C_MAX] = { text_max, 0 },
    [SX_C_FLOOR] = { text_floor_div, 0 },
    [SX_C_MODULO] = { text_modulo, 0 },
    [SX_C_BLOCK] = { text_block, 0 },
    [SX_C_BLOCK_NATURAL] = { text_block_natural, 0 },
    [SX_C_LG] = { text_lg, 0 },
    [SX_C_CUT] = { text_cut, 0 },
    [SX_C_POWER] = { text_power, 0 },
    [SX_C_LOGARITHM] = { text_logarithm, 0 },
    [SX_C_ROOT] = { text_root, 0 },
    [SX_C_IN_TERM] = { text_in_term, 0 },
    [SX_C_POSTED] = { text_posted, 0 },
    [SX_C_POST] = { text_post, BIT(POSTED) },
    [SX_C_LATEST] = { text_latest, BIT(POSTED) },
    [SX_C_PERSISTENT] = { text_persistent, 0 },
    [SX_C_POST_KEPT] = { text_post_kept, 0 },
    [SX_C_POST_ONE] = { text_post_one, 0 },
    [SX_C_POST_ALL] = { text_post_all, 0 },
    [SX_C_LATEST_KEPT] = { text_latest_kept, BIT(POST_KEPT) },
    [SX_C_LATEST_CALLED] = { text_latest_called, BIT(POST_KEPT) },
    [SX_C_NAMED_KEPT] = { text_named_kept,
                          BIT(LATEST_KEPT) | BIT(POST_KEPT) | BIT(PERSISTENT) },
    [SX_C_NAMED] = { text_named, BIT(POSTED) | BIT(LATEST) | BIT(PERSISTENT) },
    [SX_C_CHOSEN] = { text_chosen, 0 },
    [SX_C_ROOM] = { text_room_for, 0 },
    [SX_C_WIDEST] = { text_widest, 0 },
    [SX_C_SENT] = { text_sent, BIT(ROOM) | BIT(SCALED), text_as_sent, text_large_sent },
    [SX_C_RECEIVED] = { text_received, BIT(ROOM) | BIT(SCALED), text_as_received,
                        text_large_received },
    [SX_C_REDUCED] = { text_reduced, BIT(RECEIVED) | BIT(ROOM) | BIT(SCALED),
                       text_as_reduced, text_large_reduced },
    [SX_C_SENT_ALL] = { text_sent_all, BIT(ROOM) | BIT(SCALED), text_as_sent_all,
                        text_large_sent_all },
    [SX_C_RECEIVED_ALL] = { text_received_all, BIT(ROOM) | BIT(SCALED),
                            text_as_received_all, text_large_received_all },
    [SX_C_LIST] = { text_list, 0 },
    [SX_C_PARTS] = { text_parts, 0 },
    [SX_C_PART] = { text_part, BIT(PARTS) | BIT(SCALED), text_as_part, text_large_part },
    [SX_C_TYPE_LIST] = { text_type_list, 0 },
    [SX_C_STOP] = { text_stop, 0 },
    [SX_C_GIVE_DIMS] = { text_give_dims, 0 },
    [SX_C_IMPOSSIBLE] = { text_impossible, 0 },
    [SX_C_IMPOSSIBLE_PART] = { text_impossible_part, 0 },
    [SX_C_DIMS_DIVISOR] = { text_dims_divisor, 0 },
    [SX_C_DIMS_TWO] = { text_dims_two, 0 },
    [SX_C_DIMS_FACTORS] = { text_dims_factors, 0 },
    [SX_C_DIMS_SIDES] = { text_dims_sides, 0 },
    [SX_C_DIMS_SQUARES] = { text_dims_squares, 0 },
    [SX_C_DIMS_HALVED] = { text_dims_halved, 0 },
    [SX_C_ANY_OP] = { text_any_op, 0 },
    [SX_C_MAKE_GRAPH] = { text_make_graph, 0 },
    [SX_C_SHARE] = { text_share, BIT(MIXED) },
    [SX_C_MIXED] = { text_mixed, 0 },
    [SX_C_SCALED] = { text_scaled, 0, NULL, text_large_scaled },
    [SX_C_LARGE] = { text_large, 0 },
    [SX_C_SLOWNESS] = { text_slowness, 0 },
    [SX_C_DRAWN] = { text_drawn, BIT(MIXED) },
    [SX_C_NAP] = { text_nap, 0 },
    [SX_C_SPIN] = { text_spin, 0 },
    [SX_C_KERNEL] = { text_kernel, 0 },
    [SX_C_NO_KERNEL] = { text_no_kernel, 0 },
    [SX_C_COMPUTE] = { text_compute, BIT(DRAWN) | BIT(MIXED) | BIT(NAP) | BIT(SPIN) },
    [SX_C_COMPUTE_OVERLAP] = { text_compute_overlap,
                               BIT(DRAWN) | BIT(MIXED) | BIT(NAP) | BIT(SPIN) },
    [SX_C_COMPUTE_SHARES] = { text_compute_shares, 0 },
    [SX_C_DELAY] = { text_delay, BIT(MIXED) | BIT(NAP) },
    [SX_C_REPORT] = { text_report, 0 },
    [SX_C_SYNCHRONOUS] = { text_synchronous, 0 },
    [SX_C_READ_OPTIONS] = { text_read_options, 0 },
};

_Static_assert(SX_C_SUPPORTS <= 64, "a bit for each");

void sx_c_need(sx_c_writer *w, sx_c_support function)
{
    w->support |= UINT64_C(1) << function | functions[function].needs;
    if (w->is_large && functions[function].large)
        w->support |= BIT(LARGE);
}

void sx_c_support_write(sx_buffer *out, uint64_t support, bool large)
{
    const bool is_scaled = support & BIT(SCALED);
    bool is_macro = false; /* these stand line by line */
    if (support & BIT(BLOCK)) /* which takes what the other one does, too */
        support &= ~BIT(BLOCK_NATURAL);
    for (int i = 0; i < SX_C_SUPPORTS; i++)
        if (support >> i & 1) {
            const char *text = functions[i].text;
            if (large && functions[i].large)
                text = functions[i].large;
            else if (!is_scaled && functions[i].as_is)
                text = functions[i].as_is;
            sx_buffer_puts(out, is_macro && *text == '#' ? "" : "\n");
            sx_buffer_puts(out, text);
            is_macro = *text == '#';
        }
}
