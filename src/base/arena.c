#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

typedef struct block {
    struct block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char data[];
} block;

struct sx_arena {
    block *head;
    size_t next_size, total;
    size_t left; /* of the limit */
    bool is_out;
};

sx_arena *sx_arena_create(void)
{
    sx_arena *arena = calloc(1, sizeof *arena);
    if (arena) {
        arena->next_size = FIRST_BLOCK;
        arena->left = SIZE_MAX;
    }
    return arena;
}

void sx_arena_destroy(sx_arena *arena)
{
    if (!arena)
        return;
    for (block *b = arena->head, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

void sx_arena_clear(sx_arena *arena)
{
    block *kept = NULL;
    for (block *b = arena->head, *next; b; b = next) {
        next = b->next;
        block *smaller = kept && kept->size >= b->size ? b : kept;
        if (smaller != b)
            kept = b;
        free(smaller);
    }
    arena->head = kept;
    arena->total = 0;
    if (kept) {
        kept->next = NULL;
        kept->used = 0;
        arena->total = sizeof *kept + kept->size;
    }
}

static block *grow(sx_arena *arena, size_t bytes)
{
    size_t size = bytes > arena->next_size ? bytes : arena->next_size;
    if (size > SIZE_MAX - sizeof(block))
        return NULL;
    block *b = malloc(sizeof *b + size);
    if (!b)
        return NULL;
    b->used = 0;
    b->size = size;
    b->next = arena->head;
    arena->head = b;
    arena->total += sizeof *b + size;
    if (arena->next_size < LARGEST_BLOCK)
        arena->next_size *= 2;
    return b;
}

void sx_arena_limit(sx_arena *arena, size_t bytes)
{
    arena->left = bytes;
}

bool sx_arena_is_out(const sx_arena *arena)
{
    return arena->is_out;
}

void sx_arena_note_out(sx_arena *arena)
{
    arena->is_out = true;
}

static void *room(sx_arena *arena, size_t count, size_t size)
{
    const size_t align = alignof(max_align_t);
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - align)
        return NULL;
    bytes = (bytes + align - 1) / align * align;
    block *b = arena->head;
    if (bytes > arena->left)
        return NULL;
    if (!b || b->size - b->used < bytes)
        b = grow(arena, bytes);
    if (!b)
        return NULL;
    void *p = b->data + b->used;
    b->used += bytes;
    arena->left -= arena->left == SIZE_MAX ? 0 : bytes;
    return p;
}

void *sx_arena_room(sx_arena *arena, size_t count, size_t size)
{
    void *p = room(arena, count, size);
    arena->is_out = arena->is_out || !p;
    return p;
}

void *sx_arena_alloc(sx_arena *arena, size_t count, size_t size)
{
    void *p = sx_arena_room(arena, count, size);
    return p ? memset(p, 0, count * size) : NULL;
}

void *sx_arena_copy(sx_arena *arena, const void *from, size_t count, size_t size)
{
    void *p = sx_arena_room(arena, count, size);
    if (p && count)
        memcpy(p, from, count * size);
    return p;
}

char *sx_arena_string(sx_arena *arena, const char *text, size_t length)
{
    char *s = sx_arena_alloc(arena, length == SIZE_MAX ? length : length + 1, 1);
    if (s && length)
        memcpy(s, text, length);
    return s;
}

char *sx_arena_vprintf(sx_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *s = sx_arena_alloc(arena, length < 0 ? SIZE_MAX : (size_t)length + 1, 1);
    if (s)
        vsnprintf(s, (size_t)length + 1, format, again);
    va_end(again);
    return s;
}

char *sx_arena_printf(sx_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *s = sx_arena_vprintf(arena, format, args);
    va_end(args);
    return s;
}

size_t sx_arena_size(const sx_arena *arena)
{
    return arena->total;
}
