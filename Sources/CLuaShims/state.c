// Creating, setting up and closing a state.
#include "internal.h"

char lh_key_serials, lh_key_names, lh_key_refusal, lh_key_iterator, lh_key_host_table,
  lh_key_list,
  lh_key_loaded, lh_key_next_table, lh_key_next_keys, lh_key_functions, lh_key_objects,
  lh_key_row;

// MARK: Host tables: an empty table as a proxy of the real one

static int deny_assignment(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  size_t length;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : "[…]";
  if (lua_type(L, lua_upvalueindex(2)) == LUA_TSTRING)
    return luaL_error(L, "%s.%s: %s", name, key, lua_tostring(L, lua_upvalueindex(2)));
  return luaL_error(L, "%s.%s: %s is read-only", name, key, name);
}

static int host_pairs(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_call(L, 1, 3);
  return 3;
}

void lh_protect(lua_State *L, lh_text name, lh_text denial) {
  int real = lua_gettop(L);
  lua_newtable(L);
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, real);
  lua_setfield(L, -2, "__index");
  lua_pushlstring(L, name.text, name.length);
  if (denial.length)
    lua_pushlstring(L, denial.text, denial.length);
  else
    lua_pushnil(L);
  lua_pushcclosure(L, deny_assignment, 2);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, real);
  lua_getglobal(L, "pairs");  // the original, even if a script assigns another one later
  lua_pushcclosure(L, host_pairs, 2);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &lh_key_host_table);
  lua_setmetatable(L, -2);
  lua_remove(L, real);
}

// Adds the names of fields to the table of names, where the trampoline looks them up.
static void add_names(lua_State *L, int names, const lh_field *fields, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    lua_pushlstring(L, fields[i].name.text, fields[i].name.length);
    lua_rawseti(L, names, fields[i].number);
    add_names(L, names, fields[i].fields, fields[i].field_count);
  }
}

static void install_modules(lua_State *L, lh_state *S) {
  const lh_declarations *declared = &S->declared;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_names);
  int names = lua_gettop(L);
  for (int32_t m = 0; m < declared->module_count; m++) {
    const lh_module *module = &declared->modules[m];
    bool global = module->name.length == 0;
    if (global)
      lua_pushglobaltable(L);
    else
      lua_newtable(L);
    for (int32_t f = 0; f < declared->function_count; f++) {
      const lh_function *function = &declared->functions[f];
      if (function->module != m) continue;
      add_names(L, names, function->parameters, function->parameter_count);
      lua_pushlstring(L, function->name.text, function->name.length);
      lua_pushlightuserdata(L, (void *)(uintptr_t)function);
      lua_pushvalue(L, names);
      lua_pushcclosure(L, lh_trampoline, 2);
      lua_rawset(L, -3);
    }
    if (!global) {
      lh_protect(L, module->name, module->denial);
      lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);
      lua_pushvalue(L, -2);
      lua_setfield(L, -2, module->name.text);
      lua_pushvalue(L, -2);
      lua_setglobal(L, module->name.text);
    }
    lua_settop(L, names);
  }
}

// MARK: Refusals

static int refusal_tostring(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushliteral(L, "message");
  if (lua_rawget(L, 1) != LUA_TSTRING) lua_pushliteral(L, "refused");
  return 1;
}

static int install(lua_State *L) {
  lh_state *S = lh_of(L);
  lh_learn_wanted(L, S);
  lh_open_base(L);
  lh_open_coroutine(L);
  lh_open_order(L);
  lh_open_random(L);
  lh_open_strings(L);
  lh_open_tables(L);
  lh_open_require(L);
  lh_open_libraries(L);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_names);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_functions);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, refusal_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_refusal);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_list);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_objects);
  lh_open_iterators(L);
  lh_open_rows(L);
  install_modules(L, S);
  return 0;
}

bool lh_install(lh_context *context, lh_declarations declarations) {
  lh_state *S = (lh_state *)context;
  S->declared = declarations;
  lua_State *L = S->main;
  lua_pushcfunction(L, install);
  int status = lua_pcall(L, 0, 0, 0);
  if (status != LUA_OK) {
    lua_settop(L, 0);
    return false;
  }
  S->current = L;
  lh_reset_hook(S, L);
  lh_start_fault_injection(S);
  return true;
}

const char *lh_release(void) { return LUA_RELEASE; }

// MARK: Open and close

static int panic(lua_State *L) {
  (void)L;
  abort();
}

lh_context *lh_open(const lh_limits *limits, const lh_callbacks *callbacks, void *host) {
  lh_state *S = calloc(1, sizeof *S);
  if (!S) return NULL;
  S->context.host = host;
  S->call = *callbacks;
  S->limits = *limits;
  S->limit = limits->memory;
  size_t margin = S->limit / 16 < ((size_t)4 << 20) ? S->limit / 16 : (size_t)4 << 20;
  S->soft = S->limit - margin;
  if (S->limits.output_buffer == 0) S->limits.output_buffer = 1;
  if (limits->instructions)
    S->slice = limits->instructions < LH_SLICE ? limits->instructions : LH_SLICE;
  S->output = malloc(S->limits.output_buffer);
  S->stopper = calloc(1, sizeof *S->stopper);
  if (!S->output || !S->stopper || !lh_arena_open(S)) goto failed;
  atomic_store(&S->stopper->references, 1);
  S->main = lua_newstate(lh_allocate, S);
  if (!S->main) goto failed;
  *(lh_state **)lua_getextraspace(S->main) = S;
  lua_atpanic(S->main, panic);
  lh_timer_open(S);
  S->context.callback = &S->idle;
  S->idle.thread = S->main;
  return &S->context;
failed:
  lh_arena_close(S);
  free(S->output);
  free(S->stopper);
  free(S);
  return NULL;
}

void lh_close(lh_context *context) {
  lh_state *S = (lh_state *)context;
  S->current = NULL;
  // No hook and no limit while closing: only our own finalizers run.
  S->countdown = 0;
  S->limit = SIZE_MAX;
  lua_sethook(S->main, NULL, 0, 0);
  // Freeing a large heap takes time: after a stop the timer continues, and so does the grace
  // period.
  lua_close(S->main);
  lh_timer_close(S);
  lh_arena_close(S);
  for (int i = 0; i <= LH_STOP_FATAL; i++) free(S->exit_messages[i].text);
  free(S->scratch);
  free(S->output);
  free(S->context.reply);
  free(S);
}
