/* What one call does in several places of a program, told apart by its values: executions whose values take turns are one
 * class. Where a call site serves several calls of the program's source, each of these mostly has values of its own, that
 * are always the same or come back in turn. */
#ifndef SX_RECORD_CLASSES_H
#define SX_RECORD_CLASSES_H

#include <stdbool.h>
#include <stdint.h>

/* Which values of a parameter are one class. */
typedef enum sx_classes_of {
    SX_CLASSES_EACH, /* each value is one of its own */
    SX_CLASSES_TURNS, /* any two of them take turns: each comes back once in a period */
    SX_CLASSES_PERIODS /* some may come back more than once in it */
} sx_classes_of;

/* Parameters split classes one after the other, so that their order matters, and what came once tells nothing. */
typedef struct sx_classes_way {
    sx_classes_of of;
    bool backwards; /* the last parameter first */
    bool once_together; /* what came once is one class, not each its own */
} sx_classes_way;

enum { SX_CLASSES_MOST = 64 };

/* name[p][k] is the name of the value of parameter p in execution k of n. A parameter of which a class has more than
 * SX_CLASSES_MOST values does not split it, and nothing splits into more classes than that. Writes ret_class[0 .. n), from 0 on in order of
 * their first executions. False when out of memory. O(parameters x n x SX_CLASSES_MOST). */
bool sx_classes_find(uint32_t n, uint32_t nparams, const uint32_t *const *name,
                     sx_classes_way way, uint32_t *ret_class, uint32_t *ret_classes);

#endif
