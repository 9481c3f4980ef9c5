// Executes the program that Swift wrote into the reply buffer.
#include "internal.h"

bool lh_reply_grow(lh_context *context, size_t need) {
  lh_state *S = (lh_state *)context;
  size_t capacity = context->reply_capacity ? context->reply_capacity : 4096;
  while (capacity - context->reply_length < need) {
    if (capacity > S->limits.memory) {
      context->reply_failed = true;
      lh_set_stop(context, LH_STOP_MEMORY);
      return false;
    }
    capacity *= 2;
  }
  size_t more = capacity - context->reply_capacity;
  if (!lh_charge_memory(context, more)) {
    context->reply_failed = true;
    return false;
  }
  char *larger = realloc(context->reply, capacity);
  if (!larger) {
    lh_refund_memory(context, more);
    context->reply_failed = true;
    lh_set_stop(context, LH_STOP_MEMORY);
    return false;
  }
  context->reply = larger;
  context->reply_capacity = capacity;
  return true;
}

// Frees most of the buffer after a large result.
static void shrink(lh_state *S) {
  if (S->context.reply_length || S->context.reply_capacity <= LH_REPLY_KEPT) return;
  char *smaller = realloc(S->context.reply, LH_REPLY_KEPT);
  if (!smaller) return;
  S->context.reply = smaller;
  lh_refund_memory(&S->context, S->context.reply_capacity - LH_REPLY_KEPT);
  S->context.reply_capacity = LH_REPLY_KEPT;
}

void lh_reply_reset(lh_state *S, size_t base, int32_t depth) {
  S->context.reply_length = base;
  S->context.open_depth = depth;
  S->context.reply_failed = false;
}

void lh_reply_rewind(lh_context *context) {
  lh_state *S = (lh_state *)context;
  lh_reply_reset(S, context->callback->reply_base, context->callback->reply_depth);
}

// Pushes the name at a constant address. `names`, the stack index of a table, has the names that
// were pushed before; 0: none.
static void push_name(lua_State *L, const lh_op *op, int names) {
  const char *address = (const char *)(intptr_t)op->bits;
  if (names) {
    if (lua_rawgetp(L, names, address) != LUA_TNIL) return;
    lua_pop(L, 1);
  }
  lua_pushlstring(L, address, op->aux);
  if (!names) return;
  lua_pushvalue(L, -1);
  lua_rawsetp(L, names, address);
}

// An empty list looks like any empty table, so the host marks those that it creates with an empty
// metatable, which scripts cannot see (see base.c) and which has no meaning once an item is added.
static void mark_list(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_list);
  lua_setmetatable(L, -2);
}

bool lh_is_list(lua_State *L, int index) {
  if (!lua_checkstack(L, 3) || !lua_getmetatable(L, index)) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_list);
  bool yes = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return yes;
}

// Makes the functions of a module the methods of the table on top. The metatable is created once.
static void give_methods(lua_State *L, const char *module) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_objects);
  if (lua_getfield(L, -1, module) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 2);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_loaded);
    lua_getfield(L, -1, module);
    lua_setfield(L, -3, "__index");
    lua_pop(L, 1);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, module);
  }
  lua_setmetatable(L, -3);
  lua_pop(L, 1);
}

// The metamethod __index of rows. The host knows the row of the call in progress only.
static int find_field(lua_State *L) {
  lh_state *S = lh_of(L);
  lh_check(L, S);
  lua_settop(L, 2);
  if (lua_type(L, 2) != LUA_TSTRING)
    return luaL_error(
      L, "the fields of a row have names, and the name of none is a %s", luaL_typename(L, 2));
  size_t length;
  const char *name = lua_tolstring(L, 2, &length);
  if (lua_topointer(L, 1) != S->row)
    return luaL_error(
      L, "field '%s' of a row that was passed to an earlier call; read it in that call", name);
  lh_callback callback;
  lh_begin(S, L, &callback, NULL, NULL);
  int32_t status = S->call.field(S->context.host, name, length);
  lh_finish(S, &callback);
  if (status != LH_END) return lh_answer(L, S, status, callback.reply_base, 0);
  if (lh_answer(L, S, LH_DONE, callback.reply_base, 0) != 1) return 0;
  lua_rawget(L, 1);
  return 1;
}

void lh_open_rows(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, find_field);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lh_key_row);
}

typedef struct frame {
  lua_Integer items;
  bool is_list;
  bool has_key;
  bool key_next;
} frame;

