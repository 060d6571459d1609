/* The calls that are not recorded as events but counted by name, so that a trace says what is missing
 * from it: one-sided communication, files, intercommunicators, dynamic processes. Local calls are not of interest. */
#ifndef SX_RECORD_COUNTED_H
#define SX_RECORD_COUNTED_H

/* X(name as in MPI_<name>, name as in mpi_<name>_). */
#define SX_COUNTED_LIST(X) SX_COUNTED_PASSED_LIST(X) SX_COUNTED_MAKING_LIST(X)

/* These make communicators, which other calls then use. */
/* clang-format off */
#define SX_COUNTED_MAKING_LIST(X)                                                        \
    X(Intercomm_create, intercomm_create) X(Intercomm_merge, intercomm_merge)
/* clang-format on */

/* These are passed on and nothing else. */
/* clang-format off */
#define SX_COUNTED_PASSED_LIST(X)                                                        \
    X(Accumulate, accumulate) X(Put, put) X(Get, get) X(Rput, rput) X(Rget, rget)        \
    X(Raccumulate, raccumulate) X(Rget_accumulate, rget_accumulate)                      \
    X(Get_accumulate, get_accumulate) X(Compare_and_swap, compare_and_swap)              \
    X(Fetch_and_op, fetch_and_op) X(Win_allocate, win_allocate)                          \
    X(Win_allocate_shared, win_allocate_shared) X(Win_attach, win_attach)                \
    X(Win_complete, win_complete) X(Win_create, win_create)                              \
    X(Win_create_dynamic, win_create_dynamic) X(Win_detach, win_detach)                  \
    X(Win_fence, win_fence) X(Win_flush, win_flush) X(Win_flush_all, win_flush_all)      \
    X(Win_flush_local, win_flush_local) X(Win_flush_local_all, win_flush_local_all)      \
    X(Win_free, win_free) X(Win_lock, win_lock) X(Win_lock_all, win_lock_all)            \
    X(Win_post, win_post) X(Win_start, win_start) X(Win_sync, win_sync)                  \
    X(Win_test, win_test) X(Win_unlock, win_unlock) X(Win_unlock_all, win_unlock_all)    \
    X(Win_wait, win_wait)  X(Comm_accept, comm_accept)              \
    X(Comm_connect, comm_connect) X(Comm_disconnect, comm_disconnect)                    \
    X(Comm_join, comm_join) X(Comm_spawn, comm_spawn)                                    \
    X(Comm_spawn_multiple, comm_spawn_multiple) X(Grequest_start, grequest_start)        \
    X(Grequest_complete, grequest_complete) X(File_open, file_open)                      \
    X(File_close, file_close) X(File_delete, file_delete)                                \
    X(File_set_size, file_set_size) X(File_preallocate, file_preallocate)                \
    X(File_set_view, file_set_view) X(File_read_at, file_read_at)                        \
    X(File_read_at_all, file_read_at_all) X(File_write_at, file_write_at)                \
    X(File_write_at_all, file_write_at_all) X(File_iread_at, file_iread_at)              \
    X(File_iwrite_at, file_iwrite_at) X(File_iread_at_all, file_iread_at_all)            \
    X(File_iwrite_at_all, file_iwrite_at_all) X(File_read, file_read)                    \
    X(File_read_all, file_read_all) X(File_write, file_write)                            \
    X(File_write_all, file_write_all) X(File_iread, file_iread)                          \
    X(File_iwrite, file_iwrite) X(File_iread_all, file_iread_all)                        \
    X(File_iwrite_all, file_iwrite_all) X(File_seek, file_seek)                          \
    X(File_read_shared, file_read_shared) X(File_write_shared, file_write_shared)        \
    X(File_iread_shared, file_iread_shared) X(File_iwrite_shared, file_iwrite_shared)    \
    X(File_read_ordered, file_read_ordered) X(File_write_ordered, file_write_ordered)    \
    X(File_seek_shared, file_seek_shared)                                                \
    X(File_read_at_all_begin, file_read_at_all_begin)                                    \
    X(File_read_at_all_end, file_read_at_all_end)                                        \
    X(File_write_at_all_begin, file_write_at_all_begin)                                  \
    X(File_write_at_all_end, file_write_at_all_end)                                      \
    X(File_read_all_begin, file_read_all_begin) X(File_read_all_end, file_read_all_end)  \
    X(File_write_all_begin, file_write_all_begin)                                        \
    X(File_write_all_end, file_write_all_end)                                            \
    X(File_read_ordered_begin, file_read_ordered_begin)                                  \
    X(File_read_ordered_end, file_read_ordered_end)                                      \
    X(File_write_ordered_begin, file_write_ordered_begin)                                \
    X(File_write_ordered_end, file_write_ordered_end) X(File_sync, file_sync)
/* clang-format on */

typedef enum sx_counted {
#define SX_COUNTED_ENUM(name, lower) SX_COUNTED_##name,
    SX_COUNTED_LIST(SX_COUNTED_ENUM)
#undef SX_COUNTED_ENUM
        SX_COUNTED
} sx_counted;

/* Counts a call by the application, while recording. */
void sx_recorder_count(sx_counted what);

#endif
