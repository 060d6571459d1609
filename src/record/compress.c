#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>

sx_compress *sx_compress_create(bool times)
{
    sx_compress *compress = calloc(1, sizeof *compress);
    predict *predicted = calloc(1, sizeof *predicted);
    if (!compress || !predicted) {
        free(compress);
        free(predicted);
        return NULL;
    }
    compress->times = times;
    compress->time_steps = SX_HIST_COARSE;
    compress->last = SX_AFTER_ANY;
    compress->predict = predicted;
    compress->spill.due = UINT64_MAX;
    return compress;
}

void sx_compress_time_steps(sx_compress *compress, uint32_t steps)
{
    compress->time_steps = steps;
}

void sx_compress_pack(sx_compress *compress, const sx_compress_packer *packer)
{
    compress->packer = *packer;
}

bool sx_compress_limit(sx_compress *compress, size_t bytes, const char *path,
                       sx_compress_lost *lost, void *context)
{
    compress->spill.lost = lost;
    compress->spill.context = context;
    compress->spill.path = strdup(path);
    compress->spill.limit = bytes;
    compress->spill.due = bytes ? 0 : UINT64_MAX;
    compress->spill.kept = (uint32_t)(bytes / SX_SPILL_SHARE);
    if (compress->spill.kept < SX_SPILL_LEAST)
        compress->spill.kept = SX_SPILL_LEAST;
    return compress->spill.path;
}

void sx_compress_rename_sites(sx_compress *compress, const uint32_t *site)
{
    compress->renamed = site;
}

void sx_compress_beside(sx_compress *compress, const size_t *bytes)
{
    compress->beside = bytes;
}

uint64_t sx_compress_spilled(const sx_compress *compress)
{
    return compress->spill.n + compress->spill.parts;
}

static void drop_history(node *event)
{
    sx_hits_finish(&event->hits);
    if (!event->history)
        return;
    for (uint32_t i = 0; i < event->n; i++)
        sx_series_finish(&event->history->series[i]);
    sx_timing_finish(&event->history->timing);
    free(event->history);
    event->history = NULL;
}

/* The values that an event of n values has room for. */
static uint32_t room_for(uint32_t n)
{
    return n < NODE_VALUES ? NODE_VALUES : n;
}

void sx_compress_release(sx_compress *compress, node *x)
{
    if (is_loop(x)) {
        for (uint32_t i = 0; x->body && i < x->n; i++)
            sx_compress_release(compress, x->body[i]);
        free(x->body);
        sx_series_finish(&x->trips);
    } else {
        drop_history(x);
    }
    uint32_t room = is_loop(x) ? NODE_VALUES : room_for(x->n);
    x->next_free = compress->free[room];
    compress->free[room] = x;
}

void sx_compress_destroy(sx_compress *compress)
{
    if (!compress)
        return;
    while (compress->n)
        sx_compress_release(compress, compress->stack[--compress->n]);
    for (uint32_t room = 0; room <= SX_EVENT_VALUES; room++)
        for (node *x; (x = compress->free[room]); free(x))
            compress->free[room] = x->next_free;
    sx_predict_drop(compress->predict);
    sx_known_finish(&compress->bodies);
    free(compress->stack);
    free(compress->progress);
    free(compress->predict);
    free(compress->of_site);
    sx_fold_finish(&compress->fold);
    sx_spill_finish(&compress->spill);
    sx_intern_finish(&compress->events_of);
    sx_intern_finish(&compress->loops_of);
    sx_lists_finish(&compress->lists);
    free(compress);
}

int64_t sx_compress_list(sx_compress *compress, const int64_t *element, size_t n)
{
    return sx_lists_name(&compress->lists, element, n);
}

static node *new_node(sx_compress *compress, uint32_t room)
{
    node *x = compress->free[room];
    if (x)
        compress->free[room] = x->next_free;
    else
        x = malloc(offsetof(node, first_value) + room * sizeof x->first_value);
    return x;
}

node *sx_compress_loop_node(sx_compress *compress)
{
    return new_node(compress, NODE_VALUES);
}

node *sx_compress_event_node(sx_compress *compress, uint32_t n)
{
    return new_node(compress, room_for(n));
}

bool sx_compress_new_history(const sx_compress *compress, node *event)
{
    history *h = calloc(1, sizeof *h + event->n * sizeof h->series[0]);
    if (!h)
        return false;
    uint64_t present = key_of(compress, event)->present;
    for (uint32_t i = 0; i < event->n; i++, present &= present - 1) {
        sx_param_id id = (sx_param_id)__builtin_ctzll(present);
        h->series[i].opaque = sx_param_list_length(id) != SX_PARAM_NONE;
    }
    h->timing.steps = compress->time_steps;
    event->history = h;
    return true;
}

