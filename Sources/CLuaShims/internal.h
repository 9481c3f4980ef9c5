// Shared by the C files of this target. A function may raise a Lua error unless a comment says
// otherwise.
#ifndef LH_INTERNAL_H
#define LH_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CLuaShims.h"
#include "clua.h"

#define LH_UNLIKELY(x) __builtin_expect(!!(x), 0)

enum {
  LH_SMALL_MAX = 4096,  // blocks up to this size have classes of 16 bytes each
  LH_RESUME_DEPTH_MAX = 150,
  LH_CLOSE_DEPTH_MAX = 16,
  LH_SLICE = 1000,
  LH_REPLY_KEPT = 1 << 20,
  LH_TICK_NANOSECONDS = 50000000
};

typedef struct lh_exit_message {
  char *text;
  size_t length;
  int status;
} lh_exit_message;

struct lh_stopper {
  atomic_int references;
  atomic_int requested;
  atomic_int armed;
  atomic_int busy;
  timer_t timer;
};

// The thread that resumed the running coroutine, and the record of the thread that resumed that
// thread.
typedef struct lh_resumption {
  lua_State *from;
  struct lh_resumption *outer;
} lh_resumption;

// The number of random words that the host provides at a time.
enum { LH_RANDOM_WORDS = 16 };

typedef struct lh_state {
  lh_context context;  // first: both have the same address

  lh_callback idle;   // the outermost record: no callback is in progress
  lua_State *main;
  lua_State *volatile current;  // the running coroutine, whose hook the signal handler sets
  bool reads_wanted;  // whether the number of results that a call wants can be read
  lh_callbacks call;
  lh_limits limits;

  // Stopping.
  atomic_int stop;
  atomic_bool disarmed;
  bool collect_pending;
  bool denied_once, denied;
  bool has_stop_position;
  int stop_line;
  char stop_source[64];
  uint64_t spent;
  uint64_t slice;
  lh_stopper *stopper;
  bool has_timer;
  int64_t thread;
  atomic_uint_fast64_t ticks;
  uint64_t grace_ticks;
  void (*_Atomic interrupt)(void *);
  void *interrupted;
  lh_exit_message exit_messages[LH_STOP_FATAL + 1];
  uint64_t entered;  // order of entry among the states of this thread; 0: not running
  struct lh_state *next_on_thread;
  int32_t resume_depth;
  int32_t close_depth;
  lh_resumption *resumed;

  // Memory.
  size_t used, peak, limit, soft;
  uint64_t countdown;  // allocations until one fails by injection; 0: none
  int failures;
  char *arena, *bump, *objects, *arena_end;
  void *free_lists[LH_SMALL_MAX / 16 + 1], *free_objects[LH_SMALL_MAX / 16 + 1];
  uint64_t created;  // objects that can be keys

  // Output.
  char *output;
  size_t output_length;
  size_t output_total;

  lh_declarations declared;
  const void *row;  // the latest table of LH_OP_ROW

  // Random words of the host that math.random has not used yet.
  uint64_t random[LH_RANDOM_WORDS];
  int32_t random_left;

  // Order.
  int64_t serial;
  struct lh_sort_key *scratch;
  size_t scratch_capacity;
  struct {
    const void *table;
    int64_t sequence;   // last key returned from the sequence 1…n
    int64_t position;   // index of the last key returned from the sorted keys
    int64_t head;       // lowest index whose key may still exist
    int64_t count;      // number of sorted keys
    bool sorted;        // the sorted keys are valid
    bool stale;         // keys may have been added since they were sorted
  } next;

  // Functions of the standard libraries that wrappers call.
  lua_CFunction format, resume;

  lh_frame frames[LH_FRAMES];
  int32_t frame_count, frames_skipped;
  int32_t coroutine_frames;  // of an error that passes through coroutine.wrap
} lh_state;

static inline lh_state *lh_of(lua_State *L) { return *(lh_state **)lua_getextraspace(L); }

// Registry keys: the addresses of these variables.
extern char lh_key_serials, lh_key_names, lh_key_refusal, lh_key_iterator, lh_key_host_table,
  lh_key_list,
  lh_key_loaded, lh_key_next_table, lh_key_next_keys, lh_key_functions,
  lh_stop_token, lh_key_objects, lh_key_row;

// allocator.c; does not raise
bool lh_arena_open(lh_state *S);
void lh_arena_close(lh_state *S);
void lh_start_fault_injection(lh_state *S);
void *lh_allocate(void *ud, void *ptr, size_t osize, size_t nsize);
// The number of an object by its creation; 0: it has none.
uint64_t lh_creation(const lh_state *S, const void *object);
void *lh_require_memory(void *pointer);

