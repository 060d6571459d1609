/* A whole inference: from a program given as functions, at a few scales, to scales not seen. */
#ifndef SX_TESTS_TRY_PROGRAM_H
#define SX_TESTS_TRY_PROGRAM_H

#include "../../tap.h"
#include "extrap/infer.h"
#include "extrap/instantiate.h"
#include "extrap/summary.h"
#include "synth.h"

#include <stdlib.h>

/* Infers from `scale` (ends with 0), and compares at `target` (ends with 0), where so many values may be
 * refused. */
static void try_program(const char *what, const synth_item *program, const int64_t *scale,
                        const int64_t *target, uint64_t refused)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[8];
    const char *name[8];
    size_t n = 0;
    sx_error err = { 0 };
    for (; scale[n]; n++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace(arena, program, scale[n]);
        is_int(synth_differences(program, trace), 0, "the input itself");
        input[n] = trace;
        name[n] = sx_arena_printf(arena, "t%d", (int)scale[n]);
    }
    sx_infer_options options = { .selector = sx_curve_selector_named("paper") };
    sx_trace formula;
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    ok(st == SX_OK, "%s: inferred: %s", what, err.text);
    for (size_t i = 0; !st && target[i]; i++) {
        sx_trace trace;
        sx_summary summary;
        st = sx_instantiate(arena, &formula, target[i], NULL, 0, &trace, &err);
        ok(st == SX_OK, "%s: instantiated at %d: %s", what, (int)target[i], err.text);
        if (st || sx_summary_make(arena, &trace, &formula, &summary, &err))
            break;
        int64_t differences = synth_differences(program, &trace);
        ok(differences == 0, "%s: same events at %d", what, (int)target[i]);
        ok(summary.values[SX_LABEL_REFUSED] == refused, "%s: %d values refused", what,
           (int)summary.values[SX_LABEL_REFUSED]);
        if (differences || summary.values[SX_LABEL_REFUSED]) {
            sx_buffer text = SX_BUFFER_INIT;
            sx_summary_print(&text, &trace, &summary, 20);
            for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
                printf("# %s\n", line);
            sx_buffer_finish(&text);
        }
    }
    sx_arena_destroy(arena);
}

#endif
