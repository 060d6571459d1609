#include "symbols.h"

#include "base/checked.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The path of `name` in the folder text[0 .. length), an empty one being the current; NULL when
 * there is no such file, or no memory. */
static const char *file_in(sx_arena *arena, const char *text, size_t length,
                           const char *name)
{
    struct stat info;
    const char *path = length ? sx_arena_printf(arena, "%.*s/%s", (int)length, text, name)
                              : sx_arena_printf(arena, "./%s", name);
    return path && stat(path, &info) == 0 && S_ISREG(info.st_mode) ? path : NULL;
}

/* In one of the folders of a list with colons between them. */
static const char *file_on(sx_arena *arena, const char *list, const char *name)
{
    const char *found = NULL;
    while (list && !found) {
        size_t length = strcspn(list, ":");
        found = file_in(arena, list, length, name);
        list = list[length] ? list + length + 1 : NULL;
    }
    return found;
}

/* Where the loader looks: plain folders, and those of Debian for each architecture. */
static const char *library(sx_arena *arena, const char *name)
{
    static const char *const patterns[] = {
        "/lib/*-linux-gnu*", "/usr/lib/*-linux-gnu*", "/lib64", "/usr/lib64", "/lib",
        "/usr/lib",          "/usr/local/lib"
    };
    const char *found = NULL;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !found; i++) {
        glob_t folders;
        if (glob(patterns[i], 0, NULL, &folders) == 0) {
            for (size_t k = 0; k < folders.gl_pathc && !found; k++)
                found = file_in(arena, folders.gl_pathv[k], strlen(folders.gl_pathv[k]),
                                name);
            globfree(&folders);
        }
    }
    return found;
}

static const char *find_module(sx_arena *arena, const char *name)
{
    const char *found = file_in(arena, "", 0, name);
    if (!found)
        found = file_on(arena, getenv("PATH"), name);
    if (!found)
        found = file_on(arena, getenv("LD_LIBRARY_PATH"), name);
    return found ? found : library(arena, name);
}

/* The innermost function, inlined or not, at an address; NULL when that is not known. */
static const char *function_at(Dwfl_Module *module, Dwarf_Addr address)
{
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, &bias), *scope = NULL;
    const char *name = NULL;
    int n = unit ? dwarf_getscopes(unit, address - bias, &scope) : 0;
    for (int i = 0; i < n && !name; i++) {
        int tag = dwarf_tag(&scope[i]);
        if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
            tag == DW_TAG_entry_point)
            name = dwarf_diename(&scope[i]);
    }
    free(scope);
    if (name)
        return name;
    GElf_Off offset;
    GElf_Sym symbol;
    name = dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL);
    return name && offset < symbol.st_size ? name : NULL;
}

static const char *copy(sx_arena *arena, const char *text)
{
    return text ? sx_arena_string(arena, text, strlen(text)) : NULL;
}

/* Of the C++ runtime library (Itanium C++ ABI, 3.4), which has no header for C. */
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);

/* How long a C++ name is without its parameters, the last pair of parentheses. */
static size_t without_parameters(const char *name)
{
    const char *close = strrchr(name, ')');
    size_t at = close ? (size_t)(close - name) : 0, depth = close != NULL;
    while (at > 0 && depth > 0) {
        at--;
        depth += name[at] == ')';
        depth -= name[at] == '(';
    }
    return at > 0 ? at : strlen(name);
}

/* In the words of its source, C++ or not. */
static const char *readable(sx_arena *arena, const char *name)
{
    int status = 0;
    char *plain = name && strncmp(name, "_Z", 2) == 0
                      ? __cxa_demangle(name, NULL, NULL, &status)
                      : NULL;
    const char *result = plain ? sx_arena_string(arena, plain, without_parameters(plain))
                               : copy(arena, name);
    free(plain);
    return result;
}

/* A number that a piece of debugging information has, 0 without one. */
static uint64_t number_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_attr(die, name, &attribute))
        dwarf_formudata(&attribute, &value);
    return value;
}

