#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "Kernels.h"

#define LANES 8
#define STATES 4
#define LEVEL(name) name##_avx512
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,popcnt"))), apply_to = function)
#include "Lanes.h"

// Counts in ordinary registers: moving the mask of a comparison there costs nothing extra.
typedef uint64_t counter;

// Adds the number of values above the limit.
INLINE counter count_above(counter sums, signed_words values, signed_words limits) {
  uint32_t mask = _mm512_cmpgt_epi32_mask((__m512i)values, (__m512i)limits);
  // Otherwise the compiler combines the masks of several vectors before it counts.
  __asm__("" : "+r"(mask));
  return sums + (uint64_t)__builtin_popcount(mask);
}

INLINE uint64_t counted(counter sums) { return sums; }

// Loads the entries of a table at a vector of indexes.
INLINE words gather(const uint32_t *table, words places) {
  return (words)_mm512_i32gather_epi32((__m512i)places, table, 4);
}

// Returns a bit mask of the elements for which a comparison is true.
INLINE uint32_t places_of(signed_words is) { return _mm512_movepi32_mask((__m512i)is); }

#include "WordKernels.h"
#include "CollectionKernels.h"
typedef double lane_doubles __attribute__((ext_vector_type(LANES)));

// Entries of a table of 16.
INLINE lane_doubles lookup(const double *table, lanes index) {
  return (lane_doubles)_mm512_permutex2var_pd(
      _mm512_loadu_pd(table), (__m512i)index, _mm512_loadu_pd(table + 8));
}

#include "LawKernels.h"
#include "Table.h"
#pragma clang attribute pop
#endif
