/* Values that get a name: neighbours, which are called by their directions, and what is long or comes more than once. */
#include "generate/c_writer.h"

#include <inttypes.h>
#include <string.h>

enum {
    LONG = 7, /* operators, variables and numbers that are read of what gets a name */
    OFTEN = 3 /* says what differs from trip to trip, to be a function */
};

/* ---- neighbours ---- */

/* Extents at which directions show: no two shifts of up to two places are one there. */
static const int64_t sample_dim[3] = { 5, 7, 6 };

typedef struct sample {
    struct sx_place place[SX_MAX_GRIDS];
    sx_expr_env env;
    uint32_t ndims;
    int64_t p;
} sample;

static void move_to(sample *s, unsigned grid, int64_t rank)
{
    struct sx_place *place = &s->place[grid];
    for (uint32_t a = 0, left = (uint32_t)rank; a < s->ndims; a++) {
        place->coord[a] = left % sample_dim[a];
        left /= (uint32_t)sample_dim[a];
    }
    s->env.rank = s->env.comm_rank = rank;
}

static void make_sample(sample *s, const sx_c_writer *w, unsigned grid)
{
    *s = (sample) { .ndims = w->trace->grid[grid].ndims, .p = 1 };
    s->place[grid].ndims = s->ndims;
    for (uint32_t a = 0; a < s->ndims; a++) {
        s->place[grid].dim[a] = sample_dim[a];
        s->p *= sample_dim[a];
    }
    s->env = (sx_expr_env) {
        .p = s->p, .comm_size = s->p, .ngrids = SX_MAX_GRIDS, .grid = s->place
    };
}

/* The rank so many places away: around the edges, or SX_NULL beyond them. */
static int64_t neighbour(const sample *s, unsigned grid, const int64_t *shift,
                         bool around)
{
    int64_t rank = 0, stride = 1;
    for (uint32_t a = 0; a < s->ndims; a++) {
        int64_t at = s->place[grid].coord[a] + shift[a];
        if (!around && (at < 0 || at >= sample_dim[a]))
            return SX_NULL;
        rank += (at + sample_dim[a]) % sample_dim[a] * stride;
        stride *= sample_dim[a];
    }
    return rank;
}

static bool is_neighbour(sample *s, unsigned grid, const sx_expr *expr,
                         const int64_t *shift, bool around)
{
    for (int64_t rank = 0; rank < s->p; rank++) {
        int64_t value;
        move_to(s, grid, rank);
        if (sx_expr_eval(expr, &s->env, &value, NULL) ||
            value != neighbour(s, grid, shift, around))
            return false;
    }
    return true;
}

/* The shift that it has in the middle, if it has one of at most two places on each axis. */
static bool find_shift(sample *s, unsigned grid, const sx_expr *expr, int64_t *ret_shift)
{
    int64_t value, middle = s->ndims == 1   ? 2
                            : s->ndims == 2 ? 2 + 3 * 5
                                            : 2 + 3 * 5 + 3 * 35;
    move_to(s, grid, middle);
    if (sx_expr_eval(expr, &s->env, &value, NULL) || value < 0 || value >= s->p ||
        value == middle)
        return false;
    for (uint32_t a = 0; a < s->ndims; a++) {
        ret_shift[a] = value % sample_dim[a] - s->place[grid].coord[a];
        value /= sample_dim[a];
        if (ret_shift[a] > 2 || ret_shift[a] < -2)
            return false;
    }
    return true;
}

static const char *direction(sx_c_writer *w, uint32_t ndims, const int64_t *shift)
{
    static const char *const word[3][2] = { { "west", "east" },
                                            { "south", "north" },
                                            { "down", "up" } };
    static const char *const on_line[2] = { "left", "right" };
    const char *text = "";
    for (uint32_t a = ndims; a-- > 0;) {
        if (shift[a] == 0)
            continue;
        const char *own = ndims == 1 ? on_line[shift[a] > 0] : word[a][shift[a] > 0];
        bool far = shift[a] > 1 || shift[a] < -1;
        text =
            sx_c_text(w->arena, "%s%s%s%s", text, *text ? "_" : "", own, far ? "2" : "");
    }
    return text;
}

