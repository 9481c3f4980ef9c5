// Serial numbers in place of addresses, and pairs and next in an order that is the same in every
// run: the sequence 1…n, other numbers ascending, strings bytewise, false, true, everything else in
// the order of its creation.
#include "internal.h"

typedef struct lh_sort_key {
  int32_t rank;   // -1 first of all, 0 number, 1 string, 2 boolean, 3 built-in function, 4 object
  int64_t index;  // index of the key in the unsorted table of keys
  union {
    long double number;  // represents every integer and every float exactly
    const char *text;
  };
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

static bool is_before(const lh_sort_key *a, const lh_sort_key *b) {
  if (a->rank != b->rank) return a->rank < b->rank;
  if (a->rank != 1) return a->number < b->number;
  int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
  return order < 0 || (order == 0 && a->length < b->length);
}

// Merge sort, since memory of qsort would not be accounted for, and with checks whether the script
// has to stop. `spare` has room for half of the keys.
static void sort(lua_State *L, lh_sort_key *keys, lh_sort_key *spare, size_t count) {
  if (count <= 8) {
    for (size_t i = 1; i < count; i++) {
      lh_sort_key key = keys[i];
      size_t j = i;
      for (; j > 0 && is_before(&key, &keys[j - 1]); j--) keys[j] = keys[j - 1];
      keys[j] = key;
    }
    return;
  }
  lh_check(L, lh_of(L));
  size_t half = count / 2;
  sort(L, keys, spare, half);
  sort(L, keys + half, spare, count - half);
  if (!is_before(&keys[half], &keys[half - 1])) return;
  memcpy(spare, keys, half * sizeof *keys);
  // Keys are written no further than they have been read.
  size_t left = 0, right = half, to = 0;
  while (left < half)
    keys[to++] = right < count && is_before(&keys[right], &spare[left]) ? keys[right++] : spare[left++];
}

// Makes room for `count` keys, and for half as many spare ones.
static void reserve(lua_State *L, lh_state *S, size_t count) {
  if (count <= S->scratch_capacity) return;
  size_t capacity = S->scratch_capacity ? S->scratch_capacity * 2 : 64;
  size_t bytes = capacity * 3 / 2 * sizeof(lh_sort_key);
  size_t old = S->scratch_capacity * 3 / 2 * sizeof(lh_sort_key);
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

// Describes the key on top for sorting.
static void describe_key(lua_State *L, lh_state *S, lh_sort_key *key) {
  int type = lua_type(L, -1);
  switch (type) {
    case LUA_TNUMBER:
      key->rank = 0;
      key->number = lua_isinteger(L, -1) ? (long double)lua_tointeger(L, -1) : lua_tonumber(L, -1);
      break;
    case LUA_TSTRING:
      key->rank = 1;
      key->text = lua_tolstring(L, -1, &key->length);
      break;
    case LUA_TBOOLEAN:
      key->rank = 2;
      key->number = lua_toboolean(L, -1);
      break;
    case LUA_TUSERDATA:
      // An iterator, whose address is not where its memory begins.
      lua_getiuservalue(L, -1, 1);
      key->rank = 4;
      key->number = lua_tointeger(L, -1);
      lua_pop(L, 1);
      break;
    default: {
      const char *object = lua_topointer(L, -1);
      uint64_t number = lh_creation(S, type == LUA_TTHREAD ? object - LUA_EXTRASPACE : object);
      // A function without upvalues is no object; the order of those in the program is fixed.
      key->rank = number ? 4 : 3;
      key->number = number ? number : (uintptr_t)object;
    }
  }
}

// Pushes a table that lists the keys of the table at `index` in order, without 1…`after`; if
// `first` is not 0, the key at that stack index comes before all others. Returns the number of
// keys.
static int64_t push_sorted_keys(lua_State *L, int index, lua_Integer after, int first) {
  lh_state *S = lh_of(L);
  luaL_checkstack(L, 10, NULL);
  lua_newtable(L);
  int unsorted = lua_gettop(L);
  size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 && lua_tointeger(L, -1) <= after) continue;
    reserve(L, S, count + 1);
    lh_sort_key *key = &S->scratch[count];
    describe_key(L, S, key);
    if (first && lua_rawequal(L, -1, first)) key->rank = -1;
    key->index = (int64_t)++count;
    lua_pushvalue(L, -1);
    lua_rawseti(L, unsorted, (lua_Integer)count);
  }
  sort(L, S->scratch, S->scratch + S->scratch_capacity, count);
  lua_createtable(L, count < 0x7fffffff ? (int)count : 0x7fffffff, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, unsorted, S->scratch[i].index);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_replace(L, unsorted);
  return (int64_t)count;
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

// The last traversal is remembered, so that a step need not sort: either within the sequence
// 1…n, or by the sorted keys.

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

// Makes the table at index 1 the remembered one.
static void remember(lua_State *L, lh_state *S) {
  if (S->next.table == lua_topointer(L, 1)) return;
  lua_pushvalue(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_next_table);
  S->next.table = lua_topointer(L, 1);
  S->next.sorted = false;
}

// Pushes the first pair from `position` on whose key still exists, or one nil.
static int live_from(lua_State *L, lh_state *S, int64_t position) {
  lua_settop(L, 2);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_next_keys);
  for (; position <= S->next.count; position++) {
    lua_rawgeti(L, 3, position);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) {
      S->next.position = position;
      return 2;
    }
    lua_settop(L, 3);
  }
  S->next.position = position;
  lua_pushnil(L);
  return 1;
}

