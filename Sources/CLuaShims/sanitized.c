// What tests under the thread sanitizer need; empty in other builds. With _FORTIFY_SOURCE, longjmp
// below would call the very function that it is in.
#undef _FORTIFY_SOURCE
#include "internal.h"

#include <setjmp.h>
#include <time.h>

#if LH_DEFERS_SIGNALS

// The sanitizer delivers signals only in calls that it intercepts, and a loop of Lua makes none:
// this function makes one, and is called now and then.
void lh_deliver_signals(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
}

// Lua as built by Debian leaves frames by this function, which the sanitizer does not know: its
// shadow stack would grow with every error until it overflows.
__attribute__((no_sanitize("thread"))) void __longjmp_chk(jmp_buf buffer, int value);
void __longjmp_chk(jmp_buf buffer, int value) { longjmp(buffer, value); }

#endif
