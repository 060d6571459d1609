/* Faces of a box in which more laws fit than are kept: what all of them say where extents are those of inputs is proved. */
#include "fit/fit.h"
#include "labelled.h"

#include "box_of_ranks.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* What a rank has along an axis; with the points that it has of both neighbours. */
static int64_t side(const synth_at *at, int axis)
{
    return *(const int64_t *)at->item->data / box_extent(at, axis);
}
static int64_t wide(const synth_at *at, int axis)
{
    return side(at, axis) + 2;
}

static int64_t along_long(const synth_at *at)
{
    return box_away(at, 0, 1);
}
static int64_t along_middle(const synth_at *at)
{
    return box_away(at, 1, 1);
}
static int64_t along_short(const synth_at *at)
{
    return box_away(at, 2, 1);
}

static int64_t plain_face(const synth_at *at)
{
    return side(at, 1) * side(at, 2);
}
static int64_t wide_face(const synth_at *at)
{
    return wide(at, 2) * side(at, 0);
}
static int64_t widest_face(const synth_at *at)
{
    return wide(at, 0) * wide(at, 1);
}

#define SEND(POINTS, PEER, COUNT)                                                        \
    {                                                                                    \
        'e', .op = SX_OP_Send,                                                           \
             .param = { { SX_PARAM_COMM, zero },                                         \
                        { SX_PARAM_PEER, PEER },                                         \
                        { SX_PARAM_COUNT, COUNT },                                       \
                        { SX_PARAM_TYPE, zero },                                         \
                        { SX_PARAM_TAG, zero } },                                        \
             .data = (POINTS)                                                            \
    }

#define FACES(POINTS)                                                                    \
    {                                                                                    \
        SEND(POINTS, along_long, plain_face), SEND(POINTS, along_middle, wide_face),     \
            SEND(POINTS, along_short, widest_face),                                      \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const int64_t points[] = { 128, 32 };
static const synth_item many[] = FACES(&points[0]), few[] = FACES(&points[1]);

/* How many of the faces are proved; all that is sent is right. */
static int proved_at(const synth_item *faces, int64_t p)
{
    const int64_t scale[] = { 2, 4, 16, 64, 0 };
    const char *const count[] = { "0.count", "1.count", "2.count" };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    int proved = -1;
    if (extrapolate(arena, faces, scale, p, &trace)) {
        is_int(synth_differences(faces, &trace), 0, "all faces are right");
        proved = 0;
        for (int i = 0; i < 3; i++)
            proved += label_of(arena, &trace, count[i]) == SX_LABEL_PROVED;
    }
    sx_arena_destroy(arena);
    return proved;
}

int main(void)
{
    sx_fit_init();
    is_int(proved_at(many, 8), 3, "and proved, as each axis has extents of inputs");
    is_int(proved_at(many, 32), 3, "here, too");
    is_int(proved_at(many, 128), 1, "but where one is longer than in all of them");
    is_int(proved_at(few, 8), 2, "of few points some law says something else here");
    return tap_done();
}
