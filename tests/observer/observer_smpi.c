/* Under SMPI, smpicc makes the program's own exit() end one rank. STOP and EXIT of Fortran would end all of them, and lose
 * what the others have seen: here they do the same. What STOP says is lost. */
#include "observer.h"

#ifndef OPEN_MPI

#include <stdbool.h>
#include <stddef.h>

void smpi_exit(int status) __attribute__((noreturn));
void _gfortran_stop_string(const char *text, size_t length, bool quiet)
    __attribute__((noreturn));
void _gfortran_stop_numeric(int code, bool quiet) __attribute__((noreturn));
void _gfortran_exit_i4(int *code) __attribute__((noreturn));

void _gfortran_stop_string(const char *text, size_t length, bool quiet)
{
    (void)text, (void)length, (void)quiet;
    smpi_exit(0);
}

void _gfortran_stop_numeric(int code, bool quiet)
{
    (void)quiet;
    smpi_exit(code);
}

void _gfortran_exit_i4(int *code)
{
    smpi_exit(code ? *code : 0);
}

#endif
