/* The largest memory of this process so far. */
#ifndef SX_TESTS_PEAK_MEMORY_H
#define SX_TESTS_PEAK_MEMORY_H

#include <stdio.h>

/* In KB; 0 where the system does not say. */
static inline long peak_kb(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;
    while (file && fgets(line, sizeof line, file) && sscanf(line, "VmHWM: %ld", &kb) != 1)
        continue;
    if (file)
        fclose(file);
    return kb;
}

#endif
