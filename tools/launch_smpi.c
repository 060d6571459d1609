#include "launch_smpi.h"

#include "options.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_RUNNABLE = 126, NOT_FOUND = 127 };

static int fail(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("scalatrace: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return status;
}

/* The file that a shell would run; SMPI wants to know it too. 0, or why there is none (errno). */
static int find_program(const char *name, char path[PATH_MAX])
{
    const char *folder = strchr(name, '/') ? "" : getenv("PATH");
    int reason = ENOENT;
    for (; folder; folder = strchr(folder, ':') ? strchr(folder, ':') + 1 : NULL) {
        int length = (int)strcspn(folder, ":");
        snprintf(path, PATH_MAX, "%.*s%s%s", length, folder, length ? "/" : "", name);
        struct stat file;
        if (stat(path, &file) != 0)
            continue;
        if (S_ISREG(file.st_mode) && access(path, X_OK) == 0)
            return 0;
        reason = S_ISDIR(file.st_mode) ? EISDIR : EACCES;
    }
    return reason;
}

/* smpicc and smpif90 link with libsimgrid, whose name then stands in the file. */
static bool is_for_smpi(const char *path)
{
    static const char mark[] = "libsimgrid.so";
    struct stat file;
    bool found = false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &file) == 0 && file.st_size > 0) {
        size_t size = (size_t)file.st_size;
        void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            found = memcmp(bytes, "\177ELF", size < 4 ? size : 4) == 0 &&
                    memmem(bytes, size, mark, sizeof mark - 1) != NULL;
            munmap(bytes, size);
        }
    }
    if (fd >= 0)
        close(fd);
    return found;
}

/* A new folder; in memory where there is a file system for that, since SMPI copies the program for
 * each rank. */
static bool make_folder(char folder[PATH_MAX])
{
    const char *other = getenv("TMPDIR");
    snprintf(folder, PATH_MAX, "/dev/shm/scalatrace.XXXXXX");
    if (mkdtemp(folder))
        return true;
    snprintf(folder, PATH_MAX, "%s/scalatrace.XXXXXX", other && *other ? other : "/tmp");
    return mkdtemp(folder) != NULL;
}

/* With what SMPI left in it when it was interrupted. */
static void remove_folder(const char *folder)
{
    DIR *files = opendir(folder);
    struct dirent *file;
    while (files && (file = readdir(files)))
        unlinkat(dirfd(files), file->d_name, 0);
    if (files)
        closedir(files);
    rmdir(folder);
}

static FILE *create(const char *folder, const char *name)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "we");
}

static void write_quoted(FILE *file, const char *text)
{
    fputc('\'', file);
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", file);
        else
            fputc(*text, file);
    }
    fputc('\'', file);
}

/* A processor counts as fast as this machine's: host-speed below is the same number. */
static bool write_platform(const char *folder, int ranks)
{
    FILE *file = create(folder, "platform.xml");
    if (!file)
        return false;
    fprintf(file,
            "<?xml version='1.0'?>\n"
            "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
            "<platform version=\"4.1\">\n"
            "  <cluster id=\"cluster\" prefix=\"node-\" suffix=\"\" radical=\"0-%d\"\n"
            "           speed=\"10Gf\" bw=\"12.5GBps\" lat=\"1us\"\n"
            "           loopback_bw=\"10GBps\" loopback_lat=\"200ns\"/>\n"
            "</platform>\n",
            ranks - 1);
    return fclose(file) == 0;
}

static bool write_hosts(const char *folder, int ranks)
{
    FILE *file = create(folder, "hosts");
    for (int i = 0; file && i < ranks; i++)
        fprintf(file, "node-%d\n", i);
    return file && fclose(file) == 0;
}

static bool is_for_simulator(const char *argument)
{
    return strncmp(argument, "--cfg=", 6) == 0 || strncmp(argument, "--log=", 6) == 0;
}

/* What smpirun starts instead of its own command, which comes as arguments: smpirun itself would break the
 * program's arguments at blanks, and run under LD_PRELOAD. */
static bool write_starter(const char *folder, const char *preload, char **argv)
{
    const char *temporary = getenv("TMPDIR");
    FILE *file = create(folder, "start");
    if (!file)
        return false;
    fputs(temporary ? "export TMPDIR=" : "unset TMPDIR", file);
    if (temporary)
        write_quoted(file, temporary);
    fputs("\nLD_PRELOAD=", file);
    write_quoted(file, preload);
    fputs("\nexport LD_PRELOAD\nexec \"$@\" --", file);
    for (char **at = argv + 1; *at; at++) {
        if (is_for_simulator(*at))
            continue;
        fputc(' ', file);
        write_quoted(file, *at);
    }
    fputc('\n', file);
    return fclose(file) == 0;
}

