#include "report/kinds.h"

#include <string.h>

/* Words between spaces; that of a type is behind MPI_, without the size of those that have it in their names. */
static const struct {
    const char *kind, *words;
} kinds[] = {
    { "integer", " SIGNED_CHAR UNSIGNED_CHAR SHORT UNSIGNED_SHORT INT UNSIGNED "
                 "LONG UNSIGNED_LONG LONG_LONG LONG_LONG_INT "
                 "UNSIGNED_LONG_LONG AINT OFFSET COUNT WCHAR C_BOOL CXX_BOOL BOOL "
                 "INTEGER LOGICAL " },
    { "real", " FLOAT DOUBLE LONG_DOUBLE REAL DOUBLE_PRECISION " },
    { "complex", " COMPLEX DOUBLE_COMPLEX C_COMPLEX C_FLOAT_COMPLEX C_DOUBLE_COMPLEX "
                 "C_LONG_DOUBLE_COMPLEX CXX_FLOAT_COMPLEX "
                 "CXX_DOUBLE_COMPLEX CXX_LONG_DOUBLE_COMPLEX CXX_COMPLEX " },
    { "bytes", " BYTE CHAR CHARACTER PACKED " },
    { "integer pair", " 2INT 2INTEGER 2LONG " },
    { "real pair", " 2REAL 2DOUBLE_PRECISION 2FLOAT 2DOUBLE " },
};

static bool is_fixed_width(const char *word, size_t length)
{
    static const char *const name[] = { "INT8_T",  "INT16_T",  "INT32_T",  "INT64_T",
                                        "UINT8_T", "UINT16_T", "UINT32_T", "UINT64_T" };
    bool found = false;
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        found =
            found || (strlen(name[i]) == length && strncmp(word, name[i], length) == 0);
    return found;
}

const char *sx_type_kind(const char *name)
{
    char word[64] = " ";
    if (strncmp(name, "MPI_", 4) != 0 || strlen(name) > 48)
        return name;
    const char *text = name + 4;
    size_t length = strlen(text);
    if (is_fixed_width(text, length))
        return "integer";
    while (length > 0 && strchr("0123456789", text[length - 1])) /* MPI_REAL8 */
        length--;
    if (length == 0 || strchr(text, ' '))
        return name;
    memcpy(word + 1, text, length);
    strcpy(word + 1 + length, " ");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(kinds[i].words, word))
            return kinds[i].kind;
    return name;
}

sx_status sx_types_by_kind(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    sx_type *type = sx_arena_copy(arena, trace->type, trace->ntypes, sizeof *type);
    if (!type)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < trace->ntypes; i++)
        if (type[i].combiner == SX_COMBINER_UNKNOWN)
            type[i].name = sx_type_kind(type[i].name);
    trace->type = type;
    return SX_OK;
}
