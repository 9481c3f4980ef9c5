// The one C function behind every host function: gathers the arguments into slots, calls Swift, and
// executes the reply after the Swift frame has returned.
#include "layout.h"

static bool mismatch(lh_state *S, int32_t kind, int32_t index) {
  S->context.mismatch.kind = kind;
  S->context.mismatch.index = index;
  return false;
}

static void clear(const lh_field *field, lh_slot *slots) {
  if (!field->field_count) {
    slots[field->slot].tag = LH_ABSENT;
    return;
  }
  for (int32_t i = 0; i < field->field_count; i++) clear(&field->fields[i], slots);
}

static bool gather(lua_State *L, lh_state *S, const lh_field *field, int index, lh_slot *slots);

static bool is_name(const char *name, size_t name_length, const char *key, size_t length) {
  return name && name_length == length && !memcmp(name, key, length);
}

// Checks one declared field of a table, if it is present.
static bool diagnose_field(
  lua_State *L, lh_state *S, const lh_field *field, int32_t position, int index, lh_slot *slots) {
  lh_mismatch *found = &S->context.mismatch;
  const lh_field *inner = &field->fields[position];
  int32_t level = found->path_count;
  lua_pushlstring(L, inner->name, inner->length);
  if (lua_rawget(L, index) != LUA_TNIL) {
    if (level < LH_PATH_MAX) found->path[found->path_count++] = position;
    if (!gather(L, S, inner, lua_gettop(L), slots)) return false;
    found->path_count = level;
  }
  lua_pop(L, 1);
  return true;
}

static bool gather_strings(lua_State *L, lh_state *S, int index) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, index), seen = 0;
  for (lua_Integer i = 1; i <= count; i++) {
    int type = lua_rawgeti(L, index, i);
    if (type != LUA_TSTRING) {
      S->context.mismatch.element = i;
      return mismatch(S, LH_MISMATCH_ELEMENT, lua_gettop(L));
    }
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    seen++;
  }
  if (seen != count) return mismatch(S, LH_MISMATCH_LIST, index);
  return true;
}

// Finds the error in a table independently of the table's internal order: first a declared field,
// in order of declaration; then the bytewise least unknown field; then a missing field.
static bool diagnose(lua_State *L, lh_state *S, const lh_field *field, int index, lh_slot *slots) {
  lh_mismatch *found = &S->context.mismatch;
  int32_t level = found->path_count;
  luaL_checkstack(L, 8, NULL);
  for (int32_t i = 0; i < field->field_count; i++)
    if (!diagnose_field(L, S, field, i, index, slots)) return false;
  bool unknown = false;
  lua_pushnil(L);
  int other = lua_gettop(L);  // a key that is not a string: the least number, if there is one
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) {
      if (lua_type(L, other) != LUA_TNUMBER
          || (lua_type(L, -1) == LUA_TNUMBER && lua_compare(L, -1, other, LUA_OPLT)))
        lua_copy(L, -1, other);
      continue;
    }
    size_t length;
    const char *key = lua_tolstring(L, -1, &length);
    bool declared = false;
    for (int32_t i = 0; i < field->field_count && !declared; i++)
      declared = is_name(field->fields[i].name, field->fields[i].length, key, length);
    if (declared) continue;
    if (unknown) {
      size_t shorter = length < S->context.unknown_field_length ? length : S->context.unknown_field_length;
      int order = memcmp(key, S->context.unknown_field, shorter);
      if (order > 0 || (order == 0 && length >= S->context.unknown_field_length)) continue;
    }
    unknown = true;
    S->context.unknown_field = key;
    S->context.unknown_field_length = length;
  }
  if (unknown) return mismatch(S, LH_MISMATCH_UNKNOWN, index);
  if (!lua_isnil(L, other)) return mismatch(S, LH_MISMATCH_KEY, other);
  for (int32_t i = 0; i < field->field_count; i++) {
    if (field->fields[i].optional) continue;
    lua_pushlstring(L, field->fields[i].name, field->fields[i].length);
    bool missing = lua_rawget(L, index) == LUA_TNIL;
    lua_pop(L, 1);
    if (missing) {
      if (level < LH_PATH_MAX) found->path[found->path_count++] = i;
      return mismatch(S, LH_MISMATCH_MISSING, 0);
    }
  }
  return true;
}

