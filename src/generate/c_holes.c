#include "generate/c_holes.h"

#include <ctype.h>
#include <string.h>

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_message(const char *text)
{
    static const char *const calls[] = { "MPI_Send(",  "MPI_Isend(",    "MPI_Recv(",
                                         "MPI_Irecv(", "MPI_Sendrecv(", "MPI_Ssend(" };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (begins(text, calls[i]))
            return true;
    return false;
}

/* Behind the argument that begins there. */
static size_t argument_end(const char *text, size_t at)
{
    int depth = 0;
    for (; text[at]; at++) {
        if (strchr("([{", text[at]))
            depth++;
        else if (strchr(")]}", text[at]) && depth-- == 0)
            break;
        else if (text[at] == ',' && depth == 0)
            break;
    }
    return at;
}

/* Has it a counter of no loop around the statement? */
static bool is_bound(const char *text, size_t length, int loops)
{
    for (size_t i = 0; i < length;) {
        size_t n = 0;
        while (i + n < length &&
               (isalnum((unsigned char)text[i + n]) || text[i + n] == '_'))
            n++;
        if (n > 0 && sx_c_counter_of(text + i, n) >= loops)
            return true;
        i += n ? n : 1;
    }
    return false;
}

static int add(const char *text, size_t at, size_t end, const char *role, int loops,
               sx_c_hole *hole, int n)
{
    bool is_other = begins(text + at, "MPI_") || is_bound(text + at, end - at, loops);
    if (is_other || n == SX_C_LINE_HOLES)
        return n;
    hole[n] = (sx_c_hole) { at, end - at, role };
    return n + 1;
}

int sx_c_holes(const char *text, int loops, sx_c_hole ret_hole[SX_C_LINE_HOLES])
{
    int n = 0, behind = 2; /* arguments since the buffer */
    if (!is_message(text))
        return 0;
    size_t at = strcspn(text, "(") + 1, end;
    for (; text[at]; at = end + strspn(text + end, ", ")) {
        end = argument_end(text, at);
        if (text[end] != ',')
            break;
        if (begins(text + at, "OUT(") || begins(text + at, "IN(")) {
            size_t count = at + strcspn(text + at, "(") + 1;
            n = add(text, count, argument_end(text, count), "size", loops, ret_hole, n);
            behind = 0;
        } else if (behind < 2) {
            n = add(text, at, end, behind == 0 ? "peer" : "tag", loops, ret_hole, n);
            behind++;
        }
    }
    return n;
}

const char *sx_c_fill(sx_arena *arena, const char *text, const sx_c_hole *hole, int n,
                      const char *const *name)
{
    const char *out = "";
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        if (!name[i])
            continue;
        out =
            sx_c_text(arena, "%s%.*s%s", out, (int)(hole[i].at - at), text + at, name[i]);
        at = hole[i].at + hole[i].length;
    }
    return sx_c_text(arena, "%s%s", out, text + at);
}
