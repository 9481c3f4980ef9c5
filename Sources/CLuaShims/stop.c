// Stops that a script cannot catch: a persistent reason, a hook that fires at every step once a
// reason is set, a timer that costs nothing until it fires, and handles to request a stop from
// elsewhere.
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

char lh_stop_token;

static __thread lh_state *states_of_thread;
static __thread uint64_t entries_of_thread;

static int64_t thread_id(void) { return (int64_t)syscall(SYS_gettid); }
static int signal_number(void) { return SIGRTMIN + 5; }

// MARK: Arming

// Safe in a signal handler: lua_sethook only writes a few fields; the handler in lua.c relies on
// that too.
void lh_arm(lh_state *S, lua_State *L) {
  (void)S;
  if (L) lua_sethook(L, lh_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

void lh_reset_hook(lh_state *S, lua_State *L) {
  if (S->slice)
    lua_sethook(L, lh_hook, LUA_MASKCOUNT, (int)S->slice);
  else if (LH_DEFERS_SIGNALS)
    lua_sethook(L, lh_hook, LUA_MASKCOUNT, 10000);
  else
    lua_sethook(L, NULL, 0, 0);
}

void lh_set_stop(lh_context *context, int32_t reason) {
  lh_state *S = (lh_state *)context;
  int running = LH_RUNNING;
  atomic_compare_exchange_strong(&S->stop, &running, reason);
  lh_arm(S, S->current);
}

void lh_set_interruption(lh_context *context, void (*call)(void *), void *argument) {
  lh_state *S = (lh_state *)context;
  atomic_store(&S->interrupt, NULL);
  atomic_signal_fence(memory_order_seq_cst);
  S->interrupted = argument;
  atomic_signal_fence(memory_order_seq_cst);
  atomic_store(&S->interrupt, call);
}

int32_t lh_stop_reason(const lh_context *context) {
  return atomic_load(&((lh_state *)(uintptr_t)context)->stop);
}

// A memory error becomes a stop: a script that caught it would continue at the limit for ever.
// Buffers of the string library raise a plain error with the same message. `L` has the error on
// top.
void lh_note_error(lh_state *S, lua_State *L, int status) {
  if (status <= LUA_YIELD) return;
  // Lua treats any error with that text as a memory error, so the reliable sign is a denied
  // allocation.
  bool memory = S->denied
    && (status == LUA_ERRMEM
        || (lua_type(L, -1) == LUA_TSTRING
            && strcmp(lua_tostring(L, -1), "not enough memory") == 0));
  S->denied = false;
  if (memory) lh_set_stop(&S->context, LH_STOP_MEMORY);
}

// MARK: Raising

void lh_record_stop_position(lh_state *S, lua_State *L) {
  if (S->has_stop_position) return;
  lua_Debug ar;
  for (int level = 0; level < 200 && lua_getstack(L, level, &ar); level++) {
    if (!lua_getinfo(L, "Sl", &ar) || ar.currentline < 0) continue;
    memcpy(S->stop_source, ar.short_src, sizeof ar.short_src);
    S->stop_line = ar.currentline;
    S->has_stop_position = true;
    return;
  }
}

int lh_raise_stop(lua_State *L) {
  lh_state *S = lh_of(L);
  lh_record_stop_position(S, L);
  lh_arm(S, L);
  // One stack slot is always free: C functions have LUA_MINSTACK, and callers stay within it.
  lua_pushlightuserdata(L, &lh_stop_token);
  return lua_error(L);
}

// Raises the stop for an exhausted budget of instructions.
int lh_raise_spent(lua_State *L) {
  lh_set_stop(&lh_of(L)->context, LH_STOP_INSTRUCTIONS);
  return lh_raise_stop(L);
}

static void spend(lua_State *L, lh_state *S) {
  S->spent += S->slice;
  if (S->spent >= S->limits.instructions) lh_raise_spent(L);
}

void lh_hook(lua_State *L, lua_Debug *ar) {
  lh_state *S = lh_of(L);
  lh_check(L, S);
  if (S->collect_pending) {
    // The heap is close to its limit: collect at this safe point, and stop if that does not help.
    lh_reset_hook(S, L);
    if (S->slice) spend(L, S);
    lua_gc(L, LUA_GCCOLLECT);
    S->collect_pending = false;
    if (S->used > S->soft - S->soft / 32) {
      lh_set_stop(&S->context, LH_STOP_MEMORY);
      lh_raise_stop(L);
    }
    lh_check(L, S);
    return;
  }
  if (S->slice && ar->event == LUA_HOOKCOUNT) {
    spend(L, S);
  } else if (ar->event != LUA_HOOKCOUNT) {
    lh_reset_hook(S, L);  // set for a reason that no longer applies
    if (S->slice) spend(L, S);
  }
}

// MARK: The timer

static void set_timer(timer_t timer, int64_t first, int64_t interval) {
  struct itimerspec when;
  memset(&when, 0, sizeof when);
  if (first > 0) {
    when.it_value.tv_sec = first / 1000000000;
    when.it_value.tv_nsec = first % 1000000000;
    when.it_interval.tv_sec = interval / 1000000000;
    when.it_interval.tv_nsec = interval % 1000000000;
  }
  timer_settime(timer, 0, &when, NULL);
}

static void on_signal(int number, siginfo_t *info, void *machine) {
  (void)number;
  (void)machine;
  int saved_errno = errno;
  lh_state *target = NULL;
  if (info->si_code == SI_TIMER)
    for (lh_state *S = states_of_thread; S; S = S->next_on_thread)
      if (S == info->si_value.sival_ptr) target = S;
  int requested = target ? atomic_load(&target->stopper->requested) : 0;
  if (target && !atomic_load(&target->disarmed)) {
    int running = LH_RUNNING;
    atomic_compare_exchange_strong(
      &target->stop, &running, requested ? requested : LH_STOP_TIME);
    lh_arm(target, target->current);
    void (*interrupt)(void *) = atomic_load(&target->interrupt);
    if (interrupt) interrupt(target->interrupted);
    // States that run inside a host function of this state stop too.
    for (lh_state *S = states_of_thread; S; S = S->next_on_thread)
      if (target->entered && S->entered > target->entered) {
        running = LH_RUNNING;
        atomic_compare_exchange_strong(&S->stop, &running, atomic_load(&target->stop));
        lh_arm(S, S->current);
      }
    uint64_t ticks = atomic_fetch_add(&target->ticks, 1) + 1;
    if (target->limits.grace_nanoseconds >= 0 && ticks > target->grace_ticks) {
      int reason = atomic_load(&target->stop);
      lh_exit_message *message = &target->exit_messages[reason];
      if (message->text) {
        // If nobody reads the descriptor, the message is omitted, since writing could block for
        // ever.
        struct pollfd out = {2, POLLOUT, 0};
        if (poll(&out, 1, 0) == 1 && (out.revents & POLLOUT)) {
          ssize_t ignored = write(2, message->text, message->length);
          (void)ignored;
        }
        _exit(message->status);
      }
    }
  }
  errno = saved_errno;
}

static pthread_once_t handler_once = PTHREAD_ONCE_INIT;

static void install_handler(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number(), &action, NULL);
}

void lh_timer_open(lh_state *S) {
  S->thread = thread_id();
  S->grace_ticks = S->limits.grace_nanoseconds < 0
    ? 0
    : (uint64_t)(S->limits.grace_nanoseconds / LH_TICK_NANOSECONDS);
  S->next_on_thread = states_of_thread;
  atomic_signal_fence(memory_order_seq_cst);
  states_of_thread = S;
}

// Starts the clock of one run; creates the timer for the first run.
bool lh_timer_start(lh_state *S) {
  if (!S->has_timer) {
    pthread_once(&handler_once, install_handler);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal_number());
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = signal_number();
    event.sigev_value.sival_ptr = S;
    event.sigev_notify_thread_id = (int)S->thread;
    if (timer_create(CLOCK_MONOTONIC, &event, &S->stopper->timer) != 0) return false;
    S->has_timer = true;
    atomic_store(&S->stopper->armed, 1);
  }
  atomic_store(&S->ticks, 0);
  atomic_store(&S->disarmed, false);
  set_timer(S->stopper->timer, S->limits.wall_nanoseconds, LH_TICK_NANOSECONDS);
  return true;
}

