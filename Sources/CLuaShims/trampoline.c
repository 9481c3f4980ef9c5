// The one C function behind every host function: gathers the arguments into slots, calls Swift, and
// executes the reply after the Swift frame has returned.
#include "internal.h"

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

static bool is_text(lh_text text, const char *bytes, size_t length) {
  return text.length == length && !memcmp(text.text, bytes, length);
}

static bool gather_strings(lua_State *L, lh_state *S, int index) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, index), seen = 0;
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, index, i) != LUA_TSTRING) {
      S->context.mismatch.element = i;
      return mismatch(S, LH_MISMATCH_ELEMENT, lua_gettop(L));
    }
    lua_pop(L, 1);
  }
  for (lua_pushnil(L); lua_next(L, index); seen++) lua_pop(L, 1);
  return seen == count || mismatch(S, LH_MISMATCH_LIST, index);
}

// Finds the error in a table that has other keys than the declared ones, independently of the
// table's internal order: the bytewise least unknown field; then a key that is not a string, the
// least number if there is one.
static bool reject_keys(lua_State *L, lh_state *S, const lh_field *field, int index) {
  lh_text *least = &S->context.unknown_field;
  bool unknown = false;
  lua_pushnil(L);
  int other = lua_gettop(L);
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
      declared = is_text(field->fields[i].name, key, length);
    if (declared) continue;
    if (unknown) {
      int order = memcmp(key, least->text, length < least->length ? length : least->length);
      if (order > 0 || (order == 0 && length >= least->length)) continue;
    }
    unknown = true;
    *least = (lh_text){key, length};
  }
  return unknown ? mismatch(S, LH_MISMATCH_UNKNOWN, index) : mismatch(S, LH_MISMATCH_KEY, other);
}

static bool gather(lua_State *L, lh_state *S, const lh_field *field, int index, lh_slot *slots);

// Reads the declared fields in order, so that the error found does not depend on the table's
// internal order; then looks for other keys, and last for a missing field.
static bool gather_table(
  lua_State *L, lh_state *S, const lh_field *field, int index, lh_slot *slots) {
  lh_mismatch *found = &S->context.mismatch;
  int32_t level = found->path_count, missing = -1;
  lua_Integer left = 0;
  luaL_checkstack(L, 8, NULL);
  for (int32_t i = 0; i < field->field_count; i++) {
    const lh_field *inner = &field->fields[i];
    lua_rawgeti(L, lua_upvalueindex(2), inner->number);
    if (lua_rawget(L, index) == LUA_TNIL) {
      clear(inner, slots);
      if (!inner->optional && missing < 0) missing = i;
    } else {
      left++;
      if (level < LH_PATH_MAX) found->path[found->path_count++] = i;
      if (LH_UNLIKELY(!gather(L, S, inner, lua_gettop(L), slots))) return false;
      found->path_count = level;
      if (inner->kept) continue;
    }
    lua_pop(L, 1);
  }
  for (lua_pushnil(L); lua_next(L, index); left--) lua_pop(L, 1);
  if (LH_UNLIKELY(left != 0)) return reject_keys(L, S, field, index);
  if (LH_UNLIKELY(missing >= 0)) {
    if (level < LH_PATH_MAX) found->path[found->path_count++] = missing;
    return mismatch(S, LH_MISMATCH_MISSING, 0);
  }
  return true;
}

static bool is_in_range(const lh_field *field, double number) {
  if (number != number)
    return field->number_low == -__builtin_inf() && field->number_high == __builtin_inf();
  return number >= field->number_low && number <= field->number_high;
}

// Whether a number fits; converts it to the type that is declared.
static bool gather_number(lua_State *L, const lh_field *field, int index, lh_slot *slot) {
  int is_integer;
  lua_Integer integer = lua_tointegerx(L, index, &is_integer);
  for (int32_t i = 0; is_integer && i < field->choice_count; i++)
    if (field->choices[i].numbered && field->choices[i].number == integer) {
      *slot = (lh_slot){LH_CHOICE, index, i, 0};
      return true;
    }
  if (is_integer && field->kinds & LH_KIND_INTEGER && integer >= field->low
      && integer <= field->high) {
    *slot = (lh_slot){LH_INTEGER, index, integer, 0};
    return true;
  }
  double number = lua_tonumberx(L, index, NULL);
  if (!(field->kinds & LH_KIND_NUMBER) || !is_in_range(field, number)) return false;
  *slot = (lh_slot){LH_NUMBER, index, 0, 0};
  memcpy(&slot->bits, &number, sizeof number);
  return true;
}