static bool gather_table(
  lua_State *L, lh_state *S, const lh_field *field, int index, lh_slot *slots) {
  int top = lua_gettop(L);
  int32_t level = S->context.mismatch.path_count;
  int32_t required = 0, present = 0;
  for (int32_t i = 0; i < field->field_count; i++) {
    const lh_field *inner = &field->fields[i];
    clear(inner, slots);
    required += !inner->optional;
  }
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (LH_UNLIKELY(lua_type(L, -2) != LUA_TSTRING)) goto mismatched_table;
    const char *key = lua_tolstring(L, -2, NULL);
    int32_t position = lh_pointers_find(&field->field_map, key);
    if (LH_UNLIKELY(position < 0)) goto mismatched_table;
    const lh_field *inner = &field->fields[position];
    present += !inner->optional;
    if (inner->kept) {
      // The value goes below its key; values that it keeps on the stack go above, so the key is
      // copied.
      lua_insert(L, -2);
      int key_index = lua_gettop(L);
      if (LH_UNLIKELY(!gather(L, S, inner, key_index - 1, slots))) goto mismatched_table;
      if (lua_gettop(L) != key_index) lua_pushvalue(L, key_index);
    } else {
      if (LH_UNLIKELY(!gather(L, S, inner, lua_gettop(L), slots))) goto mismatched_table;
      lua_pop(L, 1);
    }
  }
  if (LH_UNLIKELY(present != required)) goto mismatched_table;
  return true;
mismatched_table:
  // The error is searched again in the order of declaration; values may stay on the stack for
  // Swift.
  lua_settop(L, top);
  S->context.mismatch.path_count = level;
  return diagnose(L, S, field, index, slots);
}

// `index` is absolute. May leave values on the stack.
static bool gather(lua_State *L, lh_state *S, const lh_field *field, int index, lh_slot *slots) {
  int32_t kinds = field->kinds;
  lh_slot *slot = &slots[field->slot];
  int type = lua_type(L, index);
  switch (type) {
    case LUA_TSTRING:
      if (kinds & LH_KIND_CHOICE) {
        const char *text = lua_tolstring(L, index, NULL);
        int32_t choice = lh_pointers_find(&field->choice_map, text);
        if (choice >= 0) {
          slot->tag = LH_CHOICE;
          slot->bits = choice;
          return true;
        }
      }
      if (kinds & (LH_KIND_STRING | LH_KIND_ANY)) {
        slot->tag = LH_STRING;
        slot->index = index;
        slot->bits = (int64_t)(intptr_t)lua_tolstring(L, index, &slot->length);
        return true;
      }
      break;
    case LUA_TNUMBER: {
      int is_integer = 0;
      lua_Integer integer = lua_tointegerx(L, index, &is_integer);
      slot->index = index;
      if (is_integer && kinds & LH_KIND_CHOICE)
        for (int32_t i = 0; i < field->choice_count; i++)
          if (field->choices[i].numbered && field->choices[i].number == integer) {
            slot->tag = LH_CHOICE;
            slot->bits = i;
            return true;
          }
      if (is_integer && kinds & LH_KIND_INTEGER && integer >= field->low && integer <= field->high) {
        slot->tag = LH_INTEGER;
        slot->bits = integer;
        return true;
      }
      if (kinds & LH_KIND_ANY && lua_isinteger(L, index)) {
        slot->tag = LH_INTEGER;
        slot->bits = integer;
        return true;
      }
      if (kinds & (LH_KIND_NUMBER | LH_KIND_ANY)) {
        double number = lua_tonumberx(L, index, NULL);
        if (!(kinds & LH_KIND_ANY)
            && !(number >= field->number_low && number <= field->number_high)
            && !(number != number && field->number_low == -__builtin_inf()
                 && field->number_high == __builtin_inf()))
          break;
        slot->tag = LH_NUMBER;
        memcpy(&slot->bits, &number, sizeof number);
        return true;
      }
      break;
    }
    case LUA_TBOOLEAN:
      if (kinds & (LH_KIND_BOOLEAN | LH_KIND_ANY)) {
        slot->tag = LH_BOOLEAN;
        slot->bits = lua_toboolean(L, index);
        return true;
      }
      break;
    case LUA_TTABLE:
      if (kinds & LH_KIND_TABLE) {
        luaL_checkstack(L, 8, NULL);
        return gather_table(L, S, field, index, slots);
      }
      if (kinds & (LH_KIND_STRINGS | LH_KIND_ANY)) {
        if (!(kinds & LH_KIND_ANY) && !gather_strings(L, S, index)) return false;
        slot->tag = LH_TABLE;
        slot->index = index;
        return true;
      }
      break;
    case LUA_TFUNCTION:
      if (kinds & (LH_KIND_FUNCTION | LH_KIND_ANY)) {
        slot->tag = LH_FUNCTION;
        slot->index = index;
        return true;
      }
      break;
    case LUA_TNIL:
    case LUA_TNONE:
      clear(field, slots);
      if (field->optional) return true;
      return mismatch(S, LH_MISMATCH_MISSING, 0);
    default:
      if (kinds & LH_KIND_ANY) {
        slot->tag = LH_OTHER;
        slot->index = index;
        return true;
      }
  }
  return mismatch(S, LH_MISMATCH_TYPE, index);
}

