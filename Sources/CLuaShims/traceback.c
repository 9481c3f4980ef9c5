// Collects the frames of the script where an error was raised, without those of C and of the host.
#include "internal.h"

// Allocates nothing, so that it works for memory errors and in hooks.
static void collect(lh_state *S, lua_State *L, int level, bool coroutine) {
  int32_t kept = coroutine ? 0 : S->coroutine_frames;
  S->frame_count = kept;
  if (!kept) S->frames_skipped = 0;
  lua_Debug ar;
  int32_t most = coroutine ? LH_FRAMES / 2 : LH_FRAMES;
  for (; lua_getstack(L, level, &ar); level++) {
    if (S->frame_count == most) {
      // lua_getstack walks from the top each time: the depth is found by doubling instead of
      // visiting every level, and C frames among the skipped ones are counted too.
      int low = level, high = level + 1;
      while (lua_getstack(L, high, &ar)) {
        low = high;
        high *= 2;
      }
      while (low + 1 < high) {
        int half = low + (high - low) / 2;
        if (lua_getstack(L, half, &ar)) low = half; else high = half;
      }
      S->frames_skipped += low - level + 1;
      // The lowest frame is the host's own call.
      if (lua_getstack(L, low, &ar) && lua_getinfo(L, "l", &ar) && ar.currentline < 0)
        S->frames_skipped--;
      break;
    }
    if (!lua_getinfo(L, "Sln", &ar) || ar.currentline < 0) continue;
    lh_frame *frame = &S->frames[S->frame_count++];
    memset(frame, 0, sizeof *frame);
    memcpy(frame->source, ar.short_src, sizeof ar.short_src);
    frame->line = ar.currentline;
    frame->defined = ar.linedefined;
    frame->coroutine = coroutine;
    if (strcmp(ar.what, "main") == 0) {
      frame->kind = 0;
    } else if (ar.name && *ar.namewhat) {
      frame->kind = 1;
      strncpy(frame->name, ar.name, sizeof frame->name - 1);
    } else {
      frame->kind = 2;
    }
  }
  if (coroutine) S->coroutine_frames = S->frame_count;
}

void lh_collect_frames(lh_state *S, lua_State *L, bool coroutine) { collect(S, L, 0, coroutine); }

int32_t lh_copy_frames(
  lh_state *S, lua_State *L, int level, lh_frame *frames, int32_t *skipped) {
  lh_frame kept[LH_FRAMES];
  int32_t kept_count = S->frame_count, kept_skipped = S->frames_skipped;
  int32_t kept_coroutine = S->coroutine_frames;
  memcpy(kept, S->frames, sizeof kept);
  S->coroutine_frames = 0;
  collect(S, L, level, false);
  int32_t count = S->frame_count;
  *skipped = S->frames_skipped;
  memcpy(frames, S->frames, (size_t)count * sizeof *frames);
  memcpy(S->frames, kept, sizeof kept);
  S->frame_count = kept_count;
  S->frames_skipped = kept_skipped;
  S->coroutine_frames = kept_coroutine;
  return count;
}

int lh_traceback_handler(lua_State *L) {
  lh_collect_frames(lh_of(L), L, false);
  return 1;
}

const lh_frame *lh_frame_at(const lh_context *context, int32_t index) {
  return &((const lh_state *)context)->frames[index];
}

bool lh_caller(lh_context *context, char *source, size_t capacity, int32_t *line) {
  lua_Debug ar;
  lua_State *L = context->callback->thread;
  if (!L || !lua_getstack(L, 1, &ar) || !lua_getinfo(L, "Sl", &ar) || ar.currentline < 0)
    return false;
  size_t length = strlen(ar.short_src);
  if (length >= capacity) length = capacity - 1;
  memcpy(source, ar.short_src, length);
  source[length] = 0;
  *line = ar.currentline;
  return true;
}