/* The grid that it stands on, if it is one on the world, and nothing else is in it. */
static bool place_of(const sx_c_writer *w, const sx_expr *expr, unsigned *ret_grid)
{
    uint64_t counters, grids;
    unsigned kinds = sx_expr_uses(expr, &counters, &grids);
    unsigned other = 1U << SX_VAR_COUNTER | 1U << SX_VAR_ELEMENT | 1U << SX_VAR_TERM |
                     1U << SX_VAR_CONSTANT;
    if (kinds & other || !(kinds >> SX_VAR_COORD & 1) || !grids || grids & (grids - 1))
        return false;
    *ret_grid = (unsigned)__builtin_ctzll(grids);
    const sx_grid *grid = &w->trace->grid[*ret_grid];
    return grid->comm == 0 && grid->ndims <= 3 && sx_c_comm_is_world(w, w->comm);
}

/* ---- the table ---- */

static const char *find(const sx_c_writer *w, const char *text)
{
    for (const sx_c_name *name = w->names; name; name = name->next)
        if (strcmp(name->text, text) == 0)
            return name->name;
    return NULL;
}

static bool is_given(const sx_c_writer *w, const char *word)
{
    for (const sx_c_name *name = w->names; name; name = name->next)
        if (strcmp(name->name, word) == 0)
            return true;
    return false;
}

/* The variable of that text, set behind MPI_Init: `word`, with a number where that is taken. */
static const char *variable(sx_c_writer *w, const char *type, const char *word,
                            const char *text, bool numbered)
{
    const char *known = find(w, text);
    if (known || !text)
        return known;
    const char *name = word;
    for (unsigned i = numbered ? 1 : 2; numbered || is_given(w, name);
         i++, numbered = false)
        name = sx_c_text(w->arena, "%s%u", word, i);
    while (is_given(w, name))
        name = sx_c_text(w->arena, "%s_", name);
    sx_c_name *made = SX_NEW(w->arena, sx_c_name);
    if (!made || !name) {
        w->status = SX_NOMEM;
        return "0";
    }
    *made = (sx_c_name) { .name = name, .text = text, .type = type };
    *w->names_end = made;
    w->names_end = &made->next;
    return name;
}

const char *sx_c_name_real(sx_c_writer *w, const char *word, const char *text)
{
    return variable(w, "double", word, text, false);
}

const char *sx_c_neighbour(sx_c_writer *w, const sx_expr *expr, const char *text)
{
    unsigned grid;
    int64_t shift[3];
    sample s;
    if (!place_of(w, expr, &grid))
        return NULL;
    make_sample(&s, w, grid);
    if (!find_shift(&s, grid, expr, shift) ||
        (!is_neighbour(&s, grid, expr, shift, true) &&
         !is_neighbour(&s, grid, expr, shift, false)))
        return NULL;
    return variable(w, "int", direction(w, s.ndims, shift), text, false);
}

const char *sx_c_extent(sx_c_writer *w, const sx_expr *block, const char *text)
{
    const sx_expr *n = block->arg[0], *dim = block->arg[1], *coord = block->arg[2];
    bool own = n->op == SX_EXPR_VAR && n->var == SX_VAR_CONSTANT &&
               dim->op == SX_EXPR_VAR && dim->var == SX_VAR_DIM &&
               coord->op == SX_EXPR_VAR && coord->var == SX_VAR_COORD &&
               dim->grid == coord->grid && dim->axis == coord->axis;
    if (!own || w->trace->grid[dim->grid].comm != 0 || dim->axis > 2)
        return text;
    static const char *const word[3] = { "nx", "ny", "nz" };
    return variable(w, "long", word[dim->axis], text, false);
}

