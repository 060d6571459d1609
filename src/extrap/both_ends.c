#include "extrap/both_ends.h"

#include "extrap/deciding.h"
#include "extrap/meeting.h"
#include "extrap/rivals.h"

/* Scales that are looked at besides the inputs: the smallest ones, and some large ones; messages of a receive at each; rivals of a
 * size. */
enum { SMALL = 8, LARGE = 2, MEETINGS = 64, PARTS = 64 };

/* Ends that are looked at for those that meet, and messages for what both say, in all: what is open then stays as it is. And messages
 * that are kept. */
enum { LOOKS = 1 << 22, MESSAGES = 1 << 16 };

/* Ends whose sizes have one law, and the same rivals: it is chosen for all of them. */
typedef struct size_law {
    const sx_expr *law, *doubt;
    bool is_sent;
    size_t n; /* of the parts of the doubt that give rivals, */
    const sx_expr *part[PARTS]; /* these: `this != that` */
    bool taken[PARTS];
} size_law;

/* A message, and what both sides say by the laws as they are. */
typedef struct message {
    sx_meeting of;
    bool has[2];
    int64_t bytes[2];
} message;

typedef struct chooser {
    sx_arena *arena; /* of laws that are taken */
    sx_arena *scratch; /* of all else */
    sx_arena *trial; /* of laws that are tried */
    sx_trace *formula;
    const int64_t *input;
    size_t ninputs;
    sx_message_end *end;
    size_t n;
    size_t *law_of; /* each end's; nlaws: not open */
    size_law *law;
    size_t nlaws;
    sx_meeting_scale *scale; /* those of the inputs first */
    size_t nscales, nshown; /* that many of them are inputs */
    message *message;
    size_t nmessages;
    uint64_t looks; /* that are left */
    sx_error *err;
} chooser;

static sx_status nomem(const chooser *c)
{
    return sx_fail(c->err, SX_NOMEM, "out of memory");
}

static sx_value *size_of(const sx_message_end *end)
{
    for (uint32_t i = 0; i < end->node->nparams; i++)
        if (end->node->param[i].id == end->param.count)
            return &end->node->param[i].value;
    return NULL;
}

/* ---- laws and their rivals ---- */

static void add_part(void *context, const sx_expr *part, const sx_expr *rival)
{
    size_law *law = context;
    if (rival != law->law && law->n < PARTS)
        law->part[law->n++] = part;
}

/* The law with the rivals that are taken; NULL: out of memory. */
static const sx_expr *law_with(sx_arena *arena, const size_law *of)
{
    const sx_expr *law = of->law;
    for (size_t k = 0; k < of->n && law; k++)
        if (of->taken[k])
            law = sx_expr_replace(arena, law, of->part[k]->arg[0], of->part[k]->arg[1]);
    return law;
}

/* The doubt of that law: what was the law is its rival. NULL: out of memory. */
static const sx_expr *doubt_with(sx_arena *arena, const size_law *of)
{
    const sx_expr *doubt = of->doubt;
    for (size_t k = 0; k < of->n && doubt; k++)
        if (of->taken[k])
            doubt = sx_expr_replace(
                arena, doubt, of->part[k],
                sx_expr_two(arena, SX_EXPR_NE, of->part[k]->arg[1], of->part[k]->arg[0]));
    return doubt;
}

/* Takes rival k, in place of another one of the same part, or gives it up. */
static size_law turned(const size_law *of, size_t k)
{
    size_law to = *of;
    for (size_t i = 0; i < of->n; i++)
        if (i != k && sx_expr_equal(of->part[i]->arg[0], of->part[k]->arg[0]))
            to.taken[i] = false;
    to.taken[k] = !of->taken[k];
    return to;
}

static sx_status law_number(chooser *c, const sx_value *size, size_t *ret_number)
{
    const sx_expr *law = size->expr, *doubt = size->evidence.doubt;
    size_t k = 0;
    while (k < c->nlaws &&
           !(sx_expr_equal(c->law[k].law, law) && sx_expr_equal(c->law[k].doubt, doubt)))
        k++;
    *ret_number = k;
    if (k < c->nlaws)
        return SX_OK;
    c->law[c->nlaws++] = (size_law) { .law = law, .doubt = doubt };
    return sx_rivals_each(c->scratch, law, doubt, add_part, &c->law[k], c->err);
}

