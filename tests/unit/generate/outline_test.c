/* Statements that are there more than once become functions: whatever loops they stand in, and only where they are the same. */
#include "tap.h"

#include "generate/c_outline.h"

#include <string.h>
#include <time.h>

static void check(const char *program, const char *want_main, const char *want_functions)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace = { .p = 0 };
    sx_generate_options options = { .site = NULL };
    sx_c_writer w = { .arena = arena, .trace = &trace, .options = &options };
    sx_buffer text = SX_BUFFER_INIT, functions = SX_BUFFER_INIT;
    sx_c_outline(&w, program, strlen(program), &text, &functions);
    const char *made = functions.data ? functions.data : "";
    ok(strcmp(text.data, want_main) == 0, "main, of %zu characters", text.size);
    ok(strcmp(made, want_functions) == 0, "functions, of %zu characters", functions.size);
    sx_buffer_finish(&text);
    sx_buffer_finish(&functions);
    sx_arena_destroy(arena);
}

/* Counters have other names further inside; that of a loop around becomes a parameter. */
static void other_loops(void)
{
    check("    for (long i = 0; i < 9; i++) {\n"
          "        first(i);\n"
          "        for (long j = 0; j < n; j++)\n"
          "            MPI_Send(i, j, \"i\");\n"
          "        MPI_Recv(i);\n"
          "        last(i);\n"
          "    }\n"
          "    for (long i = 0; i < 2; i++)\n"
          "        for (long j = 0; j < 9; j++) {\n"
          "            first(j);\n"
          "            for (long k = 0; k < n; k++)\n"
          "                MPI_Send(j, k, \"i\");\n"
          "            MPI_Recv(j);\n"
          "            last(j);\n"
          "        }\n"
          "    MPI_Barrier();\n"
          "    for (long i = 0; i < 9; i++) {\n"
          "        first(i);\n"
          "        for (long j = 0; j < n; j++)\n"
          "            MPI_Send(i, j, \"i\");\n"
          "        MPI_Recv(i);\n"
          "        last(i);\n"
          "    }\n",
          "    exchange1();\n"
          "    for (long i = 0; i < 2; i++)\n"
          "        exchange1();\n"
          "    MPI_Barrier();\n"
          "    exchange1();\n",
          "\nstatic void exchange1(void)\n{\n"
          "    for (long i = 0; i < 9; i++) {\n"
          "        first(i);\n"
          "        for (long j = 0; j < n; j++)\n"
          "            MPI_Send(i, j, \"i\");\n"
          "        MPI_Recv(i);\n"
          "        last(i);\n"
          "    }\n"
          "}\n");
    check("    for (long i = 0; i < 9; i++) {\n"
          "        one(i);\n        two(i);\n        three(i);\n        four(i);\n"
          "        five(i);\n        six(i);\n        own(i);\n"
          "    }\n"
          "    for (long i = 0; i < 2; i++)\n"
          "        for (long j = 0; j < 9; j++) {\n"
          "            one(j);\n            two(j);\n            three(j);\n"
          "            four(j);\n            five(j);\n            six(j);\n"
          "        }\n",
          "    for (long i = 0; i < 9; i++) {\n"
          "        part1(i);\n"
          "        own(i);\n"
          "    }\n"
          "    for (long i = 0; i < 2; i++)\n"
          "        for (long j = 0; j < 9; j++)\n"
          "            part1(j);\n",
          "\nstatic void part1(long i)\n{\n"
          "    one(i);\n    two(i);\n    three(i);\n    four(i);\n    five(i);\n    "
          "six(i);\n"
          "}\n");
}

/* The counters of two loops are not one. */
static void mixed_loops(void)
{
    const char *text = "    for (long i = 0; i < 9; i++)\n"
                       "        for (long j = 0; j < 9; j++) {\n"
                       "            one(i);\n            two(j);\n            three(i);\n"
                       "            four(j);\n            five(i);\n            six(j);\n"
                       "            Barrier();\n"
                       "            one(j);\n            two(j);\n            three(j);\n"
                       "            four(i);\n            five(j);\n            six(i);\n"
                       "        }\n";
    check(text, text, "");
}

