#include "io/text_reader.h"
#include "trace/comm_row.h"

#include <string.h>

/* The tables in the order of the file. A first pass over their lines counts them and
 * collects the names that expressions use, so that each table is made once and at its
 * size. */

static bool read_meta(sx_text_reader *r, size_t index)
{
    sx_meta *meta = &r->trace->meta[index];
    size_t length = sx_text_word(r, "._-");
    if (length == 0)
        return sx_text_expected(r, "a key of a-z, 0-9, '.', '_' and '-'");
    meta->key = sx_arena_string(r->arena, r->at, length);
    r->at += length;
    if (!meta->key)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    return sx_text_need(r, " ") && sx_text_string(r, &meta->value);
}

static bool read_unrecorded(sx_text_reader *r, size_t index)
{
    sx_unrecorded *unrecorded = &r->trace->unrecorded[index];
    int64_t calls;
    if (!sx_text_string(r, &unrecorded->name) || !sx_text_need(r, " ") ||
        !sx_text_int(r, "a number of calls", 1, INT64_MAX, &calls))
        return false;
    unrecorded->calls = (uint64_t)calls;
    return true;
}

bool sx_text_row(sx_text_reader *r, size_t index)
{
    int64_t found;
    if (!sx_text_int(r, "an index", 0, INT64_MAX, &found))
        return false;
    return (size_t)found == index ||
           sx_text_fail(r, SX_PARSE,
                        "expected index %zu, found %lld: entries are numbered from 0",
                        index, (long long)found);
}

static bool read_module(sx_text_reader *r, size_t index)
{
    return sx_text_row(r, index) && sx_text_need(r, " ") &&
           sx_text_string(r, &r->trace->module[index]);
}

static bool read_site(sx_text_reader *r, size_t index)
{
    sx_site *site = &r->trace->site[index];
    if (!sx_text_row(r, index))
        return false;
    for (const char *c = r->at; c < r->end; c++)
        site->n += *c == '+';
    sx_frame *frame = SX_NEW_ARRAY(r->arena, sx_frame, site->n);
    if (!frame)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < site->n; i++)
        if (!sx_text_need(r, " ") ||
            !sx_text_index(r, "the index of a module", r->trace->nmodules,
                           &frame[i].module) ||
            !sx_text_need(r, "+0x") || !sx_text_hex(r, &frame[i].offset))
            return false;
    site->frame = frame;
    return true;
}

static bool read_set(sx_text_reader *r, size_t index)
{
    if (!sx_text_row(r, index) || !sx_text_need(r, " "))
        return false;
    if (sx_text_at_name(r))
        return sx_text_expected(r, "the terms of a set");
    if (!sx_text_ranklist(r, &r->named[index]))
        return false;
    r->nnamed = index + 1;
    return true;
}

static bool read_part(sx_text_reader *r, size_t index)
{
    return sx_text_row(r, index) && sx_text_need(r, " ") && sx_text_part_of(r, index);
}

static bool read_why(sx_text_reader *r, size_t index)
{
    return sx_text_row(r, index) && sx_text_need(r, " ") && sx_text_why(r, index);
}

static bool read_named_law(sx_text_reader *r, size_t index)
{
    if (r->trace->p)
        return sx_text_expected(r, "a formula trace where laws have names");
    if (!sx_text_row(r, index) || !sx_text_need(r, " ") ||
        !sx_text_law_text(r, &r->law[index]))
        return false;
    r->nlaws = index + 1;
    return true;
}

static bool read_comm_kind(sx_text_reader *r, size_t index, sx_comm_kind *ret)
{
    size_t length = sx_text_word(r, "_");
    int kind = 0;
    for (; kind < SX_COMM_KINDS; kind++) {
        const char *name = sx_comm_kind_name((sx_comm_kind)kind);
        if (strlen(name) == length && memcmp(name, r->at, length) == 0)
            break;
    }
    bool fits = index < 2 ? kind == (index ? SX_COMM_SELF : SX_COMM_WORLD)
                          : kind != SX_COMM_WORLD && kind != SX_COMM_SELF;
    if (kind == SX_COMM_KINDS || !fits)
        return sx_text_expected(r, index == 0 ? "world, which is communicator 0"
                                   : index == 1
                                       ? "self, which is communicator 1"
                                       : "how the communicator was made: dup, split ..");
    r->at += length;
    *ret = (sx_comm_kind)kind;
    return true;
}

