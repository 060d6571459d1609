#include "align/stage_plan.h"

#include "align/call_parts.h"
#include "align/elastic.h"
#include "base/checked.h"

#include <string.h>

enum { NO_KEY = INT32_MIN, WORK = 1 << 23 };

/* ---- what a rank does ---- */

sx_stage_stream *sx_stage_stream_create(const sx_stretch *of)
{
    sx_stage_stream *s = SX_NEW(of->scratch, sx_stage_stream);
    for (size_t c = 0; s && c < of->ncalls; c++)
        for (uint32_t p = 0; p < of->like[c]->nparams; p++) {
            const size_t n = sx_elastic_elements(of->like[c], p);
            s->value[c][p] = SX_ROOM_ARRAY(
                of->scratch, int64_t, SX_STAGE_CALLS * (n ? n : SX_STRETCH_ELEMENTS));
            if (!s->value[c][p])
                return NULL;
        }
    return s;
}

static void read_call(const sx_stretch *of, size_t i, sx_stage_stream *s)
{
    const sx_stretch_item *item = &of->item[i];
    const size_t c = item->call;
    s->too_long = s->too_long || s->n == SX_STAGE_CALLS;
    if (s->too_long)
        return;
    const uint64_t k = s->entries[i]++;
    for (uint32_t p = 0; p < item->node->nparams; p++) {
        const size_t n = sx_stretch_elements(of, item, p, s->rank);
        if (n == 0 || (s->made[c] > 0 && s->elements[c][p] != n)) {
            s->too_long = true;
            return;
        }
        s->elements[c][p] = n;
        sx_seq_expand(item->value[p][s->rank], k * n, n,
                      &s->value[c][p][(size_t)s->made[c] * n]);
    }
    s->call[s->n] = (uint8_t)c;
    s->index[s->n++] = s->made[c]++;
}

static void read_items(const sx_stretch *of, size_t from, size_t end, sx_stage_stream *s)
{
    for (size_t i = from; i < end && !s->too_long; i = of->item[i].end) {
        const sx_stretch_item *item = &of->item[i];
        if (!item->in[s->rank])
            continue;
        if (!item->trips) {
            read_call(of, i, s);
            continue;
        }
        int64_t trips = sx_seq_at(item->trips[s->rank], s->entries[i]++);
        s->too_long = s->too_long || trips > SX_STAGE_CALLS;
        for (int64_t t = 0; t < trips && !s->too_long; t++) {
            s->too_long = !sx_runs_spend(of->runs, item->end - i);
            read_items(of, i + 1, item->end, s);
        }
    }
}

/* Do the sequences come back with every entry of the stretch? */
static bool comes_back(const sx_stretch *of, const sx_stage_stream *s)
{
    for (size_t i = 0; i < of->nitems; i++) {
        const sx_stretch_item *item = &of->item[i];
        if (s->entries[i] == 0)
            continue;
        if (item->trips && s->entries[i] % item->trips[s->rank]->length != 0)
            return false;
        for (uint32_t p = 0; !item->trips && p < item->node->nparams; p++)
            if (s->entries[i] * s->elements[item->call][p] %
                    item->value[p][s->rank]->length !=
                0)
                return false;
    }
    return true;
}

bool sx_stage_stream_read(const sx_stretch *of, int64_t rank, int64_t rounds,
                          sx_stage_stream *s)
{
    memset(s->entries, 0, sizeof s->entries);
    memset(s->made, 0, sizeof s->made);
    s->rank = rank;
    s->rounds = rounds;
    s->n = 0;
    s->too_long = false;
    read_items(of, 0, of->nitems, s);
    return !s->too_long && comes_back(of, s);
}

/* ---- what tells stages ---- */

/* Its value; NO_KEY where the call has none, or a special one. */
static int64_t number_of(const sx_stretch *of, const sx_stage_stream *s, int64_t i,
                         sx_param_id id, bool *ret_relative)
{
    const sx_node *like = of->like[s->call[i]];
    uint32_t p = 0;
    while (p < like->nparams && like->param[p].id != id)
        p++;
    if (p == like->nparams || sx_elastic_elements(like, p) != 1)
        return NO_KEY;
    const int64_t value = s->value[s->call[i]][p][s->index[i]];
    *ret_relative = like->param[p].value.relative;
    return sx_is_special(value) ? NO_KEY : value;
}

