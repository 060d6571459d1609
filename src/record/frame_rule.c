#include "record/frame_rule.h"

#include <unwind.h>

#if defined(__x86_64__)

#include <stddef.h>
#include <string.h>

/* Of the compiler's runtime library, which finds the rules in whatever is loaded. */
struct dwarf_eh_bases {
    void *text, *data, *function;
};
const void *_Unwind_Find_FDE(void *address, struct dwarf_eh_bases *bases);

enum { REG_BP = 6, REG_SP = 7, REG_RETURN = 16, REMEMBERED = 8 };

/* How the caller's value of a register is found: in the register, or `at` from the end of the frame or from
 * the frame pointer. */
typedef enum found { SAME, SAVED, SAVED_BY_BP, UNDEFINED, STRANGE } found;

typedef struct saved {
    found how;
    int64_t at;
} saved;

typedef struct row {
    uint64_t base; /* the register that the end of the frame is measured from */
    int64_t offset;
    bool kept, strange; /* an expression: it is kept there; or any other */
    saved bp, ret;
} row;

typedef struct rules {
    const unsigned char *at, *end;
    bool broken; /* something that is not understood */
    uint64_t code_align;
    int64_t data_align;
    unsigned encoding; /* of code addresses */
    uintptr_t location;
    row now, first, remembered[REMEMBERED];
    unsigned nremembered;
} rules;

static uint64_t fixed(rules *r, size_t size)
{
    uint64_t value = 0;
    if ((size_t)(r->end - r->at) < size) {
        r->broken = true;
        return 0;
    }
    memcpy(&value, r->at, size); /* little endian */
    r->at += size;
    return value;
}

static uint64_t leb(rules *r, bool is_signed)
{
    uint64_t value = 0, byte = 0x80;
    unsigned shift = 0;
    for (; byte & 0x80 && shift < 63; shift += 7) {
        byte = fixed(r, 1);
        value |= (byte & 0x7f) << shift;
    }
    if (is_signed && byte & 0x40)
        value |= ~UINT64_C(0) << shift;
    return value;
}

static int64_t signed_leb(rules *r)
{
    return (int64_t)leb(r, true);
}

static void skip(rules *r, uint64_t size)
{
    if ((uint64_t)(r->end - r->at) < size)
        r->broken = true;
    else
        r->at += size;
}

/* Bytes of an encoded address, 0 for one that is not understood. */
static size_t encoded_size(unsigned encoding)
{
    static const size_t size[16] = {
        [0x0] = 8, [0x2] = 2, [0x3] = 4, [0x4] = 8, [0xa] = 2, [0xb] = 4, [0xc] = 8
    };
    return (encoding & 0x70) == 0x50 ? 0 : size[encoding & 15];
}

static saved *register_of(row *of, uint64_t reg)
{
    return reg == REG_BP ? &of->bp : reg == REG_RETURN ? &of->ret : NULL;
}

static void set(rules *r, uint64_t reg, found how, int64_t at)
{
    saved *place = register_of(&r->now, reg);
    if (place)
        *place = (saved) { how, at };
}

static void restore(rules *r, uint64_t reg)
{
    saved *place = register_of(&r->now, reg);
    if (place)
        *place = *register_of(&r->first, reg);
}

static void set_base(rules *r, uint64_t base, int64_t offset)
{
    r->now.base = base;
    r->now.offset = offset;
    r->now.kept = r->now.strange = false;
}

/* Is the expression one of the two of aligned frames: `*ret_at` from the frame pointer; and what is kept
 * there? */
static bool read_expression(rules *r, bool deref, int64_t *ret_at)
{
    enum { OP_BREG6 = 0x76, OP_DEREF = 0x06 };
    uint64_t size = leb(r, false);
    const unsigned char *begin = r->at;
    skip(r, size);
    if (r->broken || !size || *begin != OP_BREG6)
        return false;
    rules inner = { .at = begin + 1, .end = r->at };
    *ret_at = signed_leb(&inner);
    if (deref && fixed(&inner, 1) != OP_DEREF)
        return false;
    return !inner.broken && inner.at == inner.end;
}

