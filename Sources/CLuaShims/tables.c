// concat, insert, move, remove, sort and unpack of the table library. They replace those of
// ltablib.c, whose loops execute no instructions: with __len and __index they could run for ever,
// and no hook could stop them. Each step is charged to the script. sort chooses its pivots without
// reading the clock, so that the comparisons are the same in every run.
#include "internal.h"

#include <limits.h>

enum { READ = 1, WRITE = 2, LENGTH = 4 };

// Accepts a table, or a value with the metamethods that are needed to use it as one.
static void check_table(lua_State *L, int index, int uses) {
  static const struct {
    int use;
    const char *name;
  } needed[] = {{READ, "__index"}, {WRITE, "__newindex"}, {LENGTH, "__len"}};
  if (lua_type(L, index) == LUA_TTABLE) return;
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    if (!(uses & needed[i].use)) continue;
    if (luaL_getmetafield(L, index, needed[i].name) == LUA_TNIL) {
      luaL_checktype(L, index, LUA_TTABLE);
      return;
    }
    lua_pop(L, 1);
  }
}

static lua_Integer length_of(lua_State *L, int index, int uses) {
  check_table(L, index, uses | LENGTH);
  return luaL_len(L, index);
}

static inline void step(lua_State *L) { lh_charge(L, lh_of(L), 1); }

// MARK: insert, remove, move

