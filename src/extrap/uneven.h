/* How much more than the mean the busiest of a run's ranks computes. What ranks compute is linear in what they do by structure (calls, points, or
 * alike: extrap/busiest.h), up to three of these together, as shares of the mean that are the same at every scale or as amounts of time that are, whichever the inputs speak for;
 * and beside that each rank has a factor of its own, of which nothing is known but how it is distributed over the ranks of all
 * inputs. The more ranks there are the further out is the greatest: beyond what inputs have the tail is that of a normal
 * distribution, which grows with the root of 2 log P (Fisher and Tippett, Limiting forms of the frequency distribution of the largest or smallest member of a sample, 1928). */
#ifndef SX_EXTRAP_UNEVEN_H
#define SX_EXTRAP_UNEVEN_H

#include "align/runs.h"
#include "base/model.h"
#include "extrap/apart.h"
#include "extrap/busiest.h"
#include "trace/measured.h"

enum { SX_UNEVEN_QUANTILES = 32, SX_UNEVEN_ROWS = SX_RUNS * SX_SOME_RANKS };

/* What some ranks of the inputs computed, of the mean, and what they do. */
typedef struct sx_uneven_rows {
    size_t n, inputs;
    int64_t p[SX_RUNS]; /* of each input; */
    size_t input[SX_UNEVEN_ROWS]; /* of each row, and which rank it is */
    sx_rank rank[SX_UNEVEN_ROWS];
    double share[SX_UNEVEN_ROWS];
    double amount[SX_UNEVEN_ROWS][SX_WORK_KINDS]; /* of each, and of all on the mean; */
    double mean[SX_UNEVEN_ROWS]
               [SX_WORK_KINDS]; /* over ns that are computed on the mean */
} sx_uneven_rows;

typedef struct sx_uneven {
    size_t ranks; /* of inputs, together; 0: nothing is known */
    int first; /* of the kinds that models are over */
    sx_model shares, amounts;
    double by_amounts; /* how likely the second is */
    double
        gain; /* how much likelier these shares are by structure than by calls alone, as a logarithm */
    /* Of the factors: quantiles up to the one from which on the tail is, its share, where that begins in a normal distribution, how steep it is, and of how many ranks that is known. */
    double quantile[SX_UNEVEN_QUANTILES], tail, from, scale, of_tail;
    sx_apart apart; /* who is none of these ranks */
} sx_uneven;

/* An input, whose shares are rows if it has them, and what its ranks do; of more than SX_RUNS the first have a say. */
void sx_uneven_add(sx_uneven_rows *rows, const sx_measured *input,
                   const sx_busiest *busiest);

/* By the kinds of work from `first` on, as busiest.h says. What all compute on the mean may be amounts of the same kinds, as `together` says, which then has what both
 * sets of numbers say of that (NULL: nothing is known of it); or it may be something else, and `single` says how likely that is, as a logarithm. Too few
 * ranks say nothing. Errors: SX_NOMEM. O(ranks log ranks). */
sx_status sx_uneven_fit(const sx_uneven_rows *rows, int first, double single,
                        sx_model *together, sx_uneven *ret_uneven, sx_error *err);

/* What the rank of a row computes of what structure says. uneven->ranks > 0. */
double sx_uneven_factor(const sx_uneven *uneven, const sx_uneven_rows *rows, size_t row);

/* The computation of the busiest of p ranks as a multiple of the mean, where all compute so long on the mean (what the others do, but for what these that are apart make of it: next to nothing where ranks are many): the median, and an interval of that level. uneven->ranks > 0. O(ranks
 * that were looked at). */
void sx_uneven_predict(const sx_uneven *uneven, const sx_busiest *busiest, int64_t p,
                       double mean_ns, double level, sx_model_prediction *ret_multiple);

/* What a rank computes, in ns or in any other unit, for each there is of a kind of work: of both models the likelier one, which is told. */
bool sx_uneven_amounts(const sx_uneven *uneven, double ret_per[SX_WORK_KINDS]);

/* A rank's share of the mean for each there is of a kind of work, where all do so much on the mean. */
void sx_uneven_shares(const sx_uneven *uneven, const double mean_work[SX_WORK_KINDS],
                      double ret_per[SX_WORK_KINDS]);

#endif