/* Functions around an address and where each is inlined into the next, with the module; 0 where that is not known. */
static uint64_t inlined_at(Dwfl_Module *module, Dwarf_Addr address)
{
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, &bias), *scope = NULL,
              *around = NULL;
    int n = unit ? dwarf_getscopes(unit, address - bias, &scope) : 0;
    n = n > 0 ? dwarf_getscopes_die(&scope[0], &around) : 0;
    uint64_t at = 0;
    for (int i = 0; i < n; i++) {
        const int tag = dwarf_tag(&around[i]);
        if (tag == DW_TAG_inlined_subroutine)
            at = sx_hash_add(sx_hash_add(at, number_of(&around[i], DW_AT_call_line)),
                             number_of(&around[i], DW_AT_call_column));
        else if (tag == DW_TAG_subprogram)
            at = sx_hash_add(at, dwarf_dieoffset(&around[i]));
    }
    free(scope);
    free(around);
    return at;
}

/* What is at the call before a return address. */
static sx_source source_at(sx_arena *arena, Dwfl_Module *module, uint64_t offset)
{
    Dwarf_Addr start = 0, end = 0, address;
    sx_source source = { NULL, NULL, 0, 0 };
    int column = 0;
    dwfl_module_info(module, NULL, &start, &end, NULL, NULL, NULL, NULL);
    if (offset == 0 || offset > end - start)
        return source;
    address = start + offset - 1;
    source.function = readable(arena, function_at(module, address));
    Dwfl_Line *line = dwfl_module_getsrc(module, address);
    if (line && source.function)
        source.file =
            copy(arena, dwfl_lineinfo(line, NULL, &source.line, &column, NULL, NULL));
    const uint64_t at = source.line ? inlined_at(module, address) : 0;
    if (at)
        source.place = sx_hash_add(
            sx_hash_add(sx_hash_add(at, sx_hash_text(source.file ? source.file : "")),
                        (uint64_t)source.line),
            (uint64_t)column);
    return source;
}

/* The 7 bytes before an offset that is in the file's code; NULL where it is not. */
static const unsigned char *code_before(Elf *elf, GElf_Addr address)
{
    size_t n = 0;
    elf_getphdrnum(elf, &n);
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr segment;
        if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_LOAD ||
            !(segment.p_flags & PF_X) || address < segment.p_vaddr + 7 ||
            address - segment.p_vaddr > segment.p_filesz)
            continue;
        Elf_Data *data = elf_getdata_rawchunk(
            elf, (int64_t)(segment.p_offset + (address - segment.p_vaddr) - 7), 7,
            ELF_T_BYTE);
        return data ? data->d_buf : NULL;
    }
    return NULL;
}

/* Whether a call could end here, as it does at every return address: E8 with 4 bytes of distance, or
 * FF /2 with its 1 to 6 bytes (Intel SDM, volume 2, CALL). */
static bool is_call(const unsigned char *before)
{
    const unsigned char *end = before + 7;
    bool call = end[-5] == 0xe8;
    for (int length = 2; length <= 7 && !call; length++)
        call = end[-length] == 0xff && (end[-length + 1] & 0x38) == 0x10;
    return call;
}

/* Whether the file can be the one that was recorded: then code is where its frames are. What is a
 * call is known of x86-64 only. */
static bool fits(const sx_trace *trace, uint32_t index, Dwfl_Module *module)
{
    Dwarf_Addr start = 0;
    GElf_Addr bias = 0;
    GElf_Ehdr header;
    Elf *elf = dwfl_module_getelf(module, &bias);
    dwfl_module_info(module, NULL, &start, NULL, NULL, NULL, NULL, NULL);
    bool fit = elf && gelf_getehdr(elf, &header);
    for (size_t s = 0; s < trace->nsites && fit; s++) {
        for (uint32_t i = 0; i < trace->site[s].n && fit; i++) {
            const sx_frame *frame = &trace->site[s].frame[i];
            if (frame->module != index)
                continue;
            const unsigned char *code = code_before(elf, start + frame->offset - bias);
            fit = code && (header.e_machine != EM_X86_64 || is_call(code));
        }
    }
    return fit;
}

