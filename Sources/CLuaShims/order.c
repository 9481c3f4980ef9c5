// Serial numbers in place of addresses, and pairs and next in an order that is the same in every
// run: the sequence 1…n, other numbers ascending, strings bytewise, false, true, everything else by
// serial.
#include "internal.h"

typedef struct lh_sort_key {
  int32_t rank;   // 0 number, 1 string, 2 boolean, 3 object with a serial, 4 object without one yet
  bool is_float;
  int64_t index;  // index of the key in the unsorted table of keys
  union {
    int64_t integer;
    double number;
    const char *text;
    const void *address;
  } key;
  size_t length;
} lh_sort_key;

// MARK: Serial numbers

lua_Integer lh_serial(lua_State *L, int index) {
  lh_state *S = lh_of(L);
  index = lua_absindex(L, index);
  luaL_checkstack(L, 4, NULL);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_serials);
  lua_pushvalue(L, index);
  lua_Integer serial;
  if (lua_rawget(L, -2) == LUA_TNUMBER) {
    serial = lua_tointeger(L, -1);
  } else {
    serial = S->serial + 1;
    lua_pushvalue(L, index);
    lua_pushinteger(L, serial);
    lua_rawset(L, -4);
    S->serial = serial;
  }
  lua_pop(L, 2);
  return serial;
}

// MARK: Sorting

static int compare_numbers(const lh_sort_key *a, const lh_sort_key *b) {
  if (!a->is_float && !b->is_float)
    return (a->key.integer > b->key.integer) - (a->key.integer < b->key.integer);
  if (a->is_float && b->is_float)
    return (a->key.number > b->key.number) - (a->key.number < b->key.number);
  // A float key is never integral within the range of integers (Lua normalizes those), so a
  // comparison as long double, which represents every integer exactly, is exact.
  long double x = a->is_float ? (long double)a->key.number : (long double)a->key.integer;
  long double y = b->is_float ? (long double)b->key.number : (long double)b->key.integer;
  return (x > y) - (x < y);
}

static int compare(const void *left, const void *right) {
  const lh_sort_key *a = left, *b = right;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  switch (a->rank) {
    case 0: return compare_numbers(a, b);
    case 1: {
      int order = memcmp(a->key.text, b->key.text, a->length < b->length ? a->length : b->length);
      if (order) return order;
      return (a->length > b->length) - (a->length < b->length);
    }
    case 4: return ((uintptr_t)a->key.address > (uintptr_t)b->key.address)
      - ((uintptr_t)a->key.address < (uintptr_t)b->key.address);
    default: return (a->key.integer > b->key.integer) - (a->key.integer < b->key.integer);
  }
}

static void sift(lh_sort_key *keys, size_t root, size_t count) {
  lh_sort_key key = keys[root];
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && compare(&keys[child], &keys[child + 1]) < 0) child++;
    if (compare(&key, &keys[child]) >= 0) break;
    keys[root] = keys[child];
  }
  keys[root] = key;
}

static void swap_keys(lh_sort_key *a, lh_sort_key *b) {
  lh_sort_key key = *a;
  *a = *b;
  *b = key;
}

static void heap_sort(lua_State *L, lh_sort_key *keys, size_t count) {
  lh_state *S = lh_of(L);
  for (size_t root = count / 2; root-- > 0;) sift(keys, root, count);
  for (size_t last = count; last-- > 1;) {
    if ((last & 0xffff) == 0) lh_check(L, S);
    swap_keys(&keys[0], &keys[last]);
    sift(keys, 0, last);
  }
}

