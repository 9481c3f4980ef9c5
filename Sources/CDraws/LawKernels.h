// Collections by their law, for the level that includes this: see Lanes.h. A lane is a player here.
#include "Logarithm.h"
#include "Poisson.h"

#pragma STDC FP_CONTRACT OFF

typedef int64_t truths __attribute__((ext_vector_type(LANES)));

INLINE lane_doubles log_of(lane_doubles values) {
  lanes bits = (lanes)values;
  lane_doubles mantissa = (lane_doubles)((bits & (lanes)MANTISSA_BITS) | (lanes)ONE_BITS);
  lanes index = bits >> 48 & (lanes)15;
  lane_doubles exponent = (lane_doubles)(bits >> 52 | (lanes)TWO_52_BITS) - (lane_doubles)(TWO_52 + 1023.0);
  lane_doubles r = mantissa * lookup(log_inverses, index) - 1.0;
  return exponent * LOG_2 + (lookup(log_middles, index) + LOG_SERIES(r));
}

// Returns the low halves of lanes as doubles, plus one half.
INLINE lane_doubles halves_past(lanes values) {
  return (lane_doubles)((values & (lanes)0xFFFFFFFFu) | (lanes)TWO_52_BITS) - (TWO_52 - 0.5);
}

// Returns (k + ½) / 2⁵², from 52 of the 64 bits of two words.
INLINE lane_doubles units_of(lanes low, lanes high) {
  OPAQUE(high);
  lanes bits = (low & (lanes)0xFFFFFFFFu) | high << 32;
  return ((lane_doubles)(bits >> 12 | (lanes)ONE_BITS) - 1.0) + 0x1p-53;
}

// The words of consecutive blocks, a number known to the compiler, of streams whose identities are
// player · 2³².
INLINE void player_words(
    const philox_keys *keys, uint32_t purpose, lanes players, uint32_t block, const int count,
    state *out) {
  UNROLLED for (int part = 0; part < count; part++) {
    // The first two rounds, as far as they are common to all players.
    uint64_t p0 = (uint64_t)(block + (uint32_t)part) * PHILOX_M0;
    uint64_t q0 = (uint64_t)(purpose ^ keys->k0[0]) * PHILOX_M0;
    uint32_t z2 = (uint32_t)(q0 >> 32) ^ (uint32_t)p0 ^ keys->k1[1];
    lanes p1 = product(players ^ (lanes)((uint32_t)(p0 >> 32) ^ keys->k1[0]), PHILOX_M1);
    out[part] = (state){
        (p1 >> 32) ^ (lanes)keys->k0[1], p1, (lanes)z2, (lanes)(uint64_t)(uint32_t)q0};
  }
  UNROLLED for (int round = 2; round < PHILOX_ROUNDS; round++) {
    UNROLLED for (int part = 0; part < count; part++) {
      out[part] = philox_round(out[part], keys->k0[round], keys->k1[round]);
    }
  }
}

// The progress of players in their race.
typedef struct {
  // The least number of the group so far, and the product of numbers whose logarithm is still to be
  // taken.
  lane_doubles least, product;
  // The sum of logarithms, and the time when the last group was complete.
  lane_doubles logs, last;
  size_t group;
  uint32_t left_in_group, factors;
} race_state;

// Processes the numbers of blocks, as many as are left.
INLINE void race_on(
    race_state *race, const cdraws_race *r, const state *states, const int count, uint32_t word) {
  lanes drawn[4 * STATES];
  memcpy(drawn, states, (size_t)count * sizeof *states);
  uint32_t there = r->goal - word < 4 * (uint32_t)count ? r->goal - word : 4 * (uint32_t)count;
  for (uint32_t place = 0; place < there; place++) {
    lane_doubles value = halves_past(drawn[place]);
    race->least = value < race->least ? value : race->least;
    race->product *= value;
    if (++race->factors == RACE_FACTORS) {
      race->logs += log_of(race->product);
      race->product = (lane_doubles)1.0;
      race->factors = 0;
    }
    if (--race->left_in_group == 0) {
      lane_doubles time = (32 * LOG_2 - log_of(race->least)) * r->waits[race->group];
      race->last = time > race->last ? time : race->last;
      race->least = (lane_doubles)TWO_52;
      race->group++;
      race->left_in_group = race->group < r->groups ? r->sizes[race->group] : 0;
    }
  }
}

// A trial of cdraws_poisson: whether it is accepted, and whether it can be decided here; few cannot.
typedef struct {
  lane_doubles value;
  truths is_accepted, is_decided;
} poisson_trial;

