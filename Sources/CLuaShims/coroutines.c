// The coroutine library, based on lcorolib.c, with three additions: the running coroutine is known
// to the signal handler, stops propagate, and the nesting depth is limited.
#include "internal.h"

static lua_State *get_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

// Makes `co` the coroutine whose hook is set when a stop arrives; one that has arrived already is
// passed on.
static void switch_to(lh_state *S, lua_State *co) {
  S->current = co;
  atomic_signal_fence(memory_order_seq_cst);
  if (lh_stopped(S) || S->collect_pending) lh_arm(S, co);
}

static int resume(lua_State *L, lua_State *co, int arguments) {
  lh_state *S = lh_of(L);
  lh_check(L, S);
  if (LH_UNLIKELY(S->resume_depth >= LH_RESUME_DEPTH_MAX)) {
    lua_pushliteral(L, "too many nested coroutines");
    return -1;
  }
  if (LH_UNLIKELY(!lua_checkstack(co, arguments))) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, arguments);
  int results = 0;
  S->resume_depth++;
  lh_resumption link = {L, S->resumed};
  S->resumed = &link;
  switch_to(S, co);
  int status = lua_resume(co, L, arguments, &results);
  S->resumed = link.outer;
  S->resume_depth--;
  switch_to(S, L);
  lh_note_error(S, co, status);
  lh_check(L, S);
  if (status == LUA_OK || status == LUA_YIELD) {
    if (LH_UNLIKELY(!lua_checkstack(L, results + 1))) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(co, L, results);
    return results;
  }
  lua_xmove(co, L, 1);
  return -1;
}

static int close_coroutine(lua_State *L, lua_State *co) {
  lh_state *S = lh_of(L);
  lh_check(L, S);
  // Closing resets the count of C levels in Lua 5.4.4, so the nesting of closings is limited here.
  if (LH_UNLIKELY(S->close_depth >= LH_CLOSE_DEPTH_MAX))
    return luaL_error(L, "too many nested closings of coroutines");
  S->close_depth++;
  switch_to(S, co);
  int status = lua_resetthread(co);
  S->close_depth--;
  switch_to(S, L);
  lh_note_error(S, co, status);
  lh_check(L, S);
  return status;
}

static int co_resume(lua_State *L) {
  lua_State *co = get_coroutine(L);
  int results = resume(L, co, lua_gettop(L) - 1);
  if (LH_UNLIKELY(results < 0)) {
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushboolean(L, 1);
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int co_wrap_step(lua_State *L) {
  lh_state *S = lh_of(L);
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, co, lua_gettop(L));
  if (LH_UNLIKELY(results < 0)) {
    int status = lua_status(co);
    if (status != LUA_OK && status != LUA_YIELD) {
      S->coroutine_frames = 0;
      lh_collect_frames(S, co, true);
      status = close_coroutine(L, co);
      lua_xmove(co, L, 1);
    }
    if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
      luaL_where(L, 1);
      lua_insert(L, -2);
      lua_concat(L, 2);
    }
    return lua_error(L);
  }
  return results;
}

static int co_create(lua_State *L) {
  lh_state *S = lh_of(L);
  luaL_checktype(L, 1, LUA_TFUNCTION);
  if (S->slice) {
    // A new coroutine has a new counter; the slice that it may leave unfinished is charged now.
    S->spent += S->slice;
    if (S->spent >= S->limits.instructions) return lh_raise_spent(L);
  }
  lua_State *co = lua_newthread(L);
  if ((S->slice || LH_DEFERS_SIGNALS) && !lh_stopped(S)) lh_reset_hook(S, co);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

static int co_wrap(lua_State *L) {
  co_create(L);
  lua_pushcclosure(L, co_wrap_step, 1);
  return 1;
}

static int co_yield(lua_State *L) { return lua_yield(L, lua_gettop(L)); }

enum { DEAD, SUSPENDED, NORMAL, RUNNING };
static const char *const status_names[] = {"dead", "suspended", "normal", "running"};

static int status_of(lua_State *L, lua_State *co) {
  if (L == co) return RUNNING;
  switch (lua_status(co)) {
    case LUA_YIELD: return SUSPENDED;
    case LUA_OK: {
      lua_Debug ar;
      if (lua_getstack(co, 0, &ar)) return NORMAL;
      return lua_gettop(co) == 0 ? DEAD : SUSPENDED;
    }
    default: return DEAD;
  }
}

static int co_status(lua_State *L) {
  lua_pushstring(L, status_names[status_of(L, get_coroutine(L))]);
  return 1;
}

static int co_isyieldable(lua_State *L) {
  lua_State *co = lua_isnone(L, 1) ? L : get_coroutine(L);
  lua_pushboolean(L, lua_isyieldable(co));
  return 1;
}

static int co_running(lua_State *L) {
  int main = lua_pushthread(L);
  lua_pushboolean(L, main);
  return 2;
}

static int co_close(lua_State *L) {
  lua_State *co = get_coroutine(L);
  int kind = status_of(L, co);
  if (kind != DEAD && kind != SUSPENDED)
    return luaL_error(L, "cannot close a %s coroutine", status_names[kind]);
  int status = close_coroutine(L, co);
  if (status == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

void lh_open_coroutine(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"create", co_create},   {"resume", co_resume},
    {"running", co_running}, {"status", co_status},
    {"wrap", co_wrap},       {"yield", co_yield},
    {"close", co_close},     {"isyieldable", co_isyieldable},
    {NULL, NULL}};
  luaL_newlib(L, functions);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);  // where error messages look up names
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "coroutine");
  lua_pop(L, 1);
  lua_setglobal(L, "coroutine");
}
