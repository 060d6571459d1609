#include "record/recorder.h"

#include "io/text.h"
#include "record/verify.h"
#include "trace/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sx_recorder_give_up(sx_recorder *recorder, const char *why)
{
    recorder->active = false;
    if (!recorder->warned)
        fprintf(stderr, "scalatrace: rank %d: %s; no trace will be written\n",
                recorder->rank, why);
    recorder->warned = true;
}

void *sx_scratch(int slot, size_t count, size_t size)
{
    sx_thread *thread = sx_thread_here();
    size_t wanted = (count + 1) * size;
    if (count > SIZE_MAX / 2 / size)
        return NULL;
    if (thread->scratch_size[slot] < wanted) {
        void *new = realloc(thread->scratch[slot], 2 * wanted);
        if (!new)
            return NULL;
        thread->scratch[slot] = new;
        thread->scratch_size[slot] = 2 * wanted;
    }
    return thread->scratch[slot];
}

bool sx_call_begin(sx_call *call, sx_op op)
{
    sx_recorder *recorder = sx_recorder_here();
    sx_thread *thread = sx_thread_here();
    if (!recorder->active || thread->inside)
        return false;
    thread->inside = true;
    call->recorder = recorder;
    call->thread = thread;
    call->event = call->dropped = false;
    call->has_line = false;
    call->input.op = op;
    call->input.n = 0;
    call->input.present = 0;
    call->input.nhits = 0;
    call->entered = recorder->times ? sx_clock_now(&recorder->clock) : 0;
    return true;
}

/* Completions say which of their requests are over even when they fail. */
static bool is_recorded(sx_op op, int rc)
{
    return rc == MPI_SUCCESS ||
           (rc == MPI_ERR_IN_STATUS && sx_op_class_of(op) == SX_OP_COMPLETION);
}

__attribute__((noinline)) bool sx_call_returned(sx_call *call, int rc, const void *caller)
{
    sx_recorder *recorder = call->recorder;
    call->returned = recorder->times ? sx_clock_now(&recorder->clock) : 0;
    if (recorder->threads)
        pthread_mutex_lock(&recorder->lock);
    int64_t site = sx_callsites_here(&recorder->sites, caller, call->frame);
    if (site < 0)
        sx_recorder_give_up(recorder, "out of memory");
    call->input.site = (uint32_t)site;
    call->event = true; /* from here on the lock is held */
    if (is_recorded(call->input.op, rc))
        return true;
    sx_call_opaque(call);
    call->has_line = false;
    return false;
}

/* From one point in time to a later one; 0 where the clocks of two processors disagree. */
static uint64_t between(uint64_t from, uint64_t to)
{
    return to > from ? to - from : 0;
}

/* Is the event part of the trace? Marks of regions are, always, so that they balance. */
static bool is_kept(sx_call *call)
{
    sx_op op = call->input.op;
    if (call->recorder->paused && sx_op_class_of(op) != SX_OP_REGION) {
        call->recorder->left_out[op]++;
        return false;
    }
    return !call->dropped;
}

/* Before a rank's first event nothing is computed. */
static bool note_scatter(sx_recorder *recorder, const sx_input *input)
{
    const uint64_t events = sx_compress_events(recorder->compress);
    const uint32_t after = recorder->last_site;
    recorder->last_site = input->site;
    return events <= 1 || !recorder->times ||
           sx_scatter_add(&recorder->scatter, events, input->site, after, input->comp_ns);
}

void sx_call_leave(sx_call *call)
{
    sx_recorder *recorder = call->recorder;
    sx_thread *thread = call->thread;
    if (call->event && recorder->active && is_kept(call)) {
        call->input.comp_ns = between(thread->left, call->entered);
        call->input.comm_ns = between(call->entered, call->returned);
        if (!sx_compress_add(recorder->compress, &call->input) ||
            !note_scatter(recorder, &call->input))
            sx_recorder_give_up(recorder, "out of memory");
        if (recorder->verify && sx_op_class_of(call->input.op) != SX_OP_REGION)
            sx_verify_event(call);
    }
    if (call->event && recorder->threads)
        pthread_mutex_unlock(&recorder->lock);
    if (call->event && recorder->times)
        thread->left = sx_clock_resume(&recorder->clock);
    thread->inside = false;
}

