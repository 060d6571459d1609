/* The interface of plugins of scalaextrap: formulas for what no family of laws covers (paper 001, 3.4). A plugin is a
 * shared object, given with --plugin, that exports one table of functions:
 *
 *     const scalaextrap_plugin scalaextrap_plugin_table = { .version = SCALAEXTRAP_PLUGIN_VERSION, .name = ..};
 *
 * It is asked about every value of the program, and claims those for which it returns formulas. A formula is text, in
 * the language of expressions of scalatrace(5): `(r + 1) mod P`. So it stands in the formula trace, which is
 * evaluated without the plugin. It is taken only if it reproduces every sample of every input; scalaextrap(1) says how
 * it is labelled. Needs nothing but this header; C and C++. */
#ifndef SX_LAW_SCALAEXTRAP_PLUGIN_H
#define SX_LAW_SCALAEXTRAP_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

/* Of this header. Another number in the table is an error. */
#define SCALAEXTRAP_PLUGIN_VERSION 1

/* What a plugin is asked about. Strings and arrays are scalaextrap's, and valid during the call. */
typedef struct scalaextrap_question {
    const char *operation; /* "Isend"; "loop" */
    const char
        *parameter; /* "peer", "count" ..: the keys of scalatrace(5); "trips" of a loop */
    /* Of the innermost frame of the call site, where debugging information tells; NULL, NULL, 0. */
    const char *function, *file;
    int line;
    unsigned depth; /* loops around: their counters are i1 (the outermost) .. i<depth> */
    size_t inputs;
    const int64_t *ranks; /* of each input, ascending */
} scalaextrap_question;

typedef struct scalaextrap_plugin {
    unsigned version; /* SCALAEXTRAP_PLUGIN_VERSION */
    const char *name; /* for labels and messages */
    /* The formula for the value, as text; NULL when it has no (more) formula. Asked with attempt 0, 1, .. until a
     * formula reproduces all inputs. The text must stay valid until the next call. */
    const char *(*formula)(const scalaextrap_question *question, unsigned attempt);
    /* NULL, or, for --paper: the extent of axis `axis` (0 varies fastest with the rank) of the topology of this call,
     * as a formula over P; NULL after the last axis, and at axis 0 where it claims no topology. */
    const char *(*extent)(const scalaextrap_question *question, unsigned axis);
} scalaextrap_plugin;

/* What scalaextrap looks up. */
#ifdef __cplusplus
extern "C"
#endif
    extern const scalaextrap_plugin scalaextrap_plugin_table;

#endif