static bool read_name(sx_text_reader *r, sx_comm *comm)
{
    return !sx_text_try(r, " name=") || sx_text_string(r, &comm->name);
}

/* A law of the scale that says a number. */
static bool read_number_law(sx_text_reader *r, sx_value *ret)
{
    const sx_text_rule number = { .low = 0, .high = INT64_MAX };
    const unsigned here = 1u << SX_VAR_RANK | 1u << SX_VAR_COMM_SIZE |
                          1u << SX_VAR_COMM_RANK | 1u << SX_VAR_COORD;
    return sx_text_value(r, &number, ret) &&
           ((ret->kind == SX_VALUE_EXPR &&
             !(sx_expr_uses(ret->expr, NULL, NULL) & here)) ||
            sx_text_expected(r, "a law of the scale"));
}

/* What an entry says of itself behind "row=" that stands for as many as there are. */
static bool read_comm_row(sx_text_reader *r, size_t index, sx_comm *comm)
{
    sx_comm_row *row = SX_NEW(r->arena, sx_comm_row);
    int64_t every, step;
    if (!row)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    if (r->trace->p)
        return sx_text_expected(r, "a formula trace where communicators are in a row");
    if (!sx_text_index(r, "an earlier communicator", index, &row->first) ||
        !sx_text_need(r, " every=") ||
        !sx_text_int(r, "how many entries they are apart", 1, SX_COMM_ROW_MOST, &every) ||
        !sx_text_need(r, " step=") ||
        !sx_text_int(r, "a step of serial numbers", 0, SX_COMM_ROW_MOST, &step) ||
        !sx_text_need(r, " count=") || !read_number_law(r, &row->count))
        return false;
    if (row->first < 2)
        return sx_text_expected(r, "a row that begins behind world and self");
    row->every = (uint32_t)every;
    row->step = (uint32_t)step;
    comm->row = row;
    r->loops = 1;
    return true;
}

/* A number, or a law of it in a formula trace. */
static bool read_serial(sx_text_reader *r, sx_comm *comm)
{
    int64_t serial = 0;
    if (r->trace->p || r->at == r->end || (*r->at >= '0' && *r->at <= '9')) {
        const bool read = sx_text_int(r, "a serial number", 0, UINT32_MAX, &serial);
        comm->serial = (uint32_t)serial;
        return read;
    }
    sx_value *serials = SX_NEW(r->arena, sx_value);
    comm->serials = serials;
    return serials ? read_number_law(r, serials)
                   : sx_text_fail(r, SX_NOMEM, "out of memory");
}

static bool read_comm(sx_text_reader *r, size_t index)
{
    const sx_text_rule size = { .low = 1, .high = SX_TEXT_MAX_RANKS };
    const sx_text_rule rank = { .low = 0, .high = SX_TEXT_MAX_RANKS, .relative = true };
    sx_comm *comm = &r->trace->comm[index];
    if (!sx_text_row(r, index) || !sx_text_need(r, " ") ||
        !read_comm_kind(r, index, &comm->kind))
        return false;
    if (index < 2)
        return read_name(r, comm);
    if (!sx_text_need(r, " parent=") ||
        !sx_text_index(r, "an earlier communicator", index, &comm->parent) ||
        !sx_text_need(r, " serial=") || !read_serial(r, comm))
        return false;
    if (sx_text_try(r, " row=") && !read_comm_row(r, index, comm))
        return false;
    if (sx_text_try(r, " ranks=") &&
        !(comm->row ? sx_text_domain_of_row : sx_text_domain)(r, &comm->members))
        return false;
    const bool read = sx_text_need(r, " size=") && sx_text_value(r, &size, &comm->size) &&
                      sx_text_need(r, " rank=") && sx_text_value(r, &rank, &comm->rank) &&
                      read_name(r, comm);
    r->loops = 0;
    return read;
}

static bool read_redop(sx_text_reader *r, size_t index)
{
    return sx_text_row(r, index) && sx_text_need(r, " ") &&
           sx_text_string(r, &r->trace->redop[index]);
}

static bool read_region(sx_text_reader *r, size_t index)
{
    return sx_text_row(r, index) && sx_text_need(r, " ") &&
           sx_text_string(r, &r->trace->region[index]);
}

