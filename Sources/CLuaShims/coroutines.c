// The functions of the coroutine library that switch to another coroutine, around those of
// lcorolib.c, with three additions: the running coroutine is known to the signal handler, stops
// propagate, and the nesting depth is limited.
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

// Resumes the coroutine at index 1 with the arguments above it, like coroutine.resume.
static int co_resume(lua_State *L) {
  lh_state *S = lh_of(L);
  lua_State *co = get_coroutine(L);
  lh_check(L, S);
  if (LH_UNLIKELY(S->resume_depth >= LH_RESUME_DEPTH_MAX)) {
    lua_pushboolean(L, 0);
    lua_pushliteral(L, "too many nested coroutines");
    return 2;
  }
  S->resume_depth++;
  lh_resumption link = {L, S->resumed};
  S->resumed = &link;
  switch_to(S, co);
  int results = S->resume(L);
  S->resumed = link.outer;
  S->resume_depth--;
  switch_to(S, L);
  if (!lua_toboolean(L, -results)) lh_note_error(S, L, lua_status(co));
  lh_check(L, S);
  return results;
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

static int co_wrap_step(lua_State *L) {
  lh_state *S = lh_of(L);
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  int results = co_resume(L);
  if (LH_UNLIKELY(!lua_toboolean(L, -results))) {
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
  return results - 1;
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

static int co_close(lua_State *L) {
  lua_State *co = get_coroutine(L);
  lua_Debug ar;
  if (co == L || (lua_status(co) == LUA_OK && lua_getstack(co, 0, &ar)))
    return luaL_error(L, "cannot close a %s coroutine", co == L ? "running" : "normal");
  bool closed = close_coroutine(L, co) == LUA_OK;
  lua_pushboolean(L, closed);
  if (closed) return 1;
  lua_xmove(co, L, 1);
  return 2;
}

void lh_open_coroutine(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"create", co_create}, {"resume", co_resume}, {"wrap", co_wrap}, {"close", co_close},
    {NULL, NULL}};
  luaL_requiref(L, "coroutine", luaopen_coroutine, 1);
  lua_getfield(L, -1, "resume");
  lh_of(L)->resume = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
