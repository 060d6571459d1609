/* What the parts of a trace are called in a program. */
#include "generate/c_writer.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A word made of any text: nothing in it can be anything but part of a name. */
static const char *word_of(sx_c_writer *w, const char *text)
{
    char word[33];
    size_t n = 0;
    for (; text[n] && n + 1 < sizeof word; n++)
        word[n] = isalnum((unsigned char)text[n]) ? text[n] : '_';
    word[n] = '\0';
    bool is_name =
        n > 0 && !isdigit((unsigned char)word[0]) && strncmp(word, "MPI_", 4) != 0;
    return sx_c_text(w->arena, is_name ? "%s" : "the_%s", word);
}

static const char *of_axis(sx_c_writer *w, const char *prefix, unsigned grid,
                           unsigned axis)
{
    const char *number = grid ? sx_c_text(w->arena, "%u", grid + 1) : "";
    if (w->trace->grid[grid].ndims > 3)
        return sx_c_text(w->arena, "%s%u%s%s", prefix, axis + 1, *number ? "_" : "",
                         number);
    return sx_c_text(w->arena, "%s%c%s", prefix, "xyz"[axis], number);
}

/* A grid of one axis is its communicator. */
const char *sx_c_dim_name(sx_c_writer *w, unsigned grid, unsigned axis)
{
    if (w->trace->grid[grid].ndims == 1)
        return sx_c_comm_size_name(w, w->trace->grid[grid].comm);
    return of_axis(w, "p", grid, axis);
}

const char *sx_c_coord_name(sx_c_writer *w, unsigned grid, unsigned axis)
{
    if (w->trace->grid[grid].ndims == 1)
        return sx_c_comm_rank_name(w, w->trace->grid[grid].comm);
    return of_axis(w, "my", grid, axis);
}

const char *sx_c_counter_name(sx_c_writer *w, unsigned depth)
{
    static const char *const name[] = { "i", "j", "k", "l" };
    return depth < 4 ? name[depth] : sx_c_text(w->arena, "i%u", depth + 1);
}

static size_t word_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

int sx_c_counter_of(const char *word, size_t length)
{
    if (length == 1 && *word >= 'i' && *word <= 'l')
        return *word - 'i';
    if (length < 2 || *word != 'i' || !isdigit((unsigned char)word[1]))
        return -1;
    char *end;
    long depth = strtol(word + 1, &end, 10);
    bool is_one = end == word + length && depth > 4 && depth <= SX_MAX_DEPTH;
    return is_one ? (int)depth - 1 : -1;
}

const char *sx_c_rename(sx_arena *arena, const char *text, sx_c_renaming *name,
                        const void *how)
{
    sx_buffer out = SX_BUFFER_INIT;
    for (bool quoted = false; *text;) {
        size_t n = quoted ? 0 : word_length(text);
        int counter = n ? sx_c_counter_of(text, n) : -1;
        quoted = quoted != (*text == '"');
        if (counter >= 0)
            sx_buffer_puts(&out, name(arena, counter, how));
        else
            sx_buffer_append(&out, text, n ? n : 1);
        text += n ? n : 1;
    }
    return sx_c_take(arena, &out);
}

/* Other names of a program begin in lower case, but for those of C and MPI. */
const char *sx_c_constant_name(sx_c_writer *w, unsigned constant)
{
    const char *name = word_of(w, w->trace->constant[constant].name);
    w->constant_used[constant] = true;
    if (sx_c_is_given(w, constant))
        sx_c_can_be_told(w, SX_C_PARAM);
    if (isupper((unsigned char)*name) && strpbrk(name, "0123456789"))
        return name;
    return sx_c_text(w->arena, "param_%s", name);
}

/* What the names of a communicator begin with; what they end in, no other name does. */
static const char *comm_word(sx_c_writer *w, uint32_t comm)
{
    const sx_comm *c = &w->trace->comm[comm];
    bool again = false;
    if (!c->name)
        return sx_c_text(w->arena, "%s%" PRIu32, sx_comm_kind_name(c->kind), comm);
    const char *word = word_of(w, c->name);
    for (uint32_t i = 0; i < w->trace->ncomms; i++)
        again = again || (i != comm && w->trace->comm[i].name &&
                          strcmp(word_of(w, w->trace->comm[i].name), word) == 0);
    return again ? sx_c_text(w->arena, "%s_%" PRIu32, word, comm) : word;
}

