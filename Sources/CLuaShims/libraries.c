// io, package and debug as far as a sandbox can have them, so that libraries load which expect them: read-only tables
// that reach nothing but the script's own output, and its input through the functions of the host.
#include "internal.h"

// MARK: io

static char line_source;  // of io.read: the function that returns the next line; false at the end

// Pushes a function of the host. False: it has none.
static bool push_host(lua_State *L, const char *module, const char *name) {
  int top = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);
  bool found = lua_getfield(L, -1, module) == LUA_TTABLE && lua_getfield(L, -1, name) == LUA_TFUNCTION;
  if (found) lua_replace(L, top + 1);
  lua_settop(L, top + found);
  return found;
}

static void push_reader(lua_State *L, const char *name, const char *asked) {
  if (!push_host(L, "fs", name)) luaL_error(L, "%s: there is no standard input", asked);
}

static int io_write(lua_State *L) {
  lh_write(L, 1, "", "");
  lua_getfield(L, lua_upvalueindex(1), "stdout");
  return 1;
}

static int stdout_write(lua_State *L) {
  lh_write(L, 2, "", "");
  lua_settop(L, 1);
  return 1;
}

// Logs each line as a warning, since the host shows messages on standard error line by line.
static int stderr_write(lua_State *L) {
  if (!push_host(L, "log", "warn")) return stdout_write(L);
  lua_pop(L, 1);
  int count = lua_gettop(L);
  for (int i = 2; i <= count; i++) luaL_checkstring(L, i);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int i = 2; i <= count; i++) {
    lua_pushvalue(L, i);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  size_t length;
  const char *at = lua_tolstring(L, -1, &length), *end = at + length;
  while (at < end) {
    lh_check(L, lh_of(L));
    const char *line = memchr(at, '\n', (size_t)(end - at));
    if (!line) line = end;
    if (line > at) {
      push_host(L, "log", "warn");
      lua_pushlstring(L, at, (size_t)(line - at));
      lua_call(L, 1, 0);
    }
    at = line + 1;
  }
  lua_settop(L, 1);
  return 1;
}

static int io_lines(lua_State *L) {
  const char *path = luaL_optstring(L, 1, "-");
  if (!lua_isnoneornil(L, 2)) return luaL_error(L, "io.lines: there are no formats; fs.read reads a whole file");
  int top = lua_gettop(L);
  push_reader(L, "lines", "io.lines");
  lua_pushstring(L, path);
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - top;
}

// Reads a line of standard input, or all of it.
static int read_input(lua_State *L, int argument) {
  const char *format = luaL_optstring(L, argument, "l");
  if (*format == '*') format++;
  if (strcmp(format, "a") == 0) {
    push_reader(L, "read", "io.read");
    lua_pushliteral(L, "-");
    lua_call(L, 1, 1);
    return 1;
  }
  if (strcmp(format, "l") != 0)
    return luaL_error(L, "io.read: expected \"l\", a line, or \"a\", all of standard input, got \"%s\"", format);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &line_source) == LUA_TNIL) {
    push_reader(L, "lines", "io.read");
    lua_pushliteral(L, "-");
    lua_call(L, 1, 1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &line_source);
  }
  if (!lua_isfunction(L, -1)) {
    lua_pushnil(L);
    return 1;
  }
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pushboolean(L, 0);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &line_source);
  }
  return 1;
}

static int io_read(lua_State *L) { return read_input(L, 1); }

static int stdin_read(lua_State *L) { return read_input(L, 2); }

static int stdin_lines(lua_State *L) {
  lua_settop(L, 0);
  return io_lines(L);
}

