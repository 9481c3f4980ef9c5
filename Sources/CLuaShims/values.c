// Reads values for Swift, only with functions of the Lua API that cannot raise an error.
#include "internal.h"

static lua_State *stack_of(lh_context *context) { return context->callback->thread; }

lh_slot lh_slot_at(lua_State *L, int index) {
  lh_slot slot = {LH_ABSENT, index, 0, 0};
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE: break;
    case LUA_TBOOLEAN:
      slot.tag = LH_BOOLEAN;
      slot.bits = lua_toboolean(L, index);
      break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        slot.tag = LH_INTEGER;
        slot.bits = lua_tointegerx(L, index, NULL);
      } else {
        double number = lua_tonumberx(L, index, NULL);
        slot.tag = LH_NUMBER;
        memcpy(&slot.bits, &number, sizeof number);
      }
      break;
    case LUA_TSTRING:
      slot.tag = LH_STRING;
      slot.bits = (int64_t)(intptr_t)lua_tolstring(L, index, &slot.length);
      break;
    case LUA_TTABLE:
      slot.tag = LH_TABLE;
      slot.bits = (int64_t)(intptr_t)lua_topointer(L, index);
      break;
    case LUA_TFUNCTION: slot.tag = LH_FUNCTION; break;
    case LUA_TTHREAD: slot.tag = LH_THREAD; break;
    default: slot.tag = LH_OTHER;
  }
  return slot;
}

lh_slot lh_value(lh_context *context, int32_t index) { return lh_slot_at(stack_of(context), index); }

bool lh_value_is_list(lh_context *context, int32_t index) {
  return lh_is_list(stack_of(context), index);
}

uint64_t lh_table_length(lh_context *context, int32_t index) {
  return lua_rawlen(stack_of(context), index);
}

int32_t lh_top(lh_context *context) { return lua_gettop(stack_of(context)); }

// Never closes variables: those belong to frames of Lua functions, not to this one.
void lh_set_top(lh_context *context, int32_t top) {
  lua_State *L = stack_of(context);
  if (top < lua_gettop(L)) lua_settop(L, top);
}

bool lh_reserve_stack(lh_context *context, int32_t count) {
  return lua_checkstack(stack_of(context), count);
}

void lh_push_nil(lh_context *context) { lua_pushnil(stack_of(context)); }

// The key on top came from this table, which does not change in between: lua_next cannot raise an
// error.
bool lh_table_next(lh_context *context, int32_t index) {
  return lua_next(stack_of(context), index);
}

void lh_table_item(lh_context *context, int32_t index, int64_t item) {
  lua_rawgeti(stack_of(context), index, item);
}

bool lh_table_is_sequence(lh_context *context, int32_t index) {
  lua_State *L = stack_of(context);
  lua_Unsigned count = lua_rawlen(L, index), seen = 0;
  for (lua_pushnil(L); lua_next(L, index); seen++) lua_pop(L, 1);
  return seen == count;
}

static bool is_text(const lh_text *text, const char *bytes, size_t length) {
  return text->length == length && !memcmp(text->text, bytes, length);
}

// Writes the index of the name that the value on top is.
static bool choose(lua_State *L, const lh_choice_field *field, int32_t *chosen) {
  if (lua_type(L, -1) != LUA_TSTRING) return false;
  size_t length;
  const char *bytes = lua_tolstring(L, -1, &length);
  for (int32_t i = 0; i < field->choice_count; i++)
    if (is_text(&field->choices[i], bytes, length)) {
      *chosen = i;
      return true;
    }
  return false;
}

// Reads the fields of the table on top.
static bool choices(
  lua_State *L, const lh_choice_field *fields, int32_t count, int32_t *chosen) {
  int top = lua_gettop(L);
  for (int32_t i = 0; i < count; i++) chosen[i] = -1;
  for (lua_pushnil(L); lua_next(L, top); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING) return false;
    size_t length;
    const char *key = lua_tolstring(L, -2, &length);
    int32_t i = 0;
    while (i < count && !is_text(&fields[i].name, key, length)) i++;
    if (i == count || !choose(L, &fields[i], &chosen[i])) return false;
  }
  return true;
}

int32_t lh_item_choices(
  lh_context *context, int32_t index, int64_t first, int32_t most, const lh_choice_field *fields,
  int32_t count, int32_t *chosen) {
  lua_State *L = stack_of(context);
  int top = lua_gettop(L);
  int32_t read = 0;
  while (read < most && lua_rawgeti(L, index, first + read) == LUA_TTABLE
         && choices(L, fields, count, chosen + read * count)) {
    lua_settop(L, top);
    read++;
  }
  lua_settop(L, top);
  return read;
}
