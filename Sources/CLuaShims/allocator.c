// The accounting allocator: size classes carved from one reserved range; larger blocks come from
// malloc. Objects that can be keys of a table are numbered as they are created, so that their order
// depends neither on addresses nor on when garbage is collected: they come from the upper end of the
// range, each after its number.
#include "internal.h"

#include <sys/mman.h>

void *lh_require_memory(void *pointer) {
  if (!pointer) abort();  // only for declarations, before any script runs
  return pointer;
}

bool lh_arena_open(lh_state *S) {
  size_t want = S->limit > ((size_t)1 << 38) ? (size_t)1 << 39 : S->limit * 2;
  want = (want + ((size_t)4 << 20)) & ~(size_t)0xffff;
  // Where address space is limited, smaller ranges are tried.
  for (; want >= ((size_t)1 << 20); want /= 2) {
    void *range = mmap(
      NULL, want, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range != MAP_FAILED) {
      S->arena = S->bump = range;
      S->objects = S->arena_end = S->arena + want;
      return true;
    }
  }
  return false;
}

void lh_arena_close(lh_state *S) {
  if (S->arena) munmap(S->arena, (size_t)(S->arena_end - S->arena));
  S->arena = S->bump = S->objects = S->arena_end = NULL;
}

static inline size_t class_of(size_t size) { return (size + 15) / 16; }

static inline void *take(lh_state *S, size_t size) {
  if (size > LH_SMALL_MAX) return malloc(size);
  size_t k = class_of(size), bytes = k * 16;
  void *block = S->free_lists[k];
  if (block) {
    S->free_lists[k] = *(void **)block;
    return block;
  }
  if (LH_UNLIKELY((size_t)(S->objects - S->bump) < bytes)) return NULL;
  block = S->bump;
  S->bump += bytes;
  return block;
}

// Whether an allocation without a previous block is for a table, function, userdata or thread: Lua
// tells its type in place of the old size. Larger ones than those of scripts have no number.
static inline bool is_for_object(size_t type, size_t size) {
  return type >= LUA_TTABLE && type <= LUA_TTHREAD && size <= LH_SMALL_MAX - sizeof(uint64_t);
}

static inline bool is_object(const lh_state *S, const void *block) {
  return (const char *)block >= S->objects && (const char *)block < S->arena_end;
}

static inline void *take_object(lh_state *S, size_t size) {
  size_t k = class_of(size + sizeof(uint64_t)), bytes = k * 16;
  uint64_t *block = S->free_objects[k];
  if (block) {
    S->free_objects[k] = *(void **)block;
  } else {
    if (LH_UNLIKELY((size_t)(S->objects - S->bump) < bytes)) return NULL;
    S->objects -= bytes;
    block = (uint64_t *)(void *)S->objects;
  }
  *block = ++S->created;
  return block + 1;
}

uint64_t lh_creation(const lh_state *S, const void *object) {
  return is_object(S, object) ? ((const uint64_t *)object)[-1] : 0;
}

static inline void give(lh_state *S, void *block, size_t size) {
  if (is_object(S, block)) {
    size_t k = class_of(size + sizeof(uint64_t));
    void **number = (void **)block - 1;
    *number = S->free_objects[k];
    S->free_objects[k] = number;
    return;
  }
  if (size > LH_SMALL_MAX) {
    free(block);
    return;
  }
  if (size == 0) return;
  size_t k = class_of(size);
  *(void **)block = S->free_lists[k];
  S->free_lists[k] = block;
}

// The first denial makes Lua collect garbage and retry; the second in a row is final. It is
// recorded here because a later error (for example in a __close) could hide it from the protected
// call. A buffer of the string library does not retry: each denial notes where the script is.
static void *deny(lh_state *S) {
  if (S->current && !lh_stopped(S)) {
    S->has_stop_position = false;
    lh_record_stop_position(S, S->current);
  }
  if (S->denied_once && S->main) lh_set_stop(&S->context, LH_STOP_MEMORY);
  S->denied_once = true;
  S->denied = true;
  return NULL;
}

// Fault injection for tests: while it is on the limit is 0, so that every allocation is checked
// here and normal runs need no further check. One allocation fails, and so does Lua's retry.
static bool is_within_limit(lh_state *S, size_t more) {
  if (S->countdown == 0) return false;
  size_t limit = S->limits.memory;
  if (S->countdown == 1) {
    if (++S->failures == 2) {
      S->countdown = 0;
      S->limit = limit;
    }
    return false;
  }
  S->countdown--;
  return S->used <= limit && limit - S->used >= more;
}

void lh_start_fault_injection(lh_state *S) {
  if (!S->limits.failing_allocation) return;
  S->countdown = S->limits.failing_allocation;
  S->limit = 0;
}

static inline void account(lh_state *S, size_t old, size_t new) {
  S->used = S->used - old + new;
  if (S->used > S->peak) S->peak = S->used;
  if (LH_UNLIKELY(S->used > S->soft) && !S->collect_pending && new > old && S->current) {
    S->collect_pending = true;
    lh_arm(S, S->current);
  }
}

void *lh_allocate(void *ud, void *ptr, size_t osize, size_t nsize) {
  lh_state *S = ud;
  size_t old = ptr ? osize : 0;
  if (nsize == 0) {
    if (ptr) {
      give(S, ptr, old);
      S->used -= old;
    }
    return NULL;
  }
  bool grows = nsize > old;
  if (grows && LH_UNLIKELY(S->limit - S->used < nsize - old || S->used > S->limit)
      && !is_within_limit(S, nsize - old))
    return deny(S);
  void *block;
  if (!ptr) {
    block = is_for_object(osize, nsize) ? take_object(S, nsize) : take(S, nsize);
  } else if (old > LH_SMALL_MAX && nsize > LH_SMALL_MAX) {
    block = realloc(ptr, nsize);
  } else if (
    old && old <= LH_SMALL_MAX && nsize <= LH_SMALL_MAX && class_of(old) == class_of(nsize)) {
    block = ptr;
  } else {
    block = take(S, nsize);
    if (block) {
      memcpy(block, ptr, old < nsize ? old : nsize);
      give(S, ptr, old);
    }
  }
  if (LH_UNLIKELY(!block)) {
    if (grows) return deny(S);
    block = ptr;  // Lua relies on shrinking to succeed; the block is merely larger than necessary
  }
  if (grows && LH_UNLIKELY(S->denied_once)) {
    S->denied_once = false;
    if (!lh_stopped(S)) S->has_stop_position = false;
  }
  account(S, old, nsize);
  return block;
}

bool lh_charge_memory(lh_context *context, size_t bytes) {
  lh_state *S = (lh_state *)context;
  if ((S->used > S->limit || S->limit - S->used < bytes) && !is_within_limit(S, bytes)) {
    lh_set_stop(context, LH_STOP_MEMORY);
    return false;
  }
  account(S, 0, bytes);
  return true;
}

bool lh_charge_temporary_memory(lh_context *context, size_t bytes) {
  if (!lh_charge_memory(context, bytes)) return false;
  context->callback->temporary_memory += bytes;
  return true;
}

void lh_keep_temporary_memory(lh_context *context) { context->callback->temporary_memory = 0; }
void lh_refund_memory(lh_context *context, size_t bytes) { ((lh_state *)context)->used -= bytes; }
size_t lh_peak_memory(const lh_context *context) { return ((const lh_state *)context)->peak; }
