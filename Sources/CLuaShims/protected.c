// pcall and xpcall that do not catch stops.
#include "internal.h"

static int finish(lua_State *L, int status, lua_KContext extra) {
  lh_state *S = lh_of(L);
  if (LH_UNLIKELY(status != LUA_OK && status != LUA_YIELD)) {
    lh_note_error(S, L, status);
    lh_check(L, S);
    S->coroutine_frames = 0;
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  lh_check(L, S);
  return lua_gettop(L) - (int)extra;
}

int lh_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  return finish(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish), 0);
}

// Wraps the script's message handler. A handler runs where the error was raised; for a stop that is
// inside the hook, where hooks are off. So it is not called for stops.
static int handle(lua_State *L) {
  lh_state *S = lh_of(L);
  if (lh_stopped(S)) return 1;
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

int lh_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handle, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  return finish(L, lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish), 2);
}
