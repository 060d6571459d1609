/* How a stretch of the merged program falls into rounds of stages: what each rank does once in a round, again and again, or on
 * some stages of a loop. */
#ifndef SX_ALIGN_STAGE_PLAN_H
#define SX_ALIGN_STAGE_PLAN_H

#include "align/stretch.h"

/* Stages of a loop, calls of a rank in a stretch, at the most. */
enum { SX_STAGES = 64, SX_STAGE_CALLS = 1 << 13 };

/* What one rank does, call by call. */
typedef struct sx_stage_stream {
    int64_t rank, n, rounds;
    bool too_long;
    uint8_t call[SX_STAGE_CALLS];
    int64_t index[SX_STAGE_CALLS]; /* how many of that call were before */
    int64_t key[SX_STAGE_CALLS]; /* of its stage, as last looked for */
    uint64_t entries[SX_STRETCH_ITEMS];
    int64_t made[SX_STRETCH_CALLS]; /* executions of each call */
    int64_t *value[SX_STRETCH_CALLS][SX_PARAMS];
    size_t elements[SX_STRETCH_CALLS]
                   [SX_PARAMS]; /* of each parameter of a call that is made */
} sx_stage_stream;

/* In the stretch's scratch arena; NULL when out of memory. */
sx_stage_stream *sx_stage_stream_create(const sx_stretch *of);

/* False when there are too many calls, or values do not come back with the stretch. */
bool sx_stage_stream_read(const sx_stretch *of, int64_t rank, int64_t rounds,
                          sx_stage_stream *stream);

/* What tells stages from each other: how far away the other rank is, or the tag. */
typedef enum sx_stage_by {
    SX_STAGE_BY_DISTANCE,
    SX_STAGE_BY_TAG,
    SX_STAGE_WAYS
} sx_stage_by;

/* The stages of a loop in their order, by run. */
typedef struct sx_stages {
    sx_stage_by by;
    size_t n[SX_RUNS];
    int64_t key[SX_RUNS][SX_STAGES];
} sx_stages;

/* What stands together in a round: one call, or all that follow each other in turns. */
typedef struct sx_stage_component {
    uint64_t calls; /* a bit each */
    size_t ncalls, call[SX_STRETCH_CALLS]; /* in their order */
    bool loops; /* else made once in a round */
    bool staged; /* else a loop of one call */
    sx_stages stages;
} sx_stage_component;

typedef struct sx_stage_plan {
    int64_t rounds[SX_RUNS];
    size_t n;
    sx_stage_component component[SX_STRETCH_CALLS]; /* in their order */
} sx_stage_plan;

/* False when there is none that is simpler than what the stretch is, or memory is out. */
bool sx_stage_plan_make(sx_stretch *of, sx_stage_stream *stream, sx_stage_plan *ret_plan);

/* Which of the calls the rank makes in each stage, a bit each. */
void sx_stages_of_rank(const sx_stretch *of, const sx_stages *stages, uint64_t calls,
                       sx_stage_stream *stream, uint64_t ret_in_stage[SX_STAGES]);

#endif