static int first_live(lua_State *L, lh_state *S) {
  int results = live_from(L, S, S->next.head);
  S->next.head = S->next.position;
  return results;
}

// Pushes the pair of the sequence at `key`. False: there is none.
static bool push_item(lua_State *L, lh_state *S, lua_Integer key) {
  lua_pushinteger(L, key);
  if (lua_rawgeti(L, 1, key) == LUA_TNIL) {
    lua_pop(L, 2);
    return false;
  }
  S->next.sorted = false;
  S->next.sequence = key;
  return true;
}

static int next_first(lua_State *L, lh_state *S) {
  remember(L, S);
  if (push_item(L, S, 1)) return 2;
  lua_pushnil(L);
  if (!lua_next(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  // The only key is the first in any order.
  lua_pushvalue(L, -2);
  if (!lua_next(L, 1)) {
    S->next.sorted = false;
    S->next.sequence = 0;
    return 2;
  }
  // A loop that removes keys one by one: the remembered order is valid while it has existing keys,
  // but others may have been added since.
  if (S->next.sorted) {
    S->next.stale = true;
    if (first_live(L, S) == 2) return 2;
  }
  lua_settop(L, 2);
  sort_remembered(L, S, 0, 0);
  return first_live(L, S);
}

// The index of the key at index 2 among the sorted keys, 0 if it is not there.
static int64_t index_of_key(lua_State *L, lh_state *S) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_next_keys);
  bool found = false;
  int64_t index = S->next.position;
  // The key that was returned last, before all others.
  for (int64_t i = 0; i <= S->next.count && !found; i++) {
    if (i > 0) index = i;
    found = lua_rawgeti(L, -1, index) != LUA_TNIL && lua_rawequal(L, -1, 2);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return found ? index : 0;
}

static int base_next(lua_State *L) {
  lh_state *S = lh_of(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) return next_first(L, S);
  bool same = S->next.table == lua_topointer(L, 1);
  if (same && !S->next.sorted && S->next.sequence > 0 && lua_isinteger(L, 2)
      && lua_tointeger(L, 2) == S->next.sequence) {
    lua_Integer last = S->next.sequence;
    if (push_item(L, S, last + 1)) return 2;
    sort_remembered(L, S, last, 0);
    return live_from(L, S, 1);
  }
  bool stale = same && S->next.sorted && S->next.stale;
  int64_t index = same && S->next.sorted && !stale ? index_of_key(L, S) : 0;
  if (!index) {
    // Not the remembered traversal: sort, and find the key. After a start from an outdated order the
    // key that it returned comes first, so that the traversal neither misses nor repeats a key.
    remember(L, S);
    sort_remembered(L, S, 0, stale ? 2 : 0);
    index = index_of_key(L, S);
    // After an outdated order, the key may have been removed meanwhile.
    if (!index && !stale) return luaL_error(L, "next: this key is not in the table");
  }
  return live_from(L, S, index + 1);
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
