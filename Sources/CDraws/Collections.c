// Collections played roll by roll, independent of the level that generates the words.
#include <string.h>

#include "Kernels.h"

void cdraws_collect(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t first, size_t count,
    const cdraws_collection *collection, uint32_t cap, uint32_t *rolls) {
  cdraws_kernels_at(level)->collect(key, purpose, first, count, collection, cap, rolls);
}

void cdraws_races(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t count_purpose, uint32_t first,
    size_t count, const cdraws_race *race, uint32_t *rolls) {
  cdraws_kernels_at(level)->races(key, purpose, count_purpose, first, count, race, rolls);
}

#define BLOCKS_AT_ONCE 128

void cdraws_collect_many(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t first, size_t count,
    const uint32_t starts[4096], const uint64_t *ends, const bool *wanted, bool *owned,
    size_t outcomes, uint32_t goal, uint32_t cap, uint32_t *rolls) {
  const cdraws_kernels *kernels = cdraws_kernels_at(level);
  for (size_t index = 0; index < count; index++) {
    uint64_t identity = (uint64_t)(first + (uint32_t)index) << 32;
    memset(owned, 0, outcomes * sizeof *owned);
    uint32_t rolled = 0, distinct = 0;
    for (uint64_t number = 0; number <= UINT32_MAX; number += BLOCKS_AT_ONCE) {
      uint32_t words[4 * BLOCKS_AT_ONCE];
      kernels->blocks(key, identity, purpose, (uint32_t)number, BLOCKS_AT_ONCE, words);
      for (int place = 0; place < 4 * BLOCKS_AT_ONCE && distinct < goal && rolled < cap; place++) {
        uint32_t word = words[place];
        size_t outcome = starts[word >> 20];
        while (word >= ends[outcome]) outcome++;
        if (outcome == outcomes - 1) continue;
        rolled++;
        distinct += wanted[outcome] && !owned[outcome];
        owned[outcome] = true;
      }
      if (distinct == goal || rolled == cap) break;
    }
    rolls[index] = distinct == goal ? rolled : CDRAWS_CAPPED;
  }
}
