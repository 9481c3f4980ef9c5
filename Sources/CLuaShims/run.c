// Running a script or a retained function in protected mode, and describing errors.
#include "internal.h"

typedef struct job {
  lh_result *result;
  const char *source;
  size_t length;
  const char *chunk;
  const lh_text *arguments;
  int32_t argument_count;
  const char *script_name;
  bool describing;
  int32_t reference;
  size_t reply_base;
} job;

// MARK: Describing an error value, in protected mode too, since __tostring may do anything

static int describe(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE) {
    if (luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) {
      lua_settop(L, 1);
      lh_tostring(L, 1);
      return 1;
    }
    lua_pushliteral(L, "message");
    if (lua_rawget(L, 1) == LUA_TSTRING) return 1;
    lua_settop(L, 1);
    lua_pushliteral(L, "error value without a message (");
    lh_tostring(L, 1);
    lua_pushliteral(L, ")");
    lua_concat(L, 3);
    return 1;
  }
  if (lua_type(L, 1) == LUA_TNIL) {
    lua_pushliteral(L, "error value is nil");
    return 1;
  }
  lh_tostring(L, 1);
  return 1;
}

// Expects the error value on top; leaves its message and the value.
static void describe_error(lua_State *L, lh_state *S) {
  if (lua_type(L, -1) == LUA_TSTRING) {
    lua_pushvalue(L, -1);
    return;
  }
  lua_pushcfunction(L, describe);
  lua_pushvalue(L, -2);
  int status = lua_pcall(L, 1, 1, 0);
  lh_note_error(S, L, status);
  if (status != LUA_OK) {
    lua_pop(L, 1);
    lua_pushliteral(L, "error value whose __tostring failed");
  }
  lua_insert(L, -2);
}

static void fail(lua_State *L, lh_state *S, job *work, int status) {
  lh_note_error(S, L, status);
  if (!lh_stopped(S)) describe_error(L, S);
  work->result->status = lh_stopped(S) ? LH_FAILED_STOPPED : LH_FAILED_RUNTIME;
}

// MARK: Protected bodies: called with the job as light userdata

// Compiles the text of a job. False: the error is described, and `count` is the number of values
// that describe it.
static bool compile(lua_State *L, lh_state *S, job *work, int *count) {
  lh_text text = lh_without_first_line(work->source, work->length);
  int status = lh_load(L, text.text, text.length, work->chunk);
  if (status == LUA_OK) return true;
  fail(L, S, work, status);
  if (work->result->status == LH_FAILED_RUNTIME && status == LUA_ERRSYNTAX)
    work->result->status = LH_FAILED_SYNTAX;
  *count = lua_gettop(L) - 1;
  return false;
}

static int compile_script(lua_State *L) {
  job *work = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_pushcfunction(L, lh_traceback_handler);
  int count;
  return compile(L, lh_of(L), work, &count) ? 0 : count;
}

// Replaces each result that is not a plain value, or has a __tostring, by its text. The functions
// that this calls belong to the script and may do anything.
static int describe_results(lua_State *L) {
  job *work = lua_touserdata(L, lua_upvalueindex(1));
  int count = lua_gettop(L);
  for (int i = 1; i <= count && i <= 64; i++) {
    int type = lua_type(L, i);
    bool has_text = luaL_getmetafield(L, i, "__tostring") != LUA_TNIL;
    if (has_text) lua_pop(L, 1);
    if (type == LUA_TTABLE ? !has_text : type < LUA_TFUNCTION) continue;
    lh_tostring(L, i);
    lua_replace(L, i);
    work->result->described |= (uint64_t)1 << (i - 1);
  }
  return count;
}