/* How far from its rank. */
static int64_t distance_of(const sx_stretch *of, const sx_stage_stream *s, int64_t i,
                           sx_param_id id)
{
    const int64_t comm = sx_elastic_number(of->like[s->call[i]], SX_PARAM_COMM);
    bool relative;
    const int64_t value =
        sx_is_special(comm) ? NO_KEY : number_of(of, s, i, id, &relative);
    if (value == NO_KEY)
        return NO_KEY;
    const int64_t size = of->runs->comm_size[comm][s->rank],
                  own = of->runs->comm_rank[comm][s->rank];
    if (size <= 0 || value < -size || value > size)
        return NO_KEY;
    const int64_t peer = relative ? sx_floor_mod(own + value, size) : value;
    return peer < own ? own - peer : peer - own;
}

/* NO_KEY where the call says nothing of its stage. */
static int64_t key_of(const sx_stretch *of, sx_stage_by by, const sx_stage_stream *s,
                      int64_t i)
{
    bool relative;
    if (by == SX_STAGE_BY_TAG)
        return number_of(of, s, i, SX_PARAM_TAG, &relative);
    const int64_t key = distance_of(of, s, i, SX_PARAM_PEER);
    return key == NO_KEY ? distance_of(of, s, i, SX_PARAM_SOURCE) : key;
}

/* The keys of a round: who has nobody at the other end says nothing, and is in the stage before; where the call has been made there, or none is before, in that
 * of the next that says. */
static void find_keys(const sx_stretch *of, sx_stage_by by, uint64_t calls,
                      sx_stage_stream *s)
{
    int64_t now = NO_KEY, next = 0;
    uint64_t here = 0;
    for (int64_t i = 0; i < s->n / s->rounds; i++) {
        const size_t c = s->call[i];
        s->key[i] = NO_KEY;
        if (!(calls >> c & 1))
            continue;
        int64_t own = key_of(of, by, s, i);
        if (own == NO_KEY && (now == NO_KEY || here >> c & 1)) {
            next = next > i ? next : i + 1;
            while (next < s->n / s->rounds &&
                   (!(calls >> s->call[next] & 1) || key_of(of, by, s, next) == NO_KEY))
                next++;
            own = next < s->n / s->rounds ? key_of(of, by, s, next) : NO_KEY;
        }
        here = own != NO_KEY && own != now ? 0 : here;
        now = own != NO_KEY ? own : now;
        here |= UINT64_C(1) << c;
        s->key[i] = now;
    }
}

/* ---- rounds ---- */

/* What is the same in every round: all values, or which stages they are of. */
static uint64_t mark_of(const sx_stretch *of, const sx_stage_stream *s, int64_t i,
                        bool whole)
{
    const size_t c = s->call[i];
    uint64_t mark = sx_hash_mix(c + 1);
    if (!whole)
        return sx_hash_mix(mark ^ (uint64_t)key_of(of, SX_STAGE_BY_DISTANCE, s, i));
    for (uint32_t p = 0; p < of->like[c]->nparams; p++) {
        const size_t n = sx_elastic_elements(of->like[c], p);
        for (size_t e = 0; e < n; e++)
            mark =
                sx_hash_mix(mark ^ (uint64_t)s->value[c][p][(size_t)s->index[i] * n + e]);
    }
    return mark;
}

/* How often the rank does the same: the most that divides its calls; -1 when out of memory. */
static int64_t repeats_of(const sx_stretch *of, const sx_stage_stream *s, bool whole)
{
    uint64_t *mark = SX_NEW_ARRAY(of->scratch, uint64_t, (size_t)s->n);
    int64_t *border = SX_NEW_ARRAY(of->scratch, int64_t, (size_t)s->n);
    if (!mark || !border)
        return -1;
    for (int64_t i = 0; i < s->n; i++)
        mark[i] = mark_of(of, s, i, whole);
    for (int64_t i = 1; i < s->n; i++) {
        int64_t k = border[i - 1];
        while (k > 0 && mark[k] != mark[i])
            k = border[k - 1];
        border[i] = mark[k] == mark[i] ? k + 1 : 0;
    }
    const int64_t period = s->n - border[s->n - 1];
    return s->n % period == 0 ? s->n / period : 1;
}

