// math.random and math.randomseed on top of the host's generator, with the semantics of lmathlib.c.
#include "internal.h"

// Words come from the host many at a time: a call of it takes several times as long as the rest of math.random.
static uint64_t draw(lh_state *S) {
  if (!S->random_left) {
    S->call.random(S->context.host, S->random, LH_RANDOM_WORDS);
    S->random_left = LH_RANDOM_WORDS;
  }
  return S->random[LH_RANDOM_WORDS - S->random_left--];
}

void lh_forget_random(lh_context *context) { ((lh_state *)context)->random_left = 0; }

// A number in 0…limit, by rejection from the smallest 2^b - 1 that is not less.
static uint64_t project(lh_state *S, uint64_t drawn, uint64_t limit) {
  uint64_t mask = limit ? UINT64_MAX >> __builtin_clzll(limit) : 0;
  while ((drawn &= mask) > limit) drawn = draw(S);
  return drawn;
}

static int math_random(lua_State *L) {
  lh_state *S = lh_of(L);
  lua_Integer low, high;
  switch (lua_gettop(L)) {
    case 0:
      lua_pushnumber(L, (lua_Number)(draw(S) >> 11) * 0x1.0p-53);
      return 1;
    case 1:
      low = 1;
      high = luaL_checkinteger(L, 1);
      if (high == 0) {
        lua_pushinteger(L, (lua_Integer)draw(S));
        return 1;
      }
      break;
    case 2:
      low = luaL_checkinteger(L, 1);
      high = luaL_checkinteger(L, 2);
      break;
    default: return luaL_error(L, "wrong number of arguments");
  }
  luaL_argcheck(L, low <= high, lua_gettop(L), "interval is empty");
  uint64_t drawn = project(S, draw(S), (uint64_t)high - (uint64_t)low);
  lua_pushinteger(L, (lua_Integer)(drawn + (uint64_t)low));
  return 1;
}

static int math_randomseed(lua_State *L) {
  lh_state *S = lh_of(L);
  int count = lua_gettop(L);
  uint64_t first = 0, second = 0;
  if (count >= 1) {
    lua_Integer integer;
    lua_Number number = luaL_checknumber(L, 1);
    if (lua_isinteger(L, 1)) {
      first = (uint64_t)lua_tointeger(L, 1);
    } else if (lua_numbertointeger(number, &integer)) {
      first = (uint64_t)integer;
    } else {
      memcpy(&first, &number, sizeof first);
    }
    second = (uint64_t)luaL_optinteger(L, 2, 0);
  }
  S->random_left = 0;
  S->call.seed(S->context.host, count > 2 ? 2 : count, first, second);
  return 0;
}

void lh_open_random(lua_State *L) {
  lua_getglobal(L, "math");
  lua_pushcfunction(L, math_random);
  lua_setfield(L, -2, "random");
  lua_pushcfunction(L, math_randomseed);
  lua_setfield(L, -2, "randomseed");
  lua_pop(L, 1);
}