/* Collective algorithms that simulate quickly: `pair` wants a power of two. */
static void run_smpirun(const char *folder, const char *program, int ranks, char **argv)
{
    char count[16], platform[PATH_MAX + 16], hosts[PATH_MAX + 16], start[PATH_MAX + 16];
    bool pair = (ranks & (ranks - 1)) == 0;
    size_t n = 0, given = 0;
    while (argv[given])
        given++;
    const char **line = calloc(given + 24, sizeof *line);
    if (!line)
        _exit(fail(SX_EXIT_FAILED, "out of memory"));
    snprintf(count, sizeof count, "%d", ranks);
    snprintf(platform, sizeof platform, "%s/platform.xml", folder);
    snprintf(hosts, sizeof hosts, "%s/hosts", folder);
    snprintf(start, sizeof start, "sh %s/start", folder);
    const char *const own[] = {
        "smpirun",
        "-np",
        count,
        "-platform",
        platform,
        "-hostfile",
        hosts,
        "-quiet",
        "-wrapper",
        start,
        "--log=root.thres:critical",
        "--cfg=smpi/privatization:dlopen",
        "--cfg=smpi/host-speed:10Gf",
        pair ? "--cfg=smpi/alltoall:pair" : "--cfg=smpi/alltoall:ring",
        pair ? "--cfg=smpi/alltoallv:pair" : "--cfg=smpi/alltoallv:ring"
    };
    memcpy(line, own, sizeof own);
    n = sizeof own / sizeof own[0];
    for (char **at = argv + 1; *at; at++) {
        if (is_for_simulator(*at))
            line[n++] = *at;
    }
    line[n] = program;
    setenv("TMPDIR", folder, 1);
    execvp(line[0], (char **)line);
    _exit(fail(SX_EXIT_FAILED, "cannot run smpirun: %s", strerror(errno)));
}

/* The signals to hand on, and SIGCHLD. */
static void block_signals(sigset_t *ret_signals)
{
    static const int ending[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
    struct sigaction action;
    sigemptyset(ret_signals);
    sigaddset(ret_signals, SIGCHLD);
    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++) {
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(ret_signals, ending[i]);
    }
    sigprocmask(SIG_BLOCK, ret_signals, NULL);
}

/* Waits for smpirun, and after a signal, which goes on to it, for what it has started too, so that nobody is
 * left in the folder. *ret_signal is the last one, 0 for none. */
static int wait_for(pid_t child, const sigset_t *signals, int *ret_signal)
{
    int status = 0, got;
    *ret_signal = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (sigwait(signals, &got) != 0 || got == SIGCHLD)
            continue;
        *ret_signal = got;
        kill(child, got);
    }
    while (*ret_signal && waitpid(-1, NULL, 0) > 0)
        continue;
    return status;
}

/* Ends like the program. */
static int end_as(int status, int ended_by, const sigset_t *signals)
{
    if (WIFSIGNALED(status))
        ended_by = WTERMSIG(status);
    if (ended_by)
        raise(ended_by);
    sigprocmask(SIG_UNBLOCK, signals, NULL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : SX_EXIT_FAILED;
}

static bool write_files(const char *folder, int ranks, const char *preload, char **argv)
{
    return write_platform(folder, ranks) && write_hosts(folder, ranks) &&
           write_starter(folder, preload, argv);
}

static int run_in(const char *folder, const char *program, int ranks, char **argv)
{
    sigset_t signals;
    int ended_by = 0;
    block_signals(&signals);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        sigprocmask(SIG_UNBLOCK, &signals, NULL);
        run_smpirun(folder, program, ranks, argv);
    }
    int reason = errno, status = child < 0 ? 0 : wait_for(child, &signals, &ended_by);
    remove_folder(folder);
    if (child < 0)
        return fail(SX_EXIT_FAILED, "cannot start a process: %s", strerror(reason));
    return end_as(status, ended_by, &signals);
}

int launch_smpi(int ranks, const char *preload, char **argv)
{
    char program[PATH_MAX], smpirun[PATH_MAX], folder[PATH_MAX];
    int reason = find_program(argv[0], program);
    if (reason)
        return fail(reason == ENOENT ? NOT_FOUND : NOT_RUNNABLE, "cannot run %s: %s",
                    argv[0], strerror(reason));
    if (!is_for_smpi(program))
        return fail(NOT_RUNNABLE, "%s was not built with smpicc or smpif90", argv[0]);
    if (find_program("smpirun", smpirun) != 0)
        return fail(SX_EXIT_FAILED, "smpirun was not found: it comes with SimGrid");
    if (!make_folder(folder))
        return fail(SX_EXIT_FAILED, "%s: cannot make a folder: %s", folder,
                    strerror(errno));
    if (!write_files(folder, ranks, preload, argv)) {
        reason = errno;
        remove_folder(folder);
        return fail(SX_EXIT_FAILED, "%s: cannot write: %s", folder, strerror(reason));
    }
    return run_in(folder, program, ranks, argv);
}
