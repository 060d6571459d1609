/* An arena: memory that is handed out piece by piece and freed whole. Results of the libraries
 * live in an arena of the caller's. Not for memory that is given back early. */
#ifndef SX_BASE_ARENA_H
#define SX_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct sx_arena sx_arena;

/* Returns NULL when out of memory. */
sx_arena *sx_arena_create(void);
void sx_arena_destroy(sx_arena *arena);

/* Takes back all that it handed out, and keeps its largest block for what comes next: for scratch that is
 * needed again and again. */
void sx_arena_clear(sx_arena *arena);

/* Zeroed, suitably aligned memory for `count` things of `size` bytes. NULL when out of memory or
 * when the product overflows; count 0 gives a valid pointer that must not be read. O(bytes). */
void *sx_arena_alloc(sx_arena *arena, size_t count, size_t size);

/* The same, but not zeroed: for many things that are all written. */
void *sx_arena_room(sx_arena *arena, size_t count, size_t size);

/* A copy of `count` things of `size` bytes; NULL as above. */
void *sx_arena_copy(sx_arena *arena, const void *from, size_t count, size_t size);

/* A NUL-terminated copy of the `length` bytes at `text`; NULL as above. */
char *sx_arena_string(sx_arena *arena, const char *text, size_t length);

/* A formatted string; NULL as above. */
char *sx_arena_printf(sx_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *sx_arena_vprintf(sx_arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* No more than so many bytes are handed out from now on: what would be more is out of memory. */
void sx_arena_limit(sx_arena *arena, size_t bytes);

/* Was it out of memory at any time? For those who build a text of very many parts, and ask once, at its end. */
bool sx_arena_is_out(const sx_arena *arena);
/* Makes it so: what was to go into it could not be had elsewhere. */
void sx_arena_note_out(sx_arena *arena);

/* Bytes obtained from the system so far. */
size_t sx_arena_size(const sx_arena *arena);

#define SX_NEW(arena, type) ((type *)sx_arena_alloc((arena), 1, sizeof(type)))
#define SX_NEW_ARRAY(arena, type, count)                                                 \
    ((type *)sx_arena_alloc((arena), (count), sizeof(type)))
#define SX_ROOM_ARRAY(arena, type, count)                                                \
    ((type *)sx_arena_room((arena), (count), sizeof(type)))

#endif