INLINE poisson_trial try_poisson(lane_doubles mean, state words) {
  lane_doubles b = 0.931 + 2.53 * __builtin_elementwise_sqrt(mean);
  lane_doubles a = -0.059 + 0.02483 * b;
  lane_doubles quick = 0.9277 - 3.6224 / (b - 2.0);
  lane_doubles u = units_of(words.x, words.y) - 0.5;
  lane_doubles v = units_of(words.z, words.w);
  lane_doubles us = 0.5 - __builtin_elementwise_abs(u);
  lane_doubles at = ((2.0 * a / us + b) * u + mean) + 0.43;
  // Rounded down, by operations of every level.
  lane_doubles k = (at + TWO_52) - TWO_52;
  k = k > at ? k - 1.0 : k;
  truths is_decided = (mean >= POISSON_BY_REJECTION) & (at >= 10.0) & (at < TWO_52);
  truths is_quick = (us >= 0.07) & (v <= quick);
  if (__builtin_reduce_and(is_quick)) return (poisson_trial){k, is_decided, is_decided};
  lane_doubles log_alpha = log_of(1.1239 + 1.1328 / (b - 3.4));
  lane_doubles left = (log_of(v) + log_alpha) - log_of(a / (us * us) + b);
  lane_doubles inverse = 1.0 / k, square = inverse * inverse;
  lane_doubles error = ((1.0 / 1680 * square - 1.0 / 1260) * square + 1.0 / 360) * square - 1.0 / 12;
  lane_doubles log_factorial =
      ((k + 0.5) * log_of(k) - k) + (0x1.d67f1c864beb5p-1 - error * inverse);
  truths is_below = left <= (k * log_of(mean) - mean) - log_factorial;
  truths is_outside = (us < 0.013) & (v > us);
  return (poisson_trial){k, is_decided & (is_quick | (~is_outside & is_below)), is_decided};
}

// The number of trials made side by side; hardly any player needs more.
#define TRIALS 6

// Computes the numbers of rolls that complete the goal, for `count` players, at most LANES.
INLINE void race_of(
    const philox_keys *keys, uint32_t purpose, uint32_t count_purpose, uint32_t first, int count,
    const cdraws_race *r, uint32_t *rolls) {
  lanes players = (lane_numbers() + (lanes)(uint64_t)first) & (lanes)0xFFFFFFFFu;
  race_state race = {
      .least = (lane_doubles)TWO_52, .product = (lane_doubles)1.0, .left_in_group = r->sizes[0]};
  uint32_t word = 0;
  state states[STATES];
  for (; word + 4 * (STATES - 1) < r->goal; word += 4 * STATES) {
    player_words(keys, purpose, players, word / 4, STATES, states);
    race_on(&race, r, states, STATES, word);
  }
  for (; word < r->goal; word += 4) {
    player_words(keys, purpose, players, word / 4, 1, states);
    race_on(&race, r, states, 1, word);
  }
  race.logs += log_of(race.product);
  lane_doubles mean = race.last - ((double)r->goal * (32 * LOG_2) - race.logs);
  mean = mean > 0.0 ? mean : (lane_doubles)0.0;
  lane_doubles others = (lane_doubles)0.0;
  truths is_done = (truths)0, is_open = ~is_done;
  for (uint32_t trial = 0; trial < TRIALS && __builtin_reduce_or(is_open) != 0; trial++) {
    player_words(keys, count_purpose, players, trial, 1, states);
    poisson_trial tried = try_poisson(mean, states[0]);
    truths is_new = is_open & tried.is_accepted;
    others = is_new ? tried.value : others;
    is_done |= is_new;
    is_open &= tried.is_decided & ~tried.is_accepted;
  }
  for (int lane = 0; lane < count; lane++) {
    double drawn = is_done[lane]
        ? others[lane]
        : cdraws_poisson(mean[lane], keys, players[lane] << 32, count_purpose);
    double all = drawn + (double)r->goal;
    rolls[lane] = all < (double)CDRAWS_CAPPED ? (uint32_t)all : CDRAWS_CAPPED;
  }
}

static void LEVEL(races)(
    uint64_t key, uint32_t purpose, uint32_t count_purpose, uint32_t first, size_t count,
    const cdraws_race *r, uint32_t *rolls) {
  philox_keys keys = philox_keys_of(key);
  for (size_t done = 0; done < count; done += LANES) {
    int part = count - done < LANES ? (int)(count - done) : LANES;
    race_of(&keys, purpose, count_purpose, first + (uint32_t)done, part, r, rolls + done);
  }
}
