// Lua's patterns, each step of which is charged to the script's budget.
#ifndef LH_PATTERN_H
#define LH_PATTERN_H

#include "internal.h"

enum { LH_CAPTURES_MAX = 32, LH_UNFINISHED = -1, LH_POSITION = -2 };

typedef struct lh_matcher {
  lua_State *L;
  lh_state *S;
  const char *begin, *end;  // the subject
  const char *pattern_end;
  int levels;               // levels of recursion that are left
  uint32_t steps;           // left until the budget is charged again
  int captures;
  struct {
    const char *start;
    ptrdiff_t length;
  } capture[LH_CAPTURES_MAX];
} lh_matcher;

// Prepares matches within a subject. The text must not move.
void lh_matcher_open(
  lh_matcher *m, lua_State *L, const char *subject, size_t length, const char *pattern_end);
// Matches at `s`. Returns the end of the match, NULL if there is none. Raises an error for a
// malformed pattern, and when the script has to stop.
const char *lh_match(lh_matcher *m, const char *s, const char *pattern);
// Finds the first match from `s` on. Returns its end and sets `s` to its start; NULL if there is
// none.
const char *lh_search(lh_matcher *m, const char **s, const char *pattern, bool anchored);
// Charges the steps since the last charge.
void lh_matcher_charge(lh_matcher *m);
// Pushes the captures of a match, or the whole match if there are none and `start` is not NULL.
// Returns their number.
int lh_push_captures(lh_matcher *m, const char *start, const char *end);
// The text of a capture. For a position capture, pushes the number and returns LH_POSITION.
ptrdiff_t lh_capture(
  lh_matcher *m, int index, const char *start, const char *end, const char **text);

#endif
