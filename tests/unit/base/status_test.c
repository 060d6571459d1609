#include "base/status.h"

#include "tap.h"

int main(void)
{
    sx_error err = { 0 };
    is_int(sx_fail(&err, SX_LIMIT, "%d loops", 99), SX_LIMIT, "the status comes back");
    ok(err.status == SX_LIMIT && err.line == 0 && err.file[0] == '\0',
       "an error has no place");
    is_text(err.text, "99 loops", "text");
    is_int(sx_fail_at(&err, SX_PARSE, "t64", 118, "expected %s", "a rank"), SX_PARSE,
           "status");
    is_text(err.file, "t64", "file");
    is_int(err.line, 118, "line");
    is_text(err.text, "expected a rank", "text");
    is_int(sx_fail(NULL, SX_IO, "nobody listens"), SX_IO, "without an error to fill");
    char name[2000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    sx_fail_at(&err, SX_IO, name, 1, "%s", name);
    ok(strlen(err.file) == sizeof err.file - 1 && strlen(err.text) == sizeof err.text - 1,
       "long texts are cut");
    is_text(sx_status_text(SX_OK), "done", "text of SX_OK");
    is_text(sx_status_text(SX_MISMATCH), "inputs do not belong together",
            "text of the last");
    return tap_done();
}