static bool add_values(node *event, const int64_t *value)
{
    for (uint32_t i = 0; i < event->n; i++) {
        if (!sx_series_append(&event->history->series[i], value[i]))
            return false;
    }
    return true;
}

static bool add_execution(const sx_compress *compress, node *event, const int64_t *value,
                          const sx_delay *delay)
{
    return add_values(event, value) &&
           (!compress->times || sx_timing_add(&event->history->timing, delay));
}

bool sx_compress_need_history(const sx_compress *compress, node *event)
{
    return event->history ||
           (sx_compress_new_history(compress, event) &&
            add_execution(compress, event, values_of(event), &event->delay));
}

/* The first execution of an event that had none. */
static void execute_first(node *event, const int64_t *value, const sx_delay *delay)
{
    event->executions = 1;
    event->delay = *delay;
    memcpy(values_of(event), value, event->n * sizeof *value);
}

bool sx_compress_execute(const sx_compress *compress, node *event, const int64_t *value,
                         const sx_delay *delay)
{
    if (!event->executions) {
        execute_first(event, value, delay);
        return true;
    }
    event->executions++;
    return sx_compress_need_history(compress, event) &&
           add_execution(compress, event, value, delay);
}

bool sx_compress_values(const sx_compress *compress, node *event, const int64_t *value)
{
    return sx_compress_need_history(compress, event) && add_values(event, value);
}

bool sx_compress_executed(const sx_compress *compress, node *event, uint32_t after,
                          const uint64_t *comp_ns, const uint64_t *comm_ns,
                          uint32_t times)
{
    event->executions += times;
    return !compress->times ||
           sx_timing_add_all(&event->history->timing, after, comp_ns, comm_ns, times);
}

bool sx_compress_repeat(node *event, const int64_t *value, uint64_t times)
{
    for (uint32_t i = 0; i < event->n; i++) {
        if (!sx_series_repeat(&event->history->series[i], value[i], times))
            return false;
    }
    return true;
}

/* Puts the executions of `later` behind those of `event`. */
static bool absorb_event(const sx_compress *compress, node *event, node *later)
{
    if (later->hits && !sx_hits_merge(&event->hits, &later->hits))
        return false;
    if (!later->executions)
        return true;
    if (!later->history)
        return sx_compress_execute(compress, event, values_of(later), &later->delay);
    if (!event->executions) {
        event->executions = later->executions;
        event->history = later->history;
        later->history = NULL;
        return true;
    }
    if (!sx_compress_need_history(compress, event))
        return false;
    history *h = event->history;
    event->executions += later->executions;
    for (uint32_t i = 0; i < event->n; i++) {
        if (!sx_series_move(&h->series[i], &later->history->series[i]))
            return false;
    }
    return sx_timing_merge(&h->timing, &later->history->timing);
}

bool sx_compress_enter_loop(node *loop, int64_t trips, uint64_t times)
{
    if (!times)
        return true;
    if (loop->open >= 0 && !sx_series_append(&loop->trips, loop->open))
        return false;
    loop->open = trips;
    return sx_series_repeat(&loop->trips, trips, times - 1);
}

bool sx_compress_absorb(const sx_compress *compress, node *x, node *later)
{
    if (!is_loop(x))
        return absorb_event(compress, x, later);
    if (!x->body) {
        x->body = later->body;
        later->body = NULL;
    }
    for (uint32_t i = 0; later->body && i < x->n; i++) {
        if (!sx_compress_absorb(compress, x->body[i], later->body[i]))
            return false;
    }
    if (later->open < 0)
        return true;
    return sx_compress_enter_loop(x, later->open, 1) &&
           sx_series_move(&x->trips, &later->trips);
}

static bool same_structure(node *const *a, node *const *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (a[i]->structure != b[i]->structure)
            return false;
    }
    return true;
}

/* The `n` newest nodes end where the executions of body[] end: puts them there, and off the stack. Loops among
 * them are bodies that repeat, even if these come once in a trip. */
static bool absorb_tail(sx_compress *compress, node *const *body, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        node *x = compress->stack[compress->n - n + i];
        if (is_loop(x) && x->open > 0)
            sx_known_repeated(&compress->bodies, x, compress->bodies.now);
        if (!sx_compress_absorb(compress, body[i], x))
            return false;
    }
    for (uint32_t i = 0; i < n; i++)
        sx_compress_release(compress, compress->stack[--compress->n]);
    sx_fold_pop(&compress->fold, n);
    return true;
}

