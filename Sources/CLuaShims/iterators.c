// Host iterators: a userdata with the number of the iterator, which is closed once.
#include "internal.h"

typedef struct handle {
  int32_t number;  // < 0: closed
  bool is_busy;    // a function of the script that the iterator calls may ask for the next value
} handle;

static void close_handle(lua_State *L, handle *it) {
  // An iterator at work must not be closed by a function that it calls.
  if (it->number < 0 || it->is_busy) return;
  lh_state *S = lh_of(L);
  int32_t number = it->number;
  it->number = -1;
  S->call.close(S->context.host, number);
}

static int on_close(lua_State *L) {
  close_handle(L, lua_touserdata(L, 1));
  return 0;
}

// Upvalues: the userdata, the table of names.
static int step(lua_State *L) {
  lh_state *S = lh_of(L);
  handle *it = lua_touserdata(L, lua_upvalueindex(1));
  lh_check(L, S);
  if (LH_UNLIKELY(it->number < 0)) return luaL_error(L, "this iterator has ended or was closed");
  if (LH_UNLIKELY(it->is_busy)) return luaL_error(L, "this iterator is at work already");
  lua_settop(L, 0);
  lh_callback callback;
  lh_begin(S, L, &callback, NULL, NULL);
  it->is_busy = true;
  int32_t status = S->call.step(S->context.host, it->number);
  it->is_busy = false;
  lh_finish(S, &callback);
  if (status == LH_END) {
    S->context.reply_length = callback.reply_base;
    lh_check(L, S);
    close_handle(L, it);
    lua_pushnil(L);
    return 1;
  }
  if (LH_UNLIKELY(status != LH_DONE)) close_handle(L, it);
  return lh_answer(L, S, status, callback.reply_base, lua_upvalueindex(2));
}

void lh_push_iterator(lua_State *L, int32_t number) {
  handle *it = lua_newuserdatauv(L, sizeof *it, 1);
  it->number = number;
  it->is_busy = false;
  // Its place among the keys of a table.
  lua_pushinteger(L, (lua_Integer)lh_of(L)->created);
  lua_setiuservalue(L, -2, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_iterator);
  lua_setmetatable(L, -2);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_names);
  lua_pushcclosure(L, step, 2);
}

void lh_open_iterators(lua_State *L) {
  lua_createtable(L, 0, 4);
  lua_pushcfunction(L, on_close);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, on_close);
  lua_setfield(L, -2, "__close");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushliteral(L, "iterator");
  lua_setfield(L, -2, "__name");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_iterator);
}