// Introsort (Musser 1997): in place, since memory of qsort would not be accounted for, and with
// checks whether the script has to stop. No two keys are equal.
static void sort(lua_State *L, lh_sort_key *keys, size_t count, int levels) {
  while (count > 12) {
    lh_check(L, lh_of(L));
    if (levels-- == 0) {
      heap_sort(L, keys, count);
      return;
    }
    lh_sort_key *middle = &keys[count / 2], *last = &keys[count - 1];
    if (compare(middle, keys) < 0) swap_keys(middle, keys);
    if (compare(last, middle) < 0) {
      swap_keys(last, middle);
      if (compare(middle, keys) < 0) swap_keys(middle, keys);
    }
    lh_sort_key pivot = *middle;
    size_t i = 0, j = count - 1;
    for (;;) {
      while (compare(&keys[++i], &pivot) < 0) {}
      while (compare(&pivot, &keys[--j]) < 0) {}
      if (i >= j) break;
      swap_keys(&keys[i], &keys[j]);
    }
    // keys[0 … j] come before the rest.
    size_t first = j + 1;
    if (first < count - first) {
      sort(L, keys, first, levels);
      keys += first;
      count -= first;
    } else {
      sort(L, keys + first, count - first, levels);
      count = first;
    }
  }
  for (size_t i = 1; i < count; i++) {
    lh_sort_key key = keys[i];
    size_t j = i;
    for (; j > 0 && compare(&keys[j - 1], &key) > 0; j--) keys[j] = keys[j - 1];
    keys[j] = key;
  }
}

static lh_sort_key *scratch(lua_State *L, lh_state *S, size_t count) {
  if (count > S->scratch_capacity) {
    size_t capacity = S->scratch_capacity ? S->scratch_capacity : 64;
    while (capacity < count) capacity *= 2;
    size_t bytes = capacity * sizeof(lh_sort_key), old = S->scratch_capacity * sizeof(lh_sort_key);
    if (!lh_charge_memory(&S->context, bytes - old)) lh_raise_stop(L);
    lh_sort_key *keys = realloc(S->scratch, bytes);
    if (!keys) {
      lh_refund_memory(&S->context, bytes - old);
      lh_set_stop(&S->context, LH_STOP_MEMORY);
      lh_raise_stop(L);
    }
    S->scratch = keys;
    S->scratch_capacity = capacity;
  }
  return S->scratch;
}

// Pushes a table that lists the keys of the table at `index` in order, without 1…`after`; if
// `first` is not 0, the key at that stack index comes before all others. Returns the number of
// keys.
static int64_t push_sorted_keys(lua_State *L, int index, lua_Integer after, int first) {
  lh_state *S = lh_of(L);
  index = lua_absindex(L, index);
  luaL_checkstack(L, 8, NULL);
  size_t count = 0;
  // The first pass counts, so that the table of keys is created with its final size.
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    count++;
  }
  scratch(L, S, count);
  size_t kept = 0;
  bool unnumbered = false;
  size_t most = after < (lua_Integer)count ? count - (size_t)after : 0;
  lua_createtable(L, most < 0x7fffffff ? (int)most : 0x7fffffff, 0);
  int list = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_serials);
  int serials = list + 1;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    if (kept == S->scratch_capacity) luaL_error(L, "table changed while its keys were sorted");
    lh_sort_key *key = &S->scratch[kept];
    key->is_float = false;
    switch (lua_type(L, -1)) {
      case LUA_TNUMBER:
        key->rank = 0;
        if (lua_isinteger(L, -1)) {
          key->key.integer = lua_tointeger(L, -1);
          if (key->key.integer >= 1 && key->key.integer <= after) continue;
        } else {
          key->is_float = true;
          key->key.number = lua_tonumber(L, -1);
        }
        break;
      case LUA_TSTRING:
        key->rank = 1;
        key->key.text = lua_tolstring(L, -1, &key->length);
        break;
      case LUA_TBOOLEAN:
        key->rank = 2;
        key->key.integer = lua_toboolean(L, -1);
        break;
      default:
        lua_pushvalue(L, -1);
        if (lua_rawget(L, serials) == LUA_TNUMBER) {
          key->rank = 3;
          key->key.integer = lua_tointeger(L, -1);
        } else {
          key->rank = 4;
          key->key.address = lua_topointer(L, -2);
          unnumbered = true;
        }
        lua_pop(L, 1);
    }
    if (first && lua_rawequal(L, -1, first)) {
      key->rank = -1;
      key->key.integer = 0;
    }
    key->index = (int64_t)++kept;
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, (lua_Integer)kept);
  }
  lua_settop(L, serials);
  sort(L, S->scratch, kept, 2 * (64 - __builtin_clzll(kept | 1)));
  // The list is permuted in index, cycle by cycle.
  for (size_t start = 0; start < kept; start++) {
    if (S->scratch[start].index == (int64_t)start + 1) continue;
    if (S->scratch[start].index < 0) continue;
    lua_rawgeti(L, list, (lua_Integer)start + 1);
    size_t hole = start;
    for (;;) {
      size_t source = (size_t)S->scratch[hole].index - 1;
      S->scratch[hole].index = -1;
      if (source == start) break;
      lua_rawgeti(L, list, (lua_Integer)source + 1);
      lua_rawseti(L, list, (lua_Integer)hole + 1);
      hole = source;
    }
    lua_rawseti(L, list, (lua_Integer)hole + 1);
  }
  lua_settop(L, list);
  if (unnumbered)
    for (size_t i = 0; i < kept; i++)
      if (S->scratch[i].rank == 4) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        lh_serial(L, -1);
        lua_pop(L, 1);
      }
  return (int64_t)kept;
}