/* The values that the inputs had; of one run, one. */
static bool read_param(sx_text_reader *r, size_t index)
{
    sx_constant *param = &r->trace->constant[index];
    int64_t *seen = SX_NEW_ARRAY(r->arena, int64_t, SX_TEXT_SEEN);
    if (!seen)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    param->name = r->names.constant[index];
    param->is_param = true;
    r->at += strlen(param->name);
    if (!sx_text_need(r, " "))
        return false;
    do {
        if (param->nseen == SX_TEXT_SEEN)
            return sx_text_fail(r, SX_LIMIT, "more than %d inputs", SX_TEXT_SEEN);
        int64_t low = param->nseen ? seen[param->nseen - 1] + 1 : 0;
        if (!sx_text_int(r, "the values of a parameter, ascending", low, INT64_MAX,
                         &seen[param->nseen++]))
            return false;
    } while (!r->trace->p && sx_text_try(r, ","));
    param->value = seen[0];
    param->is_open = param->nseen > 1;
    param->seen = seen;
    if (r->trace->p)
        param->nseen = 0;
    return true;
}

static bool is_on_world(sx_text_reader *r, const sx_expr *law, const char *what)
{
    uint64_t grids = 0;
    sx_expr_uses(law, NULL, &grids);
    for (size_t g = 0; g < r->trace->ngrids; g++)
        if ((grids >> g & 1) && r->trace->grid[g].comm != 0)
            return sx_text_expected(r, "only grids on the world in a %s", what);
    return true;
}

/* May this constant's law be evaluated: are the grids in it on the world, and the constants before it? */
static bool check_law(sx_text_reader *r, const sx_expr *law, size_t index)
{
    if (!is_on_world(r, law, "constant"))
        return false;
    return sx_expr_last_constant(law) < (int64_t)index ||
           sx_text_expected(r, "only constants before this one");
}

static bool read_constant(sx_text_reader *r, size_t index)
{
    index += r->nparams;
    sx_constant *constant = &r->trace->constant[index];
    constant->name = r->names.constant[index];
    r->at += strlen(constant->name);
    if (!sx_text_need(r, " "))
        return false;
    if (!r->trace->p && r->at < r->end && *r->at == '{')
        return sx_text_scale(r, &constant->law) && check_law(r, constant->law, index) &&
               sx_text_evidence(r, &constant->evidence);
    return sx_text_int(r, "the value of a constant", SX_ROOT + 1, INT64_MAX,
                       &constant->value) &&
           sx_text_evidence(r, &constant->evidence);
}

static bool read_pace(sx_text_reader *r, size_t index)
{
    if (index > 0)
        return sx_text_fail(r, SX_PARSE, "a second line of 'pace'");
    return sx_text_place(r, &r->trace->pace) && is_on_world(r, r->trace->pace, "pace");
}

/* Keeps tables and the name lists in one order. */
enum {
    META,
    UNRECORDED,
    MODULE,
    SITE,
    PART,
    WHY,
    SET,
    LAW,
    COMM,
    TYPE,
    REDOP,
    REGION,
    GRID,
    PARAM,
    CONST,
    COMMON,
    PACE,
    TABLES
};

static const struct {
    const char *word;
    bool (*read)(sx_text_reader *r, size_t index);
} tables[TABLES] = {
    [META] = { "meta ", read_meta },
    [UNRECORDED] = { "unrecorded ", read_unrecorded },
    [MODULE] = { "module ", read_module },
    [SITE] = { "site ", read_site },
    [PART] = { "part ", read_part },
    [WHY] = { "why ", read_why },
    [SET] = { "set ", read_set },
    [LAW] = { "law ", read_named_law },
    [COMM] = { "comm ", read_comm },
    [TYPE] = { "type ", sx_text_type },
    [REDOP] = { "redop ", read_redop },
    [REGION] = { "region ", read_region },
    [GRID] = { "grid ", sx_text_grid },
    [PARAM] = { "param ", read_param },
    [CONST] = { "const ", read_constant },
    [COMMON] = { "common ", sx_text_common_time },
    [PACE] = { "pace ", read_pace },
};

/* Moves behind the word of a table's line, which is of `table` or a later one; TABLES at
 * the line that begins the program; -1 on failure. */