bool sx_compress_push(sx_compress *compress, node *x, progress at)
{
    if (compress->n == compress->capacity) {
        uint32_t capacity = compress->capacity ? 2 * compress->capacity : 64;
        node **stack = realloc(compress->stack, capacity * sizeof *stack);
        if (stack)
            compress->stack = stack;
        progress *all = realloc(compress->progress, capacity * sizeof *all);
        if (all)
            compress->progress = all;
        if (!stack || !all)
            return false;
        compress->capacity = capacity;
    }
    if (!sx_fold_push(&compress->fold, x->structure))
        return false;
    uint32_t level = 0;
    for (const node *loop = is_loop(x) ? x : NULL; loop; loop = last_loop(loop)) {
        if (!sx_fold_expect(&compress->fold, level++, loop->n, loop->hash))
            return false;
    }
    compress->progress[compress->n] = at;
    compress->stack[compress->n++] = x;
    return true;
}

/* The loop that ends `level` levels inside of x, where the rank is now: what follows may be one
 * more trip of it, although x as a whole looks complete. NULL when a loop around it had no trip since. */
node *sx_compress_open_loop(node *x, uint32_t level)
{
    while (x && level--)
        x = last_loop(x);
    return x;
}

static uint32_t weight_of(node *const *body, uint32_t n)
{
    uint32_t weight = 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t more = is_loop(body[i]) ? body[i]->weight : 1;
        weight = more < UINT32_MAX - weight ? weight + more : UINT32_MAX;
    }
    return weight;
}

static uint32_t loop_structure(sx_compress *compress, node *const *body, uint32_t n)
{
    uint32_t *key = malloc(n * sizeof *key);
    int64_t name = SX_INTERN_FULL;
    if (key) {
        for (uint32_t i = 0; i < n; i++)
            key[i] = body[i]->structure;
        name = sx_intern_name(&compress->loops_of, key, n * sizeof *key);
        free(key);
    }
    return name == SX_INTERN_FULL ? 0 : 2 * (uint32_t)name + 1;
}

static uint64_t hash_of(node *const *body, uint32_t n)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < n; i++)
        hash = sx_fold_hash(hash, body[i]->structure);
    return hash;
}

node *sx_compress_new_loop(sx_compress *compress, node *const *body, uint32_t n)
{
    node *loop = sx_compress_loop_node(compress);
    node **copy = malloc(n * sizeof(node *));
    uint32_t structure = loop_structure(compress, body, n);
    if (!loop || !copy || !structure) {
        free(copy);
        free(loop);
        return NULL;
    }
    memcpy(copy, body, n * sizeof *copy);
    memset(loop, 0, sizeof *loop);
    loop->structure = structure;
    loop->n = n;
    loop->body = copy;
    loop->weight = weight_of(body, n);
    loop->hash = hash_of(body, n);
    return loop;
}

/* The newest 2 n nodes are the same twice: they become a loop of two trips. */
static bool make_loop(sx_compress *compress, uint32_t n)
{
    node **first = compress->stack + compress->n - 2 * n;
    if (!absorb_tail(compress, first, n))
        return false;
    node *loop = sx_compress_new_loop(compress, first, n);
    if (!loop)
        return false;
    loop->open = 2;
    compress->grown = loop;
    compress->n -= n;
    sx_fold_pop(&compress->fold, n);
    if (sx_known_add(compress, loop) &&
        sx_compress_push(compress, loop, sx_compress_after(compress, loop)))
        return true;
    sx_compress_release(compress, loop);
    return false;
}

/* The newest `n` nodes become the first trip of a loop that was never entered. */
static bool begin_loop(sx_compress *compress, node *loop, uint32_t n)
{
    loop->body = malloc(n * sizeof(node *));
    if (!loop->body)
        return false;
    compress->n -= n;
    memcpy(loop->body, compress->stack + compress->n, n * sizeof(node *));
    sx_fold_pop(&compress->fold, n);
    return true;
}

static bool is_trip(const sx_compress *compress, const node *loop, node *const *tail)
{
    for (uint32_t i = 0; i < loop->n; i++) {
        if (inside(compress, loop, i) != tail[i]->structure)
            return false;
    }
    return true;
}

/* Is the tail of n nodes over, or may a loop in it go on? A loop that is left in the middle of a trip ends like one
 * that is not left yet. */
static bool is_over(sx_compress *compress, uint32_t n)
{
    const progress *at = &compress->progress[compress->n - 1];
    compress->waits = at->alive && at->position >= compress->n - n && !compress->closing;
    return !compress->waits;
}