// `index` is absolute. May leave values on the stack, to which slots refer.
static bool gather(lua_State *L, lh_state *S, const lh_field *field, int index, lh_slot *slots) {
  int32_t kinds = field->kinds;
  lh_slot *slot = &slots[field->slot];
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (gather_number(L, field, index, slot)) return true;
      break;
    case LUA_TSTRING:
      *slot = (lh_slot){LH_STRING, index, 0, 0};
      slot->bits = (int64_t)(intptr_t)lua_tolstring(L, index, &slot->length);
      for (int32_t i = 0; i < field->choice_count; i++)
        if (is_text(field->choices[i].name, (const char *)(intptr_t)slot->bits, slot->length)) {
          slot->tag = LH_CHOICE;
          slot->bits = i;
          return true;
        }
      if (kinds & LH_KIND_STRING) return true;
      break;
    case LUA_TTABLE:
      if (kinds & LH_KIND_TABLE) return gather_table(L, S, field, index, slots);
      if (!(kinds & LH_KIND_STRINGS) || kinds & LH_KIND_ANY) break;
      *slot = lh_slot_at(L, index);
      return gather_strings(L, S, index);
    case LUA_TNIL:
    case LUA_TNONE:
      clear(field, slots);
      return field->optional || mismatch(S, LH_MISMATCH_MISSING, 0);
    case LUA_TBOOLEAN: kinds |= kinds & LH_KIND_BOOLEAN ? LH_KIND_ANY : 0; break;
    case LUA_TFUNCTION: kinds |= kinds & LH_KIND_FUNCTION ? LH_KIND_ANY : 0; break;
    default: break;
  }
  if (!(kinds & LH_KIND_ANY)) return mismatch(S, LH_MISMATCH_TYPE, index);
  *slot = lh_slot_at(L, index);
  return true;
}

static bool gather_all(lua_State *L, lh_state *S, const lh_function *function, lh_slot *slots) {
  int given = lua_gettop(L), count = function->parameter_count;
  lh_mismatch *found = &S->context.mismatch;
  found->path_count = 0;
  found->given = given;
  for (found->parameter = 0; found->parameter < count; found->parameter++) {
    int32_t i = found->parameter;
    if (LH_UNLIKELY(!gather(L, S, &function->parameters[i], i + 1, slots))) return false;
  }
  for (int i = count + 1; i <= given; i++)
    if (LH_UNLIKELY(!lua_isnil(L, i))) return mismatch(S, LH_MISMATCH_TOO_MANY, i);
  return true;
}

// Upvalues: the function's declaration, the table of names.
int lh_trampoline(lua_State *L) {
  lh_state *S = lh_of(L);
  lh_check(L, S);
  const lh_function *function = lua_touserdata(L, lua_upvalueindex(1));
  lh_slot slots[function->slot_count + 1];
  if (LH_UNLIKELY(function->kept_count)) luaL_checkstack(L, function->kept_count + 16, NULL);
  bool fits = gather_all(L, S, function, slots);
  if (LH_UNLIKELY(!fits)) luaL_checkstack(L, 16, NULL);
  lh_callback callback;
  lh_begin(S, L, &callback, function, slots);
  int32_t status = (fits ? S->call.call : S->call.mismatch)(&S->context, function->host);
  lh_finish(S, &callback);
  return lh_answer(L, S, status, callback.reply_base, lua_upvalueindex(2));
}

// MARK: Whether a result is wanted

// A call that is a statement wants no results. Lua knows that, its API does not provide it, and
// building an outcome (a table, its strings, and their garbage collection) takes a fifth of the
// time of recording an event. So the number is read from Lua's record of the call, whose address
// lua_Debug contains. This is the only one of Lua's own records that is read, and only if calls
// with known numbers, made when the state is created, have shown them there.
typedef struct lh_call_record {
  const void *function, *top;
  struct lh_call_record *previous, *next;
  struct {
    const void *position;
    intptr_t handler, context;
  } own;
  int32_t shared;
  short results;
  unsigned short status;
} lh_call_record;

static int wanted_results(lua_State *L) {
  lua_Debug call;
  if (!lua_getstack(L, 0, &call)) return LUA_MULTRET;
  return ((const lh_call_record *)call.i_ci)->results;
}

// Only replies that are expensive ask: most callbacks reply a value or two. Any other value than 0,
// such as one that marks a call with variables to close, counts as wanting results.
bool lh_is_wanted(lh_context *context) {
  return !((lh_state *)context)->reads_wanted || wanted_results(context->callback->thread) != 0;
}

static int probe(lua_State *L) {
  if (wanted_results(L) != lua_tointeger(L, 1)) lh_of(L)->reads_wanted = false;
  return 0;
}

void lh_learn_wanted(lua_State *L, lh_state *S) {
  static const int counts[] = {0, 1, 2, 3, 7, LUA_MULTRET};
  S->reads_wanted = LUA_VERSION_NUM == 504 && sizeof(lh_call_record) == 64;
  for (size_t i = 0; S->reads_wanted && i < sizeof counts / sizeof *counts; i++) {
    lua_pushcfunction(L, probe);
    lua_pushinteger(L, counts[i]);
    lua_call(L, 1, counts[i]);
    lua_settop(L, 0);
  }
}