void sx_call_opaque(sx_call *call)
{
    call->input.op = SX_OP_Opaque;
    call->input.n = 0;
    call->input.nhits = 0;
    call->input.present = 0;
}

bool sx_recorder_prepare(sx_recorder *recorder)
{
    sx_thread *thread = sx_thread_here();
    if (thread->inside)
        return false;
    thread->inside = true;
    sx_clock_start(&recorder->clock);
    return true;
}

static bool option_on(const char *name, bool otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strcmp(text, "0") != 0 : otherwise;
}

static bool option_is(const char *name, const char *value)
{
    const char *text = getenv(name);
    return text && strcmp(text, value) == 0;
}

static uint32_t depth_wanted(void)
{
    const char *text = getenv("SCALATRACE_DEPTH");
    long depth = text ? strtol(text, NULL, 10) : SX_CALLSITE_DEPTH;
    if (depth < 0)
        depth = 0;
    return (uint32_t)(depth < SX_CALLSITE_MAX_DEPTH ? depth : SX_CALLSITE_MAX_DEPTH);
}

static uint32_t draw_limit_wanted(void)
{
    const char *text = getenv("SCALATRACE_PROBABILISTIC");
    long limit = text ? strtol(text, NULL, 10) : 0;
    if (limit <= 0)
        return 0;
    if (limit < SX_DRAW_LEAST)
        return SX_DRAW_LEAST;
    return (uint32_t)(limit < SX_DRAW_MOST ? limit : SX_DRAW_MOST);
}

/* Said at once, since the memory may soon be out. */
static void say_unlimited(void *context, int why)
{
    sx_recorder *recorder = context;
    if (recorder->unlimited)
        return;
    recorder->unlimited = 1;
    fprintf(stderr,
            "scalatrace: rank %d: past %" PRIu64
            " MB, and %s.%d.spill for what is older: %s; it stays in "
            "memory\n",
            recorder->rank, recorder->memory, recorder->output, recorder->rank,
            strerror(why));
}

/* Where the memory of a rank ends, and its file begins; call sites may take a quarter of it. */
static bool limit_memory(sx_recorder *recorder)
{
    const char *text = getenv("SCALATRACE_MEMORY");
    long megabytes = text && *text ? strtol(text, NULL, 10) : SX_MEMORY_MB;
    char *path = NULL;
    recorder->memory = megabytes > 0 ? (uint64_t)megabytes : 0;
    if (asprintf(&path, "%s.%d.spill", recorder->output, recorder->rank) < 0)
        return false;
    size_t bytes = (size_t)recorder->memory << 20;
    bool done =
        sx_compress_limit(recorder->compress, bytes, path, say_unlimited, recorder) &&
        sx_callsites_limit(&recorder->sites, bytes / 4, path, say_unlimited, recorder);
    sx_compress_beside(recorder->compress, &recorder->sites.bytes);
    free(path);
    return done;
}

/* The first event is Init itself: recording begins where it ends. */
static void record_init(sx_op op, const void *caller)
{
    sx_call call;
    if (!sx_call_enter(&call, op))
        return;
    call.thread->left = call.entered;
    sx_call_returned(&call, MPI_SUCCESS, caller);
    sx_call_leave(&call);
}

/* @collective */
static bool is_near_root(MPI_Comm world)
{
    char own[MPI_MAX_PROCESSOR_NAME] = "", root[MPI_MAX_PROCESSOR_NAME];
    int length;
    PMPI_Get_processor_name(own, &length);
    memcpy(root, own, sizeof root);
    PMPI_Bcast(root, sizeof root, MPI_CHAR, 0, world);
    return memcmp(root, own, sizeof root) == 0;
}

