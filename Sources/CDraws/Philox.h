#ifndef CDRAWS_PHILOX_H
#define CDRAWS_PHILOX_H

#include <stdint.h>

// Philox4x32-10, of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3"
// (SC'11): the constants, and a single block. Whole vectors of blocks are in Lanes.h.
#define PHILOX_M0 0xD2511F53u
#define PHILOX_M1 0xCD9E8D57u
#define PHILOX_W0 0x9E3779B9u
#define PHILOX_W1 0xBB67AE85u
#define PHILOX_ROUNDS 10

// The keys of all rounds.
typedef struct {
  uint32_t k0[PHILOX_ROUNDS];
  uint32_t k1[PHILOX_ROUNDS];
} philox_keys;

static inline philox_keys philox_keys_of(uint64_t key) {
  philox_keys keys;
  uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
  for (int round = 0; round < PHILOX_ROUNDS; round++) {
    keys.k0[round] = k0;
    keys.k1[round] = k1;
    k0 += PHILOX_W0;
    k1 += PHILOX_W1;
  }
  return keys;
}

// Computes the four words of one block of a stream.
static inline void philox_block(
    const philox_keys *keys, uint32_t block, uint32_t purpose, uint64_t identity,
    uint32_t words[4]) {
  uint32_t x = block, y = purpose, z = (uint32_t)identity, w = (uint32_t)(identity >> 32);
  for (int round = 0; round < PHILOX_ROUNDS; round++) {
    uint64_t p0 = (uint64_t)x * PHILOX_M0, p1 = (uint64_t)z * PHILOX_M1;
    x = (uint32_t)(p1 >> 32) ^ y ^ keys->k0[round];
    y = (uint32_t)p1;
    z = (uint32_t)(p0 >> 32) ^ w ^ keys->k1[round];
    w = (uint32_t)p0;
  }
  words[0] = x;
  words[1] = y;
  words[2] = z;
  words[3] = w;
}

#endif
