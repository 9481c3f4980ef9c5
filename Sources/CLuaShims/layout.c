// Reads directly from Lua's records what its API does not provide, or provides only at a cost.
//
// Lua knows whether a call wants results: a call that is a statement wants none. The API does not
// provide that, and building an outcome — a table, its strings, and their garbage collection —
// costs more than the event that it describes. And for a call with two integers, asking for the
// type and value of each argument and for the function's upvalue costs more than everything else.
//
// So these are read where Lua stores them (layout.h), after a check that the records have the
// expected layout. When a state is created, calls are made whose arguments, upvalues and numbers of
// wanted results are known, and the records have to show exactly these. Each check reads no further
// than the checks before it have verified: the record of a call, whose address a `lua_Debug`
// contains; the thread, which must point to it; the call's section of the stack, whose bounds must
// be as far apart as Lua promises; only then the values, and last the number of wanted results. If
// one check fails, everything is read through the API, every call counts as wanting results, and
// only time is lost.
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

// Only replies that are expensive ask: most callbacks reply a value or two.
bool lh_is_wanted(lh_context *context) {
  lh_state *S = (lh_state *)context;
  // Any other value, such as a number that marks a call with variables to close, counts as wanting
  // results.
  if (context->callback->wanted == LH_WANTED_UNKNOWN)
    context->callback->wanted =
      !S->reads_wanted_count || wanted(context->callback->thread) != 0 ? LH_WANTED : LH_UNWANTED;
  return context->callback->wanted == LH_WANTED;
}

static int probe_wanted(lua_State *L) {
  int expected = (int)lua_tointeger(L, 1);
  if (wanted(L) != expected) lh_of(L)->reads_wanted_count = false;
  return 0;
}

static void learn_wanted(lua_State *L, lh_state *S) {
  static const int counts[] = {0, 1, 2, 3, 7, LUA_MULTRET};
  S->reads_wanted_count = true;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    int top = lua_gettop(L);
    lua_pushcfunction(L, probe_wanted);
    lua_pushinteger(L, counts[i]);
    lua_call(L, 1, counts[i]);
    lua_settop(L, top);
  }
}

// MARK: Arguments

// Whether the record of an argument shows its value. Expects that the stack has been verified.
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
      // The address first: the fields of an object are read only if the object is known to be
      // there.
      if ((const char *)value->pointer + offsetof(lh_short_string, text) != text) return false;
      return length <= 40 && ((const lh_short_string *)value->pointer)->length == length;
    }
    default: return value->tag != LH_TAG_INTEGER && value->tag != LH_TAG_SHORT_STRING;
  }
}

// Called with its own address as first argument, and with itself and a mark of this file as
// upvalues.
static bool has_known_layout(lua_State *L, const void *mark) {
  lua_Debug debug;
  if (!lua_getstack(L, 0, &debug)) return false;
  int given = lua_gettop(L);
  const lh_call_record *call = (const lh_call_record *)debug.i_ci;
  const lh_thread *thread = (const lh_thread *)L;
  if (thread->call != call) return false;
  uintptr_t function = (uintptr_t)call->function;
  // The values given follow the function, and then there is room for LUA_MINSTACK more.
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
  if (!has_known_layout(L, &mark)) lh_of(L)->reads_arguments_directly = false;
  return 0;
}

static void push_probe(lua_State *L) {
  lua_pushlightuserdata(L, (void *)(lh_of(L)->limits.fails_layout_check ? &another : &mark));
  lua_newtable(L);
  lua_pushcclosure(L, probe_arguments, 2);
  lua_pushlightuserdata(L, (void *)lua_topointer(L, -1));
}

static void probe_with(lua_State *L, int given) { lua_call(L, given + 1, 0); }

static void learn_arguments(lua_State *L, lh_state *S) {
  S->reads_arguments_directly = true;
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
  // Lua interns strings up to 40 bytes; longer ones have another tag.
  char text[64];
  memset(text, 'x', sizeof text);
  static const size_t lengths[] = {0, 1, 7, 8, 39, 40, 41, 64};
  push_probe(L);
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) lua_pushlstring(L, text, lengths[i]);
  probe_with(L, sizeof lengths / sizeof *lengths);
}

bool lh_reads_arguments_directly(const lh_context *context) {
  return ((const lh_state *)context)->reads_arguments_directly;
}

void lh_learn_layout(lua_State *L, lh_state *S) {
  if (!IS_KNOWN_KIND) return;
  luaL_checkstack(L, 24, NULL);
  learn_arguments(L, S);
  if (S->reads_arguments_directly) learn_wanted(L, S);
}
