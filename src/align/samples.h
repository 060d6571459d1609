/* Delta times of a call that stands in more than one place of the merged program: where a step told it apart, each place has the
 * distributions of all. What is known of each of them is how often it is executed. */
#ifndef SX_ALIGN_SAMPLES_H
#define SX_ALIGN_SAMPLES_H

#include "align/runs.h"

/* Distributions have as many samples as there are executions in each run, in proportion where they had more, so that those of all places of a call are
 * together what they were. Trips that are no sequences, or too long ones, leave them as they are. Errors: SX_NOMEM. O(nodes x
 * ranks + lengths of the sequences of trips). */
sx_runs_step sx_runs_samples;

#endif
