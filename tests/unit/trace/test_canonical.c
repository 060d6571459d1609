/* The shortest form of a value: what ranks of an open 2D grid have, loop over the directions. */
#include "base/arena.h"
#include "tap.h"
#include "trace/merge.h"

#include <string.h>

enum { WIDTH = 5, HEIGHT = 4, RANKS = WIDTH * HEIGHT };

/* A sequence a rank, in pieces of one rank. */
static sx_value alone(sx_arena *arena, const int64_t *value, uint64_t n)
{
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, RANKS);
    for (sx_rank r = 0; r < RANKS; r++) {
        piece[r].seq = sx_seq_from_values(arena, value + (uint64_t)r * n, n, true);
        sx_ranklist_range(arena, r, 1, &piece[r].ranks, NULL);
    }
    return (sx_value) { .kind = SX_VALUE_PIECES, .npieces = RANKS, .piece = piece };
}

static const sx_value *canonical(sx_arena *arena, sx_value value)
{
    sx_node *node = SX_NEW(arena, sx_node), **list = SX_NEW(arena, sx_node *);
    sx_param *param = SX_NEW(arena, sx_param);
    *param = (sx_param) { SX_PARAM_TAG, value };
    *node = (sx_node) { .op = SX_OP_Send, .nparams = 1, .param = param };
    *list = node;
    sx_trace trace = { .p = RANKS, .program = { 1, list } };
    is_int(sx_trace_canonical(arena, &trace, NULL), SX_OK, "a canonical form");
    return &param->value;
}

/* Directions up, down, left, right: the number of the direction, or null where there is nobody. */
static void fill_directions(int64_t (*to)[4])
{
    for (int64_t r = 0; r < RANKS; r++) {
        const bool there[] = { r >= WIDTH, r<RANKS - WIDTH, r % WIDTH> 0,
                               r % WIDTH < WIDTH - 1 };
        for (int d = 0; d < 4; d++)
            to[r][d] = there[d] ? d : SX_NULL;
    }
}

static void test_steps(void)
{
    sx_arena *arena = sx_arena_create();
    int64_t direction[RANKS][4];
    fill_directions(direction);
    const sx_value *value = canonical(arena, alone(arena, direction[0], 4));
    is_int(value->kind, SX_VALUE_BY_STEP, "nine groups of ranks, two at each step");
    is_int(value->nsteps, 4, "steps");
    sx_ranklist everybody;
    sx_value pieces;
    sx_ranklist_range(arena, 0, RANKS, &everybody, NULL);
    is_int(sx_value_to_pieces(arena, value, &everybody, &pieces, NULL), SX_OK,
           "as pieces again");
    is_int((int64_t)pieces.npieces, 9, "groups of ranks");
    int wrong = 0;
    for (sx_rank r = 0; r < RANKS; r++)
        for (uint64_t k = 0; k < 8; k++)
            wrong += sx_seq_at(sx_value_seq(&pieces, r), k) != direction[r][k % 4];
    is_int(wrong, 0, "wrong values of a rank");
    sx_arena_destroy(arena);
}

/* The directions that there are, as of a loop over neighbours alone; `of_step` is what each direction has. */
static sx_value neighbours(sx_arena *arena, const int64_t of_step[4])
{
    int64_t direction[RANKS][4];
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, RANKS);
    fill_directions(direction);
    for (sx_rank r = 0; r < RANKS; r++) {
        int64_t there[4];
        uint64_t n = 0;
        for (int d = 0; d < 4; d++)
            if (direction[r][d] != SX_NULL)
                there[n++] = of_step[d];
        piece[r].seq = sx_seq_from_values(arena, there, n, true);
        sx_ranklist_range(arena, r, 1, &piece[r].ranks, NULL);
    }
    return (sx_value) { .kind = SX_VALUE_PIECES, .npieces = RANKS, .piece = piece };
}

static int differing(sx_arena *arena, const sx_value *a, const sx_value *b)
{
    sx_ranklist everybody;
    sx_value pieces;
    int wrong = 0;
    sx_ranklist_range(arena, 0, RANKS, &everybody, NULL);
    if (sx_value_to_pieces(arena, b, &everybody, &pieces, NULL))
        return -1;
    for (sx_rank r = 0; r < RANKS; r++)
        for (uint64_t k = 0; k < 12; k++)
            wrong += sx_seq_at(sx_value_seq(a, r), k) !=
                     sx_seq_at(sx_value_seq(&pieces, r), k);
    return wrong;
}

/* Nine groups of ranks pass over one or two of four steps, or none. Sizes have the steps of the tags, though they
 * alone say less. */
static void test_parts(void)
{
    static const int64_t tags[] = { 4, 7, 1, 2 }, sizes[] = { 50, 50, 40, 40 };
    sx_arena *arena = sx_arena_create();
    sx_value of[] = { neighbours(arena, tags), neighbours(arena, sizes) };
    sx_param param[] = { { SX_PARAM_COUNT, of[0] }, { SX_PARAM_TAG, of[1] } };
    sx_node node = { .op = SX_OP_Send, .nparams = 2, .param = param }, *list = &node;
    sx_trace trace = { .p = RANKS, .program = { 1, &list } };
    is_int(sx_trace_canonical(arena, &trace, NULL), SX_OK, "a canonical form");
    for (int i = 0; i < 2; i++) {
        const sx_value *value = &param[i].value;
        is_int(value->kind, SX_VALUE_BY_STEP, "by step");
        is_int(value->nsteps, 4, "a step for each direction");
        int single = 0;
        for (uint32_t k = 0; k < value->nsteps; k++)
            single += value->step[k].npieces == 1 && value->step[k].piece->ranks.n == 1 &&
                      !value->step[k].piece->all;
        is_int(single, 4, "of one box of ranks each");
        is_int(differing(arena, &of[i], value), 0, "wrong values of a rank");
    }
    sx_arena_destroy(arena);
}

/* Two groups, which differ at every step: nothing is gained by steps. */
static void test_pieces(void)
{
    sx_arena *arena = sx_arena_create();
    int64_t number[RANKS][2];
    for (int64_t r = 0; r < RANKS; r++) {
        number[r][0] = r % 2;
        number[r][1] = r % 2 ? 7 : 9;
    }
    const sx_value *value = canonical(arena, alone(arena, number[0], 2));
    is_int(value->kind, SX_VALUE_PIECES, "two groups with a sequence each");
    is_int((int64_t)value->npieces, 2, "groups");
    sx_arena_destroy(arena);
}

static void test_by_rank(void)
{
    sx_arena *arena = sx_arena_create();
    int64_t number[RANKS];
    for (int64_t r = 0; r < RANKS; r++)
        number[r] = 3 * r;
    const sx_value *value = canonical(arena, alone(arena, number, 1));
    is_int(value->kind, SX_VALUE_BY_RANK, "a line over the ranks");
    is_int(sx_seq_at(value->by_rank, 6), 18, "of rank 6");
    sx_arena_destroy(arena);
}

int main(void)
{
    test_steps();
    test_parts();
    test_pieces();
    test_by_rank();
    return tap_done();
}
