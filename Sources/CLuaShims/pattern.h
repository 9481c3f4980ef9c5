// Lua's patterns, matched step by step against the script's budget.
#ifndef LH_PATTERN_H
#define LH_PATTERN_H

#include "internal.h"

enum { LH_CAPTURES_MAX = 32, LH_UNFINISHED = -1, LH_POSITION = -2 };

typedef struct lh_matcher {
  lua_State *L;
  lh_state *S;
  const char *begin, *end;  // the subject
  const char *pattern_end;
  int levels;               // of recursion that are left
  uint32_t steps;           // left until the budget is asked again
  int captures;
  struct {
    const char *start;
    ptrdiff_t length;
  } capture[LH_CAPTURES_MAX];
} lh_matcher;

// Prepares matches within a subject. The text must stay where it is.
void lh_matcher_open(
  lh_matcher *m, lua_State *L, const char *subject, size_t length, const char *pattern_end);
// Where a match that begins at `s` ends; NULL if there is none. Raises on a malformed pattern, and
// when the script is to stop.
const char *lh_match(lh_matcher *m, const char *s, const char *pattern);
// The first match from `s` on: where it ends, and through `s` where it begins. NULL if there is none.
const char *lh_search(lh_matcher *m, const char **s, const char *pattern, bool anchored);
// Counts what was spent since it was last asked.
void lh_matcher_settle(lh_matcher *m);
// Pushes the captures of a match, the whole match where there are none and `start` is given. Returns
// how many.
int lh_push_captures(lh_matcher *m, const char *start, const char *end);
// The text of a capture; of one that is a position, pushes the number and returns LH_POSITION.
ptrdiff_t lh_capture(
  lh_matcher *m, int place, const char *start, const char *end, const char **text);

#endif
