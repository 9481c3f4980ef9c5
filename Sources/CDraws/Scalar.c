#include <string.h>

#include "Kernels.h"

#define LANES 2
#define STATES 3
#define LEVEL(name) name##_scalar
#include "Lanes.h"
#include "PlaceCounts.h"
#include "WordKernels.h"

#define BLOCKS_AT_ONCE (4 * STATES * LANES)

// Computes for each of `count` players the rolls until the goal: word by word from the player's stream.
static void collect_scalar(
    uint64_t key, uint32_t purpose, uint32_t player, size_t count, const cdraws_collection *c,
    uint32_t cap, uint32_t *rolls) {
  uint32_t shift = 32 - c->bits, mask = ((uint32_t)1 << shift) - 1;
  for (size_t index = 0; index < count; index++, player++) {
    uint64_t owned = 0, rolled = 0;
    uint32_t found = CDRAWS_CAPPED;
    for (uint64_t number = 0; number <= UINT32_MAX && rolled < cap; number += BLOCKS_AT_ONCE) {
      uint32_t words[4 * BLOCKS_AT_ONCE];
      uint8_t outcomes[4 * BLOCKS_AT_ONCE];
      blocks_scalar(
          key, (uint64_t)player << 32, purpose, (uint32_t)number, BLOCKS_AT_ONCE, words);
      uint64_t set = 0;
      for (int place = 0; place < 4 * BLOCKS_AT_ONCE; place++) {
        uint32_t entry = c->entries[words[place] >> shift];
        outcomes[place] = (uint8_t)((entry & 0xFF) - ((words[place] & mask) < entry >> 8));
        set |= (uint64_t)1 << outcomes[place];
      }
      uint64_t then = (owned | set) & c->wanted;
      if ((uint32_t)__builtin_popcountll(then) < c->goal && (set & c->rejected) == 0) {
        owned = then;
        rolled += 4 * BLOCKS_AT_ONCE;
        continue;
      }
      uint32_t distinct = (uint32_t)__builtin_popcountll(owned);
      for (int place = 0; place < 4 * BLOCKS_AT_ONCE && found == CDRAWS_CAPPED; place++) {
        uint64_t bit = (uint64_t)1 << outcomes[place];
        rolled += bit != c->rejected;
        distinct += (bit & c->wanted & ~owned) != 0;
        owned |= bit & c->wanted;
        if (distinct >= c->goal) found = (uint32_t)rolled;
      }
      if (found != CDRAWS_CAPPED) break;
    }
    rolls[index] = found <= cap ? found : CDRAWS_CAPPED;
  }
}

typedef double lane_doubles __attribute__((ext_vector_type(LANES)));

// Entries of a table of 16.
INLINE lane_doubles lookup(const double *table, lanes index) {
  return (lane_doubles){table[index.x], table[index.y]};
}

#include "LawKernels.h"
#include "Table.h"