static bool is_of_world(const sx_c_writer *w, const sx_expr *expr)
{
    uint64_t counters, grids;
    unsigned kinds = sx_expr_uses(expr, &counters, &grids);
    if (!sx_c_comm_is_world(w, w->comm) &&
        kinds & (1U << SX_VAR_COMM_RANK | 1U << SX_VAR_COMM_SIZE))
        return false;
    for (unsigned g = 0; g < w->trace->ngrids; g++)
        if (grids >> g & 1 && w->trace->grid[g].comm != 0)
            return false;
    return true;
}

bool sx_c_is_fixed(const sx_c_writer *w, const sx_expr *expr)
{
    uint64_t counters, grids;
    unsigned kinds = sx_expr_uses(expr, &counters, &grids);
    unsigned other = 1U << SX_VAR_COUNTER | 1U << SX_VAR_ELEMENT | 1U << SX_VAR_TERM;
    return is_of_world(w, expr) && !(kinds & other);
}

/* How often the program has that text, which the first time tells. */
static uint32_t times_said(sx_c_writer *w, const char *text)
{
    for (sx_c_said *said = w->said; said; said = said->next)
        if (strcmp(said->text, text) == 0)
            return said->times += w->is_counting;
    sx_c_said *made = SX_NEW(w->arena, sx_c_said);
    if (!made) {
        w->status = SX_NOMEM;
        return 0;
    }
    *made = (sx_c_said) { text, 1, w->said };
    w->said = made;
    return 1;
}

/* A function of the counters where the program has it several times. */
static const char *name_varying(sx_c_writer *w, const sx_expr *expr, const char *word,
                                const char *text)
{
    const char *parameters, *arguments, *inner = sx_c_in_function(w, expr, text);
    if (strlen(text) < 40 || !inner || times_said(w, inner) < OFTEN)
        return text;
    sx_c_parameters(w, expr, &parameters, &arguments);
    const char *body =
        sx_c_text(w->arena, "(%s)\n{\n    return %s;\n}\n", parameters, inner);
    const char *kind = sx_c_text(w->arena, "%s_of", word);
    return kind ? sx_c_text(w->arena, "%s%" PRIu32 "(%s)", kind,
                            sx_c_function_number(w, kind, body), arguments)
                : text;
}

/* Operators, variables and numbers in the text, and calls. */
static int words_in(const char *text)
{
    int n = 0;
    for (size_t length; *text; text += length) {
        length = strcspn(text, " (),");
        n += length > 0;
        length += length == 0;
    }
    return n;
}

const char *sx_c_name_value(sx_c_writer *w, const sx_expr *expr, const char *word,
                            const char *text)
{
    uint64_t counters, grids;
    unsigned kinds = sx_expr_uses(expr, &counters, &grids);
    if (!is_of_world(w, expr) || words_in(text) < LONG || is_given(w, text))
        return text;
    if (kinds & (1U << SX_VAR_COUNTER | 1U << SX_VAR_ELEMENT))
        return name_varying(w, expr, word, text);
    return variable(w, "long", word, text, true);
}

void sx_c_set_names(sx_c_writer *w)
{
    for (const sx_c_name *name = w->names; name; name = name->next)
        sx_c_line(w, "%s = %s;", name->name, name->text);
}

static void declare(const sx_c_writer *w, const char *type, sx_buffer *out)
{
    sx_buffer text = SX_BUFFER_INIT;
    for (const sx_c_name *name = w->names; name; name = name->next)
        if (strcmp(name->type, type) == 0)
            sx_buffer_printf(&text, "%s %s", text.size ? "," : type, name->name);
    const char *names = sx_c_take(w->arena, &text);
    if (*names)
        sx_c_wrap(out, sx_c_text(w->arena, "static %s;", names), 0);
}

void sx_c_declare_names(const sx_c_writer *w, sx_buffer *out)
{
    declare(w, "int", out);
    declare(w, "long", out);
    declare(w, "double", out);
}
