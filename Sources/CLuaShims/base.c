// The base library by allow-list, with our own print, tostring, setmetatable, rawset, load and
// collectgarbage; and string.format without addresses.
#include "internal.h"

// MARK: Output

bool lh_flush(lh_context *context) {
  lh_state *S = (lh_state *)context;
  size_t count = S->output_length;
  S->output_length = 0;
  if (count == 0) return true;
  if (S->call.write(S->context.host, S->output, count)) return true;
  lh_set_stop(context, LH_STOP_CLOSED_OUTPUT);
  return false;
}

bool lh_charge_output(lh_context *context, size_t bytes) {
  lh_state *S = (lh_state *)context;
  if (S->limits.output - S->output_total < bytes) {
    lh_set_stop(context, LH_STOP_OUTPUT);
    return false;
  }
  S->output_total += bytes;
  return true;
}

void lh_forget_output(lh_context *context) { ((lh_state *)context)->output_total = 0; }

static void out(lh_state *S, const char *bytes, size_t count) {
  if (count > S->limits.output_buffer - S->output_length) {
    lh_flush(&S->context);
    if (count > S->limits.output_buffer) {
      if (!lh_stopped(S) && !S->call.write(S->context.host, bytes, count))
        lh_set_stop(&S->context, LH_STOP_CLOSED_OUTPUT);
      return;
    }
  }
  memcpy(S->output + S->output_length, bytes, count);
  S->output_length += count;
}

void lh_write(lua_State *L, int first, const char *between, const char *end) {
  lh_state *S = lh_of(L);
  int count = lua_gettop(L);
  lh_check(L, S);
  // A line is written whole or not at all.
  size_t gap = strlen(between), total = strlen(end);
  for (int i = first; i <= count; i++) {
    size_t length;
    luaL_checklstring(L, i, &length);
    total += length + (i > first ? gap : 0);
  }
  if (!lh_charge_output(&S->context, total)) lh_raise_stop(L);
  for (int i = first; i <= count; i++) {
    size_t length;
    const char *text = lua_tolstring(L, i, &length);
    if (i > first) out(S, between, gap);
    out(S, text, length);
  }
  out(S, end, strlen(end));
  if (S->limits.output_buffer == 1) lh_flush(&S->context);
  lh_check(L, S);
}

static int base_print(lua_State *L) {
  int count = lua_gettop(L);
  lh_check(L, lh_of(L));
  for (int i = 1; i <= count; i++)
    if (lua_type(L, i) != LUA_TSTRING) {
      lh_tostring(L, i);
      lua_replace(L, i);
    }
  lh_write(L, 1, "\t", "\n");
  return 0;
}

// MARK: tostring and string.format

void lh_tostring(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (luaL_callmeta(L, index, "__tostring")) {
    // A number, too, which becomes a string in its place.
    if (!lua_tolstring(L, -1, NULL)) luaL_error(L, "'__tostring' must return a string");
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING:
      luaL_tolstring(L, index, NULL);
      return;
    default: {
      lua_Integer serial = lh_serial(L, index);
      int named = luaL_getmetafield(L, index, "__name");
      const char *kind = named == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, index);
      lua_pushfstring(L, "%s: %I", kind, (LUAI_UACINT)serial);
      if (named != LUA_TNIL) lua_remove(L, -2);
    }
  }
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  lh_tostring(L, 1);
  return 1;
}

static int string_format(lua_State *L) {
  lh_state *S = lh_of(L);
  size_t length;
  const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
  int top = lua_gettop(L), argument = 1;
  while ((at = memchr(at, '%', (size_t)(end - at))) && ++at < end) {
    if (*at == '%') {
      at++;
      continue;
    }
    while (at < end && (strchr("-+#0 .", *at) ? *at != 0 : (*at >= '0' && *at <= '9'))) at++;
    if (at == end) break;
    argument++;
    if (*at == 'p')
      return luaL_error(L, "string.format: %%p is not available, as it would show an address");
    if (*at == 's' && argument <= top) {
      int type = lua_type(L, argument);
      if (type != LUA_TSTRING && type != LUA_TNUMBER) {
        lh_tostring(L, argument);
        lua_replace(L, argument);
      }
    }
    at++;
  }
  return S->format(L);
}

// MARK: Tables

static bool is_host_table(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  bool yes = lua_rawgetp(L, -1, &lh_key_host_table) != LUA_TNIL;
  lua_pop(L, 2);
  return yes;
}