void lh_disarm(lh_context *context) {
  lh_state *S = (lh_state *)context;
  atomic_store(&S->disarmed, true);
  if (S->has_timer) set_timer(S->stopper->timer, 0, 0);
}

void lh_timer_close(lh_state *S) {
  atomic_store(&S->disarmed, true);
  atomic_store(&S->stopper->armed, 0);
  while (atomic_load(&S->stopper->busy)) sched_yield();
  if (S->has_timer) timer_delete(S->stopper->timer);
  S->has_timer = false;
  for (lh_state **link = &states_of_thread; *link; link = &(*link)->next_on_thread)
    if (*link == S) {
      *link = S->next_on_thread;
      break;
    }
  lh_stopper_release(S->stopper);
}

void lh_enter(lh_state *S) {
  if (!S->entered) S->entered = ++entries_of_thread;
}

void lh_set_exit_message(
  lh_context *context, int32_t reason, const char *text, size_t length, int32_t status) {
  lh_state *S = (lh_state *)context;
  if (reason <= LH_RUNNING || reason > LH_STOP_FATAL) return;
  lh_exit_message *message = &S->exit_messages[reason];
  free(message->text);
  message->text = lh_require_memory(malloc(length + 1));
  memcpy(message->text, text, length);
  message->length = length;
  message->status = status;
}

// MARK: Stoppers

lh_stopper *lh_stopper_retain(lh_context *context) {
  lh_stopper *stopper = ((lh_state *)context)->stopper;
  atomic_fetch_add(&stopper->references, 1);
  return stopper;
}

void lh_stopper_release(lh_stopper *stopper) {
  if (atomic_fetch_sub(&stopper->references, 1) == 1) free(stopper);
}

// Only atomics and timer_settime: safe in a signal handler.
void lh_stopper_request(lh_stopper *stopper, int32_t reason) {
  int none = 0;
  atomic_compare_exchange_strong(&stopper->requested, &none, reason);
  atomic_fetch_add(&stopper->busy, 1);
  if (atomic_load(&stopper->armed)) set_timer(stopper->timer, 1, LH_TICK_NANOSECONDS);
  atomic_fetch_sub(&stopper->busy, 1);
}

void lh_stopper_clear(lh_stopper *stopper) { atomic_store(&stopper->requested, 0); }

uint64_t lh_instructions(const lh_context *context) { return ((const lh_state *)context)->spent; }
