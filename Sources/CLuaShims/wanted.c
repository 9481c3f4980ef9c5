// Whether a call wants results.
//
// Lua knows: a call that is a statement has asked for none. Its interface does not say so, and what
// an outcome is made of — a table, its strings, and the collecting of both — costs more than the
// event that it tells of. So it is read where Lua keeps it: in the record of the call, whose address
// a `lua_Debug` holds. Nothing relies on that record being as it is here. When a state is made, calls
// that want 0, 1, 2, 3 and 7 results and as many as there are have to show exactly these numbers;
// where one does not, every call counts as one that wants results, and all that is lost is time.
#include "internal.h"

#include <stddef.h>

// The record as Lua 5.4 has it. Lua makes it in one piece of at least this size.
typedef struct call_record {
  void *function, *top, *previous, *next;
  union {
    struct {
      const void *place;
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
} call_record;

static int wanted(lua_State *L) {
  lua_Debug call;
  if (!lua_getstack(L, 0, &call)) return LUA_MULTRET;
  return ((const call_record *)call.i_ci)->results;
}

// Asked only by what is costly to reply: most callbacks reply a value or two.
bool lh_is_wanted(lh_context *context) {
  lh_state *S = (lh_state *)context;
  // Whatever else stands there, such as a number that marks a call with something to close, is taken
  // for a wish.
  if (context->wanted == LH_WANTED_UNKNOWN)
    context->wanted = !S->knows_wanted || wanted(S->caller) != 0 ? LH_WANTED : LH_UNWANTED;
  return context->wanted == LH_WANTED;
}

static int probe(lua_State *L) {
  int expected = (int)lua_tointeger(L, 1);
  if (wanted(L) != expected) lh_of(L)->knows_wanted = false;
  return 0;
}

void lh_learn_wanted(lua_State *L, lh_state *S) {
  static const int counts[] = {0, 1, 2, 3, 7, LUA_MULTRET};
  luaL_checkstack(L, 16, NULL);
  S->knows_wanted = true;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    int top = lua_gettop(L);
    lua_pushcfunction(L, probe);
    lua_pushinteger(L, counts[i]);
    lua_call(L, 1, counts[i]);
    lua_settop(L, top);
  }
}