static int return_self(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

static int return_true(lua_State *L) {
  lua_pushboolean(L, 1);
  return 1;
}

static int return_nil(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

// Upvalue: the name of the function.
static int refuse_file(lua_State *L) {
  return luaL_error(
    L, "%s: fs.read, fs.lines and csv.rows read files, fs.write and csv.writer write them",
    lua_tostring(L, lua_upvalueindex(1)));
}

// Gives the table on top functions that raise an error, which pairs does not list.
static void add_refusals(lua_State *L, const char *table, char mark, const char *const *names) {
  lua_createtable(L, 0, 1);
  lua_newtable(L);
  for (; *names; names++) {
    lua_pushfstring(L, "%s%c%s", table, mark, *names);
    lua_pushcclosure(L, refuse_file, 1);
    lua_setfield(L, -2, *names);
  }
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

// MARK: package

// Upvalue: the modules that were loaded. A module that is being loaded is none yet.
static int find_loaded(lua_State *L) {
  lua_settop(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  if (lua_islightuserdata(L, -1)) lua_pushnil(L);
  return 1;
}

static int search_path(lua_State *L) {
  lua_pushnil(L);
  lua_pushfstring(L, "no file of module \"%s\" can be looked up; require loads it", luaL_checkstring(L, 1));
  return 2;
}

// MARK: debug

static lua_State *described_thread(lua_State *L, int *argument) {
  *argument = lua_isthread(L, 1);
  return *argument ? lua_tothread(L, 1) : L;
}

// The frames of the script, as errors of the host show them.
static int debug_traceback(lua_State *L) {
  lh_state *S = lh_of(L);
  int argument;
  lua_State *from = described_thread(L, &argument);
  if (!lua_isnoneornil(L, argument + 1) && !lua_isstring(L, argument + 1)) {
    lua_pushvalue(L, argument + 1);
    return 1;
  }
  lua_Integer level = luaL_optinteger(L, argument + 2, from == L ? 1 : 0);
  lh_frame frames[LH_FRAMES];
  int32_t skipped;
  int32_t count = lh_copy_frames(S, from, level < 0 || level > INT32_MAX ? INT32_MAX : (int)level, frames, &skipped);
  lh_charge(L, S, (uint64_t)skipped);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  if (lua_isstring(L, argument + 1)) {
    lua_pushvalue(L, argument + 1);
    luaL_addvalue(&text);
    luaL_addchar(&text, '\n');
  }
  luaL_addstring(&text, "stack traceback:");
  for (int32_t i = 0; i < count; i++) {
    const lh_frame *frame = &frames[i];
    lua_pushfstring(L, "\n\t%s:%d: in ", frame->source, frame->line);
    luaL_addvalue(&text);
    if (frame->kind == 0)
      lua_pushliteral(L, "main chunk");
    else if (frame->kind == 1)
      lua_pushfstring(L, "function '%s'", frame->name);
    else
      lua_pushfstring(L, "function <%s:%d>", frame->source, frame->defined);
    luaL_addvalue(&text);
  }
  if (skipped) {
    lua_pushfstring(L, "\n\t...\t(skipping %d levels)", skipped);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  return 1;
}

static void set_integer(lua_State *L, const char *name, lua_Integer value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

static void set_boolean(lua_State *L, const char *name, bool value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, name);
}

static void set_string(lua_State *L, const char *name, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

// Describes a function or a frame by numbers and texts. The functions of frames are left out: a caller is not to be
// reached through its frame.
static int debug_getinfo(lua_State *L) {
  lh_state *S = lh_of(L);
  int argument;
  lua_State *from = described_thread(L, &argument);
  const char *what = luaL_optstring(L, argument + 2, "Slntu");
  lua_Debug ar;
  if (lua_isfunction(L, argument + 1)) {
    lua_pushvalue(L, argument + 1);
    lua_getinfo(L, ">Slntu", &ar);
  } else {
    lua_Integer level = luaL_checkinteger(L, argument + 1);
    lh_charge(L, S, level > 0 && level < 1 << 20 ? (uint64_t)level / 16 : 0);
    if (level < 0 || level > INT32_MAX || !lua_getstack(from, (int)level, &ar)) return return_nil(L);
    lua_getinfo(from, "Slntu", &ar);
  }
  lua_createtable(L, 0, 13);
  if (strchr(what, 'S')) {
    // A file is shown as in messages, which do not show the beginning of a long path.
    char mark = *ar.source;
    if (mark == '@' || mark == '=') {
      lua_pushfstring(L, "%c%s", mark, ar.short_src);
      lua_setfield(L, -2, "source");
    } else {
      set_string(L, "source", ar.source);
    }
    set_string(L, "short_src", ar.short_src);
    set_string(L, "what", ar.what);
    set_integer(L, "linedefined", ar.linedefined);
    set_integer(L, "lastlinedefined", ar.lastlinedefined);
  }
  if (strchr(what, 'l')) set_integer(L, "currentline", ar.currentline);
  if (strchr(what, 'u')) {
    set_integer(L, "nups", ar.nups);
    set_integer(L, "nparams", ar.nparams);
    set_boolean(L, "isvararg", ar.isvararg);
  }
  if (strchr(what, 'n')) {
    set_string(L, "name", ar.name);
    set_string(L, "namewhat", ar.namewhat);
  }
  if (strchr(what, 't')) set_boolean(L, "istailcall", ar.istailcall);
  return 1;
}

// MARK: Installing

// Replaces the table on top by its read-only proxy.
static void protect(lua_State *L, const char *name, const char *denial) {
  lh_protect(L, (lh_text){name, strlen(name)}, (lh_text){denial, strlen(denial)});
}

// Makes the table on top a global of this name, which `require` finds.
static void define(lua_State *L, const char *name) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
  lua_setglobal(L, name);
}

static void add_stream(
  lua_State *L, const char *name, const char *full_name, const luaL_Reg *functions, const char *const *refused) {
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  add_refusals(L, full_name, ':', refused);
  protect(L, full_name, "");
  lua_setfield(L, -2, name);
}

static void open_io(lua_State *L) {
  static const luaL_Reg output[] = {
    {"write", stdout_write}, {"flush", return_self}, {"setvbuf", return_true}, {"close", return_true},
    {"seek", return_nil}, {NULL, NULL}};
  static const luaL_Reg messages[] = {
    {"write", stderr_write}, {"flush", return_self}, {"setvbuf", return_true}, {"close", return_true},
    {"seek", return_nil}, {NULL, NULL}};
  static const luaL_Reg input[] = {
    {"read", stdin_read}, {"lines", stdin_lines}, {"setvbuf", return_true}, {"close", return_true},
    {"seek", return_nil}, {NULL, NULL}};
  static const luaL_Reg functions[] = {
    {"lines", io_lines}, {"read", io_read}, {"flush", return_true}, {"type", return_nil}, {NULL, NULL}};
  static const char *const readings[] = {"read", "lines", NULL}, *const writings[] = {"write", NULL};
  static const char *const refused[] = {"open", "close", "input", "output", "popen", "tmpfile", NULL};
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  add_refusals(L, "io", '.', refused);
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, io_write, 1);
  lua_setfield(L, -2, "write");
  add_stream(L, "stdout", "io.stdout", output, readings);
  add_stream(L, "stderr", "io.stderr", messages, readings);
  add_stream(L, "stdin", "io.stdin", input, writings);
  protect(L, "io", "");
  define(L, "io");
}

static void open_package(lua_State *L) {
  lua_newtable(L);
  // The separators of paths, and the marks of templates, as on every Unix.
  set_string(L, "config", "/\n;\n?\n!\n-\n");
  set_string(L, "path", "");
  set_string(L, "cpath", "");
  lua_pushcfunction(L, search_path);
  lua_setfield(L, -2, "searchpath");
  // Read-only, like all here: a library that could change them would leave values of one simulated player to the next.
  lua_newtable(L);
  protect(L, "package.preload", "");
  lua_setfield(L, -2, "preload");
  lua_newtable(L);
  protect(L, "package.loaded", "");
  lua_getmetatable(L, -1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);
  lua_pushcclosure(L, find_loaded, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  lua_setfield(L, -2, "loaded");
  protect(L, "package", "package is read-only; --lib adds a folder for require");
  define(L, "package");
}

void lh_open_libraries(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"traceback", debug_traceback}, {"getinfo", debug_getinfo}, {NULL, NULL}};
  open_io(L);
  open_package(L);
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  protect(L, "debug", "");
  define(L, "debug");
}
