#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "Kernels.h"

#define LANES 4
#define STATES 4
#define LEVEL(name) name##_avx2
#pragma clang attribute push( \
    __attribute__((target("avx2,popcnt"))), apply_to = function)
#include "Lanes.h"
#include "PlaceCounts.h"

// Loads the entries of a table at a vector of indexes.
INLINE words gather(const uint32_t *table, words places) {
  return (words)_mm256_i32gather_epi32((const int *)table, (__m256i)places, 4);
}

// Returns a bit mask of the elements for which a comparison is true.
INLINE uint32_t places_of(signed_words is) { return (uint32_t)_mm256_movemask_ps((__m256)is); }

#include "WordKernels.h"
#include "CollectionKernels.h"
typedef double lane_doubles __attribute__((ext_vector_type(LANES)));

// Entries of a table of 16.
INLINE lane_doubles lookup(const double *table, lanes index) {
  return (lane_doubles)_mm256_i64gather_pd(table, (__m256i)index, 8);
}

#include "LawKernels.h"
#include "Table.h"
#pragma clang attribute pop
#endif
