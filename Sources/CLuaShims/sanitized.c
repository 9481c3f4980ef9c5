// What tests under the thread sanitizer need; other builds have nothing of it.
// It would make longjmp below the function that it stands in.
#undef _FORTIFY_SOURCE
#include "internal.h"

#include <setjmp.h>
#include <time.h>

#if LH_HOLDS_SIGNALS

// Signals are handed on only where a thread calls something that the sanitizer knows of, and a loop of
// Lua calls nothing: such a call is made now and then.
void lh_let_signals_in(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
}

// Lua as Debian builds it leaves frames by this function, of which the sanitizer does not know: its own
// stack would grow with every error until it runs over.
__attribute__((no_sanitize("thread"))) void __longjmp_chk(jmp_buf place, int value);
void __longjmp_chk(jmp_buf place, int value) { longjmp(place, value); }

#endif
