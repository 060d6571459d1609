#include "plugin.h"

#include <dlfcn.h>
#include <string.h>

static const char TABLE[] = "scalaextrap_plugin_table";

/* sx_claims_source: debugging information is read when the first question is asked. */
static bool source_of(void *context, const sx_trace *trace, uint32_t site,
                      const char **ret_function, const char **ret_file, int *ret_line)
{
    tool_plugin *plugin = context;
    if (!plugin->is_resolved &&
        sx_symbols_resolve(plugin->arena, trace, plugin->module_path, &plugin->symbols,
                           NULL))
        plugin->symbols.sources.site = NULL;
    plugin->is_resolved = true;
    const sx_source *source = plugin->symbols.sources.site && trace->site[site].n > 0
                                  ? sx_source_of(&plugin->symbols.sources, site, 0)
                                  : NULL;
    if (!source || !source->function)
        return false;
    *ret_function = source->function;
    *ret_file = source->file;
    *ret_line = source->line;
    return true;
}

sx_status tool_plugin_open(tool_plugin *plugin, const char *file, sx_error *err)
{
    /* A name without a slash would be looked for in the loader's folders. */
    const char *path =
        strchr(file, '/') ? file : sx_arena_printf(plugin->arena, "./%s", file);
    if (!path)
        return sx_fail(err, SX_NOMEM, "out of memory");
    plugin->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!plugin->handle)
        return sx_fail(err, SX_IO, "cannot load the plugin: %s", dlerror());
    const scalaextrap_plugin *table = dlsym(plugin->handle, TABLE);
    if (!table)
        return sx_fail_at(err, SX_INVALID, file, 0, "no plugin: it exports no %s", TABLE);
    plugin->claims =
        (sx_claims) { .plugin = table, .source = source_of, .context = plugin };
    return sx_claims_check(table, file, err);
}

void tool_plugin_warn(const sx_tool *tool, const tool_plugin *plugin)
{
    const sx_claims *claims = &plugin->claims;
    if (claims->rejected > 0)
        sx_tool_warn(tool, "plugin %s: %zu claims are not taken; %s",
                     claims->plugin->name, claims->rejected, claims->first_rejected);
    if (claims->taken == 0 && claims->rejected == 0)
        sx_tool_warn(tool, "plugin %s claims no value of this program",
                     claims->plugin->name);
}

void tool_plugin_close(tool_plugin *plugin)
{
    if (plugin->handle)
        dlclose(plugin->handle);
    plugin->handle = NULL;
}
