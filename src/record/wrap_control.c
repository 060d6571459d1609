/* MPI_Pcontrol, by which an application speaks to whatever profiles it (MPI 4.0, 15.2.4): 0 pauses, 1 resumes, and
 * the levels of scalatrace.h mark regions. An argument behind the level is looked at for these only, since
 * whether a caller has passed one cannot be seen; so that 1 and -1 begin and end regions by name, as
 * other tools have it, must be asked for (SCALATRACE_PCONTROL=names). */
#include "record/scalatrace.h"
#include "record/wrap.h"

#include <stdarg.h>
#include <stdio.h>

typedef enum control { PASS, PAUSE, RESUME, BEGIN, END } control;

static control control_of(const sx_recorder *recorder, int level)
{
    if (level == SCALATRACE_REGION_BEGIN)
        return BEGIN;
    if (level == SCALATRACE_REGION_END)
        return END;
    if (recorder->pcontrol_names)
        return level == 1 ? BEGIN : level == -1 ? END : PASS;
    return level == 0 ? PAUSE : level == 1 ? RESUME : PASS;
}

static void refuse(sx_recorder *recorder, sx_regions_fault fault, sx_op op,
                   const char *name)
{
    static const char *const why[] = {
        [SX_REGIONS_NAME] = "it has no name, or a very long one",
        [SX_REGIONS_DEPTH] = "too many are open",
        [SX_REGIONS_OTHER] = "it is not the one that began last",
    };
    if (fault == SX_REGIONS_NOMEM) {
        sx_recorder_give_up(recorder, "out of memory");
        return;
    }
    if (!recorder->region_warned)
        fprintf(stderr,
                "scalatrace: rank %d: the %s of region \"%.*s\" is left out: %s\n",
                recorder->rank, op == SX_OP_Region_begin ? "begin" : "end",
                SX_REGION_NAME, name ? name : "", why[fault]);
    recorder->region_warned = true;
}

static void mark(sx_call *call, const char *name)
{
    sx_recorder *recorder = call->recorder;
    sx_op op = call->input.op;
    uint32_t index = 0;
    sx_regions_fault fault = op == SX_OP_Region_begin
                                 ? sx_regions_begin(&recorder->regions, name, &index)
                                 : sx_regions_end(&recorder->regions, name, &index);
    if (fault == SX_REGIONS_OK) {
        sx_input_add(&call->input, SX_PARAM_REGION, index);
        return;
    }
    refuse(recorder, fault, op, name);
    call->dropped = true;
}

/* `frame` as sx_callsites_here has it. Inline, since few frames may lie below the application. */
__attribute__((always_inline)) static inline void
record_mark(sx_op op, const char *name, const void *caller, const uintptr_t *frame)
{
    sx_call call = { .frame = frame };
    if (!sx_call_begin(&call, op))
        return;
    if (sx_call_returned(&call, MPI_SUCCESS, caller))
        mark(&call, name);
    sx_call_leave(&call);
}

static void set_paused(sx_recorder *recorder, bool paused)
{
    if (recorder->active && !sx_thread_here()->inside)
        __atomic_store_n(&recorder->paused, paused, __ATOMIC_RELAXED);
}

int MPI_Pcontrol(const int level, ...)
{
    sx_recorder *recorder = sx_recorder_here();
    control what = control_of(recorder, level);
    const char *name = NULL;
    if (what == BEGIN || what == END) {
        va_list more;
        va_start(more, level);
        name = va_arg(more, const char *);
        va_end(more);
        record_mark(what == BEGIN ? SX_OP_Region_begin : SX_OP_Region_end, name,
                    __builtin_return_address(0), __builtin_frame_address(0));
        return PMPI_Pcontrol(level, name);
    }
    if (what != PASS)
        set_paused(recorder, what == PAUSE);
    return PMPI_Pcontrol(level);
}

/* Fortran's has the level alone. */
FORTRAN_NAMES(pcontrol, (const MPI_Fint *level))

void mpi_pcontrol_(const MPI_Fint *level)
{
    sx_recorder *recorder = sx_recorder_here();
    if (!recorder->pcontrol_names && (*level == 0 || *level == 1))
        set_paused(recorder, *level == 0);
    pmpi_pcontrol_(level);
}

void sx_recorder_close_regions(sx_recorder *recorder, const void *caller)
{
    const char *name;
    while (recorder->active && (name = sx_regions_innermost(&recorder->regions))) {
        if (!recorder->region_warned)
            fprintf(stderr, "scalatrace: rank %d: region \"%s\" has no end\n",
                    recorder->rank, name);
        recorder->region_warned = true;
        record_mark(SX_OP_Region_end, name, caller, NULL);
    }
}