void sx_recorder_start(sx_recorder *recorder, sx_op op, int rc, const void *caller)
{
    int provided = MPI_THREAD_SINGLE;
    sx_thread_here()->inside = false;
    recorder->output = getenv("SCALATRACE_OUTPUT");
    if (rc != MPI_SUCCESS || !recorder->output || !*recorder->output)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &recorder->rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &recorder->size);
    PMPI_Query_thread(&provided);
    recorder->threads = provided == MPI_THREAD_MULTIPLE;
    pthread_mutex_init(&recorder->lock, NULL);
    recorder->times = option_on("SCALATRACE_TIMES", true);
    recorder->sketches = recorder->times && option_is("SCALATRACE_TIMES", "full");
    recorder->pcontrol_names = option_is("SCALATRACE_PCONTROL", "names");
    recorder->drop_tags = option_on("SCALATRACE_DROP_TAGS", false);
    recorder->average_v = option_on("SCALATRACE_AVERAGE_V", false);
    recorder->draw_limit = draw_limit_wanted();
    recorder->passes = !recorder->average_v && !recorder->draw_limit;
    recorder->digest.lost = (recorder->drop_tags ? SX_LOST_TAGS : 0) |
                            (recorder->average_v ? SX_LOST_COUNTS : 0) |
                            (recorder->draw_limit ? SX_LOST_ORDER : 0);
    recorder->keep_order = option_on("SCALATRACE_KEEP_ORDER", false);
    recorder->sites.depth = depth_wanted();
    recorder->compress = sx_compress_create(recorder->times);
    recorder->verify = option_on("SCALATRACE_VERIFY", false);
    if (PMPI_Comm_dup(MPI_COMM_WORLD, &recorder->world) != MPI_SUCCESS)
        return;
    PMPI_Comm_set_errhandler(recorder->world, MPI_ERRORS_RETURN);
    recorder->near_root = is_near_root(recorder->world);
    recorder->started = true;
    if (!recorder->compress || !limit_memory(recorder) ||
        !sx_comms_init(&recorder->comms)) {
        sx_recorder_give_up(recorder, "out of memory");
        return;
    }
    if (recorder->sketches)
        sx_compress_time_steps(recorder->compress, SX_HIST_FINE);
    if (recorder->passes)
        sx_compress_pack(recorder->compress,
                         &(sx_compress_packer) { sx_text_pack, sx_text_pack_numbers });
    sx_clock_calibrate(&recorder->clock);
    recorder->active = true;
    record_init(op, caller);
}

void sx_recorder_count(sx_counted what)
{
    sx_recorder *recorder = sx_recorder_here();
    if (recorder->active && !sx_thread_here()->inside)
        __atomic_fetch_add(&recorder->counted[what], 1, __ATOMIC_RELAXED);
}

bool sx_recorder_counts_comm(sx_counted what)
{
    sx_recorder *recorder = sx_recorder_here();
    sx_recorder_count(what);
    return recorder->active && !sx_thread_here()->inside;
}

void sx_recorder_comm_named(MPI_Comm comm, const char *name, size_t length)
{
    sx_recorder *recorder = sx_recorder_here();
    if (!recorder->active || sx_thread_here()->inside || comm == MPI_COMM_NULL)
        return;
    if (recorder->threads)
        pthread_mutex_lock(&recorder->lock);
    if (!sx_comms_named(&recorder->comms, comm, name, length))
        sx_recorder_give_up(recorder, "out of memory");
    if (recorder->threads)
        pthread_mutex_unlock(&recorder->lock);
}

void sx_recorder_comm_made(MPI_Comm parent, MPI_Comm made)
{
    sx_recorder *recorder = sx_recorder_here();
    if (recorder->threads)
        pthread_mutex_lock(&recorder->lock);
    int64_t index = sx_comms_find(&recorder->comms, parent);
    if (index < 0 ||
        sx_comms_made(&recorder->comms, SX_COMM_UNKNOWN, (uint32_t)index, made) == -1)
        sx_recorder_give_up(recorder, "out of memory");
    if (recorder->threads)
        pthread_mutex_unlock(&recorder->lock);
}
