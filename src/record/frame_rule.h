/* Where the caller's frame begins, from a return address: the rules that compilers write for
 * exceptions (.eh_frame, as the DWARF standard, 6.4, has it), reduced to what needs the stack pointer and
 * the frame pointer only. Nearly all frames are so; whatever is not is SX_FRAME_OTHER. */
#ifndef SX_RECORD_FRAME_RULE_H
#define SX_RECORD_FRAME_RULE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum sx_frame_kind {
    SX_FRAME_OTHER,
    SX_FRAME_OUTERMOST, /* nobody called it */
    SX_FRAME_FROM_SP, /* it ends `end` bytes above the stack pointer */
    SX_FRAME_FROM_BP, /* it ends `end` bytes above the frame pointer */
    SX_FRAME_AT_BP /* an aligned frame: its end is kept `end` bytes above the frame pointer */
} sx_frame_kind;

/* The end of a frame is the stack pointer of the caller; the return address lies just below. The caller's
 * frame pointer is kept `bp` bytes above the end, or in an aligned frame above the frame pointer; or
 * it is still in the register. */
typedef struct sx_frame_rule {
    sx_frame_kind kind;
    bool saves_bp;
    int32_t end, bp;
    const void *function; /* where it begins; NULL: not known */
} sx_frame_rule;

/* SX_FRAME_OTHER on machines other than x86-64; the function is known there, too. O(length of the function's rules). */
sx_frame_rule sx_frame_rule_of(const void *return_address);

#endif