static bool is_open(const sx_value *size)
{
    return size->evidence.label <= SX_LABEL_EXACT && size->evidence.doubt;
}

static sx_status find_laws(chooser *c)
{
    size_t most = 0;
    for (size_t i = 0; i < c->n; i++)
        most += is_open(size_of(&c->end[i]));
    c->law_of = SX_NEW_ARRAY(c->scratch, size_t, c->n);
    c->law = SX_NEW_ARRAY(c->scratch, size_law, most);
    if (!c->law_of || !c->law)
        return nomem(c);
    for (size_t i = 0; i < c->n; i++) {
        const sx_value *size = size_of(&c->end[i]);
        c->law_of[i] = SIZE_MAX;
        if (!is_open(size))
            continue;
        sx_status st = law_number(c, size, &c->law_of[i]);
        if (st)
            return st;
        if (c->end[i].sends)
            c->law[c->law_of[i]].is_sent = true;
    }
    return SX_OK;
}

/* ---- scales ---- */

static sx_status add_scale(chooser *c, int64_t p, size_t *added)
{
    sx_trace bound;
    if (!sx_deciding_valid(c->scratch, c->formula, p, false, &bound))
        return SX_OK;
    ++*added;
    return sx_meeting_scale_open(&bound, &c->scale[c->nscales++], c->err);
}

static bool is_input(const chooser *c, int64_t p)
{
    for (size_t i = 0; i < c->ninputs; i++)
        if (c->input[i] == p)
            return true;
    return false;
}

/* The inputs; then the smallest from half of the largest one, which are apart; then the largest, likewise. */
static sx_status open_scales(chooser *c)
{
    size_t shown = 0, small = 0, large = 0;
    int64_t first = 1;
    sx_status st = SX_OK;
    c->scale = SX_NEW_ARRAY(c->scratch, sx_meeting_scale, c->ninputs + SMALL + LARGE);
    if (!c->scale)
        return nomem(c);
    for (size_t i = 0; i < c->ninputs && !st; i++) {
        st = add_scale(c, c->input[i], &shown);
        first = c->input[i] > 2 * first ? c->input[i] / 2 : first;
    }
    c->nshown = c->nscales;
    for (int64_t p = first; p <= SX_DECIDING && small < SMALL && !st; p++)
        if (!is_input(c, p)) {
            const size_t before = small;
            st = add_scale(c, p, &small);
            p += small > before ? p / 8 : 0;
        }
    for (int64_t p = SX_DECIDING; p > first && large < LARGE && !st; p--) {
        const size_t before = large;
        st = add_scale(c, p, &large);
        p -= large > before ? p / 2 : 0;
    }
    return st;
}

/* ---- messages ---- */

/* What one side of a message says. */
static void say(const chooser *c, message *m, int side, const sx_expr *law)
{
    const sx_meeting_side *of = &m->of.side[side];
    m->has[side] = sx_meeting_bytes(&c->end[of->end], of, law, &m->bytes[side]);
}

static bool disagrees(const message *m)
{
    return !m->has[0] || !m->has[1] || m->bytes[0] != m->bytes[1];
}

/* The messages of a receive; none where inputs have a buffer that is larger than what comes. */
static sx_status add_messages(chooser *c, size_t receive)
{
    sx_meeting meeting[MEETINGS];
    const size_t before = c->nmessages;
    for (size_t s = 0; s < c->nscales && c->nmessages + MEETINGS <= MESSAGES; s++) {
        size_t more = 0;
        sx_status st = sx_meetings_find(c->scratch, &c->scale[s], c->end, c->n, receive,
                                        MEETINGS, &c->looks, meeting, &more, c->err);
        if (st)
            return st;
        for (size_t k = 0; k < more; k++) {
            message *m = &c->message[c->nmessages++];
            *m = (message) { .of = meeting[k] };
            for (int side = 0; side < 2; side++)
                say(c, m, side, size_of(&c->end[m->of.side[side].end])->expr);
            if (s < c->nshown && disagrees(m)) {
                c->nmessages = before;
                return SX_OK;
            }
        }
    }
    return SX_OK;
}

static sx_status find_messages(chooser *c)
{
    c->message = SX_ROOM_ARRAY(c->scratch, message, MESSAGES);
    sx_status st = c->message ? SX_OK : nomem(c);
    for (size_t i = 0; i < c->n && !st; i++)
        if (!c->end[i].sends)
            st = add_messages(c, i);
    return st;
}

/* ---- choosing ---- */