static int mismatched(lua_State *L, lh_state *S, const lh_function *function) {
  luaL_checkstack(L, 16, NULL);
  lh_callback callback;
  lh_begin(S, L, &callback, function, NULL, LH_WANTED);
  int32_t status = S->call.mismatch(&S->context, function->host);
  lh_finish(S, &callback);
  return lh_answer(L, S, status, callback.reply_base, lua_upvalueindex(2));
}

static inline int call(
  lua_State *L, lh_state *S, const lh_function *function, const lh_slot *slots) {
  lh_callback callback;
  lh_begin(S, L, &callback, function, slots, LH_WANTED_UNKNOWN);
  int32_t status = S->call.call(&S->context, function->host);
  lh_finish(S, &callback);
  size_t base = callback.reply_base;
  if (status == LH_DONE && S->context.reply_length - base == sizeof(lh_op)
      && !S->context.reply_failed && !lh_stopped(S)) {
    const lh_op *op = (const lh_op *)(S->context.reply + base);
    if (op->op == LH_OP_INTEGER) {
      S->context.reply_length = base;
      lua_pushinteger(L, op->bits);
      return 1;
    }
  }
  return lh_answer(L, S, status, base, lua_upvalueindex(2));
}

static LH_NOINLINE int call_gathering(lua_State *L, lh_state *S) {
  const lh_function *function = lua_touserdata(L, lua_upvalueindex(1));
  int given = lua_gettop(L);
  lh_slot slots[function->slot_count + 1];
  if (LH_UNLIKELY(function->kept_count)) luaL_checkstack(L, function->kept_count * 2 + 16, NULL);
  S->context.mismatch.path_count = 0;
  for (int32_t i = 0; i < function->parameter_count; i++)
    if (LH_UNLIKELY(!gather(L, S, &function->parameters[i], i + 1, slots))) {
      S->context.mismatch.parameter = i;
      S->context.mismatch.given = given;
      return mismatched(L, S, function);
    }
  for (int i = function->parameter_count + 1; i <= given; i++)
    if (LH_UNLIKELY(!lua_isnil(L, i))) {
      S->context.mismatch.parameter = function->parameter_count;
      S->context.mismatch.given = given;
      mismatch(S, LH_MISMATCH_TOO_MANY, i);
      return mismatched(L, S, function);
    }
  return call(L, S, function, slots);
}

// Upvalues: the function's declaration, the table of names.
int lh_trampoline(lua_State *L) {
  lh_state *S = lh_of(L);
  lh_check(L, S);
  if (LH_UNLIKELY(!S->reads_arguments_directly)) return call_gathering(L, S);
  // A few integers and short strings are read directly; everything else is gathered through the
  // API.
  const lh_function *function = lh_first_upvalue(L);
  int32_t given = lh_given(L), count = function->plain_count;
  if (given > count) return call_gathering(L, S);
  lh_slot slots[LH_PLAIN_MAX];
  const lh_value *arguments = lh_arguments(L);
  int32_t i = 0;
  for (; i < given; i++) {
    const lh_field *field = &function->parameters[i];
    const lh_value *value = &arguments[i];
    if (value->tag == LH_TAG_INTEGER) {
      if (!(field->kinds & LH_KIND_INTEGER) || value->integer < field->low
          || value->integer > field->high)
        return call_gathering(L, S);
      slots[i] = (lh_slot){LH_INTEGER, i + 1, value->integer, 0};
    } else if (value->tag == LH_TAG_SHORT_STRING && field->kinds & LH_KIND_STRING) {
      const lh_short_string *string = value->pointer;
      slots[i] = (lh_slot){LH_STRING, i + 1, (int64_t)(intptr_t)string->text, string->length};
    } else {
      return call_gathering(L, S);
    }
  }
  for (; i < count; i++) {
    if (!function->parameters[i].optional) return call_gathering(L, S);
    slots[i].tag = LH_ABSENT;
  }
  return call(L, S, function, slots);
}