static int64_t divisor_of_both(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The rounds that all ranks of each run can have, and the most for all runs alike. */
static bool find_rounds(const sx_stretch *of, sx_stage_stream *s, bool whole,
                        int64_t rounds[SX_RUNS], int64_t *ret_common)
{
    int64_t work = 0;
    *ret_common = 0;
    memset(rounds, 0, SX_RUNS * sizeof *rounds);
    for (int64_t r = 0; r < of->runs->total; r++) {
        if (!of->within[r])
            continue;
        if (!sx_stage_stream_read(of, r, 1, s) || (work += s->n) > WORK)
            return false;
        int64_t *to = &rounds[of->runs->run_of[r]],
                times = s->n > 0 ? repeats_of(of, s, whole) : 0;
        if (times < 0)
            return false;
        *to = divisor_of_both(*to, times);
    }
    for (size_t run = 0; run < of->runs->n; run++) {
        *ret_common = divisor_of_both(*ret_common, rounds[run]);
        rounds[run] = rounds[run] > 0 ? rounds[run] : 1; /* nobody gets there */
    }
    return *ret_common > 0;
}

static size_t count_of(uint64_t bits)
{
    size_t n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

/* ---- components ---- */

/* In a round of some rank: which calls come somewhere behind each, itself where it is made more than once. */
static bool find_order(const sx_stretch *of, sx_stage_stream *s, const int64_t *rounds,
                       uint64_t behind[SX_STRETCH_CALLS])
{
    memset(behind, 0, SX_STRETCH_CALLS * sizeof *behind);
    for (int64_t r = 0; r < of->runs->total; r++) {
        uint64_t seen = 0;
        if (!of->within[r])
            continue;
        if (!sx_stage_stream_read(of, r, rounds[of->runs->run_of[r]], s))
            return false;
        for (int64_t i = 0; i < s->n / s->rounds; i++) {
            for (size_t c = 0; c < of->ncalls; c++)
                if (seen >> c & 1)
                    behind[c] |= UINT64_C(1) << s->call[i];
            seen |= UINT64_C(1) << s->call[i];
        }
    }
    return true;
}

/* ---- stages ---- */

/* The stages of one run, as they come. */
typedef struct found {
    size_t n;
    int64_t key[SX_STAGES];
    uint64_t after[SX_STAGES];
} found;

/* SX_STAGES when there are too many. */
static size_t stage_of(found *f, int64_t key)
{
    size_t k = 0;
    while (k < f->n && f->key[k] != key)
        k++;
    if (k == f->n && k < SX_STAGES)
        f->key[f->n++] = key;
    return k;
}

/* What a rank shows of the order of stages, and of calls in one; false where a stage comes back. */
static bool show_stages(const sx_stretch *of, sx_stage_by by, uint64_t calls,
                        sx_stage_stream *s, found *f, uint64_t *inner)
{
    uint64_t visited = 0, here = 0;
    size_t stage = SX_STAGES;
    find_keys(of, by, calls, s);
    for (int64_t i = 0; i < s->n / s->rounds; i++) {
        const size_t c = s->call[i];
        if (!(calls >> c & 1))
            continue;
        const int64_t key = s->key[i];
        size_t next = key == NO_KEY ? stage : stage_of(f, key);
        if (next == SX_STAGES || (next != stage && visited >> next & 1))
            return false;
        if (next != stage) {
            for (size_t k = 0; k < f->n; k++)
                f->after[k] |= visited >> k & 1 ? UINT64_C(1) << next : 0;
            here = 0;
        }
        if (here >> c & 1)
            return false;
        for (size_t a = 0; a < of->ncalls; a++)
            inner[a] |= here >> a & 1 ? UINT64_C(1) << c : 0;
        here |= UINT64_C(1) << c;
        stage = next;
        visited |= UINT64_C(1) << stage;
    }
    return true;
}

/* By growing keys, or by falling ones, as most are. */
static bool order_stages(found *f, int64_t *ret_key)
{
    size_t place[SX_STAGES], up = 0, down = 0, sorted[SX_STAGES];
    uint64_t after[SX_STAGES] = { 0 };
    for (size_t i = 0; i < f->n; i++) {
        size_t k = i;
        for (; k > 0 && f->key[sorted[k - 1]] > f->key[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = i;
    }
    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < f->n; k++)
            if (f->after[sorted[i]] >> sorted[k] & 1) {
                after[i] |= UINT64_C(1) << k;
                *(k > i ? &up : &down) += 1;
            }
    uint64_t all = f->n < 64 ? (UINT64_C(1) << f->n) - 1 : UINT64_MAX;
    if (!sx_call_parts_order(f->n, after, all, down > up, place))
        return false;
    for (size_t i = 0; i < f->n; i++)
        ret_key[i] = f->key[sorted[place[i]]];
    return true;
}

static bool find_stages(const sx_stretch *of, sx_stage_stream *s, const int64_t *rounds,
                        sx_stage_component *part)
{
    uint64_t inner[SX_STRETCH_CALLS] = { 0 };
    int64_t r = 0, total = of->runs->total;
    while (r < total) {
        const uint32_t run = of->runs->run_of[r];
        found f = { 0 };
        for (; r < total && of->runs->run_of[r] == run; r++) {
            if (!of->within[r])
                continue;
            if (!sx_stage_stream_read(of, r, rounds[run], s) ||
                !show_stages(of, part->stages.by, part->calls, s, &f, inner))
                return false;
        }
        part->stages.n[run] = f.n;
        if (!order_stages(&f, part->stages.key[run]))
            return false;
    }
    return sx_call_parts_order(of->ncalls, inner, part->calls, false, part->call);
}

void sx_stages_of_rank(const sx_stretch *of, const sx_stages *stages, uint64_t calls,
                       sx_stage_stream *s, uint64_t ret_in_stage[SX_STAGES])
{
    const uint32_t run = of->runs->run_of[s->rank];
    size_t stage = 0;
    find_keys(of, stages->by, calls, s);
    memset(ret_in_stage, 0, SX_STAGES * sizeof *ret_in_stage);
    for (int64_t i = 0; i < s->n / s->rounds; i++) {
        const int64_t key = s->key[i];
        for (size_t k = 0; key != NO_KEY && k < stages->n[run]; k++)
            stage = stages->key[run][k] == key ? k : stage;
        if (calls >> s->call[i] & 1)
            ret_in_stage[stage] |= UINT64_C(1) << s->call[i];
    }
}

/* Has each rank the first of them, or each the last? Then it is a loop of as many trips as the rank has. */
static bool is_at_an_end(const sx_stretch *of, sx_stage_stream *s, const int64_t *rounds,
                         const sx_stage_component *part)
{
    bool first = true, last = true;
    for (int64_t r = 0; r < of->runs->total; r++) {
        uint64_t in_stage[SX_STAGES];
        const uint32_t run = of->runs->run_of[r];
        if (!of->within[r] || !sx_stage_stream_read(of, r, rounds[run], s))
            continue;
        sx_stages_of_rank(of, &part->stages, part->calls, s, in_stage);
        for (size_t k = 1; k < part->stages.n[run]; k++) {
            first = first && !(in_stage[k] && !in_stage[k - 1]);
            last = last && !(in_stage[k - 1] && !in_stage[k]);
        }
    }
    return first || last;
}

/* Is each stage for a digit of the rank? Distances around a ring from another place than 0 are others where they pass its end. */
static bool is_of_digits(const sx_stretch *of, const sx_stages *stages)
{
    for (size_t run = 0; run < of->runs->n; run++)
        for (size_t k = 0; k < stages->n[run]; k++) {
            const int64_t key = stages->key[run][k];
            if (stages->by == SX_STAGE_BY_DISTANCE && (key <= 0 || (key & (key - 1))))
                return false;
        }
    return true;
}

static bool has_stage(const sx_stages *stages, size_t run, int64_t key)
{
    size_t k = 0;
    while (k < stages->n[run] && stages->key[run][k] != key)
        k++;
    return k < stages->n[run];
}

/* The same tags in all runs are directions of a list, in which each rank has those with a neighbour, and no stages that grow with the scale. Where no rank has
 * two of them, nothing tells their order. */
static bool is_of_a_list(const sx_stretch *of, const sx_stages *stages)
{
    bool same = stages->by == SX_STAGE_BY_TAG && of->runs->n > 1;
    for (size_t run = 1; run < of->runs->n && same; run++) {
        same = stages->n[run] == stages->n[0];
        for (size_t k = 0; k < stages->n[run] && same; k++)
            same = has_stage(stages, 0, stages->key[run][k]);
    }
    return same;
}

static bool plan_component(const sx_stretch *of, sx_stage_stream *s,
                           const int64_t *rounds, sx_stage_component *part)
{
    bool found_them = false;
    part->ncalls = count_of(part->calls);
    for (int by = 0; part->loops && by < SX_STAGE_WAYS && !found_them; by++) {
        part->stages.by = (sx_stage_by)by;
        found_them = find_stages(of, s, rounds, part);
    }
    part->staged =
        found_them && (part->ncalls > 1 || (is_of_digits(of, &part->stages) &&
                                            !is_of_a_list(of, &part->stages) &&
                                            !is_at_an_end(of, s, rounds, part)));
    if (part->staged || part->ncalls > 1)
        return part->staged;
    for (size_t c = 0; c < of->ncalls; c++)
        if (part->calls >> c & 1)
            part->call[0] = c;
    return true;
}

/* ---- is it simpler? ---- */

/* Loops that ranks of one run make different numbers of trips in, and calls. */
static size_t simplicity(const sx_stretch *of)
{
    size_t n = 0;
    for (size_t i = 0; i < of->nitems; i++)
        n += of->item[i].trips ? sx_stretch_item_differs(of, i) : 1;
    return n;
}

static bool differs(const sx_stretch *of, sx_stage_stream *s, const int64_t *rounds,
                    const sx_stage_component *part)
{
    int64_t trips[SX_RUNS] = { 0 };
    for (int64_t r = 0; r < of->runs->total; r++) {
        const uint32_t run = of->runs->run_of[r];
        int64_t n = 0;
        if (!of->within[r] || !sx_stage_stream_read(of, r, rounds[run], s))
            continue;
        for (int64_t i = 0; i < s->n / s->rounds; i++)
            n += (part->calls >> s->call[i] & 1) != 0;
        if (n > 0 && trips[run] > 0 && n != trips[run])
            return true;
        trips[run] = n > 0 ? n : trips[run];
    }
    return false;
}

static bool plan_with(const sx_stretch *of, sx_stage_stream *s, sx_stage_plan *plan)
{
    uint64_t behind[SX_STRETCH_CALLS];
    sx_call_part parts[SX_STRETCH_CALLS];
    size_t cost = of->ncalls;
    if (!find_order(of, s, plan->rounds, behind))
        return false;
    plan->n = sx_call_parts(of->ncalls, behind, parts);
    for (size_t k = 0; k < plan->n; k++) {
        sx_stage_component *part = &plan->component[k];
        *part = (sx_stage_component) { .calls = parts[k].calls, .loops = parts[k].loops };
        if (!plan_component(of, s, plan->rounds, part))
            return false;
        cost += part->loops && !part->staged && differs(of, s, plan->rounds, part);
    }
    return cost < simplicity(of);
}

bool sx_stage_plan_make(sx_stretch *of, sx_stage_stream *stream, sx_stage_plan *ret_plan)
{
    for (int whole = 1; whole >= 0; whole--) {
        int64_t rounds[SX_RUNS], common;
        if (!find_rounds(of, stream, whole, rounds, &common))
            return false;
        for (size_t run = 0; run < of->runs->n; run++)
            ret_plan->rounds[run] = common;
        if (plan_with(of, stream, ret_plan))
            return true;
        memcpy(ret_plan->rounds, rounds, sizeof rounds);
        if (plan_with(of, stream, ret_plan))
            return true;
    }
    return false;
}
