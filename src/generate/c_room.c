#include "generate/c_room.h"

#include <inttypes.h>
#include <string.h>

enum {
    MOST = 8, /* sizes of a kind that are compared: each doubles the text */
    SMALL = 4 /* elements that there is room for in any case */
};

/* Sizes of messages of one type that are sent, or received: the largest number of elements, and those that are formulas. */
typedef struct sx_c_room {
    const char *type, *size[MOST];
    int n;
    int64_t most;
    bool receives;
    struct sx_c_room *next;
} sx_c_room;

static sx_c_room *room_of(sx_c_writer *w, const char *type, bool receives)
{
    for (sx_c_room *room = w->rooms; room; room = room->next)
        if (strcmp(room->type, type) == 0 && room->receives == receives)
            return room;
    sx_c_room *made = SX_NEW(w->arena, sx_c_room);
    if (!made) {
        w->status = SX_NOMEM;
        return NULL;
    }
    *made = (sx_c_room) { .type = type, .receives = receives, .most = 1 };
    *w->rooms_end = made;
    w->rooms_end = &made->next;
    return made;
}

static void add_size(sx_c_room *room, const char *size)
{
    for (int i = 0; i < room->n; i++)
        if (size && strcmp(room->size[i], size) == 0)
            return;
    if (size && room->n < MOST)
        room->size[room->n++] = size;
}

void sx_c_note_room(sx_c_call *call, sx_param_id count, const char *type,
                    const char *parts, bool receives)
{
    sx_c_writer *w = call->w;
    const sx_param *param = sx_node_param(call->node, count);
    int64_t number = 0;
    bool is_number = param && sx_c_value_is_int(&param->value, &number);
    if (!param || !strncmp(type, "MPI_DATATYPE_NULL", 17) || *type == '(' ||
        (parts && strcmp(parts, "nranks") != 0) ||
        (!is_number &&
         (param->value.kind != SX_VALUE_EXPR || !sx_c_is_fixed(w, param->value.expr))))
        return;
    const char *size =
        is_number ? sx_c_text(w->arena, "%" PRId64, number) : sx_c_param(call, count);
    sx_c_room *room = sx_c_is_harmless(w, size) ? room_of(w, type, receives) : NULL;
    if (room && is_number && !parts)
        room->most = number > room->most ? number : room->most;
    else if (room && is_number)
        add_size(room, sx_c_text(w->arena, "%s * nranks", size));
    else if (room)
        add_size(room, parts ? sx_c_text(w->arena, "(%s) * nranks", size) : size);
}

const char *sx_c_scaled(sx_c_writer *w, const char *count)
{
    if (!sx_c_can_be_told(w, SX_C_MESSAGE_SCALE))
        return sx_c_text(w->arena, "(%s)(%s)", w->is_large ? "long" : "int", count);
    sx_c_need(w, SX_C_SCALED);
    return sx_c_text(w->arena, "scaled(%s)", count);
}

/* The bytes of the largest of a direction, as C; NULL where all are small. */
static const char *widest(sx_c_writer *w, bool receives)
{
    const char *bytes = NULL;
    for (const sx_c_room *room = w->rooms; room; room = room->next) {
        if (room->receives != receives || (room->n == 0 && room->most <= SMALL))
            continue;
        const char *size = sx_c_text(w->arena, "%" PRId64, room->most);
        for (int i = 0; i < room->n; i++) {
            sx_c_need(w, SX_C_MAX);
            size = sx_c_text(w->arena, "max(%s, %s)", room->size[i], size);
        }
        bytes = sx_c_text(w->arena, "widest(%s, %s, %s)", bytes ? bytes : "0",
                          sx_c_scaled(w, size), room->type);
    }
    return bytes;
}

/* In parentheses: around a call by that name a program may have delays, and notes for its report. */
void sx_c_make_room(sx_c_writer *w)
{
    for (int receives = 0; receives < 2; receives++) {
        const char *bytes = widest(w, receives);
        if (!bytes)
            continue;
        sx_c_need(w, SX_C_WIDEST);
        sx_c_line(w, "(room_for)(%s, MPI_BYTE, %d);", bytes, receives);
    }
}
