#include "judge.h"

#include <stdlib.h>
#include <string.h>

enum { FORMULAS = 1 << 14 };

const char *const judge_class_name[CLASSES] = {
    "documented, decidable",
    "documented, not decidable",
    "documented, beyond a natural limit at the target",
    "documented, decidable, but no input is foretold by the others",
    "not documented",
    "decoys and regimes"
};

typedef struct samples {
    law_sample *sample;
    size_t n, capacity;
} samples;

/* The first places of the wanted samples of a law in the grid of a policy, which formulas that fit have one after the other. */
typedef struct places {
    const samples *of;
    law_policy policy;
    law_place *place;
    size_t n, capacity;
} places;

struct judge {
    const program *p;
    samples shown[PROGRAM_LAWS], wanted[PROGRAM_LAWS];
    places places;
    formula *fitting[PROGRAM_LAWS]; /* NULL: not looked for yet */
    size_t nfitting[PROGRAM_LAWS];
    enum { NOT_ASKED, TESTED, NEVER_TESTED } tested[PROGRAM_LAWS];
};

static void append(samples *to, const law_point *at, int64_t value)
{
    if (to->n == to->capacity) {
        to->capacity = to->capacity ? 2 * to->capacity : 64;
        to->sample = realloc(to->sample, to->capacity * sizeof *to->sample);
    }
    to->sample[to->n++] = (law_sample) { *at, value };
}

/* How often a rank goes round a loop in which it has no event shows nowhere: trips wait for an event in their loop. */
typedef struct asking {
    const program *p;
    samples *to;
    bool inputs; /* asked of an input, not of what is wanted at a target */
    bool waits[PROGRAM_LAWS];
    law_sample waiting[PROGRAM_LAWS];
} asking;

/* Would some call in the loop be made by this rank in one of the first trips, if it came to them? */
static bool may_call(const program *p, const program_item *loop, int64_t P, int64_t r)
{
    enum { FIRST_TRIPS = 4 };
    int64_t counter[2] = { 0 };
    const int depth = loop->around >= 0;
    for (const program_item *item = loop + 1; item < p->item + p->nitems; item++) {
        if (item->around < 0 || &p->item[item->around] != loop || item->kind == ')')
            continue;
        if (item->where >= 0 && !program_ask(p, item, item->where, P, r, counter))
            continue;
        if (item->kind == 'e')
            return true;
        for (counter[depth] = 0; counter[depth] < FIRST_TRIPS; counter[depth]++)
            if (program_ask(p, item, item->trips, P, r, counter) > 0 &&
                may_call(p, item, P, r))
                return true;
        counter[depth] = 0;
    }
    return false;
}

/* That a rank does not go round a loop shows only where it would make a call there otherwise. */
static bool shows_absence(const program *p, int law, const law_point *at)
{
    const int64_t counter[2] = { at->i, at->j };
    for (const program_item *item = p->item; item < p->item + p->nitems; item++) {
        if (item->kind != '(' || (item->where != law && item->trips != law))
            continue;
        return may_call(p, item, at->P, at->r) &&
               (item->where != law ||
                program_ask(p, item, item->trips, at->P, at->r, counter) > 0);
    }
    return true;
}

static void note_asked(void *context, int law, const law_point *at, int64_t value)
{
    asking *a = context;
    const law_role role = law_role_of(&a->p->law[law]);
    if ((role == TRIPS || role == WHERE) && value <= 0 && a->inputs &&
        !shows_absence(a->p, law, at))
        return;
    a->waits[law] = law_role_of(&a->p->law[law]) == TRIPS && value > 0;
    a->waiting[law] = (law_sample) { *at, value };
    if (!a->waits[law])
        append(&a->to[law], at, value);
}

static bool note_event(void *context, const program_item *item, const law_point *at)
{
    asking *a = context;
    (void)at;
    for (int around = item->around; around >= 0; around = a->p->item[around].around) {
        int law = a->p->item[around].trips;
        if (a->waits[law])
            append(&a->to[law], &a->waiting[law].point, a->waiting[law].value);
        a->waits[law] = false;
    }
    return true;
}

