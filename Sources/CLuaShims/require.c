// require: plain dotted names, found by the host, compiled as text, loaded once until they are
// forgotten.
#include "internal.h"

static bool plain(const char *name, size_t length) {
  bool in_component = false;
  for (size_t i = 0; i < length; i++) {
    char c = name[i];
    bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
      || c == '_' || c == '-';
    if (word)
      in_component = true;
    else if (c == '.' && in_component)
      in_component = false;
    else
      return false;
  }
  return in_component;
}

static char loading;  // marks a module that is being loaded
static char chunks;   // the compiled text of each module

static int unmark(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);
  lua_rawgeti(L, 1, 1);
  lua_pushvalue(L, -1);
  lua_rawget(L, -3);
  if (lua_touserdata(L, -1) == &loading) {
    lua_pop(L, 1);
    // The file may be corrected before the next require: its text is read again.
    lua_rawgetp(L, LUA_REGISTRYINDEX, &chunks);
    lua_pushvalue(L, -2);
    lua_pushnil(L);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_rawset(L, -3);
  }
  return 0;
}

// Pushes the function that the text of a module compiles to.
static void push_chunk(lua_State *L, lh_state *S, const char *name, size_t length) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &chunks);
  int table = lua_gettop(L);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, table) == LUA_TFUNCTION) {
    lua_remove(L, table);
    return;
  }
  lua_settop(L, table);
  lh_callback callback;
  lh_begin(S, L, &callback, NULL, NULL);
  int32_t status = S->call.module(S->context.host, name, length);
  lh_finish(S, &callback);
  int results = lh_answer(L, S, status, callback.reply_base, 0);
  if (results != 2) luaL_error(L, "require: module \"%s\" not found", name);
  const char *source = lua_tolstring(L, -2, &length);
  lh_text text = lh_without_first_line(source, length);
  if (lh_load(L, text.text, text.length, lua_tostring(L, -1)) != LUA_OK) lua_error(L);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, -2);
  lua_rawset(L, table);
  lua_replace(L, table);
  lua_settop(L, table);
}

static int require(lua_State *L) {
  lh_state *S = lh_of(L);
  size_t length;
  if (lua_type(L, 1) != LUA_TSTRING)
    return luaL_error(L, "require: expected string, got %s", luaL_typename(L, 1));
  const char *name = lua_tolstring(L, 1, &length);
  lua_settop(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);  // 2
  lua_pushvalue(L, 1);
  if (lua_rawget(L, 2) != LUA_TNIL) {
    if (lua_touserdata(L, -1) != &loading) return 1;
    return luaL_error(L, "require: module \"%s\" is required while it is being loaded", name);
  }
  lua_pop(L, 1);
  if (!plain(name, length))
    return luaL_error(
      L, "require: expected names of letters, digits, _ or - joined by dots, got \"%s\"", name);
  push_chunk(L, S, name, length);  // 3
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, &loading);
  lua_rawset(L, 2);
  // A module that fails may be required again: closing the guard removes the mark. (Catching the
  // error here would lose its traceback.)
  lua_createtable(L, 1, 0);  // 4
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &loading);
  lua_setmetatable(L, -2);
  lua_toclose(L, -1);
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, -2);
  lua_rawset(L, 2);
  return 1;
}

// Writes only existing keys, so that nothing is allocated and no error is raised.
void lh_forget_modules(lh_context *context) {
  lua_State *L = ((lh_state *)context)->main;
  if (!lua_checkstack(L, 6)) return;
  int top = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &chunks);
  lua_pushnil(L);
  while (lua_next(L, top + 2)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, top + 1) != LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_pushnil(L);
      lua_rawset(L, top + 1);
    }
    lua_pop(L, 1);
  }
  lua_settop(L, top);
}

void lh_open_require(lua_State *L) {
  static const char *const libraries[] = {"coroutine", "math", "string", "table", "utf8", NULL};
  lua_newtable(L);
  for (const char *const *name = libraries; *name; name++) {
    lua_getglobal(L, *name);
    lua_setfield(L, -2, *name);
  }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, unmark);
  lua_setfield(L, -2, "__close");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &loading);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &chunks);
  lua_pushcfunction(L, require);
  lua_setglobal(L, "require");
}