// Executes the reply from `base` on: pushes the results and returns their number.
int lh_reply_run(lua_State *L, lh_state *S, size_t base, int names) {
  size_t at = base, end = S->context.reply_length;
  const char *program = S->context.reply;
  frame frames[LH_DEPTH_MAX];
  int depth = 0, results = 0;
  luaL_checkstack(L, 12, "too many results");
  while (at < end) {
    const lh_op *op = (const lh_op *)(program + at);
    at += sizeof(lh_op);
    switch (op->op) {
      case LH_OP_NIL: lua_pushnil(L); break;
      case LH_OP_BOOLEAN: lua_pushboolean(L, (int)op->bits); break;
      case LH_OP_INTEGER: lua_pushinteger(L, op->bits); break;
      case LH_OP_NUMBER: {
        double number;
        memcpy(&number, &op->bits, sizeof number);
        lua_pushnumber(L, number);
        break;
      }
      case LH_OP_STRING:
        lua_pushlstring(L, (const char *)(op + 1), (size_t)op->bits);
        at += ((size_t)op->bits + 15) & ~(size_t)15;
        break;
      case LH_OP_CONSTANT: push_name(L, op, names); break;
      case LH_OP_ITERATOR: {
        luaL_checkstack(L, 8, "too many results");
        lh_push_iterator(L, (int32_t)op->bits);
        if (depth) break;  // inside a table: the function alone
        lua_pushnil(L);
        lua_pushnil(L);
        lua_getupvalue(L, -3, 1);
        results += 3;
        break;
      }
      case LH_OP_TABLE:
      case LH_OP_ARRAY:
      case LH_OP_REFUSAL:
      case LH_OP_OBJECT:
      case LH_OP_ROW:
        luaL_checkstack(L, 8, "result nested too deeply");
        if (op->op == LH_OP_ARRAY) {
          lua_createtable(L, (int)(op->aux & 0xffffff), 0);
        } else {
          lua_createtable(L, 0, (int)(op->aux & 0xffffff));
          if (op->op == LH_OP_REFUSAL) {
            lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_refusal);
            lua_setmetatable(L, -2);
          } else if (op->op == LH_OP_OBJECT) {
            give_methods(L, (const char *)(intptr_t)op->bits);
          } else if (op->op == LH_OP_ROW) {
            lua_rawgetp(L, LUA_REGISTRYINDEX, &lh_key_row);
            lua_setmetatable(L, -2);
            S->row = lua_topointer(L, -1);
          }
        }
        frames[depth++] = (frame){0, op->op == LH_OP_ARRAY, false, false};
        continue;
      case LH_OP_FIELD:
        if (!depth) continue;
        push_name(L, op, names);
        frames[depth - 1].has_key = true;
        continue;
      case LH_OP_KEY:
        if (depth) frames[depth - 1].key_next = true;
        continue;
      case LH_OP_END:
        if (!depth) continue;
        depth--;
        if (frames[depth].is_list && lua_rawlen(L, -1) == 0) mark_list(L);
        break;
      default: continue;
    }
    // A value is complete: it becomes an item of the open table, or a result.
    if (!depth) {
      if ((++results & 7) == 0) luaL_checkstack(L, 20, "too many results");
      continue;
    }
    frame *open = &frames[depth - 1];
    if (open->key_next) {
      open->key_next = false;
      open->has_key = true;
    } else if (open->has_key) {
      open->has_key = false;
      lua_rawset(L, -3);
    } else {
      lua_rawseti(L, -2, ++open->items);
    }
  }
  S->context.reply_length = base;
  if (LH_UNLIKELY(S->context.reply_capacity > LH_REPLY_KEPT)) shrink(S);
  return results;
}

static int raise_reply(lua_State *L, lh_state *S, size_t base, bool with_position) {
  const lh_op *op = (const lh_op *)(S->context.reply + base);
  size_t length = S->context.reply_length > base ? (size_t)op->bits : 0;
  luaL_checkstack(L, 8, NULL);
  if (with_position)
    luaL_where(L, 1);
  else
    lua_pushliteral(L, "");
  lua_pushlstring(L, (const char *)(op + 1), length);
  S->context.reply_length = base;
  lua_concat(L, 2);
  return lua_error(L);
}

int lh_answer(lua_State *L, lh_state *S, int32_t status, size_t base, int names) {
  if (LH_UNLIKELY(S->context.reply_failed)) {
    S->context.reply_failed = false;
    S->context.reply_length = base;
    lh_check(L, S);
    return luaL_error(L, "result nested too deeply");
  }
  if (LH_UNLIKELY(status == LH_HALT || lh_stopped(S))) {
    S->context.reply_length = base;
    if (!lh_stopped(S)) lh_set_stop(&S->context, LH_STOP_FATAL);
    return lh_raise_stop(L);
  }
  if (LH_UNLIKELY(status == LH_RAISE || status == LH_RAISE_AGAIN))
    return raise_reply(L, S, base, status == LH_RAISE);
  return lh_reply_run(L, S, base, names);
}
