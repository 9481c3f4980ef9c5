// Philox over whole vectors: the level that includes this defines LANES, the number of 64-bit lanes of a
// vector, and enables its processor's features around it. A lane is a block; each of a block's four words
// is the low half of its lane in a vector, since the vector multiplication of processors takes the low
// halves of two lanes to a whole one.

#include "Philox.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the low half of a lane has to come first");

typedef uint64_t lanes __attribute__((ext_vector_type(LANES)));
typedef uint32_t words __attribute__((ext_vector_type(2 * LANES)));
typedef int32_t signed_words __attribute__((ext_vector_type(2 * LANES)));

#define INLINE static inline __attribute__((always_inline))
// An equal offset of 2³¹ on both sides lets signed comparisons, which all processors have for
// vectors, compare unsigned words.
#define SIGN_BIT 0x80000000u

INLINE lanes lane_numbers(void) {
  lanes numbers;
  for (int lane = 0; lane < LANES; lane++) numbers[lane] = (uint64_t)lane;
  return numbers;
}

// Hides the contents of a vector from the compiler, which would generate slower code from them (whole
// multiplications of 64 bits, once it sees that nothing has to be masked out).
#if defined(__x86_64__)
#define OPAQUE(vector) __asm__("" : "+v"(vector))
#elif defined(__aarch64__)
#define OPAQUE(vector) __asm__("" : "+w"(vector))
#else
#define OPAQUE(vector)
#endif

// Unrolled loops over states and rounds are few instructions each where vectors exist; elsewhere the
// compiler may keep the loops.
#if defined(__x86_64__) || defined(__aarch64__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED
#endif

// Returns the low half of each lane times a factor.
INLINE lanes product(lanes a, uint32_t factor) {
  OPAQUE(a);
  return (a & 0xFFFFFFFFu) * (lanes)factor;
}

// Returns the high half of each lane in its low half, with an undefined high half. Shifts and shuffles
// run in different units of a processor: half of these each keeps both busy.
INLINE lanes high_by_shuffle(lanes a) {
  words pairs = (words)a;
#if LANES == 8
  pairs = __builtin_shufflevector(pairs, pairs, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15);
#elif LANES == 4
  pairs = __builtin_shufflevector(pairs, pairs, 1, 1, 3, 3, 5, 5, 7, 7);
#else
  pairs = __builtin_shufflevector(pairs, pairs, 1, 1, 3, 3);
#endif
  return (lanes)pairs;
}

// Four words a lane. The high halves are undefined.
typedef struct {
  lanes x, y, z, w;
} state;

INLINE state philox_round(state c, uint32_t k0, uint32_t k1) {
  lanes p0 = product(c.x, PHILOX_M0), p1 = product(c.z, PHILOX_M1);
  return (state){high_by_shuffle(p1) ^ c.y ^ (lanes)k0, p1, (p0 >> 32) ^ c.w ^ (lanes)k1, p0};
}

// The words of as many blocks as there are lanes, packed: even elements of `yx` have words 1, odd ones
// words 0 of the blocks; even elements of `wz` have words 3, odd ones words 2.
typedef struct {
  words yx, wz;
} packed;

// The last round; `offset` is added (as bits) to every word.
INLINE packed philox_last_round(state c, const philox_keys *keys, uint32_t offset) {
  const int last = PHILOX_ROUNDS - 1;
  uint64_t low = offset;
  uint64_t k0 = (uint64_t)(keys->k0[last] ^ offset) << 32 | low;
  uint64_t k1 = (uint64_t)(keys->k1[last] ^ offset) << 32 | low;
  lanes p0 = product(c.x, PHILOX_M0), p1 = product(c.z, PHILOX_M1);
  OPAQUE(c.y);
  OPAQUE(c.w);
  return (packed){(words)(p1 ^ (c.y << 32) ^ (lanes)k0), (words)(p0 ^ (c.w << 32) ^ (lanes)k1)};
}

// The values of the first two rounds that are common to all blocks of one stream: only the block's number
// differs between their counters.
typedef struct {
  philox_keys keys;
  uint32_t z1;
  uint32_t x2;
  uint32_t z2;
  uint32_t w2;
} stream;

static inline stream stream_of(uint64_t key, uint64_t identity, uint32_t purpose) {
  stream s = {.keys = philox_keys_of(key)};
  uint64_t p1 = (uint64_t)(uint32_t)identity * PHILOX_M1;
  uint32_t x1 = (uint32_t)(p1 >> 32) ^ purpose ^ s.keys.k0[0];
  s.z1 = (uint32_t)(identity >> 32) ^ s.keys.k1[0];
  uint64_t p0 = (uint64_t)x1 * PHILOX_M0;
  s.x2 = (uint32_t)p1 ^ s.keys.k0[1];
  s.z2 = (uint32_t)(p0 >> 32) ^ s.keys.k1[1];
  s.w2 = (uint32_t)p0;
  return s;
}

// The words of STATES · LANES blocks, those numbered blocks + lane first; `offset` is added (as bits) to
// every word. Several states go through each round side by side, since the ten dependent multiplications
// of one state take longer than a processor looks ahead.
INLINE void stream_words(const stream *s, lanes blocks, uint32_t offset, packed out[STATES]) {
  state c[STATES];
  UNROLLED for (int part = 0; part < STATES; part++) {
    lanes p0 = product(blocks + (lanes)(uint64_t)(part * LANES), PHILOX_M0);
    lanes p1 = product((p0 >> 32) ^ (lanes)s->z1, PHILOX_M1);
    c[part] = (state){(p1 >> 32) ^ (lanes)s->x2, p1, p0 ^ (lanes)s->z2, (lanes)s->w2};
  }
  UNROLLED for (int round = 2; round < PHILOX_ROUNDS - 1; round++) {
    UNROLLED for (int part = 0; part < STATES; part++) {
      c[part] = philox_round(c[part], s->keys.k0[round], s->keys.k1[round]);
    }
  }
  UNROLLED for (int part = 0; part < STATES; part++) {
    out[part] = philox_last_round(c[part], &s->keys, offset);
  }
}