static int next_entry(sx_text_reader *r, int table)
{
    if (!sx_text_next_line(r)) {
        sx_text_fail(r, SX_PARSE, "expected 'program', found the end of the file");
        return -1;
    }
    for (int i = table; i < TABLES; i++)
        if (sx_text_try(r, tables[i].word))
            return i;
    if (sx_text_try(r, "program"))
        return sx_text_need_end(r) ? TABLES : -1;
    for (int i = 0; i < table; i++)
        if (sx_text_try(r, tables[i].word)) {
            sx_text_fail(r, SX_PARSE, "expected the lines of '%s' before those of '%s'",
                         tables[i].word, tables[table].word);
            return -1;
        }
    sx_text_expected(r, "'program', or an entry of a table");
    return -1;
}

/* The length of a name of a grid (a lower-case letter first) or constant (an upper-case
 * one, and not P), so that no name is that of anything else in an expression. */
static size_t name_length(const sx_text_reader *r, bool grid)
{
    const char *c = r->at, *begin = grid ? "a" : "A";
    if (c == r->end || *c < begin[0] || *c > begin[0] + 25)
        return 0;
    while (c < r->end && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                          (*c >= '0' && *c <= '9') || *c == '_'))
        c++;
    return !grid && c == r->at + 1 && *r->at == 'P' ? 0 : (size_t)(c - r->at);
}

static size_t param_name_length(const sx_text_reader *r)
{
    const char *end = r->at;
    while (end < r->end && *end != ' ' && *end != '\n')
        end++;
    size_t length = (size_t)(end - r->at);
    return sx_expr_is_name(r->at, length) ? length : 0;
}

/* Of the tables whose entries have names that expressions use. */
static const struct {
    const char *what, *name;
    uint32_t limit;
} named[TABLES] = {
    [GRID] = { "grids",
               "the name of a grid: a lower-case letter, then letters, digits and '_'",
               SX_MAX_GRIDS },
    [PARAM] = { "parameters",
                "the name of a parameter: a letter, then letters, digits and '_', and no "
                "word of expressions",
                SX_MAX_PARAMS },
    [CONST] = { "constants",
                "the name of a constant: an upper-case letter, then letters, digits and "
                "'_', not P",
                SX_MAX_CONSTANTS },
};

static bool add_name(sx_text_reader *r, int table, const char **names, uint32_t *n)
{
    size_t length = table == PARAM ? param_name_length(r) : name_length(r, table == GRID);
    if (length == 0)
        return sx_text_expected(r, "%s", named[table].name);
    if (*n == named[table].limit)
        return sx_text_fail(r, SX_LIMIT, "more than %u %s", named[table].limit,
                            named[table].what);
    names[*n] = sx_arena_string(r->arena, r->at, length);
    if (!names[*n])
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < *n; i++)
        if (strcmp(names[i], names[*n]) == 0)
            return sx_text_fail(r, SX_PARSE, "a second entry named %s", names[i]);
    ++*n;
    return true;
}

/* The pass that counts and collects names; the reader is then where it was. */
static bool survey(sx_text_reader *r, size_t count[TABLES])
{
    sx_text_reader begin = *r;
    const char **grid = SX_NEW_ARRAY(r->arena, const char *, SX_MAX_GRIDS);
    const char **constant = SX_NEW_ARRAY(r->arena, const char *, SX_MAX_CONSTANTS);
    if (!grid || !constant)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    begin.names.grid = grid;
    begin.names.constant = constant;
    for (int table = 0; (table = next_entry(r, table)) != TABLES; count[table]++)
        if (table < 0 ||
            (table == GRID && !add_name(r, table, grid, &begin.names.ngrids)) ||
            ((table == PARAM || table == CONST) &&
             !add_name(r, table, constant, &begin.names.nconstants)))
            return false;
    if (count[COMM] < 2)
        return sx_text_fail(r, SX_PARSE, "expected 'comm 0 world' and 'comm 1 self'");
    *r = begin;
    return true;
}

/* Their names come behind those of constants. */
static bool make_room_for_parts(sx_text_reader *r, size_t n)
{
    r->part = SX_NEW_ARRAY(r->arena, sx_text_part, n);
    r->constant = SX_NEW_ARRAY(r->arena, const char *, r->names.nconstants + n);
    if (!r->part || !r->constant)
        return false;
    for (uint32_t i = 0; i < r->names.nconstants; i++)
        r->constant[i] = r->names.constant[i];
    r->names.constant = r->constant;
    return true;
}

