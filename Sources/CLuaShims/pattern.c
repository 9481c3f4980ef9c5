// The matcher behind string.find, match, gmatch and gsub. It replaces that of lstrlib.c: the same
// patterns, captures and messages (reference manual of Lua 5.4, § 6.4.1), but every step is charged
// to the script. A pattern that backtracks for a long time executes no instruction, so that no hook
// could stop it. Character classes are those of ASCII in every locale.
#include "pattern.h"

#include <ctype.h>

enum { STEPS = 4096, LEVELS = 200 };

// MARK: The budget

void lh_matcher_open(
  lh_matcher *m, lua_State *L, const char *subject, size_t length, const char *pattern_end) {
  m->L = L;
  m->S = lh_of(L);
  m->begin = subject;
  m->end = subject + length;
  m->pattern_end = pattern_end;
  m->levels = LEVELS;
  m->steps = STEPS;
  m->captures = 0;
}

void lh_matcher_charge(lh_matcher *m) {
  uint32_t spent = STEPS - m->steps;
  m->steps = STEPS;
  lh_charge(m->L, m->S, spent);
}

static inline void step(lh_matcher *m) {
  if (LH_UNLIKELY(--m->steps == 0)) lh_matcher_charge(m);
}

// MARK: Single characters

// Whether a character belongs to the class named by the letter after %.
static bool belongs(unsigned char c, unsigned char letter) {
  bool yes;
  switch (letter | 32) {
    case 'a': yes = isalpha(c); break;
    case 'c': yes = iscntrl(c); break;
    case 'd': yes = isdigit(c); break;
    case 'g': yes = isgraph(c); break;
    case 'l': yes = islower(c); break;
    case 'p': yes = ispunct(c); break;
    case 's': yes = isspace(c); break;
    case 'u': yes = isupper(c); break;
    case 'w': yes = isalnum(c); break;
    case 'x': yes = isxdigit(c); break;
    case 'z': return (c == 0) == (letter == 'z');  // from Lua 5.1, still supported by lstrlib.c
    default: return letter == c;
  }
  return (yes && c < 128) != (letter < 'a');
}

// The end of the single-character item at `p`.
static const char *item_end(lh_matcher *m, const char *p) {
  char first = *p++;
  if (first == '%') {
    if (LH_UNLIKELY(p == m->pattern_end))
      luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (first != '[') return p;
  if (p < m->pattern_end && *p == '^') p++;
  do {  // the first character never ends the set, not even ]
    if (LH_UNLIKELY(p == m->pattern_end))
      luaL_error(m->L, "malformed pattern (missing ']')");
    step(m);
    if (*p++ == '%' && p < m->pattern_end) p++;
  } while (p == m->pattern_end || *p != ']');
  return p + 1;
}

// Whether a character is in the set at `p`, whose closing bracket is at `last`.
static bool in_set(lh_matcher *m, unsigned char c, const char *p, const char *last) {
  bool inside = true;
  if (p[1] == '^') {
    inside = false;
    p++;
  }
  while (++p < last) {
    step(m);
    if (*p == '%') {
      p++;
      if (belongs(c, (unsigned char)*p)) return inside;
    } else if (p[1] == '-' && p + 2 < last) {
      if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2]) return inside;
      p += 2;
    } else if ((unsigned char)*p == c) {
      return inside;
    }
  }
  return !inside;
}

// Whether the character at `s` matches the item from `p` to `next`.
static inline bool fits(lh_matcher *m, const char *s, const char *p, const char *next) {
  step(m);
  if (s >= m->end) return false;
  unsigned char c = (unsigned char)*s;
  switch (*p) {
    case '.': return true;
    case '%': return belongs(c, (unsigned char)p[1]);
    case '[': return in_set(m, c, p, next - 1);
    default: return (unsigned char)*p == c;
  }
}

// MARK: Items of other kinds

// %bxy: the end of the balanced text that begins and ends with these two characters.
static const char *balanced(lh_matcher *m, const char *s, const char *p) {
  if (LH_UNLIKELY(m->pattern_end - p < 2))
    luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->end || *s != *p) return NULL;
  int64_t open = 1;
  while (++s < m->end) {
    step(m);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == *p) {
      open++;
    }
  }
  return NULL;
}

// The index of the capture that %1 … %9 names.
static int named_capture(lh_matcher *m, int letter) {
  int index = letter - '1';
  if (LH_UNLIKELY(
        index < 0 || index >= m->captures || m->capture[index].length == LH_UNFINISHED))
    luaL_error(m->L, "invalid capture index %%%d", index + 1);
  return index;
}

static const char *repeated(lh_matcher *m, const char *s, int letter) {
  int index = named_capture(m, letter);
  // A position capture has no text: its negative length, converted to size_t, exceeds that of any
  // subject.
  size_t length = (size_t)m->capture[index].length;
  if ((size_t)(m->end - s) < length) return NULL;
  lh_charge(m->L, m->S, length / 64);
  return memcmp(m->capture[index].start, s, length) ? NULL : s + length;
}

static const char *open_capture(
  lh_matcher *m, const char *s, const char *p, ptrdiff_t length) {
  if (LH_UNLIKELY(m->captures >= LH_CAPTURES_MAX)) luaL_error(m->L, "too many captures");
  m->capture[m->captures].start = s;
  m->capture[m->captures].length = length;
  m->captures++;
  const char *end = lh_match(m, s, p);
  if (!end) m->captures--;
  return end;
}