/* What calls of messages say becomes parameters, which are as many as differ; not what hangs on a loop inside. */
static void parameters(void)
{
    check("    MPI_Irecv(IN(n, MPI_INT), east, 1, comm, post());\n"
          "    MPI_Send(OUT(f(1, 2), MPI_INT), east, 7, comm);\n"
          "    MPI_Wait(latest(1), MPI_STATUS_IGNORE);\n"
          "    MPI_Barrier(comm);\n"
          "    for (long i = 0; i < 9; i++) {\n"
          "        MPI_Irecv(IN(n, MPI_INT), at(i), 2, comm, post());\n"
          "        MPI_Send(OUT(f(3, 4), MPI_INT), at(i), 7, comm);\n"
          "        MPI_Wait(latest(1), MPI_STATUS_IGNORE);\n"
          "        MPI_Barrier(comm);\n"
          "    }\n"
          "    MPI_Irecv(IN(n, MPI_INT), up, 1, comm, post());\n"
          "    MPI_Send(OUT(f(1, 2), MPI_INT), up, 7, comm);\n"
          "    MPI_Wait(latest(1), MPI_STATUS_IGNORE);\n"
          "    MPI_Barrier(comm);\n"
          "    MPI_Irecv(IN(n, MPI_INT), west, 3, comm, post());\n"
          "    MPI_Send(OUT(n, MPI_INT), west, 7, comm);\n"
          "    MPI_Wait(latest(1), MPI_STATUS_IGNORE);\n"
          "    MPI_Barrier(comm);\n",
          "    exchange1(east, 1, f(1, 2));\n"
          "    for (long i = 0; i < 9; i++)\n"
          "        exchange1(at(i), 2, f(3, 4));\n"
          "    exchange1(up, 1, f(1, 2));\n"
          "    exchange1(west, 3, n);\n",
          "\nstatic void exchange1(long peer, long tag, long size)\n{\n"
          "    MPI_Irecv(IN(n, MPI_INT), peer, tag, comm, post());\n"
          "    MPI_Send(OUT(size, MPI_INT), peer, 7, comm);\n"
          "    MPI_Wait(latest(1), MPI_STATUS_IGNORE);\n"
          "    MPI_Barrier(comm);\n"
          "}\n");
    const char *inside = "    for (long i = 0; i < 9; i++)\n"
                         "        MPI_Send(OUT(1, MPI_INT), at(i), 7, comm);\n"
                         "    A();\n    B();\n    C();\n    X();\n"
                         "    for (long i = 0; i < 9; i++)\n"
                         "        MPI_Send(OUT(1, MPI_INT), at(i + 1), 7, comm);\n"
                         "    A();\n    B();\n    C();\n    Y();\n"
                         "    for (long i = 0; i < 9; i++)\n"
                         "        MPI_Send(OUT(1, MPI_INT), at(i + 2), 7, comm);\n"
                         "    A();\n    B();\n    C();\n    Z();\n";
    check(inside, inside, "");
}

/* Messages that differ in what they say and in who has them are rows of a table, and sends over the same rows share it. */
static void rows(void)
{
    const char *table = "    const struct message1 {\n"
                        "        long there, size, peer, tag;\n"
                        "    } message1[] = {\n"
                        "        { x > 0, n, rank - 1, 1 },\n"
                        "        { x < 9, n, rank + 1, 2 },\n"
                        "        { y > 0, m, rank % nranks, 3 },\n"
                        "        { y < 9, m, rank + 9, 4 },\n"
                        "        { z > 0, 1, 5, 5 },\n"
                        "    };\n"
                        "    for (const struct message1 *m = message1; m < message1 + 5; "
                        "m++)\n"
                        "        if (m->there)\n"
                        "            MPI_Irecv(IN(m->size, MPI_INT), m->peer, m->tag, "
                        "comm, post());\n"
                        "    for (const struct message1 *m = message1; m < message1 + 5; "
                        "m++)\n"
                        "        if (m->there)\n"
                        "            MPI_Isend(OUT(m->size, MPI_INT), m->peer, 7, comm, "
                        "post());\n"
                        "    MPI_Barrier(comm);\n";
    check("    if (x > 0)\n"
          "        MPI_Irecv(IN(n, MPI_INT), rank - 1, 1, comm, post());\n"
          "    if (x < 9)\n"
          "        MPI_Irecv(IN(n, MPI_INT), rank + 1, 2, comm, post());\n"
          "    if (y > 0)\n"
          "        MPI_Irecv(IN(m, MPI_INT), rank % nranks, 3, comm, post());\n"
          "    if (y < 9)\n"
          "        MPI_Irecv(IN(m, MPI_INT), rank + 9, 4, comm, post());\n"
          "    if (z > 0)\n"
          "        MPI_Irecv(IN(1, MPI_INT), 5, 5, comm, post());\n"
          "    if (x > 0)\n"
          "        MPI_Isend(OUT(n, MPI_INT), rank - 1, 7, comm, post());\n"
          "    if (x < 9)\n"
          "        MPI_Isend(OUT(n, MPI_INT), rank + 1, 7, comm, post());\n"
          "    if (y > 0)\n"
          "        MPI_Isend(OUT(m, MPI_INT), rank % nranks, 7, comm, post());\n"
          "    if (y < 9)\n"
          "        MPI_Isend(OUT(m, MPI_INT), rank + 9, 7, comm, post());\n"
          "    if (z > 0)\n"
          "        MPI_Isend(OUT(1, MPI_INT), 5, 7, comm, post());\n"
          "    MPI_Barrier(comm);\n",
          table, "");
}