static bool make_tables(sx_text_reader *r, const size_t count[TABLES])
{
    sx_trace *t = r->trace;
    t->meta = SX_NEW_ARRAY(r->arena, sx_meta, t->nmeta = count[META]);
    t->unrecorded =
        SX_NEW_ARRAY(r->arena, sx_unrecorded, t->nunrecorded = count[UNRECORDED]);
    t->module = SX_NEW_ARRAY(r->arena, const char *, t->nmodules = count[MODULE]);
    t->site = SX_NEW_ARRAY(r->arena, sx_site, t->nsites = count[SITE]);
    r->named = SX_NEW_ARRAY(r->arena, sx_ranklist, count[SET]);
    r->law = SX_NEW_ARRAY(r->arena, sx_text_law, count[LAW]);
    r->why = SX_NEW_ARRAY(r->arena, const char *, count[WHY]);
    t->comm = SX_NEW_ARRAY(r->arena, sx_comm, t->ncomms = count[COMM]);
    t->type = SX_NEW_ARRAY(r->arena, sx_type, t->ntypes = count[TYPE]);
    t->redop = SX_NEW_ARRAY(r->arena, const char *, t->nredops = count[REDOP]);
    t->region = SX_NEW_ARRAY(r->arena, const char *, t->nregions = count[REGION]);
    t->grid = SX_NEW_ARRAY(r->arena, sx_grid, t->ngrids = count[GRID]);
    r->nparams = count[PARAM];
    t->nconstants = count[PARAM] + count[CONST];
    t->constant = SX_NEW_ARRAY(r->arena, sx_constant, t->nconstants);
    if (t->meta && t->unrecorded && t->module && t->site && r->named && r->law &&
        r->why && make_room_for_parts(r, count[PART]) && t->comm && t->type && t->redop &&
        t->region && t->grid && t->constant)
        return true;
    return sx_text_fail(r, SX_NOMEM, "out of memory");
}

static uint64_t grids_of_expr(const sx_expr *expr)
{
    uint64_t grids = 0;
    if (expr)
        sx_expr_uses(expr, NULL, &grids);
    return grids;
}

static uint64_t grids_of_comm(const sx_comm *comm)
{
    uint64_t grids = grids_of_expr(comm->members.where) | grids_of_expr(comm->size.expr) |
                     grids_of_expr(comm->rank.expr);
    for (size_t i = 0; i < comm->members.nboxes; i++) {
        const sx_box *box = &comm->members.box[i];
        grids |= grids_of_expr(box->start);
        for (uint32_t d = 0; d < box->ndims; d++)
            grids |= grids_of_expr(box->dim[d].iters) | grids_of_expr(box->dim[d].stride);
    }
    return grids;
}

/* Rows stand at the end, as far apart as there are rows, each behind what inputs show of it. */
static bool check_rows(sx_text_reader *r)
{
    const size_t n = r->trace->ncomms, rows = sx_comm_rows(r->trace), shown = n - rows;
    for (size_t c = 0; c < n; c++) {
        const sx_comm_row *row = r->trace->comm[c].row;
        const bool fits = row ? c >= shown && row->every == rows && row->first < shown &&
                                    (c - row->first) % rows == 0
                              : c < shown;
        if (!fits)
            return sx_text_fail(r, SX_PARSE,
                                "communicator %zu is in no row that ends the table", c);
    }
    return true;
}

/* A communicator may depend on grids of earlier ones only. */
static bool check_order(sx_text_reader *r)
{
    for (size_t c = 2; c < r->trace->ncomms; c++) {
        uint64_t grids = grids_of_comm(&r->trace->comm[c]);
        for (size_t g = 0; g < r->trace->ngrids; g++)
            if (grids >> g & 1 && r->trace->grid[g].comm >= c)
                return sx_text_fail(
                    r, SX_PARSE,
                    "communicator %zu needs grid %s, which is on a later one", c,
                    r->trace->grid[g].name);
    }
    return true;
}

bool sx_text_tables(sx_text_reader *r)
{
    size_t count[TABLES] = { 0 }, done[TABLES] = { 0 };
    if (!survey(r, count) || !make_tables(r, count))
        return false;
    for (int table = 0; (table = next_entry(r, table)) != TABLES; done[table]++)
        if (table < 0 || !tables[table].read(r, done[table]) || !sx_text_need_end(r))
            return false;
    return check_rows(r) && check_order(r);
}
