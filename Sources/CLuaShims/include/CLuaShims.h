// The interface for Swift. No function declared here raises a Lua error through its caller: a
// function that could raise one either works inside a protected call, or writes the error into the
// reply program, which C executes after the Swift frame has returned.
#ifndef CLUASHIMS_H
#define CLUASHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lh_text {
  const char *_Nonnull text;
  size_t length;
} lh_text;

// MARK: Slots: values on the stack, and the arguments of a host function, flattened

enum {
  LH_ABSENT = 0,
  LH_BOOLEAN,   // bits: 0 or 1
  LH_INTEGER,   // bits
  LH_NUMBER,    // bits: the bit pattern of the double
  LH_STRING,    // bits: the address of the bytes; length: their number
  LH_CHOICE,    // bits: the index of the name; only of arguments
  LH_TABLE,     // bits: its address
  LH_FUNCTION,
  LH_OTHER,
  LH_THREAD
};

typedef struct lh_slot {
  int32_t tag;
  int32_t index;  // the stack index
  int64_t bits;
  size_t length;
} lh_slot;

// MARK: Mismatches: why arguments were rejected

enum {
  LH_MISMATCH_TYPE = 1,   // the value at `index` has another type than declared
  LH_MISMATCH_MISSING,    // a required value is absent
  LH_MISMATCH_UNKNOWN,    // `unknown_field` of the context is not declared
  LH_MISMATCH_KEY,        // the key at `index` is not a string
  LH_MISMATCH_TOO_MANY,   // `given` arguments
  LH_MISMATCH_ELEMENT,    // the list element number `element`, at `index`, is wrong
  LH_MISMATCH_LIST,       // a list has other keys than 1…n
};

enum { LH_PATH_MAX = 8 };

typedef struct lh_mismatch {
  int32_t kind;
  int32_t parameter;
  int32_t path_count;
  int32_t path[LH_PATH_MAX];
  int32_t index;
  int32_t given;
  int64_t element;
} lh_mismatch;

// MARK: Stop reasons

enum {
  LH_RUNNING = 0,
  LH_STOP_TIME,
  LH_STOP_INSTRUCTIONS,
  LH_STOP_MEMORY,
  LH_STOP_OUTPUT,
  LH_STOP_INTERRUPT,
  LH_STOP_CLOSED_OUTPUT,
  LH_STOP_FATAL
};

// MARK: The context: the fields that Swift accesses

enum { LH_DEPTH_MAX = 100 };

// A callback in progress. The outermost record means that none is.
typedef struct lh_callback {
  struct lh_callback *_Nullable outer;  // the callback that this one interrupts
  const void *_Nullable function;       // `host` of the declared function; null if it is none
  const lh_slot *_Nullable slots;
  struct lua_State *_Nullable thread;   // the thread whose stack it reads
  size_t reply_base;                    // the offset at which its reply begins
  int32_t reply_depth;
  size_t temporary_memory;  // bytes that the host charged until the callback ends
} lh_callback;

typedef struct lh_context {
  void *_Nullable host;
  lh_callback *_Nonnull callback;
  char *_Nullable reply;
  size_t reply_length;
  size_t reply_capacity;
  int32_t open_depth;
  bool reply_failed;
  size_t open_offset[LH_DEPTH_MAX];
  lh_mismatch mismatch;
  lh_text unknown_field;
} lh_context;

// The results of a callback.
enum {
  LH_DONE = 0,    // execute the reply program; its values are the results
  LH_RAISE = 1,   // the reply is one string: raise it, with the caller's position
  LH_HALT = 2,    // the stop reason is set: raise it
  LH_END = 3,     // an iterator has no more values; a field of a row has the key replied
  LH_RAISE_AGAIN  // the reply is one string: raise it unchanged
};

