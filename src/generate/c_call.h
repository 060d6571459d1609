/* One event on its way to becoming a call. */
#ifndef SX_GENERATE_C_CALL_H
#define SX_GENERATE_C_CALL_H

#include "generate/c_writer.h"

typedef struct sx_c_call {
    sx_c_writer *w;
    const sx_node *node;
    const sx_domain *around; /* who takes part, for values that are listed by rank */
    const char *comm, *comm_address, *count, *rcount, *type, *rtype; /* as C */
} sx_c_call;

/* The call alone of an event of everybody, without what is computed before it. */
void sx_c_make_call(sx_c_writer *w, const sx_node *node);

bool sx_c_has(const sx_node *node, sx_param_id id);
/* The value of a parameter; "0" where the event has none of the name. */
const char *sx_c_param(sx_c_call *call, sx_param_id id);
const char *sx_c_list_length(sx_c_call *call, sx_param_id id);

/* Does the call make a request? */
bool sx_c_posts(sx_op op);

/* Of how many requests it is that the call completes, starts, frees or cancels (c_requests.c). */
typedef enum sx_c_completed {
    SX_C_COMPLETES_NONE,
    SX_C_COMPLETES_ONE,
    SX_C_COMPLETES_LIST
} sx_c_completed;

sx_c_completed sx_c_completes(sx_op op);

/* These return false where the event is none of theirs. */
bool sx_c_completion(sx_c_call *call); /* c_requests.c: of requests, and starts */
bool sx_c_comm_call(sx_c_call *call); /* c_comm.c: that makes or frees a communicator */
bool sx_c_control(sx_c_call *call); /* c_comm.c: Init, Finalize, regions */

/* c_comm.c: room for as many communicators as a row has where the program runs (trace/trace.h), behind MPI_Init. */
void sx_c_make_room_for_row(sx_c_writer *w);

#endif
