// find, match, gmatch, gsub and rep of the string library. They replace those of lstrlib.c, which
// execute no instructions, so that no hook could stop them.
#include "pattern.h"

// The bytes, from 0, of a position that counts from the end if it is negative.
static size_t start_of(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)-position;
}

// MARK: find and match

static bool is_plain(const char *pattern, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (pattern[i] && strchr("^$*+?.([%-", pattern[i])) return false;
  return true;
}

// The first occurrence of a text, searched piece by piece, so that the script can be stopped
// meanwhile.
static const char *find_plain(
  lua_State *L, const char *text, size_t length, const char *wanted, size_t count) {
  const size_t piece = (size_t)1 << 22;
  for (;;) {
    size_t looked_at = length < piece + count ? length : piece + count;
    lh_charge(L, lh_of(L), looked_at / 64);
    const char *found = memmem(text, looked_at, wanted, count);
    if (found || looked_at == length) return found;
    // An occurrence that begins in the last count - 1 bytes is found in the next piece.
    text += piece;
    length -= piece;
  }
}

static int find(lua_State *L, bool is_find) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t start = start_of(luaL_optinteger(L, 3, 1), length);
  if (start > length) {
    lua_pushnil(L);
    return 1;
  }
  if (is_find && (lua_toboolean(L, 4) || is_plain(pattern, pattern_length))) {
    const char *found = find_plain(L, subject + start, length - start, pattern, pattern_length);
    if (!found) {
      lua_pushnil(L);
      return 1;
    }
    lua_pushinteger(L, found - subject + 1);
    lua_pushinteger(L, found - subject + (lua_Integer)pattern_length);
    return 2;
  }
  bool anchored = pattern_length > 0 && *pattern == '^';
  lh_matcher m;
  lh_matcher_open(&m, L, subject, length, pattern + pattern_length);
  const char *s = subject + start, *end = lh_search(&m, &s, pattern + anchored, anchored);
  lh_matcher_charge(&m);
  if (!end) {
    lua_pushnil(L);
    return 1;
  }
  if (!is_find) return lh_push_captures(&m, s, end);
  lua_pushinteger(L, s - subject + 1);
  lua_pushinteger(L, end - subject);
  return lh_push_captures(&m, NULL, NULL) + 2;
}

static int string_find(lua_State *L) { return find(L, true); }
static int string_match(lua_State *L) { return find(L, false); }

// MARK: gmatch

enum { SUBJECT = 1, PATTERN, POSITION, LAST };  // upvalues of gmatch_step

static void keep_position(lua_State *L, int upvalue, ptrdiff_t position) {
  lua_pushinteger(L, position);
  lua_replace(L, lua_upvalueindex(upvalue));
}

static int gmatch_step(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = lua_tolstring(L, lua_upvalueindex(SUBJECT), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(PATTERN), &pattern_length);
  size_t start = (size_t)lua_tointeger(L, lua_upvalueindex(POSITION));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(LAST));
  if (start > length) return 0;
  lh_matcher m;
  lh_matcher_open(&m, L, subject, length, pattern + pattern_length);
  for (const char *s = subject + start; s <= m.end; s++) {
    const char *end = lh_search(&m, &s, pattern, false);
    if (!end) break;
    if (end - subject == last) continue;  // an empty match right after the last one
    keep_position(L, POSITION, end - subject);
    keep_position(L, LAST, end - subject);
    lh_matcher_charge(&m);
    return lh_push_captures(&m, s, end);
  }
  keep_position(L, POSITION, (ptrdiff_t)length + 1);
  lh_matcher_charge(&m);
  return 0;
}

static int string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t start = start_of(luaL_optinteger(L, 3, 1), length);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)(start > length ? length + 1 : start));
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, gmatch_step, LAST);
  return 1;
}

// MARK: gsub

