/* Loading plugins (src/law/scalaextrap_plugin.h), and telling them where calls are in the source. */
#ifndef SX_TOOLS_PLUGIN_H
#define SX_TOOLS_PLUGIN_H

#include "law/claims.h"
#include "options.h"
#include "symbols.h"

typedef struct tool_plugin {
    sx_arena *arena; /* given */
    const char *module_path; /* given: where the programs are; may be NULL */
    sx_claims claims;
    void *handle;
    bool is_resolved; /* symbols are those of the trace that was first asked about */
    sx_symbols_result symbols;
} tool_plugin;

/* Loads the shared object at `file`, a path or a name in the current folder. Its formulas are texts of its own: it stays loaded until
 * it is closed. Errors: SX_IO (cannot be loaded), SX_INVALID (has no table, or one of another version). */
sx_status tool_plugin_open(tool_plugin *plugin, const char *file, sx_error *err);

/* What the plugin claimed and the inputs do not have, on stderr. */
void tool_plugin_warn(const sx_tool *tool, const tool_plugin *plugin);

/* Of one that was never opened, too. */
void tool_plugin_close(tool_plugin *plugin);

#endif