static const char *close_capture(lh_matcher *m, const char *s, const char *p) {
  int index = m->captures - 1;
  while (index >= 0 && m->capture[index].length != LH_UNFINISHED) index--;
  if (LH_UNLIKELY(index < 0)) luaL_error(m->L, "invalid pattern capture");
  m->capture[index].length = s - m->capture[index].start;
  const char *end = lh_match(m, s, p);
  if (!end) m->capture[index].length = LH_UNFINISHED;
  return end;
}

// MARK: Matching

static const char *as_many_as_possible(
  lh_matcher *m, const char *s, const char *p, const char *next) {
  ptrdiff_t count = 0;
  while (fits(m, s + count, p, next)) count++;
  for (; count >= 0; count--) {
    const char *end = lh_match(m, s + count, next + 1);
    if (end) return end;
  }
  return NULL;
}

static const char *as_few_as_possible(
  lh_matcher *m, const char *s, const char *p, const char *next) {
  for (;;) {
    const char *end = lh_match(m, s, next + 1);
    if (end) return end;
    if (!fits(m, s, p, next)) return NULL;
    s++;
  }
}

static const char *match_here(lh_matcher *m, const char *s, const char *p) {
  while (p != m->pattern_end) {
    step(m);
    switch (*p) {
      case '(':
        return p + 1 < m->pattern_end && p[1] == ')' ? open_capture(m, s, p + 2, LH_POSITION)
                                                     : open_capture(m, s, p + 1, LH_UNFINISHED);
      case ')': return close_capture(m, s, p + 1);
      case '$':
        if (p + 1 == m->pattern_end) return s == m->end ? s : NULL;
        break;
      case '%': {
        char kind = p + 1 < m->pattern_end ? p[1] : 0;
        if (kind == 'b') {
          s = balanced(m, s, p + 2);
          if (!s) return NULL;
          p += 4;
          continue;
        }
        if (kind == 'f') {
          p += 2;
          if (LH_UNLIKELY(p == m->pattern_end || *p != '['))
            luaL_error(m->L, "missing '[' after '%%f' in pattern");
          const char *next = item_end(m, p);
          unsigned char before = s == m->begin ? 0 : (unsigned char)s[-1];
          unsigned char here = s < m->end ? (unsigned char)*s : 0;
          if (in_set(m, before, p, next - 1) || !in_set(m, here, p, next - 1)) return NULL;
          p = next;
          continue;
        }
        if (kind >= '0' && kind <= '9') {
          s = repeated(m, s, (unsigned char)kind);
          if (!s) return NULL;
          p += 2;
          continue;
        }
        break;
      }
      default: break;
    }
    const char *next = item_end(m, p);
    char suffix = next < m->pattern_end ? *next : 0;
    switch (suffix) {
      case '?': {
        const char *end;
        if (fits(m, s, p, next) && (end = lh_match(m, s + 1, next + 1))) return end;
        p = next + 1;
        continue;
      }
      case '*':
        if (fits(m, s, p, next)) return as_many_as_possible(m, s, p, next);
        p = next + 1;
        continue;
      case '+': return fits(m, s, p, next) ? as_many_as_possible(m, s + 1, p, next) : NULL;
      case '-':
        if (fits(m, s, p, next)) return as_few_as_possible(m, s, p, next);
        p = next + 1;
        continue;
      default:
        if (!fits(m, s, p, next)) return NULL;
        s++;
        p = next;
    }
  }
  return s;
}

const char *lh_match(lh_matcher *m, const char *s, const char *p) {
  step(m);
  if (LH_UNLIKELY(m->levels-- == 0)) luaL_error(m->L, "pattern too complex");
  const char *end = match_here(m, s, p);
  m->levels++;
  return end;
}

// The character that a match must begin with, or -1.
static int first_character(const lh_matcher *m, const char *p) {
  if (p == m->pattern_end || strchr("^$*+?.([%-)", *p)) return -1;
  if (p + 1 < m->pattern_end && strchr("*?-", p[1])) return -1;
  return (unsigned char)*p;
}

const char *lh_search(lh_matcher *m, const char **s, const char *p, bool anchored) {
  int first = anchored ? -1 : first_character(m, p);
  do {
    if (first >= 0) {
      const char *found = memchr(*s, first, (size_t)(m->end - *s));
      if (!found) return NULL;
      *s = found;
    }
    m->captures = 0;
    const char *end = lh_match(m, *s, p);
    if (end) return end;
  } while ((*s)++ < m->end && !anchored);
  return NULL;
}

// MARK: Captures

ptrdiff_t lh_capture(
  lh_matcher *m, int index, const char *start, const char *end, const char **text) {
  if (index >= m->captures) {
    if (LH_UNLIKELY(index != 0)) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    *text = start;
    return end - start;
  }
  *text = m->capture[index].start;
  ptrdiff_t length = m->capture[index].length;
  if (LH_UNLIKELY(length == LH_UNFINISHED)) luaL_error(m->L, "unfinished capture");
  if (length == LH_POSITION) lua_pushinteger(m->L, *text - m->begin + 1);
  return length;
}

int lh_push_captures(lh_matcher *m, const char *start, const char *end) {
  int count = m->captures == 0 && start ? 1 : m->captures;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) {
    const char *text;
    ptrdiff_t length = lh_capture(m, i, start, end, &text);
    if (length != LH_POSITION) lua_pushlstring(m->L, text, (size_t)length);
  }
  return count;
}
