/* How many requests a program has open at most, where each Waitall is for all that there are: and 0 wherever one is not. */
#include "tap.h"

#include "generate/c_posted.h"

#include <stdlib.h>

enum { MOST_NODES = 80 };

/* A program as text: s an Isend of everybody, S of some; b a Barrier; o a Wait for the latest request, which no list names;
 * wN a Waitall for N in the order in which they were posted, xN in the other, yN for all but the latest and one too old, vN
 * of which no formula is known, WN of some; N[..] a loop of N trips, M its main loop. p and q are Isends of those who have a neighbour before
 * and behind; zN.. and ZN.. Waitalls for N and one for each p and q behind that, in order and each one place too early; XN.. for all
 * of these but the latest. */
typedef struct program {
    sx_arena *arena;
    const char *at;
    const sx_node *main_loop;
} program;

static sx_value as_value(const sx_expr *expr)
{
    return (sx_value) { .kind = SX_VALUE_EXPR, .expr = expr };
}

/* Has the rank a neighbour before (p) or behind (q)? */
static const sx_expr *has_neighbour(sx_arena *a, char side)
{
    const sx_expr *x = sx_expr_var(a, SX_VAR_COORD, 0, 0);
    return side == 'p' ? sx_expr_two(a, SX_EXPR_GT, x, sx_expr_int(a, 0))
                       : sx_expr_two(a, SX_EXPR_LT, x, sx_expr_int(a, 7));
}

static sx_node *new_event(const program *p, sx_op op)
{
    sx_node *node = SX_NEW(p->arena, sx_node);
    node->kind = SX_NODE_EVENT;
    node->op = op;
    return node;
}

/* Ages of `how`, by the element e. */
static sx_node *new_waitall(const program *p, char how, int64_t n)
{
    sx_arena *a = p->arena;
    const sx_expr *e = sx_expr_var(a, SX_VAR_ELEMENT, 0, 0);
    const sx_expr *age = how == 'x' ? e
                         : how == 'y'
                             ? sx_expr_two(a, SX_EXPR_ADD, e, sx_expr_int(a, 1))
                             : sx_expr_two(a, SX_EXPR_SUB, sx_expr_int(a, n - 1), e);
    sx_node *node = new_event(p, SX_OP_Waitall);
    node->param = SX_NEW_ARRAY(a, sx_param, 2);
    node->param[node->nparams++] =
        (sx_param) { .id = SX_PARAM_NREQS, .value = as_value(sx_expr_int(a, n)) };
    node->param[node->nparams++] =
        (sx_param) { .id = SX_PARAM_REQS, .value = as_value(age) };
    if (how == 'v')
        node->param[1].value = (sx_value) { .kind = SX_VALUE_PIECES };
    if (how == 'W')
        node->ranks.kind = SX_DOMAIN_RANKS;
    return node;
}

/* For as many as the rank has neighbours in the list. */
static sx_node *new_waitall_of(program *p, char how)
{
    sx_arena *a = p->arena;
    const sx_expr *n = sx_expr_int(a, *p->at++ - '0');
    for (; *p->at == 'p' || *p->at == 'q'; p->at++)
        n = sx_expr_two(a, SX_EXPR_ADD, n, has_neighbour(a, *p->at));
    sx_node *node = new_waitall(p, 'w', 1);
    const sx_expr *e = sx_expr_var(a, SX_VAR_ELEMENT, 0, 0);
    node->param[0].value =
        as_value(how == 'X' ? sx_expr_two(a, SX_EXPR_SUB, n, sx_expr_int(a, 1)) : n);
    node->param[1].value =
        as_value(sx_expr_two(a, SX_EXPR_SUB, sx_expr_two(a, SX_EXPR_SUB, n, e),
                             sx_expr_int(a, how == 'Z' ? 0 : 1)));
    return node;
}

static void read_block(program *p, sx_block *block);

static sx_node *read_loop(program *p, int64_t trips, bool is_main)
{
    sx_node *node = SX_NEW(p->arena, sx_node);
    node->kind = SX_NODE_LOOP;
    node->trips = as_value(sx_expr_int(p->arena, trips));
    p->main_loop = is_main ? node : p->main_loop;
    p->at++;
    read_block(p, &node->body);
    p->at++;
    return node;
}

