/* Ranks of a closed square grid, among which 100 points along each axis are dealt out in blocks: end points and sizes of a program of ten trips. */
#ifndef SX_TESTS_SQUARE_GRID_H
#define SX_TESTS_SQUARE_GRID_H

#include "synth.h"

#include <math.h>

enum { TRIPS = 10, POINTS = 100 };

static inline int64_t root(int64_t p)
{
    return (int64_t)lround(sqrt((double)p));
}

static inline int64_t block(int64_t q, int64_t c)
{
    return POINTS / q + (c < POINTS % q);
}

static inline int64_t ten(const synth_at *at)
{
    (void)at;
    return TRIPS;
}
static inline int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* The place `columns` further in the row, and `rows` further down; the grid is closed. */
static inline int64_t at_place(const synth_at *at, int64_t columns, int64_t rows)
{
    const int64_t q = root(at->p);
    return (at->r / q + rows + q) % q * q + (at->r % q + columns + q) % q;
}
static inline int64_t east(const synth_at *at)
{
    return at_place(at, 1, 0);
}
static inline int64_t west(const synth_at *at)
{
    return at_place(at, -1, 0);
}
static inline int64_t south(const synth_at *at)
{
    return at_place(at, 0, 1);
}
static inline int64_t north(const synth_at *at)
{
    return at_place(at, 0, -1);
}
static inline int64_t height(const synth_at *at)
{
    return block(root(at->p), at->r / root(at->p));
}

#endif
