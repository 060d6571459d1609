/* Runs an adversarial program (program.h) under MPI: its sends, receives and collectives, each from a call site of its own.
 *   run_program SEED         runs it
 *   run_program SEED scales  prints its input scales, a dash, and its targets; exit status 3 where it is no valid MPI program,
 *                            or something in it is other than nobody could see at the first target
 * The other ends of its messages are made by PMPI calls, which no recorder sees. */
#include "judge.h"
#include "trace/seq.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16, MOST_BYTES = 1 << 20, MOST_PENDING = 60000 };

static program p;
static int rank, size, npending;
static char buffer[MOST_BYTES], result[MOST_BYTES];
static MPI_Request pending[MOST_PENDING];

static int64_t ask(const program_item *item, sx_param_id id, const law_point *at)
{
    for (int k = 0; k < item->nparams; k++)
        if (item->param[k].id == id)
            return law_value(&p.law[item->param[k].law], at);
    return 0;
}

static int peer_of(const program_item *item, const law_point *at)
{
    int64_t peer = ask(item, SX_PARAM_PEER, at);
    return peer == SX_NULL ? MPI_PROC_NULL : (int)peer;
}

/* ---- is it a program? ---- */

static bool is_valid_event(void *context, const program_item *item, const law_point *at)
{
    int64_t root = ask(item, SX_PARAM_ROOT, at), count = ask(item, SX_PARAM_COUNT, at),
            tag = ask(item, SX_PARAM_TAG, at), peer = ask(item, SX_PARAM_PEER, at);
    (void)context;
    return root >= 0 && root < at->P && count >= 0 && count < MOST_BYTES && tag >= 0 &&
           tag < 30000 && (peer == SX_NULL || (peer >= 0 && peer < at->P));
}

/* Not where an event both sends and another receives: with one tag, they could take each other's messages. */
static bool is_valid(void)
{
    program_visitor visitor = { .event = is_valid_event };
    bool sends = false, receives = false;
    for (size_t k = 0; k < p.nitems; k++) {
        sends = sends || (p.item[k].kind == 'e' && p.item[k].op == SX_OP_Send);
        receives = receives || (p.item[k].kind == 'e' && p.item[k].op == SX_OP_Recv);
    }
    for (size_t k = 0; k < p.ninputs + p.ntargets; k++) {
        int64_t P = k < p.ninputs ? p.input[k] : p.target[k - p.ninputs];
        for (int64_t r = 0; r < P; r++)
            if (!program_run(&p, P, r, &visitor))
                return false;
    }
    return !(sends && receives);
}

/* ---- the other ends ---- */

static bool answer(void *context, const program_item *item, const law_point *at)
{
    (void)context;
    if (peer_of(item, at) != rank || (item->op != SX_OP_Send && item->op != SX_OP_Recv) ||
        npending == MOST_PENDING)
        return true;
    int tag = (int)ask(item, SX_PARAM_TAG, at);
    MPI_Request *request = &pending[npending++];
    if (item->op == SX_OP_Send)
        PMPI_Irecv(result, MOST_BYTES, MPI_BYTE, (int)at->r, tag, MPI_COMM_WORLD,
                   request);
    else
        PMPI_Isend(buffer, 0, MPI_BYTE, (int)at->r, tag, MPI_COMM_WORLD, request);
    return true;
}

/* ---- its calls ---- */

typedef struct call {
    sx_op op;
    int peer, root, count, tag;
} call;

/* A function each, so that each event has its own call sites: the number in it keeps the compiler from taking all for one, and
 * the status from leaving the function before the call. */
#define EVENT(n)                                                                         \
    static __attribute__((noinline)) int event_##n(const call *c)                        \
    {                                                                                    \
        int status;                                                                      \
        if (c->op == SX_OP_Send)                                                         \
            status =                                                                     \
                MPI_Send(buffer, c->count, MPI_BYTE, c->peer, c->tag, MPI_COMM_WORLD);   \
        else if (c->op == SX_OP_Recv)                                                    \
            status = MPI_Recv(buffer, c->count, MPI_BYTE, c->peer, c->tag,               \
                              MPI_COMM_WORLD, MPI_STATUS_IGNORE);                        \
        else if (c->op == SX_OP_Bcast)                                                   \
            status = MPI_Bcast(buffer, c->count, MPI_BYTE, c->root, MPI_COMM_WORLD);     \
        else                                                                             \
            status = MPI_Allreduce(buffer, result, c->count, MPI_BYTE, MPI_BOR,          \
                                   MPI_COMM_WORLD);                                      \
        __asm__ volatile("" : "+r"(status) : "i"(n));                                    \
        return status;                                                                   \
    }
EVENT(0)
EVENT(1)
EVENT(2)
EVENT(3)
EVENT(4)
EVENT(5)
EVENT(6)
EVENT(7)
EVENT(8)
EVENT(9)
EVENT(10)
EVENT(11)

static int (*const event[PROGRAM_EVENTS])(const call *) = {
    event_0, event_1, event_2, event_3, event_4,  event_5,
    event_6, event_7, event_8, event_9, event_10, event_11,
};

static bool execute(void *context, const program_item *item, const law_point *at)
{
    (void)context;
    call c = { .op = item->op,
               .peer = peer_of(item, at),
               .root = (int)ask(item, SX_PARAM_ROOT, at),
               .count = (int)ask(item, SX_PARAM_COUNT, at),
               .tag = (int)ask(item, SX_PARAM_TAG, at) };
    return event[item->event](&c) == MPI_SUCCESS;
}

static bool may_be_seen(void)
{
    judge *j = judge_create(&p);
    bool seen = true;
    judge_target(j, p.target[0]);
    for (size_t k = 0; k < p.nlaws; k++)
        seen = seen && !judge_may_be_invisible(j, (int)k);
    judge_destroy(j);
    return seen;
}

static int print_scales(void)
{
    for (size_t k = 0; k < p.ninputs; k++)
        printf("%d ", (int)p.input[k]);
    printf("-");
    for (size_t k = 0; k < p.ntargets; k++)
        printf(" %d", (int)p.target[k]);
    printf("\n");
    return is_valid() && may_be_seen() ? 0 : 3;
}

int main(int argc, char **argv)
{
    program_visitor other_end = { .event = answer }, own = { .event = execute };
    if (argc < 2)
        return 2;
    program_make(&p, strtoull(argv[1], NULL, 10), LARGEST, OF_SUMS);
    if (argc > 2)
        return print_scales();
    MPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int r = 0; r < size; r++)
        program_run(&p, size, r, &other_end);
    PMPI_Barrier(MPI_COMM_WORLD);
    program_run(&p, size, rank, &own);
    PMPI_Waitall(npending, pending, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
