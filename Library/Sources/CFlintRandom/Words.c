#include "CFlintRandom.h"

#if defined(__x86_64__)
#include <stdbool.h>
#include <string.h>

// Philox4x32-10 (Philox.swift) over 16 counters side by side: the ten dependent multiplications of one take
// longer than a processor looks ahead. Each word is the low half of a lane of 64 bits, since the vector
// multiplication of processors takes the low halves of two lanes to a whole one; high halves are undefined.
#define LANES 16
#define NUMBERS ((lanes){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
#define LOW 0xFFFFFFFFu
#define AVX2 __attribute__((target("avx2")))

typedef uint64_t lanes __attribute__((ext_vector_type(LANES)));
typedef uint32_t words __attribute__((ext_vector_type(LANES)));
typedef struct {
  lanes x, y, z, w;
} counters;

AVX2 static inline __attribute__((always_inline)) void philox(counters *c, uint64_t key) {
  uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
  for (int round = 0; round < 10; round++) {
    lanes p0 = (c->x & LOW) * (lanes)0xD2511F53u, p1 = (c->z & LOW) * (lanes)0xCD9E8D57u;
    *c = (counters){(p1 >> 32) ^ c->y ^ (lanes)k0, p1, (p0 >> 32) ^ c->w ^ (lanes)k1, p0};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
}

AVX2 static size_t first_words(
    uint64_t key, uint64_t identity, uint32_t purpose, size_t count, uint32_t *out) {
  size_t done = 0;
  for (; count - done >= LANES; done += LANES) {
    lanes identities = NUMBERS + (lanes)(identity + done);
    counters c = {(lanes)0, (lanes)purpose, identities, identities >> 32};
    philox(&c, key);
    words x = __builtin_convertvector(c.x, words);
    memcpy(out + done, &x, sizeof x);
  }
  return done;
}

AVX2 static size_t blocks(
    uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
    uint32_t *out) {
  size_t done = 0;
  for (; count - done >= LANES; done += LANES) {
    counters c = {
        NUMBERS + (lanes)(first + done), (lanes)purpose, (lanes)identity,
        (lanes)(identity >> 32)};
    philox(&c, key);
    lanes low = (c.x & LOW) | c.y << 32, high = (c.z & LOW) | c.w << 32;
    lanes halves[2] = {
        __builtin_shufflevector(
            low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
        __builtin_shufflevector(
            low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)};
    memcpy(out + 4 * done, halves, sizeof halves);
  }
  return done;
}

static bool has_vectors(void) { return __builtin_cpu_supports("avx2"); }
#endif

size_t cdraws_first_words(
    uint64_t key, uint64_t identity, uint32_t purpose, size_t count, uint32_t *words) {
#if defined(__x86_64__)
  if (has_vectors()) return first_words(key, identity, purpose, count, words);
#endif
  return 0;
}

size_t cdraws_blocks(
    uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
    uint32_t *words) {
#if defined(__x86_64__)
  if (has_vectors()) return blocks(key, identity, purpose, first, count, words);
#endif
  return 0;
}
