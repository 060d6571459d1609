/* Runs a program that smpicc or smpif90 has built on a simulated cluster, under the recorder: writes what
 * smpirun wants into a temporary folder, starts it, passes signals on, and cleans up. */
#ifndef SX_TOOLS_LAUNCH_SMPI_H
#define SX_TOOLS_LAUNCH_SMPI_H

enum { SX_SMPI_MAX_RANKS = 4096 };

/* Runs argv (NULL behind the last) as that many ranks, with LD_PRELOAD set to `preload`; arguments that
 * begin with --cfg= or --log= go to SMPI. Returns the exit status for the tool, after a message on
 * stderr where that is not the program's; a signal that ended it ends this process too. */
int launch_smpi(int ranks, const char *preload, char **argv);

#endif
