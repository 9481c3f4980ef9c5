// Words in bulk and counting of words, independent of the level that does most of it.
#include <string.h>

#include "Kernels.h"
#include "Philox.h"

void cdraws_stream_words(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, uint64_t first, size_t count,
    uint32_t *words) {
  if (count == 0) return;
  philox_keys keys = philox_keys_of(key);
  uint32_t block[4];
  size_t skipped = first & 3;
  uint32_t number = (uint32_t)(first >> 2);
  if (skipped > 0) {
    size_t part = count < 4 - skipped ? count : 4 - skipped;
    philox_block(&keys, number++, purpose, identity, block);
    memcpy(words, block + skipped, part * sizeof *words);
    words += part;
    count -= part;
  }
  cdraws_kernels_at(level)->blocks(key, identity, purpose, number, count / 4, words);
  if (count % 4 > 0) {
    philox_block(&keys, number + (uint32_t)(count / 4), purpose, identity, block);
    memcpy(words + count / 4 * 4, block, count % 4 * sizeof *words);
  }
}

void cdraws_first_words(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, size_t count,
    uint32_t *words) {
  cdraws_kernels_at(level)->first_words(key, identity, purpose, count, words);
}

// Counts words first ..< end of one block.
static void count_in_block(
    const philox_keys *keys, uint32_t number, uint32_t purpose, uint64_t identity, int first,
    int end, const uint32_t bounds[4], uint64_t above[4]) {
  uint32_t block[4];
  philox_block(keys, number, purpose, identity, block);
  for (int word = first; word < end; word++) {
    for (int bound = 0; bound < 4; bound++) above[bound] += block[word] > bounds[bound];
  }
}

// The number of blocks that are counted at once. When so many hardly ever have a word above the fourth
// bound, they are counted without it, which is cheaper, and the few that do are counted again.
#define BLOCKS_AT_ONCE (1 << 14)

void cdraws_count_above(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, uint64_t first,
    uint64_t count, const uint32_t bounds[4], uint64_t above[4]) {
  if (count == 0) return;
  philox_keys keys = philox_keys_of(key);
  const cdraws_kernels *kernels = cdraws_kernels_at(level);
  int skipped = first & 3;
  uint32_t number = (uint32_t)(first >> 2);
  if (skipped > 0) {
    int part = count < (uint64_t)(4 - skipped) ? (int)count : 4 - skipped;
    count_in_block(&keys, number++, purpose, identity, skipped, skipped + part, bounds, above);
    count -= (uint64_t)part;
  }
  bool is_rarely_above = UINT32_MAX - bounds[3] < UINT32_MAX / (4 * BLOCKS_AT_ONCE) / 10;
  for (uint64_t left = count / 4; left > 0;) {
    size_t part = left < BLOCKS_AT_ONCE ? (size_t)left : BLOCKS_AT_ONCE;
    uint64_t counts[4] = {0, 0, 0, 0};
    if (!is_rarely_above
        || kernels->count_3(key, identity, purpose, number, part, bounds, counts)) {
      memset(counts, 0, sizeof counts);
      kernels->count_4(key, identity, purpose, number, part, bounds, counts);
    }
    for (int bound = 0; bound < 4; bound++) above[bound] += counts[bound];
    number += (uint32_t)part;
    left -= part;
  }
  if (count % 4 > 0) {
    count_in_block(&keys, number, purpose, identity, 0, (int)(count % 4), bounds, above);
  }
}
