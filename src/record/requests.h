/* Which posted operation a request handle stands for. Operations are numbered as they are posted; the
 * MPI library may hand out one handle for many operations that were complete at once, so a
 * handle alone does not tell: the address of the variable that received it does, as long as the
 * program waits on that variable, and else the oldest operation of the handle is meant. */
#ifndef SX_RECORD_REQUESTS_H
#define SX_RECORD_REQUESTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sx_request {
    MPI_Request handle;
    const void *where;
    uint64_t number, claim;
    uint32_t persistent; /* its own number + 1; 0 when it is not */
    uint32_t
        wildcard; /* a receive from any source: index of its communicator + 1; else 0 */
    bool any_tag;
    bool told; /* its status tells something: one of these two */
    uint32_t
        next; /* in the bucket, older first; or of the free list: index + 1, 0 for none */
    uint32_t before; /* in the bucket */
} sx_request;

/* All zero is an empty one. */
typedef struct sx_requests {
    uint64_t posted, claim;
    uint32_t capacity, free;
    uint32_t wildcards; /* live operations with one, or with any tag */
    uint32_t npersistent; /* words of 64 numbers */
    uint64_t *persistent; /* bits: the numbers that are in use */
    sx_request *request;
    uint32_t *head, *tail; /* `capacity` buckets by handle: index + 1 */
} sx_requests;

void sx_requests_finish(sx_requests *requests);

/* A persistent operation, which is started again and again, has the smallest number that no other one has.
 * False when out of memory: the operation is then unknown. */
bool sx_requests_post(sx_requests *requests, MPI_Request handle, const void *where,
                      bool persistent, uint32_t wildcard, bool any_tag);

/* A new look at several handles, of which no two mean the same operation. */
void sx_requests_look(sx_requests *requests);

/* The operation that is meant: *ret_name is how many were posted since or, of a persistent one, which would
 * grow older from start to start, -1 - its number. False when it is unknown. */
bool sx_requests_find(sx_requests *requests, MPI_Request handle, const void *where,
                      uint32_t *ret_index, int64_t *ret_name);

/* The request of the operation at that index is gone. */
void sx_requests_remove(sx_requests *requests, uint32_t index);

#endif