// MARK: pairs

// Upvalues: the table, the position, the sorted keys (nil within the sequence).
static int pairs_step(lua_State *L) {
  const int table = lua_upvalueindex(1), position = lua_upvalueindex(2),
            keys = lua_upvalueindex(3);
  lua_Integer at = lua_tointeger(L, position);
  lua_settop(L, 0);
  if (lua_type(L, keys) == LUA_TNIL) {
    lua_pushinteger(L, at + 1);
    if (lua_rawgeti(L, table, at + 1) != LUA_TNIL) {
      lua_pushvalue(L, 1);
      lua_replace(L, position);
      return 2;
    }
    lua_settop(L, 0);
    push_sorted_keys(L, table, at, 0);
    lua_replace(L, keys);
    at = 0;
  }
  for (;;) {
    if (lua_rawgeti(L, keys, ++at) == LUA_TNIL) {
      lua_pushinteger(L, at - 1);
      lua_replace(L, position);
      return 1;
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, table) != LUA_TNIL) {
      lua_pushinteger(L, at);
      lua_replace(L, position);
      return 2;
    }
    lua_settop(L, 0);
  }
}

static int finish_pairs(lua_State *L, int status, lua_KContext extra) {
  (void)L;
  (void)status;
  (void)extra;
  return 3;
}

static int base_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, finish_pairs);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushnil(L);
  lua_pushcclosure(L, pairs_step, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: next

// Makes the table at index 1 the remembered one.
static void remember(lua_State *L, lh_state *S) {
  const void *identity = lua_topointer(L, 1);
  if (S->next.table != identity) {
    lua_pushvalue(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_next_table);
    S->next.table = identity;
    S->next.sorted = false;
    S->next.starts = 0;
  }
}

static void sort_remembered(lua_State *L, lh_state *S, lua_Integer after, int first) {
  S->next.sorted = false;
  S->next.count = push_sorted_keys(L, 1, after, first);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_next_keys);
  S->next.sorted = true;
  S->next.stale = false;
  S->next.head = 1;
  S->next.position = 0;
  S->next.sequence = 0;
}

// Pushes the first pair from `position` on whose key still exists, or one nil.
static int live_from(lua_State *L, lh_state *S, int64_t position, bool head) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_next_keys);
  int keys = lua_gettop(L);
  for (; position <= S->next.count; position++) {
    lua_rawgeti(L, keys, position);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) {
      S->next.position = position;
      if (head) S->next.head = position;
      return 2;
    }
    lua_settop(L, keys);
  }
  if (head) S->next.head = position;
  lua_pushnil(L);
  return 1;
}

