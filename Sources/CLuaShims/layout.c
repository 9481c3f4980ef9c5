// What Lua's interface does not tell, or tells at the price of the call that asks.
//
// Whether a call wants results Lua knows: a call that is a statement has asked for none. Its interface
// does not say so, and what an outcome is made of — a table, its strings, and the collecting of both —
// costs more than the event that it tells of. And a call of two integers spends more on asking for each
// argument's type and value, and for the function's own upvalue, than on anything else.
//
// So these are read where Lua keeps them (layout.h). Nothing relies on its records being as they are
// there. When a state is made, calls are made whose arguments, upvalues and wishes are known, and what
// the records show has to be exactly that. Each look goes no further than what the looks before it have
// proved: the record of a call, whose address a `lua_Debug` holds; the thread, which must point to it;
// the call's part of the stack, whose bounds must be as far apart as Lua promises; only then the values,
// and last the call's wishes. Where one thing does not fit, all is asked of the interface, every call
// counts as one that wants results, and what is lost is time.
#include "layout.h"

#include <stddef.h>
#include <stdint.h>

// The records are those of Lua 5.4 with 64 bits.
enum {
  IS_KNOWN_KIND = LUA_VERSION_NUM == 504 && sizeof(lh_value) == 16
    && offsetof(lh_short_string, text) == 24 && offsetof(lh_closure, upvalues) == 32
    && offsetof(lh_thread, call) == 32
};

// MARK: Results

static int wanted(lua_State *L) {
  lua_Debug call;
  if (!lua_getstack(L, 0, &call)) return LUA_MULTRET;
  return ((const lh_call_record *)call.i_ci)->results;
}

// Asked only by what is costly to reply: most callbacks reply a value or two.
bool lh_is_wanted(lh_context *context) {
  lh_state *S = (lh_state *)context;
  // Whatever else stands there, such as a number that marks a call with something to close, is taken
  // for a wish.
  if (context->callback->wanted == LH_WANTED_UNKNOWN)
    context->callback->wanted =
      !S->knows_wanted || wanted(context->callback->thread) != 0 ? LH_WANTED : LH_UNWANTED;
  return context->callback->wanted == LH_WANTED;
}

static int probe_wanted(lua_State *L) {
  int expected = (int)lua_tointeger(L, 1);
  if (wanted(L) != expected) lh_of(L)->knows_wanted = false;
  return 0;
}

static void learn_wanted(lua_State *L, lh_state *S) {
  static const int counts[] = {0, 1, 2, 3, 7, LUA_MULTRET};
  S->knows_wanted = true;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    int top = lua_gettop(L);
    lua_pushcfunction(L, probe_wanted);
    lua_pushinteger(L, counts[i]);
    lua_call(L, 1, counts[i]);
    lua_settop(L, top);
  }
}

// MARK: Arguments

// Whether an argument looks as it is. Expects that the stack has been proved.
static bool shows(lua_State *L, int index) {
  const lh_value *value = lh_arguments(L) + index - 1;
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (!lua_isinteger(L, index))
        return value->tag != LH_TAG_INTEGER && value->tag != LH_TAG_SHORT_STRING;
      return value->tag == LH_TAG_INTEGER && value->integer == lua_tointeger(L, index);
    case LUA_TSTRING: {
      size_t length;
      const char *text = lua_tolstring(L, index, &length);
      if (value->tag != LH_TAG_SHORT_STRING) return length > 40 && value->tag != LH_TAG_INTEGER;
      // The address first: what is told of an object is read only where it is known to be.
      if ((const char *)value->pointer + offsetof(lh_short_string, text) != text) return false;
      return length <= 40 && ((const lh_short_string *)value->pointer)->length == length;
    }
    default: return value->tag != LH_TAG_INTEGER && value->tag != LH_TAG_SHORT_STRING;
  }
}

// Called with its own address as first argument, and with itself and a mark of this file as upvalues.
static bool is_as_known(lua_State *L, const void *mark) {
  lua_Debug debug;
  if (!lua_getstack(L, 0, &debug)) return false;
  int given = lua_gettop(L);
  const lh_call_record *call = (const lh_call_record *)debug.i_ci;
  const lh_thread *thread = (const lh_thread *)L;
  if (thread->call != call) return false;
  uintptr_t function = (uintptr_t)call->function;
  // As many values as were given, behind the function, and room for LUA_MINSTACK more.
  if (function % sizeof(void *) || (uintptr_t)thread->top != function + (1 + (uintptr_t)given) * 16
      || (uintptr_t)call->top != (uintptr_t)thread->top + LUA_MINSTACK * 16)
    return false;
  if (lh_given(L) != given || call->function->pointer != lua_touserdata(L, 1)) return false;
  if (lh_first_upvalue(L) != mark || lua_touserdata(L, lua_upvalueindex(1)) != mark) return false;
  for (int i = 1; i <= given; i++)
    if (!shows(L, i)) return false;
  return true;
}

static const char mark = 0, another = 0;

static int probe_arguments(lua_State *L) {
  if (!is_as_known(L, &mark)) lh_of(L)->knows_arguments = false;
  return 0;
}

static void push_probe(lua_State *L) {
  lua_pushlightuserdata(L, (void *)(lh_of(L)->limits.by_interface ? &another : &mark));
  lua_newtable(L);
  lua_pushcclosure(L, probe_arguments, 2);
  lua_pushlightuserdata(L, (void *)lua_topointer(L, -1));
}

static void probe_with(lua_State *L, int given) { lua_call(L, given + 1, 0); }

static void learn_arguments(lua_State *L, lh_state *S) {
  S->knows_arguments = true;
  push_probe(L);
  probe_with(L, 0);
  static const lua_Integer integers[] = {0, 1, -1, 42, INT64_MAX, INT64_MIN};
  push_probe(L);
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) lua_pushinteger(L, integers[i]);
  probe_with(L, sizeof integers / sizeof *integers);
  push_probe(L);
  lua_pushnil(L);
  lua_pushboolean(L, false);
  lua_pushboolean(L, true);
  lua_pushnumber(L, 3.0);
  lua_pushnumber(L, -0.5);
  lua_pushcfunction(L, probe_arguments);
  lua_pushvalue(L, LUA_REGISTRYINDEX);
  lua_pushthread(L);
  probe_with(L, 8);
  // Up to 40 bytes Lua keeps once each; longer ones are told in another way.
  char text[64];
  memset(text, 'x', sizeof text);
  static const size_t lengths[] = {0, 1, 7, 8, 39, 40, 41, 64};
  push_probe(L);
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) lua_pushlstring(L, text, lengths[i]);
  probe_with(L, sizeof lengths / sizeof *lengths);
}

bool lh_knows_arguments(const lh_context *context) {
  return ((const lh_state *)context)->knows_arguments;
}

void lh_learn_layout(lua_State *L, lh_state *S) {
  if (!IS_KNOWN_KIND) return;
  luaL_checkstack(L, 24, NULL);
  learn_arguments(L, S);
  if (S->knows_arguments) learn_wanted(L, S);
}