/* Instructions about the end of the frame. False for others. */
static bool step_end(rules *r, uint64_t code)
{
    uint64_t reg;
    switch (code) {
    case 0x0c: /* def_cfa */
        reg = leb(r, false);
        set_base(r, reg, (int64_t)leb(r, false));
        return true;
    case 0x12: /* def_cfa_sf */
        reg = leb(r, false);
        set_base(r, reg, signed_leb(r) * r->data_align);
        return true;
    case 0x0d: /* def_cfa_register */
        set_base(r, leb(r, false), r->now.offset);
        return true;
    case 0x0e: /* def_cfa_offset */
        r->now.offset = (int64_t)leb(r, false);
        return true;
    case 0x13: /* def_cfa_offset_sf */
        r->now.offset = signed_leb(r) * r->data_align;
        return true;
    case 0x0f: /* def_cfa_expression */
        set_base(r, REG_BP, 0);
        r->now.kept = read_expression(r, true, &r->now.offset);
        r->now.strange = !r->now.kept;
        return true;
    default:
        return false;
    }
}

/* Instructions about one register. False for others. */
static bool step_register(rules *r, uint64_t code)
{
    uint64_t reg = code & 0x3f;
    int64_t at = 0;
    if (code >> 6 == 2) { /* offset */
        set(r, reg, SAVED, (int64_t)leb(r, false) * r->data_align);
        return true;
    }
    if (code >> 6 == 3) {
        restore(r, reg);
        return true;
    }
    if ((code < 0x05 || code > 0x09) && (code < 0x10 || code > 0x16))
        return false;
    reg = leb(r, false);
    switch (code) {
    case 0x05: /* offset_extended */
        set(r, reg, SAVED, (int64_t)leb(r, false) * r->data_align);
        return true;
    case 0x11: /* offset_extended_sf */
        set(r, reg, SAVED, signed_leb(r) * r->data_align);
        return true;
    case 0x06: /* restore_extended */
        restore(r, reg);
        return true;
    case 0x07: /* undefined */
    case 0x08: /* same_value */
        set(r, reg, code == 0x07 ? UNDEFINED : SAME, 0);
        return true;
    case 0x10: /* expression */
        set(r, reg, read_expression(r, false, &at) ? SAVED_BY_BP : STRANGE, at);
        return true;
    case 0x16: /* val_expression */
        skip(r, leb(r, false));
        break;
    default: /* register, val_offset, val_offset_sf */
        leb(r, false);
    }
    set(r, reg, STRANGE, 0);
    return true;
}

static void step_other(rules *r, uint64_t code)
{
    switch (code) {
    case 0x00: /* nop */
        break;
    case 0x02: /* advance_loc1, 2, 4 */
    case 0x03:
    case 0x04:
        r->location += fixed(r, (size_t)1 << (code - 2)) * r->code_align;
        break;
    case 0x0a: /* remember_state */
        if (r->nremembered < REMEMBERED)
            r->remembered[r->nremembered++] = r->now;
        else
            r->broken = true;
        break;
    case 0x0b: /* restore_state */
        if (r->nremembered)
            r->now = r->remembered[--r->nremembered];
        else
            r->broken = true;
        break;
    case 0x2e: /* GNU_args_size */
        leb(r, false);
        break;
    default:
        r->broken = true;
    }
}

/* Runs the instructions up to `end` that are for code up to and with `target`. */
static void run(rules *r, const unsigned char *end, uintptr_t target)
{
    r->end = end;
    while (r->at < r->end && !r->broken) {
        uint64_t code = fixed(r, 1);
        if (code >> 6 == 1)
            r->location += (code & 0x3f) * r->code_align;
        else if (!step_end(r, code) && !step_register(r, code))
            step_other(r, code);
        if (r->location > target)
            return; /* it only advanced: the row for `target` is whole */
    }
}