static int run_script(lua_State *L) {
  lh_state *S = lh_of(L);
  job *work = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_pushcfunction(L, lh_traceback_handler);
  lua_createtable(L, work->argument_count, 1);
  lua_pushstring(L, work->script_name);
  lua_rawseti(L, -2, 0);
  for (int32_t i = 0; i < work->argument_count; i++) {
    lua_pushlstring(L, work->arguments[i].text, work->arguments[i].length);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setglobal(L, "arg");
  int count;
  if (!compile(L, S, work, &count)) return count;
  luaL_checkstack(L, work->argument_count, "too many arguments");
  for (int32_t i = 0; i < work->argument_count; i++)
    lua_pushlstring(L, work->arguments[i].text, work->arguments[i].length);
  int status = lua_pcall(L, work->argument_count, LUA_MULTRET, 1);
  if (status == LUA_OK && work->describing) {
    luaL_checkstack(L, 8, "too many results");
    lua_pushlightuserdata(L, work);
    lua_pushcclosure(L, describe_results, 1);
    lua_insert(L, 2);
    status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
  }
  if (status != LUA_OK) fail(L, S, work, status);
  return lua_gettop(L) - 1;
}

enum { LH_NAMES = 400 };

static void add_names(lua_State *L, int table, int list) {
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    lua_Unsigned count = lua_rawlen(L, list);
    if (lua_type(L, -1) != LUA_TSTRING || count >= LH_NAMES) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, (lua_Integer)count + 1);
  }
}

static int list_names(lua_State *L) {
  job *work = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_newtable(L);
  lua_pushglobaltable(L);
  for (int32_t i = 0; i < work->argument_count; i++) {
    if (lua_type(L, 2) != LUA_TTABLE) return 0;
    lua_pushlstring(L, work->arguments[i].text, work->arguments[i].length);
    lua_rawget(L, 2);
    lua_replace(L, 2);
  }
  if (lua_type(L, 2) != LUA_TTABLE) return 0;
  add_names(L, 2, 1);
  // The names that the table inherits, if its __index is a table.
  if (lua_getmetatable(L, 2)) {
    lua_pushliteral(L, "__index");
    if (lua_rawget(L, 3) == LUA_TTABLE) add_names(L, 4, 1);
  }
  lua_settop(L, 1);
  int count = (int)lua_rawlen(L, 1);
  luaL_checkstack(L, count, NULL);
  for (int i = 1; i <= count; i++) lua_rawgeti(L, 1, i);
  return count;
}

static int run_function(lua_State *L) {
  lh_state *S = lh_of(L);
  job *work = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_pushcfunction(L, lh_traceback_handler);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_functions);
  lua_rawgeti(L, -1, work->reference);
  lua_remove(L, -2);
  // Arguments that could not be written completely are not used.
  if (S->context.reply_failed) luaL_error(L, "arguments do not fit in memory");
  int count = lh_reply_run(L, S, work->reply_base, 0);
  int status = lua_pcall(L, count, LUA_MULTRET, 1);
  if (status != LUA_OK) fail(L, S, work, status);
  return lua_gettop(L) - 1;
}

// MARK: Entering

