#include "anonymous.h"

#include "io/text.h"
#include "options.h"
#include "trace/anonymous.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIPES_TRIED = 100 };

sx_status tool_write_trace(sx_arena *arena, const char *path, const sx_trace *trace,
                           bool anonymous, sx_error *err)
{
    sx_trace nameless = *trace;
    sx_status status =
        anonymous ? sx_trace_anonymous(arena, trace, &nameless, err) : SX_OK;
    return status ? status : sx_text_write_file(path, &nameless, err);
}

/* Ranks on other machines may have the same number and make one in the same folder. */
char *tool_relay_make(const char *output)
{
    for (int i = 0; i < PIPES_TRIED; i++) {
        char *path = NULL;
        if (asprintf(&path, "%s.%d.%d", output, (int)getpid(), i) < 0)
            return NULL;
        if (mkfifo(path, 0600) == 0)
            return path;
        free(path);
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

/* All that is in the pipe now. */
static void drain(int fd, sx_buffer *text)
{
    char some[65536];
    ssize_t n;
    while ((n = read(fd, some, sizeof some)) > 0)
        sx_buffer_append(text, some, (size_t)n);
}

const char tool_no_trace[] =
    "scalatrace: no trace was written: not all ranks came to MPI_Finalize\n";

/* Until the process has ended: reads the pipe, and hands signals on. Returns the status of the process. */
static int attend(pid_t child, int fd, int signals, sx_buffer *text)
{
    struct pollfd source[] = { { .fd = fd, .events = POLLIN },
                               { .fd = signals, .events = POLLIN } };
    struct signalfd_siginfo got;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        poll(source, 2, -1);
        drain(fd, text);
        if (read(signals, &got, sizeof got) == sizeof got && got.ssi_signo != SIGCHLD)
            kill(child, (int)got.ssi_signo);
    }
    drain(fd, text);
    return status;
}

/* What came through the pipe; a rank that writes no trace sends nothing. */
static sx_status pass_on(const sx_buffer *text, const char *output, sx_error *err)
{
    sx_trace trace;
    sx_status status = sx_buffer_status(text);
    if (text->size == 0 && !status)
        return SX_OK;
    sx_arena *arena = sx_arena_create();
    if (status || !arena)
        status = sx_fail(err, SX_NOMEM, "out of memory");
    if (!status)
        status =
            sx_text_read(arena, "recorded trace", text->data, text->size, &trace, err);
    if (!status)
        status = tool_write_trace(arena, output, &trace, true, err);
    sx_arena_destroy(arena);
    return status;
}

static int end_as(int status, const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : SX_EXIT_FAILED;
}

int tool_relay(const char *pipe, const char *output, bool needs_trace)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_error err = { 0 };
    sigset_t handed_on, before;
    sigemptyset(&handed_on);
    static const int number[] = { SIGCHLD, SIGHUP,  SIGINT,  SIGQUIT,
                                  SIGTERM, SIGUSR1, SIGUSR2, SIGCONT };
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        sigaddset(&handed_on, number[i]);
    sigprocmask(SIG_BLOCK, &handed_on, &before);
    int signals = signalfd(-1, &handed_on, SFD_NONBLOCK | SFD_CLOEXEC);
    int fd = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC); /* so that it has no end */
    pid_t parent = getpid(), child = signals < 0 || fd < 0 ? -1 : fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent)
            _exit(SX_EXIT_FAILED);
        sigprocmask(SIG_SETMASK, &before, NULL);
        return -1;
    }
    if (child < 0)
        fprintf(stderr, "scalatrace: cannot start a process: %s\n", strerror(errno));
    int status = child < 0 ? SX_EXIT_FAILED << 8 : attend(child, fd, signals, &text);
    unlink(pipe);
    if (status == 0 && needs_trace && text.size == 0) {
        fprintf(stderr, "%s", tool_no_trace);
        status = SX_EXIT_FAILED << 8;
    } else if (pass_on(&text, output, &err))
        fprintf(stderr, "scalatrace: no trace was written: %s%s%s\n", err.file,
                *err.file ? ": " : "", err.text);
    sx_buffer_finish(&text);
    close(fd);
    close(signals);
    return end_as(status, &before);
}
