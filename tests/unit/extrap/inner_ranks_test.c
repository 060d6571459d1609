/* Points that are dealt out among all ranks but the first and the last, in blocks, or as many to each. */
#include "fit/fit.h"
#include "message.h"
#include "try_program.h"

enum { POINTS = 100 };

static int64_t is_between(const synth_at *at)
{
    return at->r > 0 && at->r < at->p - 1;
}
static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t between(const synth_at *at)
{
    return at->p - 2;
}
static int64_t block(const synth_at *at, int64_t k)
{
    return POINTS / (at->p - 2) + (k < POINTS % (at->p - 2));
}
static int64_t own_block(const synth_at *at)
{
    return block(at, at->r - 1);
}
static int64_t block_in_turn(const synth_at *at)
{
    return block(at, at->i[0]);
}
static int64_t other_in_turn(const synth_at *at)
{
    return 1 + at->i[0];
}
/* As many rows for each as would do for the last, who has what is left; of each 20 columns. */
static int64_t left_of_chunks(const synth_at *at)
{
    const int64_t q = at->p - 2, each = (POINTS + q - 1) / q,
                  left = POINTS - (at->r - 1) * each;
    return 20 * (left < 0 ? 0 : left < each ? left : each);
}
static int64_t with_rest(const synth_at *at)
{
    const int64_t q = at->p - 2;
    return POINTS / q + (at->r == q ? POINTS % q : 0);
}
static int64_t spread(const synth_at *at)
{
    const int64_t q = at->p - 2;
    return at->r * POINTS / q - (at->r - 1) * POINTS / q;
}
static int64_t columns_of_block(const synth_at *at)
{
    return 20 * own_block(at);
}
static int64_t block_with_head(const synth_at *at)
{
    return 4 * own_block(at) + 7;
}
static int64_t alike(const synth_at *at)
{
    return 2520 / (at->p - 2);
}
static const synth_item blocks[] = {
    MESSAGE(is_between, zero, own_block),
    { '(', .where = is_first, .trips = between },
    MESSAGE(NULL, other_in_turn, block_in_turn),
    { .kind = ')' },
    { 0 },
};
static const synth_item shares[] = {
    MESSAGE(is_between, zero, alike),
    MESSAGE(is_first, zero, alike),
    { 0 },
};
static const synth_item chunks[] = { MESSAGE(is_between, zero, left_of_chunks), { 0 } };
static const synth_item rests[] = { MESSAGE(is_between, zero, with_rest), { 0 } };
static const synth_item spreads[] = { MESSAGE(is_between, zero, spread), { 0 } };
static const synth_item columns[] = { MESSAGE(is_between, zero, columns_of_block),
                                      { 0 } };
static const synth_item heads[] = { MESSAGE(is_between, zero, block_with_head), { 0 } };

int main(void)
{
    const int64_t some[] = { 6, 7, 8, 10, 12, 0 }, more[] = { 15, 20, 0 };
    const int64_t even[] = { 6, 8, 10, 12, 0 }, all_divide[] = { 14, 20, 0 };
    sx_fit_init();
    try_program("blocks of the ranks between", blocks, some, more, 0);
    try_program("blocks of the ranks between, of even numbers", blocks, even, more, 0);
    try_program("as many for each of the ranks between", shares, even, all_divide, 0);
    try_program("chunks of the ranks between", chunks, some, more, 0);
    try_program("the rest for the last of the ranks between", rests, some, more, 0);
    try_program("ranks between, spread evenly", spreads, some, more, 0);
    try_program("columns of blocks of the ranks between", columns, some, more, 0);
    try_program("a head and a block of the ranks between", heads, some, more, 0);
    return tap_done();
}