static void ask_all(const program *p, int64_t P, samples *to, bool inputs)
{
    asking a = { .p = p, .to = to, .inputs = inputs };
    program_visitor visitor = { .asked = note_asked, .context = &a };
    visitor.event = note_event;
    for (int64_t r = 0; r < P; r++)
        program_run(p, P, r, &visitor);
}

judge *judge_create(const program *p)
{
    judge *j = calloc(1, sizeof *j);
    j->p = p;
    for (size_t k = 0; k < p->ninputs; k++)
        ask_all(p, p->input[k], j->shown, true);
    return j;
}

void judge_destroy(judge *j)
{
    for (size_t k = 0; k < PROGRAM_LAWS; k++) {
        free(j->shown[k].sample);
        free(j->wanted[k].sample);
        free(j->fitting[k]);
    }
    free(j->places.place);
    free(j);
}

void judge_target(judge *j, int64_t P)
{
    for (size_t k = 0; k < PROGRAM_LAWS; k++)
        j->wanted[k].n = 0;
    j->places.of = NULL;
    ask_all(j->p, P, j->wanted, false);
}

static size_t fit(judge *j, int law_number)
{
    const samples *shown = &j->shown[law_number];
    if (!j->fitting[law_number]) {
        formula *found = malloc(FORMULAS * sizeof *found);
        j->nfitting[law_number] = law_fitting(law_role_of(&j->p->law[law_number]),
                                              shown->sample, shown->n, found, FORMULAS);
        j->fitting[law_number] = found;
    }
    return j->nfitting[law_number] < FORMULAS ? j->nfitting[law_number] : FORMULAS;
}

static const law_place *place_of(places *p, const samples *of, law_policy policy,
                                 size_t k)
{
    if (p->of != of || p->policy != policy)
        *p = (places) { of, policy, p->place, 0, p->capacity };
    if (p->capacity < of->n) {
        p->capacity = of->n;
        p->place = realloc(p->place, p->capacity * sizeof *p->place);
    }
    for (; p->n <= k; p->n++)
        p->place[p->n] = law_place_at(policy, &of->sample[p->n].point);
    return &p->place[k];
}

/* Does the formula that fits give these at the target? `told` NULL: the truth. */
static bool agrees(judge *j, const samples *wanted, const formula *l, const int64_t *told)
{
    for (size_t k = 0; k < wanted->n; k++) {
        int64_t value = told ? told[k] : wanted->sample[k].value;
        if (value != JUDGE_UNTOLD &&
            law_line(l, place_of(&j->places, wanted, l->policy, k)) != value)
            return false;
    }
    return true;
}

static bool is_possible(const samples *wanted, const formula *l)
{
    int64_t dim[3];
    return wanted->n == 0 || law_gives_dims(l->policy, wanted->sample[0].point.P, dim);
}

static bool is_beyond_limit(const formula *truth, const samples *wanted)
{
    for (size_t k = 0; k < wanted->n; k++)
        if (wanted->sample[k].value < 0 || wanted->sample[k].value > INT32_MAX ||
            law_is_beyond_limit(truth, &wanted->sample[k].point))
            return true;
    return false;
}

/* Is what one input shows of the law foretold by what the others do? */
static bool foretells(const judge *j, int law_number, int64_t left_out)
{
    const samples *shown = &j->shown[law_number];
    law_sample *split = malloc((shown->n + 1) * sizeof *split);
    size_t n = 0, nother = 0;
    for (size_t k = 0; k < shown->n; k++)
        if (shown->sample[k].point.P == left_out)
            split[shown->n - ++nother] = shown->sample[k];
        else
            split[n++] = shown->sample[k];
    const bool told =
        nother > 0 && law_foretells(&j->p->law[law_number], split, n, split + n, nother);
    free(split);
    return told;
}

static bool is_tested(judge *j, int law_number)
{
    bool tested = false;
    for (size_t k = 0; !j->tested[law_number] && k < j->p->ninputs && !tested; k++)
        tested = foretells(j, law_number, j->p->input[k]);
    if (!j->tested[law_number])
        j->tested[law_number] = tested ? TESTED : NEVER_TESTED;
    return j->tested[law_number] == TESTED;
}