static int next_first(lua_State *L, lh_state *S) {
  if (lua_rawgeti(L, 1, 1) != LUA_TNIL) {
    remember(L, S);
    S->next.sorted = false;
    S->next.sequence = 1;
    lua_pushinteger(L, 1);
    lua_insert(L, -2);
    return 2;
  }
  lua_pop(L, 1);
  lua_pushnil(L);
  if (!lua_next(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  // The only key is the first in any order.
  lua_pushvalue(L, -2);
  if (!lua_next(L, 1)) {
    remember(L, S);
    S->next.sorted = false;
    S->next.sequence = 0;
    return 2;
  }
  lua_settop(L, 1);
  remember(L, S);
  S->next.sequence = 0;
  if (S->next.sorted) {
    // A loop that removes keys one by one: the remembered order is valid while it has existing
    // keys.
    int results = live_from(L, S, S->next.head, true);
    S->next.stale = true;
    if (results == 2) return 2;
    lua_settop(L, 1);
  }
  sort_remembered(L, S, 0, 0);
  return live_from(L, S, 1, true);
}

static int base_next(lua_State *L) {
  lh_state *S = lh_of(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lua_type(L, 2) == LUA_TNIL) {
    lua_settop(L, 1);
    return next_first(L, S);
  }
  bool same = S->next.table == lua_topointer(L, 1);
  if (same && !S->next.sorted && S->next.sequence > 0 && lua_isinteger(L, 2)
      && lua_tointeger(L, 2) == S->next.sequence) {
    lua_Integer key = S->next.sequence + 1;
    if (lua_rawgeti(L, 1, key) != LUA_TNIL) {
      S->next.sequence = key;
      lua_pushinteger(L, key);
      lua_insert(L, -2);
      return 2;
    }
    lua_settop(L, 1);
    sort_remembered(L, S, key - 1, 0);
    return live_from(L, S, 1, false);
  }
  if (same && S->next.sorted) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_next_keys);
    bool found = S->next.position > 0;
    if (found) {
      lua_rawgeti(L, 3, S->next.position);
      found = lua_rawequal(L, -1, 2);
      lua_pop(L, 1);
    }
    int64_t index = S->next.position;
    for (int64_t i = 1; !found && i <= S->next.count; i++) {
      lua_rawgeti(L, 3, i);
      found = lua_rawequal(L, -1, 2);
      lua_pop(L, 1);
      index = i;
    }
    if (found && !S->next.stale) {
      lua_settop(L, 2);
      return live_from(L, S, index + 1, false);
    }
    lua_settop(L, 2);
  }
  // Not the remembered traversal: sort, and find the key. After a start from an outdated order the
  // key that it returned comes first, so that the traversal neither misses nor repeats a key.
  bool stale = same && S->next.sorted && S->next.stale;
  remember(L, S);
  sort_remembered(L, S, 0, stale ? 2 : 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_next_keys);
  for (int64_t i = 1; i <= S->next.count; i++) {
    lua_rawgeti(L, 3, i);
    bool found = lua_rawequal(L, -1, 2);
    lua_pop(L, 1);
    if (found) {
      lua_settop(L, 2);
      return live_from(L, S, i + 1, false);
    }
  }
  if (stale) {  // the key was removed meanwhile
    lua_settop(L, 2);
    return live_from(L, S, 1, false);
  }
  return luaL_error(L, "next: this key is not in the table");
}

void lh_open_order(lua_State *L) {
  lua_pushcfunction(L, base_pairs);
  lua_setglobal(L, "pairs");
  lua_pushcfunction(L, base_next);
  lua_setglobal(L, "next");
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_serials);
}