static void write_receives(char *text, size_t room, const char *last)
{
    size_t n = 0;
    for (int k = 0; k < 12; k++)
        n += (size_t)snprintf(
            text + n, room - n,
            "    if (x > %d)\n        MPI_Recv(IN(%s, MPI_INT), %d, 7, comm);\n", k,
            k == 11 ? last : "n", k + 3);
}

/* All rows are read, whatever their conditions say: nothing is divided by 0 in any, and no function called. */
static void rows_apart(void)
{
    static const char *const last[] = { "n / x", "n % x", "f(x)", "1 << x", "n / 0" };
    char text[2000];
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
        write_receives(text, sizeof text, last[i]);
        check(text, text, "");
    }
    sx_buffer table = SX_BUFFER_INIT;
    sx_buffer_puts(&table,
                   "    const struct message1 {\n        long there, size, peer;\n"
                   "    } message1[] = {\n");
    for (int k = 0; k < 12; k++)
        sx_buffer_printf(&table, "        { x > %d, %s, %d },\n", k,
                         k == 11 ? "n / 7" : "n", k + 3);
    sx_buffer_puts(
        &table, "    };\n"
                "    for (const struct message1 *m = message1; m < message1 + 12; m++)\n"
                "        if (m->there)\n"
                "            MPI_Recv(IN(m->size, MPI_INT), m->peer, 7, comm);\n");
    write_receives(text, sizeof text, "n / 7");
    check(text, table.data, "");
    sx_buffer_finish(&table);
}

/* Long programs take little time, whatever they say: sends and receives at random. */
static void long_programs(void)
{
    static const char *const call[] = { "    MPI_Send(OUT(%u, MPI_INT), 1, %u, comm);\n",
                                        "    MPI_Recv(IN(%u, MPI_INT), 1, %u, comm);\n",
                                        "    MPI_Bcast(IN(%u, %u));\n",
                                        "    MPI_Barrier(comm);\n" };
    sx_arena *arena = sx_arena_create();
    sx_trace trace = { .p = 0 };
    sx_generate_options options = { .site = NULL };
    sx_c_writer w = { .arena = arena, .trace = &trace, .options = &options };
    sx_buffer program = SX_BUFFER_INIT, text = SX_BUFFER_INIT, functions = SX_BUFFER_INIT;
    uint32_t state = 4;
    for (int i = 0; i < 1900; i++) {
        state = state * 1664525 + 1013904223;
        sx_buffer_printf(&program, call[state >> 31], state >> 10 & 63, state >> 16 & 63);
    }
    clock_t begin = clock();
    sx_c_outline(&w, program.data, program.size, &text, &functions);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ok(seconds < 4, "1900 calls take %.1f s",
       seconds); /* 0.3; 8 when every run was weighed in full */
    sx_buffer_finish(&program);
    sx_buffer_finish(&text);
    sx_buffer_finish(&functions);
    sx_arena_destroy(arena);
}

int main(void)
{
    long_programs();
    parameters();
    rows();
    rows_apart();
    other_loops();
    mixed_loops();
    return tap_done();
}