static int table_insert(lua_State *L) {
  lua_Integer end = (lua_Integer)((lua_Unsigned)length_of(L, 1, READ | WRITE) + 1);
  lua_Integer position = end;
  switch (lua_gettop(L)) {
    case 2: break;
    case 3:
      position = luaL_checkinteger(L, 2);
      luaL_argcheck(
        L, (lua_Unsigned)position - 1 < (lua_Unsigned)end, 2, "position out of bounds");
      for (lua_Integer i = end; i > position; i--) {
        step(L);
        lua_geti(L, 1, i - 1);
        lua_seti(L, 1, i);
      }
      break;
    default: return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

static int table_remove(lua_State *L) {
  lua_Integer size = length_of(L, 1, READ | WRITE);
  lua_Integer position = luaL_optinteger(L, 2, size);
  if (position != size)
    luaL_argcheck(
      L, (lua_Unsigned)position - 1 <= (lua_Unsigned)size, 2, "position out of bounds");
  lua_geti(L, 1, position);
  for (; position < size; position++) {
    step(L);
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

static int table_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, READ);
  check_table(L, target, WRITE);
  if (last >= first) {
    luaL_argcheck(
      L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    // From the end on if the target overlaps the elements that are still to be read.
    bool upwards =
      to > last || to <= first || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
    for (lua_Integer i = 0; i < count; i++) {
      lua_Integer index = upwards ? i : count - 1 - i;
      step(L);
      lua_geti(L, 1, first + index);
      lua_seti(L, target, to + index);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

// MARK: concat, unpack

static void add_item(lua_State *L, luaL_Buffer *buffer, lua_Integer index) {
  step(L);
  lua_geti(L, 1, index);
  if (LH_UNLIKELY(!lua_isstring(L, -1)))
    luaL_error(
      L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
      (LUAI_UACINT)index);
  luaL_addvalue(buffer);
}

static int table_concat(lua_State *L) {
  lua_Integer last = length_of(L, 1, READ);
  size_t between;
  const char *separator = luaL_optlstring(L, 2, "", &between);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (; i < last; i++) {
    add_item(L, &buffer, i);
    luaL_addlstring(&buffer, separator, between);
  }
  if (i == last) add_item(L, &buffer, i);
  luaL_pushresult(&buffer);
  return 1;
}

static int table_unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  lua_Unsigned more = (lua_Unsigned)last - (lua_Unsigned)first;
  if (LH_UNLIKELY(more >= INT_MAX || !lua_checkstack(L, (int)more + 1)))
    return luaL_error(L, "too many results to unpack");
  for (lua_Integer i = first;; i++) {
    step(L);
    lua_geti(L, 1, i);
    if (i == last) return (int)more + 1;
  }
}

// MARK: sort

// Whether the value at `a` comes before the value at `b`, by the function at index 2 if there is
// one.
static bool is_before(lua_State *L, int a, int b) {
  step(L);
  if (lua_isnil(L, 2)) return lua_compare(L, a, b, LUA_OPLT);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, a - 1);
  lua_pushvalue(L, b - 2);
  lua_call(L, 2, 1);
  bool yes = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return yes;
}

// Stores the two values on top at two indices, the topmost at the first.
static void put_two(lua_State *L, lua_Unsigned first, lua_Unsigned second) {
  lua_seti(L, 1, (lua_Integer)first);
  lua_seti(L, 1, (lua_Integer)second);
}

// Puts the values at two indices in order.
static void order_two(lua_State *L, lua_Unsigned low, lua_Unsigned high) {
  lua_geti(L, 1, (lua_Integer)low);
  lua_geti(L, 1, (lua_Integer)high);
  if (is_before(L, -1, -2))
    put_two(L, low, high);
  else
    lua_pop(L, 2);
}

// Moves the values less than the pivot, which is on top and at high - 1, before the rest of low …
// high - 1, and returns the new index of the pivot. The values at both ends are in order with it
// already.
static lua_Unsigned divide(lua_State *L, lua_Unsigned low, lua_Unsigned high) {
  lua_Unsigned i = low, j = high - 1;
  for (;;) {
    while (lua_geti(L, 1, (lua_Integer)++i), is_before(L, -1, -2)) {
      if (LH_UNLIKELY(i == high - 1)) luaL_error(L, "invalid order function for sorting");
      lua_pop(L, 1);
    }
    while (lua_geti(L, 1, (lua_Integer)--j), is_before(L, -3, -1)) {
      if (LH_UNLIKELY(j < i)) luaL_error(L, "invalid order function for sorting");
      lua_pop(L, 1);
    }
    if (j < i) {
      lua_pop(L, 1);
      // Stack: the pivot, the value at i.
      put_two(L, high - 1, i);
      return i;
    }
    put_two(L, i, j);
  }
}

// Quicksort with the median of three (Sedgewick 1978), step for step as in ltablib.c, so that equal
// values end up in the same order; the larger half is processed by the loop, so that the recursion
// depth stays below 64.
static void sort(lua_State *L, lua_Unsigned low, lua_Unsigned high) {
  while (low < high) {
    order_two(L, low, high);
    if (high - low == 1) return;
    lua_Unsigned middle = low + (high - low) / 2;
    lua_geti(L, 1, (lua_Integer)middle);
    lua_geti(L, 1, (lua_Integer)low);
    if (is_before(L, -2, -1)) {
      put_two(L, middle, low);
    } else {
      lua_pop(L, 1);
      lua_geti(L, 1, (lua_Integer)high);
      if (is_before(L, -1, -2))
        put_two(L, middle, high);
      else
        lua_pop(L, 2);
    }
    if (high - low == 2) return;
    // The pivot is swapped next to the end, and also stays on the stack.
    lua_geti(L, 1, (lua_Integer)middle);
    lua_pushvalue(L, -1);
    lua_geti(L, 1, (lua_Integer)high - 1);
    put_two(L, middle, high - 1);
    lua_Unsigned index = divide(L, low, high);
    if (index - low < high - index) {
      sort(L, low, index - 1);
      low = index + 1;
    } else {
      sort(L, index + 1, high);
      high = index - 1;
    }
  }
}

static int table_sort(lua_State *L) {
  lua_Integer count = length_of(L, 1, READ | WRITE);
  if (count > 1) {
    luaL_argcheck(L, count < INT_MAX, 1, "array too big");
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    sort(L, 1, (lua_Unsigned)count);
  }
  return 0;
}

void lh_open_tables(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"concat", table_concat}, {"insert", table_insert}, {"move", table_move},
    {"remove", table_remove}, {"sort", table_sort},     {"unpack", table_unpack},
    {NULL, NULL}};
  lua_getglobal(L, "table");
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
