// Samples the stack of a script at the interval of the limits. The timer that enforces the time
// limit counts the samples that are due and sets the hook; the hook takes the sample at the next
// safe point. A long C function is seen when it returns, and is charged with all samples that fell
// due meanwhile.
#include "internal.h"

enum { LH_SAMPLED_FRAMES = 128, LH_SAMPLE_TEXT = 16384 };

typedef struct text {
  size_t length;
  char bytes[LH_SAMPLE_TEXT];
} text;

// Adds a name, with ; and line ends replaced, which have another meaning in the format of folded
// stacks.
static void add(text *to, const char *name, size_t count) {
  for (size_t i = 0; i < count && to->length < sizeof to->bytes; i++) {
    unsigned char byte = (unsigned char)name[i];
    to->bytes[to->length++] = byte == ';' || byte < ' ' || byte == 127 ? '_' : (char)byte;
  }
}

static void add_text(text *to, const char *name) { add(to, name, strlen(name)); }

static void add_number(text *to, int number) {
  char digits[12];
  int count = 0;
  if (number < 0) number = 0;
  do digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count) add(to, &digits[--count], 1);
}

static void separate(text *to) {
  if (to->length && to->length < sizeof to->bytes) to->bytes[to->length++] = ';';
}

// Needs one stack slot, which hooks and C functions have.
static void add_frame(lua_State *L, lh_state *S, lua_Debug *ar, text *to) {
  if (!lua_getinfo(L, "Sn", ar)) return;
  if (*ar->what == 'C') {
    lua_getinfo(L, "f", ar);
    if (lua_tocfunction(L, -1) == lh_trampoline && lua_getupvalue(L, -1, 1)) {
      const lh_function *function = lua_touserdata(L, -1);
      const lh_module *module = &S->modules[function->module];
      separate(to);
      add(to, module->name, module->length);
      if (module->length) add(to, ".", 1);
      add(to, function->name, function->length);
      lua_pop(L, 1);
    } else if (ar->name && *ar->namewhat) {
      separate(to);
      add_text(to, ar->name);
    }
    lua_pop(L, 1);
    return;
  }
  separate(to);
  if (strcmp(ar->what, "main") == 0) {
    add_text(to, ar->short_src);
    return;
  }
  add_text(to, ar->name && *ar->namewhat ? ar->name : "function");
  add_text(to, " (");
  add_text(to, ar->short_src);
  add(to, ":", 1);
  add_number(to, ar->linedefined);
  add(to, ")", 1);
}

static void add_thread(lua_State *L, lh_state *S, text *to) {
  if (!lua_checkstack(L, 4)) return;
  lua_Debug ar;
  int depth = 0;
  while (depth < LH_SAMPLED_FRAMES && lua_getstack(L, depth, &ar)) depth++;
  if (depth == LH_SAMPLED_FRAMES) {
    separate(to);
    add_text(to, "(deeper)");
  }
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
