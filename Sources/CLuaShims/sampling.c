// Samples the stack of a script at the interval of the limits. The timer that enforces the time
// limit counts the samples that are due and sets the hook; the hook takes the sample at the next
// safe point. A long C function is seen when it returns, and is charged with all samples that fell
// due meanwhile.
#include "internal.h"

#include <stdio.h>

enum { LH_SAMPLED_FRAMES = 128, LH_SAMPLE_TEXT = 16384 };

typedef struct text {
  size_t length;
  char bytes[LH_SAMPLE_TEXT];
} text;

// Adds a frame's name, with ; and line ends replaced, which have another meaning in the format of
// folded stacks.
static void add(text *to, const char *name) {
  if (to->length && to->length < sizeof to->bytes) to->bytes[to->length++] = ';';
  for (; *name && to->length < sizeof to->bytes; name++) {
    unsigned char byte = (unsigned char)*name;
    to->bytes[to->length++] = byte == ';' || byte < ' ' || byte == 127 ? '_' : (char)byte;
  }
}

// The declaration of a host function in the frame, NULL if it is another one. Needs two stack slots.
static const lh_function *host_function(lua_State *L, lua_Debug *ar) {
  const lh_function *function = NULL;
  lua_getinfo(L, "f", ar);
  if (lua_tocfunction(L, -1) == lh_trampoline && lua_getupvalue(L, -1, 1)) {
    function = lua_touserdata(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return function;
}

static void add_frame(lua_State *L, lh_state *S, lua_Debug *ar, text *to) {
  char name[512];
  if (!lua_getinfo(L, "Sn", ar)) return;
  const char *called = *ar->namewhat ? ar->name : NULL;
  const lh_function *function = *ar->what == 'C' ? host_function(L, ar) : NULL;
  if (function) {
    lh_text module = S->declared.modules[function->module].name;
    snprintf(name, sizeof name, "%s%s%s", module.text, module.length ? "." : "", function->name.text);
    add(to, name);
  } else if (*ar->what == 'C') {
    if (called) add(to, called);
  } else if (strcmp(ar->what, "main") == 0) {
    add(to, ar->short_src);
  } else {
    called = called ? called : "function";
    snprintf(name, sizeof name, "%s (%s:%d)", called, ar->short_src, ar->linedefined);
    add(to, name);
  }
}

static void add_thread(lua_State *L, lh_state *S, text *to) {
  if (!lua_checkstack(L, 4)) return;
  lua_Debug ar;
  int depth = 0;
  while (depth < LH_SAMPLED_FRAMES && lua_getstack(L, depth, &ar)) depth++;
  if (depth == LH_SAMPLED_FRAMES) add(to, "(deeper)");
  for (int level = depth - 1; level >= 0; level--)
    if (lua_getstack(L, level, &ar)) add_frame(L, S, &ar, to);
}

void lh_sample(lua_State *L, lh_state *S) {
  uint64_t due = atomic_exchange(&S->samples_due, 0);
  if (due == 0) return;
  static __thread text sampled;
  sampled.length = 0;
  lua_State *threads[LH_RESUME_DEPTH_MAX + 1];
  int count = 0;
  for (const lh_resumption *link = S->resumed; link && count < LH_RESUME_DEPTH_MAX;
       link = link->outer)
    threads[count++] = link->from;
  while (count) add_thread(threads[--count], S, &sampled);
  add_thread(L, S, &sampled);
  // A truncated name is removed.
  if (sampled.length == sizeof sampled.bytes)
    while (sampled.length && sampled.bytes[sampled.length - 1] != ';') sampled.length--;
  if (sampled.length && sampled.bytes[sampled.length - 1] == ';') sampled.length--;
  S->call.sample(S->context.host, sampled.bytes, sampled.length, due);
}