/* Fills in all frames of one module. */
static const char *resolve_module(sx_arena *arena, const sx_trace *trace, uint32_t index,
                                  Dwfl_Module *module, sx_source **frame,
                                  sx_symbols_result *result)
{
    size_t before = result->nresolved;
    for (size_t s = 0; s < trace->nsites; s++) {
        for (uint32_t i = 0; i < trace->site[s].n; i++) {
            if (trace->site[s].frame[i].module != index)
                continue;
            frame[s][i] = source_at(arena, module, trace->site[s].frame[i].offset);
            result->nresolved += frame[s][i].function != NULL;
        }
    }
    return result->nresolved > before ? NULL : "names no function at its call sites";
}

/* NULL, or why the file tells nothing. */
static const char *read_module(sx_arena *arena, const sx_trace *trace, uint32_t index,
                               sx_source **frame, sx_symbols_result *result)
{
    static const Dwfl_Callbacks callbacks = { .find_elf = dwfl_build_id_find_elf,
                                              .find_debuginfo =
                                                  dwfl_standard_find_debuginfo };
    const GElf_Addr anywhere = 0x1000000;
    const char *why = "is no program or library that can be read";
    Dwfl *dwfl = dwfl_begin(&callbacks);
    if (!dwfl)
        return why;
    dwfl_report_begin(dwfl);
    Dwfl_Module *module = dwfl_report_elf(dwfl, trace->module[index], result->path[index],
                                          -1, anywhere, false);
    dwfl_report_end(dwfl, NULL, NULL);
    if (module && !fits(trace, index, module))
        why =
            "is another build than the one recorded: not all call sites are calls in it";
    else if (module)
        why = resolve_module(arena, trace, index, module, frame, result);
    dwfl_end(dwfl);
    return why;
}

/* Reads the first file in the folders that fits; without any, the one that is found elsewhere. */
static void look_for_module(sx_arena *arena, const sx_trace *trace, uint32_t index,
                            const char *folders, sx_source **frame,
                            sx_symbols_result *result)
{
    const char *name = trace->module[index];
    bool read = false;
    if (!*name || strchr(name, '/'))
        return;
    while (folders && !read) {
        size_t length = strcspn(folders, ":");
        const char *path = file_in(arena, folders, length, name);
        folders = folders[length] ? folders + length + 1 : NULL;
        if (!path)
            continue;
        result->path[index] = path;
        result->why[index] = read_module(arena, trace, index, frame, result);
        read = !result->why[index];
    }
    if (result->path[index])
        return;
    result->path[index] = find_module(arena, name);
    if (result->path[index])
        result->why[index] = read_module(arena, trace, index, frame, result);
}

sx_status sx_symbols_resolve(sx_arena *arena, const sx_trace *trace, const char *folders,
                             sx_symbols_result *ret_result, sx_error *err)
{
    sx_source **frame = SX_NEW_ARRAY(arena, sx_source *, trace->nsites);
    sx_symbols_result result = { .path =
                                     SX_NEW_ARRAY(arena, const char *, trace->nmodules),
                                 .why =
                                     SX_NEW_ARRAY(arena, const char *, trace->nmodules) };
    if (!frame || !result.path || !result.why)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t s = 0; s < trace->nsites; s++) {
        result.nframes += trace->site[s].n;
        frame[s] = SX_NEW_ARRAY(arena, sx_source, trace->site[s].n);
        if (!frame[s])
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    for (uint32_t m = 0; m < trace->nmodules; m++)
        look_for_module(arena, trace, m, folders, frame, &result);
    result.sources.site = (const sx_source *const *)frame;
    *ret_result = result;
    return SX_OK;
}