// The metatable that marks the host's empty lists is hidden from scripts.
static int base_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (lh_is_list(L, 1) || !lua_getmetatable(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  luaL_getmetafield(L, 1, "__metatable");
  return 1;
}

static int base_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
    return luaL_error(L, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    // What is collected when differs from run to run.
    static const char *const refused[] = {"__gc", "__mode"};
    for (int i = 0; i < 2; i++) {
      lua_pushstring(L, refused[i]);
      if (lua_rawget(L, 2) != LUA_TNIL)
        return luaL_error(
          L, "scripts may not set %s: when garbage is collected differs from run to run",
          refused[i]);
      lua_pop(L, 1);
    }
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

static int base_rawset(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  if (is_host_table(L, 1)) return luaL_error(L, "rawset: this table is read-only");
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 1;
}

static int base_collectgarbage(lua_State *L) {
  const char *option = luaL_optstring(L, 1, "collect");
  if (strcmp(option, "count") != 0)
    return luaL_error(
      L, "collectgarbage: only \"count\" is available to scripts, got \"%s\"", option);
  lua_pushnumber(L, (lua_Number)lua_gc(L, LUA_GCCOUNT) + (lua_Number)lua_gc(L, LUA_GCCOUNTB) / 1024);
  return 1;
}

// MARK: load

// Calls the reader until it returns nothing, outside of the parser, so that errors and stops
// propagate as usual.
static void gather_pieces(lua_State *L) {
  lh_state *S = lh_of(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (;;) {
    lh_check(L, S);
    luaL_checkstack(L, 4, "too many pieces");
    lua_pushvalue(L, 1);
    lua_call(L, 0, 1);
    if (lua_isnil(L, -1)) break;
    if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "reader function must return a string");
    if (lua_rawlen(L, -1) == 0) break;
    luaL_addvalue(&buffer);
  }
  lua_pop(L, 1);
  luaL_pushresult(&buffer);
}

// A text that the parser receives in pieces, so that it can be cut off when the script has to stop:
// the parser executes no instructions that a hook could interrupt.
typedef struct pieces {
  lh_state *S;
  const char *text;
  size_t left;
} pieces;

static const char *next_piece(lua_State *L, void *raw, size_t *count) {
  (void)L;
  pieces *from = raw;
  *count = from->left < 4096 ? from->left : 4096;
  if (*count == 0 || lh_stopped(from->S)) return NULL;
  const char *piece = from->text;
  from->text += *count;
  from->left -= *count;
  return piece;
}

lh_text lh_without_first_line(const char *text, size_t length) {
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, length -= 3;
  if (length == 0 || *text != '#') return (lh_text){text, length};
  const char *line = memchr(text, '\n', length);
  return line ? (lh_text){line, length - (size_t)(line - text)} : (lh_text){text, 0};
}

int lh_load(lua_State *L, const char *text, size_t length, const char *chunk) {
  lh_state *S = lh_of(L);
  pieces from = {S, text, length};
  lh_charge(L, S, length / 16);
  int status = lua_load(L, next_piece, &from, chunk, "t");
  lh_note_error(S, L, status);
  lh_check(L, S);
  return status;
}

static int base_load(lua_State *L) {
  int has_environment = !lua_isnone(L, 4);
  lua_settop(L, 4);
  const char *mode = luaL_optstring(L, 3, "t");
  const char *name;
  if (lua_type(L, 1) == LUA_TSTRING) {
    name = luaL_optstring(L, 2, lua_tostring(L, 1));
    lua_pushvalue(L, 1);
  } else {
    name = luaL_optstring(L, 2, "=(load)");
    luaL_checktype(L, 1, LUA_TFUNCTION);
    gather_pieces(L);
  }
  if (!strchr(mode, 't')) {
    lua_pushnil(L);
    lua_pushliteral(L, "load: only text can be loaded, so mode must contain \"t\"");
    return 2;
  }
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  int status = lh_load(L, text, length, name);
  if (status != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return 1;
}

void lh_open_base(lua_State *L) {
  lh_state *S = lh_of(L);
  static const luaL_Reg own[] = {
    {"print", base_print},           {"tostring", base_tostring},
    {"getmetatable", base_getmetatable}, {"setmetatable", base_setmetatable},
    {"rawset", base_rawset},
    {"collectgarbage", base_collectgarbage}, {"load", base_load},
    {"pcall", lh_pcall},             {"xpcall", lh_xpcall},
    {"dofile", NULL},                {"loadfile", NULL},
    {"warn", NULL},                  {NULL, NULL}};
  luaL_requiref(L, "_G", luaopen_base, 0);
  for (const luaL_Reg *entry = own; entry->name; entry++) {
    if (entry->func)
      lua_pushcfunction(L, entry->func);
    else
      lua_pushnil(L);
    lua_setfield(L, -2, entry->name);
  }
  lua_pop(L, 1);

  luaL_requiref(L, "string", luaopen_string, 1);
  lua_getfield(L, -1, "format");
  S->format = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  lua_pushcfunction(L, string_format);
  lua_setfield(L, -2, "format");
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 3);
  luaL_requiref(L, "table", luaopen_table, 1);
  luaL_requiref(L, "utf8", luaopen_utf8, 1);
  luaL_requiref(L, "math", luaopen_math, 1);
  lua_pop(L, 3);
}

bool lh_value_is_host_table(lh_context *context, int32_t index) {
  lua_State *L = context->callback->thread;
  return lua_type(L, index) == LUA_TTABLE && is_host_table(L, index);
}
