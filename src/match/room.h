/* Arrays that grow one by one. */
#ifndef SX_MATCH_ROOM_H
#define SX_MATCH_ROOM_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for one more behind n of this size in the array that *array, a pointer to one, is (NULL: none yet), and *capacity how
 * many it has room for. False, and nothing changed, when out of memory or for more than numbers of 32 bits count. O(1) on average. */
bool sx_match_room(void *array, size_t n, size_t *capacity, size_t size);

#endif