typedef struct lh_callbacks {
  int32_t (*_Nonnull call)(struct lh_context *_Nonnull context, const void *_Nonnull function);
  int32_t (*_Nonnull mismatch)(
    struct lh_context *_Nonnull context, const void *_Nonnull function);
  int32_t (*_Nonnull step)(void *_Nullable host, int32_t iterator);
  void (*_Nonnull close)(void *_Nullable host, int32_t iterator);
  // Replies the value of a name that is no key of the row being read; LH_END: the key instead.
  int32_t (*_Nonnull field)(void *_Nullable host, const char *_Nonnull name, size_t length);
  bool (*_Nonnull write)(void *_Nullable host, const void *_Nonnull bytes, size_t count);
  int32_t (*_Nonnull module)(
    void *_Nullable host, const char *_Nonnull name, size_t length);
  // Writes random words; some may never be used.
  void (*_Nonnull random)(void *_Nullable host, uint64_t *_Nonnull words, size_t count);
  void (*_Nonnull seed)(void *_Nullable host, int32_t count, uint64_t first, uint64_t second);
} lh_callbacks;

typedef struct lh_limits {
  int64_t wall_nanoseconds;   // 0: none
  uint64_t instructions;      // 0: none
  size_t memory;
  size_t output;
  size_t output_buffer;
  int64_t grace_nanoseconds;  // < 0: never end the process
  uint64_t failing_allocation;  // for tests: number of the one to fail after set-up; 0: none
} lh_limits;

// Whether the caller uses the reply of the callback in progress.
bool lh_is_wanted(lh_context *_Nonnull context);

// MARK: State

lh_context *_Nullable lh_open(
  const lh_limits *_Nonnull limits, const lh_callbacks *_Nonnull callbacks, void *_Nullable host);
void lh_close(lh_context *_Nonnull context);
// Copies the text that is written to descriptor 2 before the process ends with `status` because of
// `reason`.
void lh_set_exit_message(
  lh_context *_Nonnull context, int32_t reason, const char *_Nonnull text, size_t length,
  int32_t status);

// Sets a function that is called in a signal handler, at every tick from a stop until the script
// has returned.
void lh_set_interruption(
  lh_context *_Nonnull context, void (*_Nullable call)(void *_Nullable), void *_Nullable argument);

int32_t lh_stop_reason(const lh_context *_Nonnull context);
void lh_set_stop(lh_context *_Nonnull context, int32_t reason);
bool lh_flush(lh_context *_Nonnull context);
bool lh_charge_output(lh_context *_Nonnull context, size_t bytes);
bool lh_charge_memory(lh_context *_Nonnull context, size_t bytes);
// Charges memory until the callback in progress ends; outside of callbacks, until the next run
// begins.
bool lh_charge_temporary_memory(lh_context *_Nonnull context, size_t bytes);
// Keeps charging the temporary memory of the callback in progress after its end.
void lh_keep_temporary_memory(lh_context *_Nonnull context);
void lh_refund_memory(lh_context *_Nonnull context, size_t bytes);
size_t lh_peak_memory(const lh_context *_Nonnull context);
uint64_t lh_instructions(const lh_context *_Nonnull context);
void lh_disarm(lh_context *_Nonnull context);

// MARK: Stoppers: handles that outlive the state and may be used from any thread or signal handler

typedef struct lh_stopper lh_stopper;
lh_stopper *_Nonnull lh_stopper_retain(lh_context *_Nonnull context);
void lh_stopper_release(lh_stopper *_Nonnull stopper);
void lh_stopper_request(lh_stopper *_Nonnull stopper, int32_t reason);
void lh_stopper_clear(lh_stopper *_Nonnull stopper);

// MARK: Declarations of host functions: the caller's, valid until the state is closed

enum {
  LH_KIND_BOOLEAN = 1 << 0,
  LH_KIND_INTEGER = 1 << 1,
  LH_KIND_NUMBER = 1 << 2,
  LH_KIND_STRING = 1 << 3,
  LH_KIND_CHOICE = 1 << 4,
  LH_KIND_ANY = 1 << 5,
  LH_KIND_FUNCTION = 1 << 6,
  LH_KIND_STRINGS = 1 << 7,
  LH_KIND_TABLE = 1 << 8
};

typedef struct lh_choice {
  lh_text name;
  bool numbered;
  int64_t number;
} lh_choice;

typedef struct lh_field {
  lh_text name;
  int32_t number;  // among all fields, from 1
  int32_t kinds;
  int32_t slot;
  bool optional;
  bool kept;  // the value stays on the stack during the call
  int64_t low, high;
  double number_low, number_high;
  const lh_choice *_Nullable choices;
  int32_t choice_count;
  int32_t field_count;
  const struct lh_field *_Nullable fields;  // of a table
} lh_field;