/* How many messages of ends with law k disagree if it is `law`; no more than `most` + 1 are counted. */
static size_t disagreements(chooser *c, size_t k, const sx_expr *law, size_t most)
{
    size_t differ = 0;
    for (size_t i = 0; i < c->nmessages && differ <= most; i++) {
        if (c->looks == 0)
            return most + 1;
        c->looks--;
        message m = c->message[i];
        bool of_law = false;
        for (int side = 0; side < 2; side++)
            if (c->law_of[m.of.side[side].end] == k) {
                say(c, &m, side, law);
                of_law = true;
            }
        differ += of_law && disagrees(&m);
    }
    return differ;
}

/* The law with the rival, or the two, with which fewest are left, where that is fewer. */
static sx_status take_best(chooser *c, size_t k, size_law *of, size_t *least)
{
    size_law best = *of;
    const size_t before = *least;
    for (int two = 0; two < 2 && *least == before; two++)
        for (size_t a = 0; a < of->n; a++)
            for (size_t b = two ? a + 1 : a; b < (two ? of->n : a + 1) && *least; b++) {
                size_law tried = turned(of, a);
                if (two)
                    tried = turned(&tried, b);
                const sx_expr *with = law_with(c->trial, &tried);
                if (!with)
                    return nomem(c);
                const size_t left = disagreements(c, k, with, *least - 1);
                if (left >= *least)
                    continue;
                *least = left;
                best = tried;
            }
    *of = best;
    return SX_OK;
}

/* All ends of law k have it, and say so. */
static sx_status take(chooser *c, size_t k, const size_law *chosen)
{
    const sx_expr *law = law_with(c->arena, chosen),
                  *doubt = doubt_with(c->arena, chosen);
    if (!law || !doubt)
        return nomem(c);
    c->law[k] = *chosen;
    for (size_t i = 0; i < c->n; i++)
        if (c->law_of[i] == k) {
            size_of(&c->end[i])->expr = law;
            size_of(&c->end[i])->evidence.doubt = doubt;
        }
    for (size_t i = 0; i < c->nmessages; i++)
        for (int side = 0; side < 2; side++)
            if (c->law_of[c->message[i].of.side[side].end] == k)
                say(c, &c->message[i], side, law);
    return SX_OK;
}

/* If `all`, only where nothing is left. */
static sx_status choose(chooser *c, size_t k, bool all)
{
    sx_arena_clear(c->trial);
    size_law chosen = c->law[k];
    const sx_expr *now = law_with(c->trial, &chosen);
    if (!now)
        return nomem(c);
    const size_t first = disagreements(c, k, now, c->nmessages);
    size_t left = first > c->nmessages ? 0 : first;
    sx_status st = SX_OK;
    for (size_t before = left + 1; left > 0 && left < before && !st;) {
        before = left;
        st = take_best(c, k, &chosen, &left);
    }
    return st || left == first || first > c->nmessages || (all && left > 0)
               ? st
               : take(c, k, &chosen);
}

/* First where the other end can be met in all messages; of those the laws of receives alone, since who sends knows what it has. */
static sx_status choose_all(chooser *c)
{
    sx_status st = SX_OK;
    for (int round = 0; round < 4; round++)
        for (size_t k = 0; k < c->nlaws && !st; k++)
            if (c->law[k].is_sent == round % 2)
                st = choose(c, k, round < 2);
    return st;
}

sx_status sx_both_ends_agree(sx_arena *arena, sx_trace *formula, const int64_t *p,
                             size_t n, sx_error *err)
{
    chooser c = { .arena = arena,
                  .scratch = sx_arena_create(),
                  .trial = sx_arena_create(),
                  .formula = formula,
                  .input = p,
                  .ninputs = n,
                  .looks = LOOKS,
                  .err = err };
    sx_status st = c.scratch && c.trial
                       ? sx_message_ends(c.scratch, formula, &c.end, &c.n, err)
                       : nomem(&c);
    if (!st)
        st = find_laws(&c);
    if (!st && c.nlaws > 0)
        st = open_scales(&c);
    if (!st && c.nlaws > 0)
        st = find_messages(&c);
    if (!st)
        st = choose_all(&c);
    for (size_t i = 0; i < c.nscales; i++)
        sx_meeting_scale_close(&c.scale[i]);
    sx_arena_destroy(c.trial);
    sx_arena_destroy(c.scratch);
    return st;
}
