#include "io/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sx_status io_failed(sx_error *err, const char *name)
{
    return sx_fail_at(err, SX_IO, name, 0, "%s", strerror(errno));
}

/* Reading */

static sx_status open_for_reading(const char *path, const char *what, size_t most,
                                  int *ret_fd, sx_error *err)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return io_failed(err, path);
    sx_status status = SX_OK;
    if (fstat(fd, &info) != 0)
        status = io_failed(err, path);
    else if (S_ISDIR(info.st_mode))
        status =
            sx_fail_at(err, SX_IO, path, 0, "expected a %s, found a directory", what);
    else if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode))
        status = sx_fail_at(err, SX_IO, path, 0, "expected a %s, found a device", what);
    else if (info.st_size > (off_t)most)
        status = sx_fail_at(err, SX_IO, path, 0, "the file is larger than any %s", what);
    if (status)
        close(fd);
    else
        *ret_fd = fd;
    return status;
}

/* Up to the end, whatever the size is said to be: it may be a pipe, or grow. */
static sx_status read_all(int fd, const char *name, size_t most, sx_buffer *text,
                          sx_error *err)
{
    char chunk[1 << 16];
    for (;;) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return io_failed(err, name);
        if (n == 0)
            return SX_OK;
        if ((size_t)n > most - text->size)
            return sx_fail_at(err, SX_LIMIT, name, 0, "more than %zu bytes", most);
        sx_buffer_append(text, chunk, (size_t)n);
        if (sx_buffer_status(text))
            return sx_fail_at(err, SX_NOMEM, name, 0, "out of memory");
    }
}

static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

sx_status sx_text_read_bytes(const char *path, const char *what, size_t most,
                             sx_buffer *ret_text, sx_error *err)
{
    bool standard = strcmp(path, "-") == 0;
    int fd = STDIN_FILENO;
    sx_status status = standard ? SX_OK : open_for_reading(path, what, most, &fd, err);
    if (status)
        return status;
    status = read_all(fd, name_of(path), most, ret_text, err);
    if (!standard)
        close(fd);
    return status;
}

sx_status sx_text_read_file(sx_arena *arena, const char *path, sx_trace *ret_trace,
                            sx_error *err)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_status status = sx_text_read_bytes(path, "trace", SX_TEXT_MAX_SIZE, &text, err);
    if (!status)
        status = sx_text_read(arena, name_of(path), text.data ? text.data : "", text.size,
                              ret_trace, err);
    sx_buffer_finish(&text);
    return status;
}

/* Writing */

static sx_status write_all(int fd, const char *name, const sx_buffer *text, sx_error *err)
{
    for (size_t done = 0; done < text->size;) {
        ssize_t n = write(fd, text->data + done, text->size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return io_failed(err, name);
        done += (size_t)n;
    }
    return SX_OK;
}

/* Closes as well: some file systems report a full disk only then. */
static sx_status write_and_close(int fd, const char *name, const sx_buffer *text,
                                 sx_error *err)
{
    sx_status status = write_all(fd, name, text, err);
    if (close(fd) != 0 && !status)
        status = io_failed(err, name);
    return status;
}

/* Through a temporary file beside `path`, so that a reader of `path` sees the old file or
 * the whole new one. */
static sx_status replace_file(const char *path, const sx_buffer *text, sx_error *err)
{
    size_t size = strlen(path) + 32;
    char *temporary = malloc(size);
    if (!temporary)
        return sx_fail(err, SX_NOMEM, "out of memory");
    snprintf(temporary, size, "%s.%ld.tmp", path, (long)getpid());
    sx_status status;
    unlink(temporary); /* left by a process of the same number that was killed */
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        status = io_failed(err, path);
    } else {
        status = write_and_close(fd, path, text, err);
        if (!status && rename(temporary, path) != 0)
            status = io_failed(err, path);
        if (status)
            unlink(temporary);
    }
    free(temporary);
    return status;
}

/* A pipe or a device is written to, not replaced; of a symbolic link, what it leads to.
 */
static sx_status write_path(const char *path, const sx_buffer *text, sx_error *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return replace_file(path, text, err);
    if (S_ISDIR(info.st_mode))
        return sx_fail_at(err, SX_IO, path, 0,
                          "expected a file to write, found a directory");
    if (!S_ISREG(info.st_mode)) {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        return fd < 0 ? io_failed(err, path) : write_and_close(fd, path, text, err);
    }
    char *target = realpath(path, NULL);
    if (!target)
        return io_failed(err, path);
    sx_status status = replace_file(target, text, err);
    free(target);
    return status;
}

sx_status sx_text_write_buffer(const char *path, const sx_buffer *text, sx_error *err)
{
    sx_status status = sx_buffer_status(text);
    if (status)
        return sx_fail_at(err, status, path, 0, "cannot be written: %s",
                          sx_status_text(status));
    return strcmp(path, "-") == 0 ? write_all(STDOUT_FILENO, "standard output", text, err)
                                  : write_path(path, text, err);
}

sx_status sx_text_write_file(const char *path, const sx_trace *trace, sx_error *err)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_text_write(&text, trace);
    sx_status status = sx_text_write_buffer(path, &text, err);
    sx_buffer_finish(&text);
    return status;
}