/* Begins to read an entry at its length. False for the 64-bit form, which nobody writes. */
static bool open_entry(rules *r, const unsigned char *entry)
{
    r->at = entry;
    r->end = entry + 4;
    uint64_t length = fixed(r, 4);
    r->end = r->at + length;
    return length < 0xfffffff0 && length > 4;
}

/* The part that functions have in common. */
static void read_common(rules *r, const unsigned char *entry)
{
    if (!open_entry(r, entry)) {
        r->broken = true;
        return;
    }
    fixed(r, 4);
    uint64_t version = fixed(r, 1);
    const char *what = (const char *)r->at;
    skip(r, strnlen(what, (size_t)(r->end - r->at)) + 1);
    r->code_align = leb(r, false);
    r->data_align = signed_leb(r);
    uint64_t ret = version == 1 ? fixed(r, 1) : leb(r, false);
    if (r->broken || (version != 1 && version != 3) || ret != REG_RETURN || *what != 'z')
        r->broken = true;
    uint64_t size = leb(r, false);
    const unsigned char *begin = r->at;
    while (*++what && !r->broken) {
        unsigned encoding = *what == 'B' ? 0 : (unsigned)fixed(r, 1);
        if (*what == 'R')
            r->encoding = encoding;
        else if (*what == 'P')
            skip(r, encoded_size(encoding));
        else if (*what != 'L' && *what != 'B') /* S: a signal's frame */
            r->broken = true;
    }
    r->at = begin;
    skip(r, size);
    run(r, r->end, r->location);
    r->first = r->now;
}

static bool fits(int64_t value)
{
    return value > INT32_MIN / 2 && value < INT32_MAX / 2;
}

static sx_frame_rule rule_of(const row *of)
{
    sx_frame_rule rule = { .kind = SX_FRAME_OTHER };
    if (of->ret.how == UNDEFINED)
        rule.kind = SX_FRAME_OUTERMOST;
    found saved_as = of->kept ? SAVED_BY_BP : SAVED;
    if (of->strange || of->ret.how != SAVED || of->ret.at != -8 || !fits(of->offset) ||
        !fits(of->bp.at) || (of->bp.how != SAME && of->bp.how != saved_as))
        return rule;
    if (of->base == REG_SP)
        rule.kind = SX_FRAME_FROM_SP;
    else if (of->base == REG_BP)
        rule.kind = of->kept ? SX_FRAME_AT_BP : SX_FRAME_FROM_BP;
    rule.end = (int32_t)of->offset;
    rule.saves_bp = of->bp.how == saved_as;
    rule.bp = (int32_t)of->bp.at;
    return rule;
}

static sx_frame_rule find_rule(const void *return_address)
{
    const sx_frame_rule other = { .kind = SX_FRAME_OTHER };
    struct dwarf_eh_bases bases = { 0 };
    /* The call is before the address, which may be that of the next function. */
    uintptr_t target = (uintptr_t)return_address - 1;
    const unsigned char *entry = _Unwind_Find_FDE((void *)target, &bases);
    rules common = { 0 }, r = { 0 };
    if (!entry || !open_entry(&r, entry))
        return other;
    const unsigned char *here = r.at, *end = r.end;
    uint64_t back = fixed(&r, 4);
    read_common(&common, here - back);
    size_t size = encoded_size(common.encoding);
    if (common.broken || !size)
        return other;
    common.at = r.at;
    common.end = end;
    skip(&common, 2 * size);
    skip(&common, leb(&common, false));
    common.location = (uintptr_t)bases.function;
    run(&common, end, target);
    return common.broken ? other : rule_of(&common.now);
}

#else

static sx_frame_rule find_rule(const void *return_address)
{
    (void)return_address;
    return (sx_frame_rule) { .kind = SX_FRAME_OTHER };
}

#endif

sx_frame_rule sx_frame_rule_of(const void *return_address)
{
    sx_frame_rule rule = find_rule(return_address);
    rule.function = _Unwind_FindEnclosingFunction((void *)return_address);
    return rule;
}