static bool fold_once(sx_compress *compress, bool *ret_folded)
{
    uint32_t position, level, n;
    *ret_folded = false;
    if (sx_fold_continues(&compress->fold, &position, &level)) {
        node *loop = sx_compress_open_loop(compress->stack[position], level);
        n = compress->n - 1 - position;
        if (!loop || !is_trip(compress, loop, compress->stack + position + 1) ||
            !is_over(compress, n))
            return true;
        loop->open++;
        sx_known_repeated(&compress->bodies, loop, compress->bodies.now);
        compress->grown = loop;
        *ret_folded = true;
        return loop->body ? absorb_tail(compress, loop->body, n)
                          : begin_loop(compress, loop, n);
    }
    n = sx_fold_repeats(&compress->fold);
    if (!n ||
        !same_structure(compress->stack + compress->n - 2 * n,
                        compress->stack + compress->n - n, n) ||
        !is_over(compress, n))
        return true;
    *ret_folded = true;
    return make_loop(compress, n);
}

bool sx_compress_fold(sx_compress *compress)
{
    bool folded = true;
    compress->waits = false;
    while (folded) {
        if (!sx_compress_settle(compress) || !fold_once(compress, &folded))
            return false;
        compress->closing = false;
        if ((compress->bodies.fresh && !sx_known_look_back(compress)) ||
            (!folded && !sx_known_wrap(compress, &folded)) ||
            (!folded && !sx_compress_loop_tail(compress, &folded)))
            return false;
    }
    return true;
}

bool sx_compress_end(sx_compress *compress)
{
    compress->closing = true;
    return sx_compress_fold(compress);
}

/* Of more call sites the newest events are looked up by their names, which is a cache miss more. What is known of them takes a
 * sixteenth of the limit at the most, or little. */
static uint32_t most_sites(const sx_compress *compress)
{
    enum { LEAST = 1 << 14, MOST = 1 << 20 };
    const size_t limit = compress->spill.limit,
                 n = limit / (16 * sizeof *compress->of_site);
    return !limit || n > MOST ? MOST : n < LEAST ? LEAST : (uint32_t)n;
}

/* Room for what is known of a call site; sites are numbers in a row, or it is not kept. */
static known_event *known_at(sx_compress *compress, uint32_t site)
{
    if (site < compress->nsites)
        return &compress->of_site[site];
    const uint32_t most = most_sites(compress);
    if (site / 4 > compress->events_of.n || site >= most)
        return NULL;
    uint32_t n = 2 * (site + 16) < most ? 2 * (site + 16) : most;
    known_event *all = realloc(compress->of_site, n * sizeof *all);
    if (!all)
        return NULL;
    memset(all + compress->nsites, 0, (n - compress->nsites) * sizeof *all);
    compress->of_site = all;
    compress->nsites = n;
    return all + site;
}

bool sx_compress_structure(sx_compress *compress, const sx_input *input,
                           uint32_t *ret_structure)
{
    known_event *known = known_at(compress, input->site);
    if (known && known->event && known->present == input->present &&
        known->op == (uint32_t)input->op) {
        *ret_structure = 2 * (known->event - 1);
        return true;
    }
    event_key key = { input->present, (uint32_t)input->op, input->site };
    int64_t name = sx_intern_name(&compress->events_of, &key, sizeof key);
    if (name == SX_INTERN_FULL)
        return false;
    if (known)
        *known = (known_event) { key.present, key.op, (uint32_t)name + 1 };
    *ret_structure = 2 * (uint32_t)name;
    return true;
}

bool sx_compress_add_generally(sx_compress *compress, const sx_input *input)
{
    uint32_t structure;
    node *event = sx_compress_structure(compress, input, &structure)
                      ? sx_compress_event_node(compress, input->n)
                      : NULL;
    if (!event)
        return false;
    event->structure = structure;
    compress->bodies.now++;
    event->n = input->n;
    event->executions = 1;
    event->history = NULL;
    event->delay = (sx_delay) { compress->last, false, input->comp_ns, input->comm_ns };
    compress->last = input->site;
    memcpy(values_of(event), input->value, input->n * sizeof input->value[0]);
    event->hits = NULL;
    for (uint32_t i = 0; i < input->nhits; i++) {
        if (!sx_hits_add(&event->hits, &input->hit[i])) {
            sx_hits_finish(&event->hits);
            free(event);
            return false;
        }
    }
    return sx_compress_place(compress, event) && sx_compress_gather(compress) &&
           sx_compress_look(compress);
}

uint64_t sx_compress_events(const sx_compress *compress)
{
    return compress->events;
}

size_t sx_compress_width(sx_compress *compress)
{
    compress->failed = compress->failed || !sx_predict_flush(compress);
    while (compress->waits && !compress->failed)
        compress->failed = !sx_compress_end(compress);
    return compress->n;
}