// stop.c
void lh_timer_open(lh_state *S);
void lh_timer_close(lh_state *S);
bool lh_timer_start(lh_state *S);
void lh_enter(lh_state *S);
void lh_hook(lua_State *L, lua_Debug *ar);
void lh_arm(lh_state *S, lua_State *L);   // does not raise
// Notes where a script is, unless that is noted. Allocates nothing: the allocator calls it.
void lh_record_stop_position(lh_state *S, lua_State *L);
void lh_reset_hook(lh_state *S, lua_State *L);  // does not raise
int lh_raise_stop(lua_State *L);
void lh_note_error(lh_state *S, lua_State *L, int status);  // does not raise
static inline int lh_stopped(lh_state *S) {
  return atomic_load_explicit(&S->stop, memory_order_relaxed);
}
// sanitized.c: whether the thread sanitizer is active, which defers signals.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LH_DEFERS_SIGNALS 1
#endif
#endif
#ifndef LH_DEFERS_SIGNALS
#define LH_DEFERS_SIGNALS 0
#endif
void lh_deliver_signals(void);
static inline void lh_check(lua_State *L, lh_state *S) {
  if (LH_DEFERS_SIGNALS) lh_deliver_signals();
  if (LH_UNLIKELY(lh_stopped(S))) lh_raise_stop(L);
}
int lh_raise_spent(lua_State *L);
// Charges steps of a C loop to the budget of instructions, and raises an error when the script has
// to stop.
static inline void lh_charge(lua_State *L, lh_state *S, uint64_t steps) {
  lh_check(L, S);
  if (LH_UNLIKELY(S->slice != 0) && (S->spent += steps) >= S->limits.instructions)
    lh_raise_spent(L);
}

// The libraries
int lh_pcall(lua_State *L);
int lh_xpcall(lua_State *L);
void lh_open_coroutine(lua_State *L);
void lh_open_base(lua_State *L);
// A file's text without a byte order mark, and without a first line that begins with #.
lh_text lh_without_first_line(const char *text, size_t length);
// Compiles a text. Returns the status of lua_load, and raises an error when the script has to stop.
int lh_load(lua_State *L, const char *text, size_t length, const char *chunk);
void lh_open_order(lua_State *L);
void lh_open_random(lua_State *L);
void lh_open_strings(lua_State *L);
void lh_open_tables(lua_State *L);
void lh_open_require(lua_State *L);
void lh_open_libraries(lua_State *L);

// base.c: prints the strings and numbers from index `first` on.
void lh_write(lua_State *L, int first, const char *between, const char *end);

// state.c: expects a table on top; replaces it by its read-only proxy. `denial` is the message of an assignment; empty:
// the usual one.
void lh_protect(lua_State *L, lh_text name, lh_text denial);

// order.c
lua_Integer lh_serial(lua_State *L, int index);
void lh_tostring(lua_State *L, int index);  // pushes a string

// trampoline.c
int lh_trampoline(lua_State *L);
void lh_learn_wanted(lua_State *L, lh_state *S);

// values.c
lh_slot lh_slot_at(lua_State *L, int index);  // does not raise

// reply.c
bool lh_is_list(lua_State *L, int index);  // does not raise
void lh_open_rows(lua_State *L);
int lh_reply_run(lua_State *L, lh_state *S, size_t base, int names);
int lh_answer(lua_State *L, lh_state *S, int32_t status, size_t base, int names);

// Begins a callback, which interrupts the one in progress. Fields that are not set here are zero.
static inline void lh_begin(
  lh_state *S, lua_State *L, lh_callback *callback, const lh_function *function,
  const lh_slot *slots) {
  *callback = (lh_callback){
    .outer = S->context.callback,
    .function = function ? function->host : NULL,
    .slots = slots,
    .thread = L,
    .reply_base = S->context.reply_length,
    .reply_depth = S->context.open_depth};
  S->context.callback = callback;
}

// Ends a callback. Then the caller executes the reply from `reply_base` on.
static inline void lh_finish(lh_state *S, const lh_callback *callback) {
  S->context.callback = callback->outer;
  S->context.open_depth = callback->reply_depth;
  S->used -= callback->temporary_memory;
}

void lh_reply_reset(lh_state *S, size_t base, int32_t depth);  // does not raise

// iterators.c
void lh_open_iterators(lua_State *L);
void lh_push_iterator(lua_State *L, int32_t number);


// traceback.c
int lh_traceback_handler(lua_State *L);
void lh_collect_frames(lh_state *S, lua_State *L, bool coroutine);  // does not raise
// Copies the frames from a level on, and leaves those of the state as they are. Returns their number; does not raise.
int32_t lh_copy_frames(
  lh_state *S, lua_State *L, int level, lh_frame *frames, int32_t *skipped);

#endif