static sx_node *read_node(program *p)
{
    char kind = *p->at++, *end;
    sx_node *node = new_event(p, kind == 'b'   ? SX_OP_Barrier
                                 : kind == 'o' ? SX_OP_Wait
                                               : SX_OP_Isend);
    if (kind == 'S')
        node->ranks.kind = SX_DOMAIN_RANKS;
    if (kind == 'p' || kind == 'q')
        node->ranks = (sx_domain) { .kind = SX_DOMAIN_WHERE,
                                    .where = has_neighbour(p->arena, kind) };
    if (strchr("zZX", kind))
        return new_waitall_of(p, kind);
    if (strchr("sSbopq", kind))
        return node;
    bool is_wait = strchr("wxyvW", kind) != NULL;
    int64_t n = strtoll(p->at - !(is_wait || kind == 'M'), &end, 10);
    p->at = end;
    return is_wait ? new_waitall(p, kind, n) : read_loop(p, n, kind == 'M');
}

static void read_block(program *p, sx_block *block)
{
    block->node = SX_NEW_ARRAY(p->arena, sx_node *, MOST_NODES);
    while (*p->at && *p->at != ']')
        block->node[block->n++] = read_node(p);
}

static const struct {
    const char *program;
    int64_t most;
    const char *what;
} cases[] = {
    { "ssw2", 2, "two, and a Waitall" },
    { "sbw1", 1, "a barrier is none of them" },
    { "b", 0, "no request" },
    { "sw1sssw3sw1", 3, "the most at a time" },
    { "ssx2", 2, "in the other order" },
    { "sssssssssw9", 9, "nine in order" },
    { "sssssssssx9", 0, "nine in another order, which is no list that is written out" },
    { "ssssssssx8", 8, "eight, which are" },
    { "sv1", 0, "requests that are listed by values" },
    { "sW1", 0, "not everybody waits" },
    { "ss", 0, "open at the end" },
    { "ssw1", 0, "one of two" },
    { "sw2", 0, "more than there are" },
    { "ssy2", 0, "one that is older" },
    { "sosw1", 0, "a Wait that names none" },
    { "Sw1", 0, "not everybody has it" },
    { "3[ssw2]", 2, "in each trip" },
    { "2[sss]w6", 6, "over two trips" },
    { "2[2[s]]w4", 4, "over two trips of two" },
    { "s3[sw1]w1", 0, "one from before the loop" },
    { "3[sw1s]w1", 0, "one that is left to the next trip" },
    { "3[b]sw1", 1, "a loop without any" },
    { "64[s]w64", 64, "as many as are told apart" },
    { "ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssw64", 64,
      "or one by one" },
    { "2[o]sw1", 0, "a loop with a Wait that names none" },
    { "M3[s]sw1", 0, "more in each trip of a loop that may be told to make others" },
    { "65[s]w65", 0, "one more" },
    { "M3[s]w3", 0, "a loop that may be told to make other trips" },
    { "M3[sw1]", 1, "each trip of which completes its own" },
    { "pqz0pq", 2, "as many as there are neighbours" },
    { "spqpqz1ppqq", 5, "of both kinds twice, and one" },
    { "3[pz0p]", 1, "in each trip" },
    { "pqz0pp", 0, "of the neighbour before twice, instead of both" },
    { "pqz0p", 0, "of one of two" },
    { "pqw2", 0, "as if everybody had both" },
    { "pqZ0pq", 0, "all but the latest, and one too old" },
    { "pqsX1pq", 0, "all but the latest" },
    { "2[p]z0pp", 0, "over two trips: not looked for" },
};

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sx_arena *arena = sx_arena_create();
        program p = { .arena = arena, .at = cases[i].program };
        sx_grid grid = { .name = "g", .ndims = 1 };
        sx_trace trace = { .p = 0, .ngrids = 1, .grid = &grid };
        read_block(&p, &trace.program);
        sx_c_writer w = { .arena = arena, .trace = &trace, .main_loop = p.main_loop };
        is_int(sx_c_most_posted(&w), cases[i].most, cases[i].what);
        sx_arena_destroy(arena);
    }
    return tap_done();
}
