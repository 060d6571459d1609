#include "trace/op.h"

#include <string.h>

static const struct {
    const char *name;
    sx_op_class class;
} ops[] = {
#define OP_ROW(name, class) { #name, SX_OP_##class },
    SX_OP_LIST(OP_ROW)
#undef OP_ROW
};

/* The list column of SX_PARAM_LIST names a parameter, COMM_SIZE or NONE. */
static const struct {
    const char *key;
    sx_param_id length;
} params[] = {
#define PARAM_ROW(name, key, list) { key, SX_PARAM_##list },
    SX_PARAM_LIST(PARAM_ROW)
#undef PARAM_ROW
};

const char *sx_op_name(sx_op op)
{
    return ops[op].name;
}

sx_op_class sx_op_class_of(sx_op op)
{
    return ops[op].class;
}

sx_op sx_op_named(const char *name, size_t length)
{
    for (unsigned op = 0; op < SX_OPS; op++)
        if (strncmp(ops[op].name, name, length) == 0 && !ops[op].name[length])
            return (sx_op)op;
    return SX_OPS;
}

const char *sx_param_key(sx_param_id id)
{
    return params[id].key;
}

sx_param_id sx_param_keyed(const char *key, size_t length)
{
    for (unsigned id = 0; id < SX_PARAMS; id++)
        if (strncmp(params[id].key, key, length) == 0 && !params[id].key[length])
            return (sx_param_id)id;
    return SX_PARAMS;
}

static const struct {
    sx_exchange exchange;
    sx_part_form parts;
} exchanges[SX_OPS] = {
#define EXCHANGE_ROW(name, started, exchange, parts)                                     \
    [SX_OP_##name] = { SX_EXCHANGE_##exchange, SX_PARTS_##parts },                       \
    [SX_OP_##started] = { SX_EXCHANGE_##exchange, SX_PARTS_##parts },
    SX_EXCHANGE_LIST(EXCHANGE_ROW)
#undef EXCHANGE_ROW
};

sx_exchange sx_op_exchange(sx_op op)
{
    return exchanges[op].exchange;
}

sx_part_form sx_op_parts(sx_op op)
{
    return exchanges[op].parts;
}

bool sx_op_is_alltoallv(sx_op op)
{
    return exchanges[op].parts == SX_PARTS_COUNTS &&
           (exchanges[op].exchange == SX_EXCHANGE_ALLTOALL ||
            exchanges[op].exchange == SX_EXCHANGE_NEIGHBOR_ALLTOALL);
}

sx_param_id sx_param_list_length(sx_param_id id)
{
    return params[id].length;
}

sx_param_id sx_param_list_length_in(sx_param_id id, uint64_t present)
{
    bool sent = id == SX_PARAM_COUNTS || id == SX_PARAM_TYPES;
    bool received = id == SX_PARAM_RCOUNTS || id == SX_PARAM_RTYPES;
    if (sent && present >> SX_PARAM_NDESTS & 1)
        return SX_PARAM_NDESTS;
    if (received && present >> SX_PARAM_NSOURCES & 1)
        return SX_PARAM_NSOURCES;
    return params[id].length;
}

bool sx_param_is_rank(sx_param_id id)
{
    return id == SX_PARAM_PEER || id == SX_PARAM_SOURCE || id == SX_PARAM_ROOT ||
           id == SX_PARAM_DESTS || id == SX_PARAM_SOURCES;
}

bool sx_param_is_type(sx_param_id id)
{
    return id == SX_PARAM_TYPE || id == SX_PARAM_RTYPE || id == SX_PARAM_TYPES ||
           id == SX_PARAM_RTYPES;
}

bool sx_param_is_index(sx_param_id id)
{
    return id == SX_PARAM_COMM || id == SX_PARAM_NEWCOMM || sx_param_is_type(id) ||
           id == SX_PARAM_REDOP || id == SX_PARAM_REGION;
}

bool sx_param_is_count(sx_param_id id)
{
    return id == SX_PARAM_COUNT || id == SX_PARAM_RCOUNT || id == SX_PARAM_COUNTS ||
           id == SX_PARAM_RCOUNTS || id == SX_PARAM_NREQS || id == SX_PARAM_NRANKS ||
           id == SX_PARAM_NDESTS || id == SX_PARAM_NSOURCES;
}

bool sx_op_polls(sx_op op)
{
    return op == SX_OP_Waitsome || op == SX_OP_Test || op == SX_OP_Testall ||
           op == SX_OP_Testany || op == SX_OP_Testsome || op == SX_OP_Iprobe ||
           op == SX_OP_Improbe;
}

bool sx_param_is_timing(sx_op op, sx_param_id id)
{
    bool some = op == SX_OP_Waitany || op == SX_OP_Waitsome || op == SX_OP_Testany ||
                op == SX_OP_Testsome;
    return id == SX_PARAM_NDONE || id == SX_PARAM_DONE || id == SX_PARAM_FROM ||
           (some && id == SX_PARAM_REQS);
}