judge_class judge_class_of(judge *j, int law_number)
{
    const formula *truth = &j->p->law[law_number];
    if (truth->twist != STRAIGHT)
        return TWISTED;
    if (!law_is_documented(truth))
        return OTHER;
    const samples *wanted = &j->wanted[law_number];
    if (law_role_of(truth) == SIZE && is_beyond_limit(truth, wanted))
        return LIMIT;
    size_t n = fit(j, law_number);
    if (n == 0 || n == FORMULAS)
        return OPEN;
    for (size_t k = 0; k < n; k++) {
        const formula *l = &j->fitting[law_number][k];
        if (is_possible(wanted, l) && !agrees(j, wanted, l, NULL))
            return OPEN;
    }
    return is_tested(j, law_number) ? DECIDABLE : UNTESTED;
}

bool judge_knows(judge *j, int law_number)
{
    const formula *truth = &j->p->law[law_number];
    size_t n = fit(j, law_number);
    if (truth->twist != STRAIGHT || j->shown[law_number].n == 0 || n == FORMULAS)
        return true;
    for (size_t k = 0; k < n; k++)
        if (law_is_like(&j->fitting[law_number][k], truth))
            return true;
    return false;
}

static bool is_decoy_at(const formula *l, const law_sample *sample)
{
    return l->twist != BEYOND && law_is_twisted_at(l, &sample->point);
}

/* What the inputs show of a law, but where it is a decoy, is one number: that. */
static bool shows_one(const judge *j, int law_number, int64_t *ret_number)
{
    const samples *shown = &j->shown[law_number];
    const formula *l = &j->p->law[law_number];
    bool any = false;
    for (size_t k = 0; k < shown->n; k++) {
        if (is_decoy_at(l, &shown->sample[k]))
            continue;
        if (any && shown->sample[k].value != *ret_number)
            return false;
        *ret_number = shown->sample[k].value;
        any = true;
    }
    return any;
}

/* Is it another number there, for a rank of which that was told (or nothing)? */
static bool is_another(const judge *j, int law_number, int64_t number,
                       const int64_t *told)
{
    const samples *wanted = &j->wanted[law_number];
    bool another = false;
    for (size_t k = 0; k < wanted->n; k++) {
        if (is_decoy_at(&j->p->law[law_number], &wanted->sample[k]))
            continue;
        if (told && told[k] != JUDGE_UNTOLD && told[k] != number)
            return false;
        another = another || wanted->sample[k].value != number;
    }
    return another;
}

bool judge_is_invisible(judge *j, int law_number, const int64_t *told, size_t n)
{
    const samples *shown = &j->shown[law_number];
    int64_t number;
    if (n != j->wanted[law_number].n || shown->n == 0)
        return shown->n == 0;
    if (shows_one(j, law_number, &number) && is_another(j, law_number, number, told))
        return true;
    if (law_is_documented(&j->p->law[law_number]))
        return false;
    size_t nfitting = fit(j, law_number);
    for (size_t k = 0; k < nfitting; k++) {
        const formula *l = &j->fitting[law_number][k];
        if (law_is_documented(l) && is_possible(&j->wanted[law_number], l) &&
            agrees(j, &j->wanted[law_number], l, told))
            return true;
    }
    return false;
}

bool judge_may_be_invisible(judge *j, int law_number)
{
    const samples *wanted = &j->wanted[law_number];
    int64_t number;
    if (j->shown[law_number].n == 0 ||
        (shows_one(j, law_number, &number) && is_another(j, law_number, number, NULL)))
        return true;
    if (law_is_documented(&j->p->law[law_number]))
        return false;
    size_t n = fit(j, law_number);
    for (size_t k = 0; k < n; k++) {
        const formula *l = &j->fitting[law_number][k];
        if (law_is_documented(l) && is_possible(wanted, l) && !agrees(j, wanted, l, NULL))
            return true;
    }
    return false;
}