typedef struct lh_function {
  lh_text name;
  const void *_Nonnull host;  // passed to the callbacks
  int32_t module;
  int32_t parameter_count;
  int32_t slot_count;
  int32_t kept_count;
  const lh_field *_Nullable parameters;
} lh_function;

typedef struct lh_module {
  lh_text name;
  lh_text denial;  // the message of an assignment; empty for the usual one
} lh_module;

typedef struct lh_declarations {
  const lh_module *_Nullable modules;
  const lh_function *_Nullable functions;
  int32_t module_count;
  int32_t function_count;
} lh_declarations;

// Opens the libraries and installs the declared functions. False: out of memory, or an error
// message is in the reply.
bool lh_install(lh_context *_Nonnull context, lh_declarations declarations);

// MARK: Running

typedef struct lh_frame {
  char source[64];
  char name[64];
  int32_t line;
  int32_t kind;  // 0 main chunk, 1 named, 2 unnamed
  int32_t defined;
  bool coroutine;
} lh_frame;

enum { LH_FRAMES = 24 };

enum { LH_OK = 0, LH_FAILED_SYNTAX, LH_FAILED_RUNTIME, LH_FAILED_STOPPED, LH_FAILED_SETUP };

typedef struct lh_result {
  int32_t status;
  // Results at stack indices base+1 … base+count; or the message at base+1, the value at base+2.
  int32_t count;
  int32_t base;
  int32_t frames;
  int32_t skipped_frames;
  int32_t stop;
  int32_t stop_line;
  char stop_source[64];
  uint64_t described;  // bit i: result i is a textual description in place of the value
} lh_result;

// Compiles a text and discards the function; the result is the error, if there is one.
lh_result lh_compile(
  lh_context *_Nonnull context, const char *_Nonnull source, size_t length,
  const char *_Nonnull chunk);
// The results stay on the stack until lh_set_top.
lh_result lh_run(
  lh_context *_Nonnull context, const char *_Nonnull source, size_t length,
  const char *_Nonnull chunk, const lh_text *_Nullable arguments, int32_t argument_count,
  const char *_Nonnull script_name, bool describing);
// Lists the field names of a global, or of one of its fields (an empty path: the names of the
// globals), without calling functions of the script. The results are strings.
lh_result lh_names(
  lh_context *_Nonnull context, const lh_text *_Nullable path, int32_t path_count);
// Resets the count of printed bytes.
void lh_forget_output(lh_context *_Nonnull context);
// Makes the next require load each module again; the compiled texts are retained.
void lh_forget_modules(lh_context *_Nonnull context);
// Discards the random words that math.random has not used: the next ones come from the host.
void lh_forget_random(lh_context *_Nonnull context);
const lh_frame *_Nonnull lh_frame_at(const lh_context *_Nonnull context, int32_t index);

// Functions that Swift retains. The arguments of a call are the reply program written since
// `reply_base`.
int32_t lh_keep(lh_context *_Nonnull context, int32_t index);  // < 0: out of memory
void lh_forget(lh_context *_Nonnull context, int32_t reference);
lh_result lh_call(lh_context *_Nonnull context, int32_t reference, size_t reply_base);

// Copies the caller's position, from inside a callback. False: there is none.
bool lh_caller(
  lh_context *_Nonnull context, char *_Nonnull source, size_t capacity, int32_t *_Nonnull line);

// MARK: Reading values on the current stack; none of these raises

lh_slot lh_value(lh_context *_Nonnull context, int32_t index);
// Whether the host created the table as an empty list; items may have been added since.
bool lh_value_is_list(lh_context *_Nonnull context, int32_t index);
bool lh_value_is_host_table(lh_context *_Nonnull context, int32_t index);
uint64_t lh_table_length(lh_context *_Nonnull context, int32_t index);
int32_t lh_top(lh_context *_Nonnull context);
void lh_set_top(lh_context *_Nonnull context, int32_t top);
bool lh_reserve_stack(lh_context *_Nonnull context, int32_t count);
// Iteration begins with lh_push_nil; each step that returns true leaves a key and its value on top.
void lh_push_nil(lh_context *_Nonnull context);
bool lh_table_next(lh_context *_Nonnull context, int32_t index);
void lh_table_item(lh_context *_Nonnull context, int32_t index, int64_t item);
// Whether a table has as many values as its length; if none of the items is nil, it is a sequence without
// other keys.
bool lh_table_is_sequence(lh_context *_Nonnull context, int32_t index);

