/* Sends of programs that are written as traces (synth.h), on the world. */
#ifndef SX_TESTS_MESSAGE_H
#define SX_TESTS_MESSAGE_H

#include "synth.h"

static inline int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* To that peer, so many elements, by those for whom `who` holds (NULL: all). */
#define MESSAGE(who, peer, count)                                                        \
    {                                                                                    \
        'e', .op = SX_OP_Send, .where = who, .param = {                                  \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer },                                                     \
            { SX_PARAM_COUNT, count },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

#endif
