#include "record/requests.h"

#include <stdlib.h>
#include <string.h>

void sx_requests_finish(sx_requests *requests)
{
    free(requests->request);
    free(requests->head);
    free(requests->tail);
    free(requests->persistent);
    memset(requests, 0, sizeof *requests);
}

static uint32_t bucket_of(const sx_requests *requests, MPI_Request handle)
{
    uint64_t hash = (uintptr_t)handle * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32) & (requests->capacity - 1);
}

/* Behind all of its bucket. */
static void link_request(sx_requests *requests, uint32_t index)
{
    sx_request *request = &requests->request[index];
    uint32_t bucket = bucket_of(requests, request->handle);
    uint32_t before = requests->tail[bucket];
    request->next = 0;
    request->before = before;
    *(before ? &requests->request[before - 1].next : &requests->head[bucket]) = index + 1;
    requests->tail[bucket] = index + 1;
}

static int by_number(const void *a, const void *b)
{
    const sx_request *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Only called when every slot is in use. */
static bool grow(sx_requests *requests)
{
    uint32_t old = requests->capacity, capacity = old ? 2 * old : 64;
    sx_request *request = malloc(capacity * sizeof *request);
    uint32_t *head = calloc(capacity, sizeof *head),
             *tail = calloc(capacity, sizeof *tail);
    if (!request || !head || !tail) {
        free(request);
        free(head);
        free(tail);
        return false;
    }
    if (old)
        memcpy(request, requests->request, old * sizeof *request);
    free(requests->request);
    free(requests->head);
    free(requests->tail);
    requests->request = request;
    requests->head = head;
    requests->tail = tail;
    requests->capacity = capacity;
    qsort(request, old, sizeof *request, by_number);
    for (uint32_t i = 0; i < old; i++)
        link_request(requests, i);
    for (uint32_t i = capacity; i > old; i--) {
        request[i - 1].next = requests->free;
        requests->free = i;
    }
    return true;
}

/* The smallest free number of a persistent operation, + 1; 0 when out of memory. */
static uint32_t take_number(sx_requests *requests)
{
    uint32_t word = 0, n = requests->npersistent;
    while (word < n && requests->persistent[word] == UINT64_MAX)
        word++;
    if (word == n) {
        uint64_t *new = realloc(requests->persistent, (n + 1) * sizeof *new);
        if (!new)
            return 0;
        new[n] = 0;
        requests->persistent = new;
        requests->npersistent++;
    }
    int bit = __builtin_ctzll(~requests->persistent[word]);
    requests->persistent[word] |= UINT64_C(1) << bit;
    return 64 * word + (uint32_t)bit + 1;
}

static void give_number_back(sx_requests *requests, uint32_t number)
{
    requests->persistent[(number - 1) / 64] &= ~(UINT64_C(1) << (number - 1) % 64);
}

bool sx_requests_post(sx_requests *requests, MPI_Request handle, const void *where,
                      bool persistent, uint32_t wildcard, bool any_tag)
{
    uint64_t number = requests->posted++;
    if (!requests->free && !grow(requests))
        return false;
    uint32_t own = persistent ? take_number(requests) : 0;
    if (persistent && !own)
        return false;
    uint32_t index = requests->free - 1;
    sx_request *request = &requests->request[index];
    requests->free = request->next;
    request->handle = handle;
    request->where = where;
    request->number = number;
    request->claim = 0;
    request->persistent = own;
    request->wildcard = wildcard;
    request->any_tag = any_tag;
    request->told = wildcard || any_tag;
    requests->wildcards += request->told;
    link_request(requests, index);
    return true;
}

void sx_requests_look(sx_requests *requests)
{
    requests->claim++;
}

bool sx_requests_find(sx_requests *requests, MPI_Request handle, const void *where,
                      uint32_t *ret_index, int64_t *ret_name)
{
    uint32_t oldest = 0;
    if (!requests->capacity)
        return false;
    uint32_t next = requests->head[bucket_of(requests, handle)];
    for (; next; next = requests->request[next - 1].next) {
        const sx_request *request = &requests->request[next - 1];
        if (request->handle != handle || request->claim == requests->claim)
            continue;
        if (request->where == where)
            break;
        oldest = oldest ? oldest : next;
    }
    next = next ? next : oldest;
    if (!next)
        return false;
    sx_request *found = &requests->request[next - 1];
    found->claim = requests->claim;
    *ret_index = next - 1;
    *ret_name = found->persistent ? -(int64_t)found->persistent
                                  : (int64_t)(requests->posted - 1 - found->number);
    return true;
}

void sx_requests_remove(sx_requests *requests, uint32_t index)
{
    sx_request *gone = &requests->request[index], *request = requests->request;
    uint32_t bucket = bucket_of(requests, gone->handle);
    *(gone->before ? &request[gone->before - 1].next : &requests->head[bucket]) =
        gone->next;
    *(gone->next ? &request[gone->next - 1].before : &requests->tail[bucket]) =
        gone->before;
    if (gone->persistent)
        give_number_back(requests, gone->persistent);
    requests->wildcards -= gone->told;
    gone->next = requests->free;
    requests->free = index + 1;
}
