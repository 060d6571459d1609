#include "align/reshape.h"

#include "align/beats.h"
#include "align/callers.h"
#include "align/columns.h"
#include "align/cycles.h"
#include "align/factor.h"
#include "align/heads.h"
#include "align/in_step.h"
#include "align/laps.h"
#include "align/late.h"
#include "align/meet.h"
#include "align/partners.h"
#include "align/regroup.h"
#include "align/rejoin.h"
#include "align/renest.h"
#include "align/samples.h"
#include "align/stages.h"
#include "align/tangles.h"
#include "align/unite.h"
#include "align/untangle.h"

sx_status sx_runs_reshape(sx_arena *arena, sx_runs *runs, sx_reshape_way way,
                          size_t *ret_tangles, sx_error *err)
{
    static sx_runs_step *const first[SX_RESHAPE_WAYS] = { NULL, NULL, sx_runs_columns,
                                                          sx_runs_columns_whole };
    static sx_runs_step *const step[] = {
        sx_runs_meet,    sx_runs_callers, sx_runs_in_step, sx_runs_untangle,
        sx_runs_unite,   sx_runs_heads,   sx_runs_beats,   sx_runs_rejoin,
        sx_runs_regroup, sx_runs_late,    sx_runs_stages,  sx_runs_partners,
        sx_runs_cycles,  sx_runs_renest,  sx_runs_factor,  sx_runs_laps,
        sx_runs_samples
    };
    sx_status st = first[way] ? first[way](arena, runs, err) : SX_OK;
    for (size_t i = 0; !st && i < sizeof step / sizeof *step; i++)
        st = step[i](arena, runs, err);
    if (!st && ret_tangles)
        st = sx_runs_tangles(runs, ret_tangles, err);
    return st ? st : sx_runs_check_steps(runs, err);
}
