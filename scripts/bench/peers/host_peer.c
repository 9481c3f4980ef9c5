// host_peer ROUNDS: the measurements of host-bench, for C functions called through Lua's C API.
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int add(lua_State *L) {
  lua_pushinteger(L, luaL_checkinteger(L, 1) + luaL_checkinteger(L, 2));
  return 1;
}

static int length(lua_State *L) {
  size_t count;
  luaL_checklstring(L, 1, &count);
  lua_pushinteger(L, (lua_Integer)count);
  return 1;
}

static int take(lua_State *L) {
  static const char *const categories[] = {"idea", "energy", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_getfield(L, 1, "title");
  luaL_checkstring(L, -1);
  lua_getfield(L, 1, "category");
  int category = luaL_checkoption(L, -1, NULL, categories);
  lua_getfield(L, 1, "minutes");
  lua_pushinteger(L, luaL_checkinteger(L, -1) + category);
  return 1;
}

static int step(lua_State *L) {
  lua_Integer left = lua_tointeger(L, lua_upvalueindex(1));
  if (left <= 0) return 0;
  lua_pushinteger(L, left - 1);
  lua_copy(L, -1, lua_upvalueindex(1));
  lua_pushnumber(L, 1.5);
  lua_pushboolean(L, 1);
  lua_pushliteral(L, "Morning run");
  lua_pushliteral(L, "energy");
  return 5;
}

static int rows(lua_State *L) {
  luaL_checkinteger(L, 1);
  lua_settop(L, 1);
  lua_pushcclosure(L, step, 1);
  return 1;
}

static int refuse(lua_State *L) {
  lua_pushnil(L);
  lua_createtable(L, 0, 2);
  lua_pushliteral(L, "no_token");
  lua_setfield(L, -2, "code");
  lua_pushliteral(L, "there is no roll token");
  lua_setfield(L, -2, "message");
  return 2;
}

static int fail(lua_State *L) { return luaL_error(L, "fail: that does not work"); }

static double seconds(const char *code) {
  static const luaL_Reg functions[] = {{"add", add},   {"length", length}, {"take", take},
                                       {"rows", rows}, {"refuse", refuse}, {"fail", fail},
                                       {NULL, NULL}};
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  luaL_newlib(L, functions);
  lua_setglobal(L, "host");
  struct timespec start, ended;
  clock_gettime(CLOCK_MONOTONIC, &start);
  if (luaL_dostring(L, code)) {
    puts(lua_tostring(L, -1));
    exit(1);
  }
  clock_gettime(CLOCK_MONOTONIC, &ended);
  lua_close(L);
  return (double)(ended.tv_sec - start.tv_sec) + (double)(ended.tv_nsec - start.tv_nsec) / 1e9;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : 5;
  static const struct {
    const char *name;
    int count;
    const char *body;
  } cases[] = {
    {"two integers", 2000000, "for i = 1, N do local x = add(i, 2) end"},
    {"a short string", 2000000, "for i = 1, N do local x = length('Morning run') end"},
    {"a table of three fields", 1000000,
     "local t = {title = 'Morning run', category = 'energy', minutes = 30} "
     "for i = 1, N do local x = take(t) end"},
    {"an iterator's step of five values", 1000000, "for a, b, c, d, e in rows(N) do end"},
    {"a refusal as nil, error", 500000, "for i = 1, N do local x, e = refuse() end"},
    {"an error raised and caught", 200000, "for i = 1, N do local ok, e = pcall(fail) end"}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    double times[100];
    for (int r = 0; r < rounds && r < 100; r++) {
      char code[1000], empty[1000];
      const char *head = "local N = %d local add, length, take, rows, refuse, fail, pcall = "
                         "host.add, host.length, host.take, host.rows, host.refuse, host.fail, pcall %s";
      snprintf(code, sizeof code, head, cases[c].count, cases[c].body);
      snprintf(empty, sizeof empty, head, cases[c].count, "for i = 1, N do end");
      times[r] = (seconds(code) - seconds(empty)) / cases[c].count * 1e9;
    }
    qsort(times, (size_t)rounds, sizeof *times, compare);
    printf("%s: %g ns\n", cases[c].name, times[rounds / 2]);
  }
}
