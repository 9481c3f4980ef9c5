// The records of Lua 5.4 that are read directly instead of through the API. See layout.c.
#ifndef LH_LAYOUT_H
#define LH_LAYOUT_H

#include "internal.h"

enum {
  LH_TAG_INTEGER = 0x03,
  LH_TAG_SHORT_STRING = 0x44,
};

// A value, on the stack and elsewhere.
typedef struct lh_value {
  union {
    const void *pointer;
    lua_Integer integer;
  };
  uint8_t tag;
} lh_value;

// The first fields of collected objects; no struct, since the following fields use its padding.
#define LH_OBJECT \
  void *next_object; \
  uint8_t kind, mark

typedef struct lh_short_string {
  LH_OBJECT;
  uint8_t extra, length;
  uint32_t hash;
  uint64_t other;
  char text[];
} lh_short_string;

typedef struct lh_closure {
  LH_OBJECT;
  uint8_t upvalue_count;
  void *gray;
  lua_CFunction function;
  lh_value upvalues[];
} lh_closure;

// A call in progress. Lua allocates it as one block of at least this size.
typedef struct lh_call_record {
  const lh_value *function;  // its arguments follow, up to the top of the thread's stack
  const lh_value *top;       // the end of its section of the stack
  struct lh_call_record *previous, *next;
  union {
    struct {
      const void *position;
      volatile int trap;
      int extra;
    } script;
    struct {
      void (*continuation)(void);
      ptrdiff_t old_handler;
      intptr_t context;
    } host;
  } own;
  int32_t shared;
  short results;
  unsigned short status;
} lh_call_record;

// The first fields of a thread.
typedef struct lh_thread {
  LH_OBJECT;
  uint8_t status, allows_hooks;
  unsigned short calls;
  const lh_value *top;
  void *global;
  const lh_call_record *call;
} lh_thread;

static inline const lh_call_record *lh_call_of(lua_State *L) { return ((const lh_thread *)L)->call; }

// The arguments of the call in progress; whatever reallocates the stack moves them.
static inline const lh_value *lh_arguments(lua_State *L) { return lh_call_of(L)->function + 1; }

static inline int lh_given(lua_State *L) {
  return (int)(((const lh_thread *)L)->top - lh_arguments(L));
}

static inline const void *lh_first_upvalue(lua_State *L) {
  return ((const lh_closure *)lh_call_of(L)->function->pointer)->upvalues[0].pointer;
}

#endif