/* The name of a variable of a communicator; those of a row have an array. */
static const char *comm_variable(sx_c_writer *w, uint32_t comm, const char *what,
                                 bool *used)
{
    const uint32_t last = (uint32_t)w->trace->ncomms - 1;
    if (!sx_c_is_in_row(w, comm)) {
        used[comm] = true;
        return sx_c_text(w->arena, "%s_%s", comm_word(w, comm), what);
    }
    used[last] = true;
    if (comm == last && w->row_index)
        return sx_c_text(w->arena, "row_%s[%s]", what, w->row_index);
    return sx_c_text(w->arena, "row_%s[%" PRIu32 "]", what, comm - sx_c_first_in_row(w));
}

const char *sx_c_comm_name(sx_c_writer *w, uint32_t comm)
{
    if (comm < 2)
        return comm ? "MPI_COMM_SELF" : "MPI_COMM_WORLD";
    return comm_variable(w, comm, "comm", w->comm_used);
}

static bool is_variable(const sx_value *value, sx_var_kind kind)
{
    return value->kind == SX_VALUE_EXPR && value->expr->op == SX_EXPR_VAR &&
           value->expr->var == kind;
}

bool sx_c_comm_is_world(const sx_c_writer *w, uint32_t comm)
{
    if (comm < 2 || comm >= w->trace->ncomms)
        return comm == 0;
    if (sx_comm_rows(w->trace) > 1 && sx_c_is_in_row(w, comm))
        return false;
    const sx_comm *c = &w->trace->comm[comm];
    bool same_size =
        is_variable(&c->size, SX_VAR_P) ||
        (is_variable(&c->size, SX_VAR_COMM_SIZE) && sx_c_comm_is_world(w, c->parent));
    bool same_rank =
        is_variable(&c->rank, SX_VAR_RANK) ||
        (is_variable(&c->rank, SX_VAR_COMM_RANK) && sx_c_comm_is_world(w, c->parent));
    return same_size && same_rank;
}

const char *sx_c_comm_rank_name(sx_c_writer *w, uint32_t comm)
{
    if (comm == w->comm && w->comm_rank)
        return w->comm_rank;
    if (comm < 2)
        return comm ? "0" : "rank";
    if (sx_c_comm_is_world(w, comm))
        return "rank";
    return comm_variable(w, comm, "rank", w->comm_rank_used);
}

const char *sx_c_comm_size_name(sx_c_writer *w, uint32_t comm)
{
    if (comm == w->comm && w->comm_size)
        return w->comm_size;
    if (comm < 2)
        return comm ? "1" : "nranks";
    if (sx_c_comm_is_world(w, comm))
        return "nranks";
    return comm_variable(w, comm, "size", w->comm_size_used);
}

bool sx_c_is_mpi_constant(const char *name)
{
    size_t n = strlen(name);
    return strncmp(name, "MPI_", 4) == 0 &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == n;
}

const char *sx_c_type_name(sx_c_writer *w, uint32_t type)
{
    const sx_type *t = &w->trace->type[type];
    w->type_used[type] = true;
    if (t->combiner == SX_COMBINER_UNKNOWN && sx_c_is_mpi_constant(t->name))
        return t->name;
    return sx_c_text(w->arena, "type%" PRIu32, type);
}

const char *sx_c_redop_name(sx_c_writer *w, uint32_t redop)
{
    const char *name = w->trace->redop[redop];
    if (sx_c_is_mpi_constant(name))
        return name;
    sx_c_need(w, SX_C_ANY_OP);
    return "any_op()";
}

const char *sx_c_string(sx_c_writer *w, const char *text)
{
    const char *out = "\"";
    for (; *text && out; text++) {
        unsigned char c = (unsigned char)*text;
        bool plain = isalnum(c) || (c < 128 && strchr(" .,:;_+-*/()<>=[]{}!#$&'|~^@", c));
        out = plain ? sx_c_text(w->arena, "%s%c", out, c)
                    : sx_c_text(w->arena, "%s\\%03o", out, c);
    }
    return sx_c_text(w->arena, "%s\"", out);
}