// Adds the replacement text, which is at index 3, for a match.
static void add_text(lh_matcher *m, luaL_Buffer *buffer, const char *start, const char *end) {
  lua_State *L = m->L;
  size_t length;
  const char *text = lua_tolstring(L, 3, &length), *last = text + length, *mark;
  while ((mark = memchr(text, '%', (size_t)(last - text)))) {
    luaL_addlstring(buffer, text, (size_t)(mark - text));
    char letter = mark + 1 < last ? mark[1] : 0;
    if (letter == '%') {
      luaL_addchar(buffer, '%');
    } else if (letter == '0') {
      luaL_addlstring(buffer, start, (size_t)(end - start));
    } else if (letter >= '1' && letter <= '9') {
      const char *captured;
      ptrdiff_t count = lh_capture(m, letter - '1', start, end, &captured);
      if (count == LH_POSITION)
        luaL_addvalue(buffer);
      else
        luaL_addlstring(buffer, captured, (size_t)count);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
    text = mark + 2;
  }
  luaL_addlstring(buffer, text, (size_t)(last - text));
}

// Adds the replacement for a match. False: the match is unchanged.
static bool add_value(
  lh_matcher *m, luaL_Buffer *buffer, const char *start, const char *end, int type) {
  lua_State *L = m->L;
  switch (type) {
    case LUA_TFUNCTION: {
      lua_pushvalue(L, 3);
      int count = lh_push_captures(m, start, end);
      lua_call(L, count, 1);
      break;
    }
    case LUA_TTABLE: {
      const char *text;
      ptrdiff_t length = lh_capture(m, 0, start, end, &text);
      if (length != LH_POSITION) lua_pushlstring(L, text, (size_t)length);
      lua_gettable(L, 3);
      break;
    }
    default: add_text(m, buffer, start, end); return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(buffer, start, (size_t)(end - start));
    return false;
  }
  if (LH_UNLIKELY(!lua_isstring(L, -1)))
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(buffer);
  return true;
}

static int string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  int type = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
  luaL_argexpected(
    L,
    type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, 3,
    "string/function/table");
  bool anchored = pattern_length > 0 && *pattern == '^', changed = false;
  lh_matcher m;
  lh_matcher_open(&m, L, subject, length, pattern + pattern_length);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  const char *s = subject, *last = NULL;
  while (count < most) {
    const char *start = s, *end = lh_search(&m, &start, pattern + anchored, anchored);
    if (end && end == last) {  // an empty match right after the last one
      if (s == m.end || anchored) break;
      luaL_addchar(&buffer, *s++);
      continue;
    }
    if (!end) break;
    luaL_addlstring(&buffer, s, (size_t)(start - s));
    count++;
    changed |= add_value(&m, &buffer, start, end, type);
    s = last = end;
    if (anchored) break;
  }
  lh_matcher_charge(&m);
  if (changed) {
    luaL_addlstring(&buffer, s, (size_t)(m.end - s));
    luaL_pushresult(&buffer);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}

// MARK: rep

static int string_rep(lua_State *L) {
  size_t length, between;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer times = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &between);
  if (times <= 0 || length + between == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (LH_UNLIKELY(length + between < length || length + between > (size_t)(INT64_MAX / times)))
    return luaL_error(L, "resulting string too large");
  size_t total = (size_t)times * length + (size_t)(times - 1) * between;
  lh_charge(L, lh_of(L), total / 64);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, total);
  memcpy(bytes, text, length);
  size_t done = length;
  if (times > 1) {
    memcpy(bytes + done, separator, between);
    done += between;
    // The bytes written so far, whole rounds of text and separator, are copied: their number
    // doubles.
    while (done < total) {
      size_t more = done < total - done ? done : total - done;
      memcpy(bytes + done, bytes, more);
      done += more;
    }
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

void lh_open_strings(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"find", string_find}, {"match", string_match}, {"gmatch", string_gmatch},
    {"gsub", string_gsub}, {"rep", string_rep},     {NULL, NULL}};
  lua_getglobal(L, "string");
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
