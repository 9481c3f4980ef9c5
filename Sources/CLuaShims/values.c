// Reads values for Swift, only with functions of the Lua API that cannot raise an error.
#include "internal.h"

static lua_State *stack_of(lh_context *context) { return context->callback->thread; }

int32_t lh_value_kind(lh_context *context, int32_t index) {
  lua_State *L = stack_of(context);
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: return LH_VALUE_BOOLEAN;
    case LUA_TNUMBER: return lua_isinteger(L, index) ? LH_VALUE_INTEGER : LH_VALUE_NUMBER;
    case LUA_TSTRING: return LH_VALUE_STRING;
    case LUA_TTABLE: return LH_VALUE_TABLE;
    case LUA_TFUNCTION: return LH_VALUE_FUNCTION;
    case LUA_TTHREAD: return LH_VALUE_THREAD;
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA: return LH_VALUE_USERDATA;
    default: return LH_VALUE_NIL;
  }
}

bool lh_value_boolean(lh_context *context, int32_t index) {
  return lua_toboolean(stack_of(context), index);
}

int64_t lh_value_integer(lh_context *context, int32_t index) {
  return lua_tointegerx(stack_of(context), index, NULL);
}

double lh_value_number(lh_context *context, int32_t index) {
  return lua_tonumberx(stack_of(context), index, NULL);
}

const char *lh_value_string(lh_context *context, int32_t index, size_t *length) {
  lua_State *L = stack_of(context);
  *length = 0;
  if (lua_type(L, index) != LUA_TSTRING) return "";
  return lua_tolstring(L, index, length);
}

const void *lh_value_identity(lh_context *context, int32_t index) {
  return lua_topointer(stack_of(context), index);
}

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
