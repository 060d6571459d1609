/* A TAP producer for test programs: a test says what would be wrong. */
#ifndef SX_TESTS_TAP_H
#define SX_TESTS_TAP_H

#include <stdio.h>
#include <string.h>

static int tap_count, tap_failed;

/* How many of n random programs are tried. The address sanitizer makes each take many times as long: a part shows what it looks for. */
#ifdef __SANITIZE_ADDRESS__
#define TAP_RANDOM(n) ((n) / 10)
#else
#define TAP_RANDOM(n) (n)
#endif

/* What is wrong when the condition does not hold: ok(sum == 3, "the sum is %d", sum); */
#define ok(condition, ...) tap_ok((condition) != 0, __FILE__, __LINE__, __VA_ARGS__)
#define is_int(got, want, what)                                                          \
    tap_ok((long long)(got) == (long long)(want), __FILE__, __LINE__,                    \
           "%s: got %lld, want %lld", (what), (long long)(got), (long long)(want))
#define is_text(got, want, what)                                                         \
    tap_ok(strcmp((got), (want)) == 0, __FILE__, __LINE__,                               \
           "%s: got \"%s\", want \"%s\"", (what), (got), (want))

__attribute__((format(printf, 4, 5))) static inline int
tap_ok(int condition, const char *file, int line, const char *format, ...)
{
    __builtin_va_list ap;
    __builtin_va_start(ap, format);
    printf("%s %d - ", condition ? "ok" : "not ok", ++tap_count);
    vprintf(format, ap);
    printf("\n");
    __builtin_va_end(ap);
    if (!condition) {
        printf("# failed at %s:%d\n", file, line);
        tap_failed++;
    }
    return condition;
}

/* The last line of main: return tap_done(); */
static inline int tap_done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
