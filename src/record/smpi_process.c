/* What SMPI and a simulated program must find before the C library's, when the recorder is preloaded. */
#include <dlfcn.h>
#include <simgrid/actor.h>
#include <stdlib.h>
#include <string.h>

void smpi_exit(int status) __attribute__((noreturn));

/* The function of that name behind this library. */
static void *next(const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    if (!address)
        abort();
    return address;
}

/* SMPI opens the copies of the program with RTLD_DEEPBIND, by which they would see libsimgrid's MPI before
 * the recorder's. */
void *dlopen(const char *file, int mode)
{
    void *(*behind)(const char *, int), *address = next("dlopen");
    memcpy(&behind, &address, sizeof behind);
    return behind(file, mode & ~RTLD_DEEPBIND);
}

/* smpicc makes the program's own exit() end one rank; that of its libraries, such as STOP of Fortran, would end
 * all of them at the first one's. */
void exit(int status)
{
    void (*behind)(int) __attribute__((noreturn));
    if (sg_actor_self())
        smpi_exit(status);
    void *address = next("exit");
    memcpy(&behind, &address, sizeof behind);
    behind(status);
}