// A field whose value is one of some names.
typedef struct lh_choice_field {
  lh_text name;
  const lh_text *_Nonnull choices;
  int32_t choice_count;
} lh_choice_field;

// Reads the fields of tables that are items of a sequence, from one on: writes for each table the index of each
// value among the names of its field, -1 without a value. Returns the number of tables before the first item
// that is no table, or has another key or another value.
int32_t lh_item_choices(
  lh_context *_Nonnull context, int32_t index, int64_t first, int32_t most,
  const lh_choice_field *_Nonnull fields, int32_t count, int32_t *_Nonnull chosen);

// MARK: The reply program

enum {
  LH_OP_NIL = 1,
  LH_OP_BOOLEAN,
  LH_OP_INTEGER,
  LH_OP_NUMBER,
  LH_OP_STRING,    // the bytes follow
  LH_OP_CONSTANT,  // bits: address of a text that is never freed; aux: its length
  LH_OP_TABLE,     // aux: expected fields
  LH_OP_ARRAY,     // aux: expected items
  LH_OP_REFUSAL,   // a table with the metatable of refusals
  LH_OP_FIELD,     // the next value is stored under this constant name
  LH_OP_KEY,       // the next value is a key
  LH_OP_END,
  LH_OP_ITERATOR,  // bits: the number of the iterator
  LH_OP_OBJECT,    // a table with the functions of a module as methods; bits: its constant name
  LH_OP_ROW        // a table whose absent fields the host is asked for
};

typedef struct lh_op {
  uint32_t op;
  uint32_t aux;
  int64_t bits;
} lh_op;

bool lh_reply_grow(lh_context *_Nonnull context, size_t need);

static inline lh_op *_Nullable lh_reply_op(
  lh_context *_Nonnull c, uint32_t op, uint32_t aux, int64_t bits, size_t payload) {
  size_t need = sizeof(lh_op) + ((payload + 15) & ~(size_t)15);
  // After a failure the program is incomplete: nothing is added any more.
  if (c->reply_failed) return 0;
  if (c->reply_capacity - c->reply_length < need && !lh_reply_grow(c, need)) return 0;
  lh_op *added = (lh_op *)(c->reply + c->reply_length);
  added->op = op;
  added->aux = aux;
  added->bits = bits;
  c->reply_length += need;
  return added;
}

// Discards what the callback in progress has replied so far.
void lh_reply_rewind(lh_context *_Nonnull context);

static inline void lh_reply_string(
  lh_context *_Nonnull c, const void *_Nullable bytes, size_t count) {
  lh_op *added = lh_reply_op(c, LH_OP_STRING, 0, (int64_t)count, count);
  if (added && count) __builtin_memcpy(added + 1, bytes, count);
}

// Opens a table. `module`: of LH_OP_OBJECT.
static inline void lh_reply_begin(
  lh_context *_Nonnull c, uint32_t op, uint32_t expected, const char *_Nullable module) {
  if (c->open_depth == LH_DEPTH_MAX) {
    c->reply_failed = true;
    return;
  }
  c->open_offset[c->open_depth++] = c->reply_length;
  lh_reply_op(c, op, expected, (int64_t)(intptr_t)module, 0);
}

// Begins a field of the open table: LH_OP_FIELD with a constant name, or LH_OP_KEY.
static inline void lh_reply_field(
  lh_context *_Nonnull c, uint32_t op, const char *_Nullable name, size_t count) {
  if (c->open_depth > 0 && !c->reply_failed)
    ((lh_op *)(c->reply + c->open_offset[c->open_depth - 1]))->aux++;
  lh_reply_op(c, op, (uint32_t)count, (int64_t)(intptr_t)name, 0);
}

static inline void lh_reply_end(lh_context *_Nonnull c) {
  if (c->open_depth == 0) return;
  c->open_depth--;
  lh_reply_op(c, LH_OP_END, 0, 0, 0);
}

// The release of Lua, such as "Lua 5.4.4".
const char *_Nonnull lh_release(void);

#endif
