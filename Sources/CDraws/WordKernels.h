// Words in bulk and counting of words, for the level that includes this: see Lanes.h.

// Writes blocks one after another, each in the order x, y, z, w.
INLINE void store_blocks(packed packed, uint32_t *out) {
  lanes yx = (lanes)packed.yx, wz = (lanes)packed.wz;
  yx = yx << 32 | yx >> 32;
  wz = wz << 32 | wz >> 32;
#if LANES == 8
  lanes low = __builtin_shufflevector(yx, wz, 0, 8, 1, 9, 2, 10, 3, 11);
  lanes high = __builtin_shufflevector(yx, wz, 4, 12, 5, 13, 6, 14, 7, 15);
#elif LANES == 4
  lanes low = __builtin_shufflevector(yx, wz, 0, 4, 1, 5);
  lanes high = __builtin_shufflevector(yx, wz, 2, 6, 3, 7);
#else
  lanes low = __builtin_shufflevector(yx, wz, 0, 2);
  lanes high = __builtin_shufflevector(yx, wz, 1, 3);
#endif
  memcpy(out, &low, sizeof low);
  memcpy(out + 2 * LANES, &high, sizeof high);
}

// Writes the words of whole blocks of a stream, in order.
static void LEVEL(blocks)(
    uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
    uint32_t *out) {
  stream s = stream_of(key, identity, purpose);
  lanes blocks = lane_numbers() + (lanes)(uint64_t)first;
  size_t done = 0;
  for (; done + STATES * LANES <= count; done += STATES * LANES) {
    packed packed[STATES];
    stream_words(&s, blocks, 0, packed);
    UNROLLED for (int part = 0; part < STATES; part++) {
      store_blocks(packed[part], out + 4 * (done + (size_t)(part * LANES)));
    }
    blocks += STATES * LANES;
  }
  for (; done < count; done++) {
    philox_block(&s.keys, first + (uint32_t)done, purpose, identity, out + 4 * done);
  }
}

// Writes word 0 of block 0 of consecutive identities.
static void LEVEL(first_words)(
    uint64_t key, uint64_t identity, uint32_t purpose, size_t count, uint32_t *out) {
  philox_keys keys = philox_keys_of(key);
  uint32_t x1 = purpose ^ keys.k0[0];
  size_t done = 0;
  for (; done + STATES * LANES <= count; done += STATES * LANES) {
    state c[STATES];
    UNROLLED for (int part = 0; part < STATES; part++) {
      lanes identities = lane_numbers() + (lanes)(identity + done + (uint64_t)(part * LANES));
      lanes p1 = product(identities, PHILOX_M1);
      c[part] = (state){
          (p1 >> 32) ^ (lanes)x1, p1, (identities >> 32) ^ (lanes)keys.k1[0], (lanes)0};
    }
    UNROLLED for (int round = 1; round < PHILOX_ROUNDS; round++) {
      UNROLLED for (int part = 0; part < STATES; part++) {
        c[part] = philox_round(c[part], keys.k0[round], keys.k1[round]);
      }
    }
    UNROLLED for (int part = 0; part < STATES; part++) {
      for (int lane = 0; lane < LANES; lane++) {
        out[done + (size_t)(part * LANES + lane)] = (uint32_t)c[part].x[lane];
      }
    }
  }
  for (; done < count; done++) {
    uint32_t block[4];
    philox_block(&keys, 0, purpose, identity + done, block);
    out[done] = block[0];
  }
}

// Adds the numbers of words of whole blocks of a stream, fewer than 2²⁸, that are above each of `exact`
// bounds; returns whether any word is above the bound after those, if there is one.
INLINE bool count_words_above(
    uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
    const uint32_t *bounds, uint64_t *above, const int exact, const bool has_maximum) {
  stream s = stream_of(key, identity, purpose);
  signed_words limits[4];
  counter sums[4];
  for (int bound = 0; bound < exact; bound++) {
    limits[bound] = (signed_words)(words)(bounds[bound] ^ SIGN_BIT);
    sums[bound] = (counter)0;
  }
  signed_words maximum = (signed_words)(words)SIGN_BIT;
  size_t done = 0;
  lanes blocks = lane_numbers() + (lanes)(uint64_t)first;
  for (; done + STATES * LANES <= count; done += STATES * LANES) {
    packed packed[STATES];
    stream_words(&s, blocks, SIGN_BIT, packed);
    UNROLLED for (int part = 0; part < STATES; part++) {
      signed_words yx = (signed_words)packed[part].yx, wz = (signed_words)packed[part].wz;
      UNROLLED for (int bound = 0; bound < exact; bound++) {
        sums[bound] = count_above(sums[bound], yx, limits[bound]);
        sums[bound] = count_above(sums[bound], wz, limits[bound]);
      }
      if (has_maximum) {
        maximum = __builtin_elementwise_max(maximum, __builtin_elementwise_max(yx, wz));
      }
    }
    blocks += STATES * LANES;
  }
  for (int bound = 0; bound < exact; bound++) above[bound] += counted(sums[bound]);
  bool is_above = has_maximum
      && ((uint32_t)__builtin_reduce_max(maximum) ^ SIGN_BIT) > bounds[exact];
  for (; done < count; done++) {
    uint32_t block[4];
    philox_block(&s.keys, first + (uint32_t)done, purpose, identity, block);
    for (int word = 0; word < 4; word++) {
      for (int bound = 0; bound < exact; bound++) above[bound] += block[word] > bounds[bound];
      if (has_maximum) is_above |= block[word] > bounds[exact];
    }
  }
  return is_above;
}

// Adds to `above` the number of words of whole blocks above each of four bounds.
static void LEVEL(count_4)(
    uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
    const uint32_t bounds[4], uint64_t above[4]) {
  count_words_above(key, identity, purpose, first, count, bounds, above, 4, false);
}

// Does the same for the first three bounds; returns whether any word is above the fourth.
static bool LEVEL(count_3)(
    uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
    const uint32_t bounds[4], uint64_t above[3]) {
  return count_words_above(key, identity, purpose, first, count, bounds, above, 3, true);
}
