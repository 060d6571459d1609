/* A plugin of scalaextrap: the exchanges of conjugate gradients on a grid of powers of two, which no linear combination of the
 * grid's extents describes (paper 001, 3.4 and figure 8). Ranks sum along their row of the grid by exchanging with partners at
 * distances that are powers of two, lg of the row's length many, and swap with the rank at the transposed place. With l = lg P there
 * are 2^ceil(l/2) ranks in a row, in 2^floor(l/2) rows.
 *
 *     cc -shared -fPIC -o butterfly.so butterfly.c
 *     scalaextrap --paper --plugin butterfly.so t4 t16 t64 --target 1024
 */
#include <scalaextrap_plugin.h>

#include <stdio.h>
#include <string.h>

#define ROWS "pow(2, log(2, P) div 2)" /* number of rows */
#define ROW "pow(2, (log(2, P) + 1) div 2)" /* ranks in a row */
#define STAGES "(log(2, P) + 1) div 2"

/* In a row; %s is the counter of the innermost loop, over the stages. */
static const char *const row_partner[] = {
    "r xor pow(2, %s)", /* nearest first */
    "r xor pow(2, " STAGES " - 1 - %s)", /* farthest first */
};

/* Where a row is as long as there are rows, place (i, j) swaps with (j, i); where it is twice as long, pairs of ranks do. */
#define PER_PLACE "(" ROW " div " ROWS ")"
static const char transposed[] =
    "(r div " PER_PLACE " mod " ROWS " * " ROWS " + r div " PER_PLACE " div " ROWS
    ") * " PER_PLACE " + r mod " PER_PLACE;

static const char *peer(const scalaextrap_question *question, unsigned attempt)
{
    static char text[256];
    char counter[16];
    if (attempt == 0)
        return transposed;
    if (attempt > 2 || question->depth == 0)
        return NULL;
    snprintf(counter, sizeof counter, "i%u", question->depth);
    snprintf(text, sizeof text, row_partner[attempt - 1], counter);
    return text;
}

/* Stages are told apart by their number. */
static const char *tag(const scalaextrap_question *question, unsigned attempt)
{
    static char text[64];
    if (attempt > 1 || question->depth == 0)
        return NULL;
    snprintf(text, sizeof text, attempt == 0 ? "i%u + 1" : STAGES " - i%u",
             question->depth);
    return text;
}

/* Claims end points and tags of messages, and the trips of loops over the stages. */
static const char *formula(const scalaextrap_question *question, unsigned attempt)
{
    if (strcmp(question->parameter, "peer") == 0 ||
        strcmp(question->parameter, "source") == 0)
        return peer(question, attempt);
    if (strcmp(question->parameter, "tag") == 0)
        return tag(question, attempt);
    if (strcmp(question->parameter, "trips") == 0 && attempt == 0)
        return STAGES;
    return NULL;
}

static const char *extent(const scalaextrap_question *question, unsigned axis)
{
    (void)question;
    return axis == 0 ? ROW : axis == 1 ? ROWS : NULL;
}

const scalaextrap_plugin scalaextrap_plugin_table = {
    .version = SCALAEXTRAP_PLUGIN_VERSION,
    .name = "butterfly",
    .formula = formula,
    .extent = extent,
};
