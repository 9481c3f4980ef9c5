#ifndef CDRAWS_KERNELS_H
#define CDRAWS_KERNELS_H

#include "include/CDraws.h"

// The functions of one level, described where they are defined.
typedef struct {
  void (*blocks)(
      uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
      uint32_t *words);
  void (*first_words)(
      uint64_t key, uint64_t identity, uint32_t purpose, size_t count, uint32_t *words);
  void (*count_4)(
      uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
      const uint32_t bounds[4], uint64_t above[4]);
  bool (*count_3)(
      uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
      const uint32_t bounds[4], uint64_t above[3]);
  void (*collect)(
      uint64_t key, uint32_t purpose, uint32_t player, size_t count,
      const cdraws_collection *collection, uint32_t cap, uint32_t *rolls);
  void (*races)(
      uint64_t key, uint32_t purpose, uint32_t count_purpose, uint32_t first, size_t count,
      const cdraws_race *race, uint32_t *rolls);
} cdraws_kernels;

extern const cdraws_kernels cdraws_kernels_scalar;
#if defined(__x86_64__)
extern const cdraws_kernels cdraws_kernels_avx2;
extern const cdraws_kernels cdraws_kernels_avx512;
#endif

// Returns the kernels of a level, or of the best that the processor has.
const cdraws_kernels *cdraws_kernels_at(int32_t level);

#endif
