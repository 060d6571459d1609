/* Files: what is read, what is replaced, and what is refused. */
#include "io/text.h"
#include "tap.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char small[] =
    "scalatrace 1\nranks 4\ncomm 0 world\ncomm 1 self\nprogram\nend\n";

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static const char *get(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    text[0] = '\0';
    if (file) {
        text[fread(text, 1, size - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

static void read_fails(sx_arena *arena, const char *path, const char *expected)
{
    sx_trace trace = { .p = -1 };
    sx_error err = { 0 };
    sx_status status = sx_text_read_file(arena, path, &trace, &err);
    ok(status != SX_OK && trace.p == -1 && strcmp(err.file, path) == 0 &&
           strstr(err.text, expected),
       "%s is refused: %s", path, err.text);
}

static void reading(sx_arena *arena)
{
    sx_trace trace = { 0 };
    sx_error err = { 0 };
    put("small", small);
    is_int(sx_text_read_file(arena, "small", &trace, &err), SX_OK, "a file");
    is_int(trace.p, 4, "its ranks");
    read_fails(arena, ".", "directory");
    read_fails(arena, "none", "No such file");
    read_fails(arena, "/dev/null", "device");
    put("empty", "");
    read_fails(arena, "empty", "empty file");
    int pipe_fd[2];
    if (pipe(pipe_fd) == 0 && write(pipe_fd[1], small, strlen(small)) > 0) {
        char path[64];
        snprintf(path, sizeof path, "/dev/fd/%d", pipe_fd[0]);
        close(pipe_fd[1]);
        sx_status status = sx_text_read_file(arena, path, &trace, &err);
        is_int(status, SX_OK, "a pipe");
        close(pipe_fd[0]);
    }
    FILE *huge = fopen("huge", "w");
    if (huge && ftruncate(fileno(huge), (off_t)SX_TEXT_MAX_SIZE + 1) == 0)
        read_fails(arena, "huge", "larger");
    if (huge)
        fclose(huge);
    int in = open("small", O_RDONLY), saved = dup(STDIN_FILENO);
    dup2(in, STDIN_FILENO);
    sx_status status = sx_text_read_file(arena, "-", &trace, &err);
    is_int(status, SX_OK, "the standard input");
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(in);
}

static void writing(sx_arena *arena)
{
    sx_trace trace = { 0 };
    sx_error err = { 0 };
    struct stat info;
    char text[200];
    is_int(sx_text_read(arena, "small", small, strlen(small), &trace, &err), SX_OK,
           "a trace");
    is_int(sx_text_write_file("new", &trace, &err), SX_OK, "a new file");
    ok(strcmp(get("new", text, sizeof text), small) == 0, "has the text");
    put("old", "something much longer than the text of the small trace, which replaces "
               "all of it");
    is_int(sx_text_write_file("old", &trace, &err), SX_OK, "an old file");
    ok(strcmp(get("old", text, sizeof text), small) == 0, "is replaced");
    if (symlink("old", "link") == 0) {
        put("old", "old");
        is_int(sx_text_write_file("link", &trace, &err), SX_OK, "a link");
        ok(lstat("link", &info) == 0 && S_ISLNK(info.st_mode), "stays a link");
        ok(strcmp(get("old", text, sizeof text), small) == 0,
           "what it leads to is replaced");
    }
    is_int(sx_text_write_file("/dev/null", &trace, &err), SX_OK,
           "a device is written to");
    ok(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode), "and stays one");
    is_int(sx_text_write_file(".", &trace, &err), SX_IO, "a directory is refused");
    is_int(sx_text_write_file("none/new", &trace, &err), SX_IO,
           "so is a folder that is not there");
    ok(strcmp(err.file, "none/new") == 0 && strstr(err.text, "No such file"),
       "by name: %s", err.text);
    is_int(sx_text_write_file("/dev/full", &trace, &err), SX_IO,
           "a full disk is an error");
    snprintf(text, sizeof text, "new.%ld.tmp", (long)getpid());
    ok(access(text, F_OK) != 0, "no temporary file is left");
}

int main(void)
{
    char folder[] = "/tmp/sx-io-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    sx_arena *arena = sx_arena_create();
    reading(arena);
    writing(arena);
    sx_arena_destroy(arena);
    static const char *const made[] = { "small", "empty", "huge", "new", "old", "link" };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        unlink(made[i]);
    ok(chdir("/") == 0 && rmdir(folder) == 0, "nothing else is left");
    return tap_done();
}