static lh_result execute(lh_state *S, lua_State *L, lua_CFunction body, job *work) {
  lh_result result = {0};
  work->result = &result;
  uint64_t entered = S->entered;
  bool outermost = entered == 0;
  if (outermost) {
    // A new run: earlier stops no longer apply.
    atomic_store(&S->stop, LH_RUNNING);
    S->has_stop_position = false;
    S->stop_line = 0;
    S->stop_source[0] = 0;
    S->current = L;
    S->used -= S->context.callback->temporary_memory;
    S->context.callback->temporary_memory = 0;
    S->resume_depth = S->close_depth = 0;
    lh_reset_hook(S, L);
    lh_enter(S);
    if (!lh_timer_start(S)) {
      S->entered = entered;
      result.status = LH_FAILED_SETUP;
      result.base = lua_gettop(L);
      return result;
    }
    // A request made before the clock started; a later one makes the timer fire.
    int requested = atomic_load(&S->stopper->requested);
    if (requested) lh_set_stop(&S->context, requested);
  }
  // The state that an error inside this call must not change.
  size_t reply_length = work->source ? S->context.reply_length : work->reply_base;
  int32_t open_depth = S->context.open_depth;
  lh_callback *callback = S->context.callback;
  bool outer_failed = !outermost && S->context.reply_failed;
  lua_State *current = S->current;
  int32_t resume_depth = S->resume_depth, close_depth = S->close_depth;
  // An error for lack of memory may leave the records of coroutines that have ended.
  lh_resumption *resumed = S->resumed;
  S->frame_count = S->frames_skipped = S->coroutine_frames = 0;

  int base = lua_gettop(L);
  int status = LUA_ERRMEM;
  if (lua_checkstack(L, 4)) {
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, work);
    status = lua_pcall(L, 1, LUA_MULTRET, 0);
  }
  if (status != LUA_OK) {
    lh_note_error(S, L, status);
    if (result.status == LH_OK) result.status = LH_FAILED_RUNTIME;
    if (lua_gettop(L) > base && lua_checkstack(L, 2)) lua_pushvalue(L, -1);
  }
  lh_reply_reset(S, reply_length, open_depth);
  S->context.reply_failed = outer_failed;
  S->context.callback = callback;
  S->current = current;
  S->resume_depth = resume_depth;
  S->close_depth = close_depth;
  S->resumed = resumed;
  S->entered = entered;
  if (lh_stopped(S)) {
    result.status = LH_FAILED_STOPPED;
  } else if (outermost) {
    lh_reset_hook(S, L);
  }
  result.base = base;
  result.count = lua_gettop(L) - base;
  result.frames = S->frame_count;
  result.skipped_frames = S->frames_skipped;
  result.stop = lh_stopped(S);
  result.stop_line = S->stop_line;
  memcpy(result.stop_source, S->stop_source, sizeof result.stop_source);
  return result;
}

lh_result lh_run(
  lh_context *context, const char *source, size_t length, const char *chunk,
  const lh_text *arguments, int32_t argument_count, const char *script_name, bool describing) {
  lh_state *S = (lh_state *)context;
  job work = {
    .source = source, .length = length, .chunk = chunk, .arguments = arguments,
    .argument_count = argument_count, .script_name = script_name, .describing = describing};
  // Inside a host function, on the stack of its caller.
  return execute(S, S->entered ? context->callback->thread : S->main, run_script, &work);
}

lh_result lh_names(lh_context *context, const lh_text *path, int32_t path_count) {
  lh_state *S = (lh_state *)context;
  job work = {.arguments = path, .argument_count = path_count, .reply_base = context->reply_length};
  return execute(S, S->main, list_names, &work);
}

lh_result lh_compile(
  lh_context *context, const char *source, size_t length, const char *chunk) {
  lh_state *S = (lh_state *)context;
  job work = {.source = source, .length = length, .chunk = chunk};
  return execute(S, S->main, compile_script, &work);
}

lh_result lh_call(lh_context *context, int32_t reference, size_t reply_base) {
  lh_state *S = (lh_state *)context;
  job work = {.reference = reference, .reply_base = reply_base};
  return execute(S, S->entered ? context->callback->thread : S->main, run_function, &work);
}

// MARK: Functions that Swift retains

static int keep(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_functions);
  lua_insert(L, 1);
  lua_pushinteger(L, luaL_ref(L, 1));
  return 1;
}

int32_t lh_keep(lh_context *context, int32_t index) {
  lh_state *S = (lh_state *)context;
  lua_State *L = context->callback->thread;
  if (!lua_checkstack(L, 4)) return -1;
  index = lua_absindex(L, index);
  lua_pushcfunction(L, keep);
  lua_pushvalue(L, index);
  int status = lua_pcall(L, 1, 1, 0);
  lh_note_error(S, L, status);
  int32_t reference = status == LUA_OK ? (int32_t)lua_tointeger(L, -1) : -1;
  lua_pop(L, 1);
  return reference;
}

// All keys that luaL_unref writes exist already, so it allocates nothing and cannot raise an error.
void lh_forget(lh_context *context, int32_t reference) {
  lua_State *L = context->callback->thread;
  if (!lua_checkstack(L, 4)) return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_functions);
  luaL_unref(L, -1, reference);
  lua_pop(L, 1);
}
