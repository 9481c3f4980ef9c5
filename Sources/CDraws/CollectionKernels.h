// Collections played roll by roll, for the level that includes this: see Lanes.h.

// The outcomes of words. An entry of the table contains, in the lower 8 bits, the outcome from `offset`
// on within the words that share their upper bits, and above, that offset; words before it have the
// outcome before.
INLINE words outcomes_of(const cdraws_collection *c, words values) {
  words entries = gather(c->entries, values >> (words)(32 - c->bits));
  signed_words low = (signed_words)(values & (words)(((uint32_t)1 << (32 - c->bits)) - 1));
  signed_words offsets = (signed_words)(entries >> 8);
  return (entries & 0xFF) + (words)(offsets > low);
}

// The bits of outcomes, each below 64.
INLINE lanes bits_of(words outcomes) {
  lanes pairs = (lanes)outcomes;
  return (lanes)1 << (pairs & 0xFFFFFFFFu) | (lanes)1 << (pairs >> 32);
}

// Returns the outcome of the word at a position among packed ones.
INLINE uint32_t outcome_at(const uint32_t *outcomes, int place) {
  int part = place / (4 * LANES), block = place / 4 % LANES, word = place % 4;
  // Each part has first words 1 and 0 of all blocks, then words 3 and 2.
  return outcomes[(part * 2 + word / 2) * 2 * LANES + block * 2 + 1 - word % 2];
}

// The number of words generated at once.
#define WORDS_AT_ONCE (4 * STATES * LANES)

// The outcomes that a player owns and the number of rolls.
typedef struct {
  uint64_t owned;
  uint64_t rolled;
} player_state;

// Processes words one by one; returns whether the goal is reached, and stops there.
static bool LEVEL(walk)(player_state *player, const cdraws_collection *c, const words *outcomes) {
  uint32_t each[WORDS_AT_ONCE];
  memcpy(each, outcomes, sizeof each);
  for (int place = 0; place < WORDS_AT_ONCE; place++) {
    uint64_t bit = (uint64_t)1 << outcome_at(each, place);
    player->rolled += bit != c->rejected;
    player->owned |= bit & c->wanted;
    if ((uint32_t)__builtin_popcountll(player->owned) >= c->goal) return true;
  }
  return false;
}

// The number of missing outcomes below which they are searched for by comparisons.
#define SOUGHT 3

// Returns the position of an outcome's first word among packed ones, with SIGN_BIT on them; WORDS_AT_ONCE
// if there is none.
INLINE int place_in(const packed *packed, signed_words first, signed_words width) {
  for (int part = 0; part < STATES; part++) {
    uint32_t yx = places_of((signed_words)packed[part].yx - first < width);
    uint32_t wz = places_of((signed_words)packed[part].wz - first < width);
    if ((yx | wz) == 0) continue;
    int block = __builtin_ctz(yx | wz) / 2;
    yx = yx >> (2 * block) & 3;
    wz = wz >> (2 * block) & 3;
    int word = yx >= 2 ? 0 : yx == 1 ? 1 : wz >= 2 ? 2 : 3;
    return (part * LANES + block) * 4 + word;
  }
  return WORDS_AT_ONCE;
}

// Continues until the goal, of which SOUGHT or fewer outcomes are missing: no table is needed for that.
// Returns whether the goal is reached.
INLINE bool seek(
    player_state *player, const stream *s, uint64_t number, const cdraws_collection *c,
    uint32_t cap) {
  uint64_t missing = c->wanted & ~player->owned;
  signed_words firsts[SOUGHT], widths[SOUGHT];
  uint64_t bits[SOUGHT];
  for (int sought = 0; sought < SOUGHT; sought++) {
    bits[sought] = missing & -missing;
    int outcome = missing == 0 ? 0 : __builtin_ctzll(missing);
    firsts[sought] = (signed_words)(words)(missing == 0 ? 0 : c->firsts[outcome]);
    widths[sought] = (signed_words)(words)((missing == 0 ? 0 : c->widths[outcome]) ^ SIGN_BIT);
    missing &= missing - 1;
  }
  signed_words last = (signed_words)(words)(c->last ^ SIGN_BIT);
  lanes blocks = lane_numbers() + (lanes)number;
  for (; number <= UINT32_MAX && player->rolled < cap; number += STATES * LANES) {
    packed packed[STATES];
    stream_words(s, blocks, SIGN_BIT, packed);
    blocks += STATES * LANES;
    signed_words nearest[SOUGHT];
    for (int sought = 0; sought < SOUGHT; sought++) nearest[sought] = (signed_words)INT32_MAX;
    signed_words highest = (signed_words)INT32_MIN;
    UNROLLED for (int part = 0; part < STATES; part++) {
      signed_words yx = (signed_words)packed[part].yx, wz = (signed_words)packed[part].wz;
      highest = __builtin_elementwise_max(highest, __builtin_elementwise_max(yx, wz));
      UNROLLED for (int sought = 0; sought < SOUGHT; sought++) {
        nearest[sought] = __builtin_elementwise_min(nearest[sought], yx - firsts[sought]);
        nearest[sought] = __builtin_elementwise_min(nearest[sought], wz - firsts[sought]);
      }
    }
    signed_words is_found[SOUGHT];
    signed_words is_special = highest > last;
    for (int sought = 0; sought < SOUGHT; sought++) {
      is_found[sought] = nearest[sought] < widths[sought];
      is_special |= is_found[sought];
    }
    if (__builtin_expect(places_of(is_special) == 0, 1)) {
      player->rolled += WORDS_AT_ONCE;
      continue;
    }
    if (places_of(highest > last) != 0) {
      // With rejected words, positions are not numbers of rolls.
      words outcomes[2 * STATES];
      for (int part = 0; part < STATES; part++) {
        outcomes[2 * part] = outcomes_of(c, packed[part].yx ^ SIGN_BIT);
        outcomes[2 * part + 1] = outcomes_of(c, packed[part].wz ^ SIGN_BIT);
      }
      if (LEVEL(walk)(player, c, outcomes)) return true;
      for (int sought = 0; sought < SOUGHT; sought++) {
        if (bits[sought] & player->owned) widths[sought] = (signed_words)(words)SIGN_BIT;
      }
      continue;
    }
    uint64_t found = 0;
    for (int sought = 0; sought < SOUGHT; sought++) {
      if (places_of(is_found[sought]) != 0) found |= bits[sought];
    }
    if ((c->wanted & ~(player->owned | found)) == 0) {
      int place = 0;
      for (int sought = 0; sought < SOUGHT; sought++) {
        if ((found & bits[sought]) == 0) continue;
        int there = place_in(packed, firsts[sought], widths[sought]);
        if (there > place) place = there;
      }
      player->rolled += (uint64_t)place + 1;
      return true;
    }
    player->owned |= found;
    for (int sought = 0; sought < SOUGHT; sought++) {
      if (found & bits[sought]) widths[sought] = (signed_words)(words)SIGN_BIT;
    }
    player->rolled += WORDS_AT_ONCE;
  }
  return false;
}

// Plays until the goal, in batches of words. Returns whether the goal is reached.
INLINE bool play(
    player_state *player, const stream *s, const cdraws_collection *c, uint32_t cap) {
  uint32_t wanted = (uint32_t)__builtin_popcountll(c->wanted);
  // Where the goal may leave outcomes out, the missing ones are not known individually.
  uint32_t sought = c->goal == wanted ? c->goal - (c->goal < SOUGHT ? c->goal : SOUGHT) : wanted;
  lanes blocks = lane_numbers();
  uint32_t distinct = 0;
  for (uint64_t number = 0; number <= UINT32_MAX && player->rolled < cap;
       number += STATES * LANES) {
    if (distinct >= sought) return seek(player, s, number, c, cap);
    packed packed[STATES];
    stream_words(s, blocks, 0, packed);
    blocks += STATES * LANES;
    words outcomes[2 * STATES];
    lanes sets = (lanes)0;
    UNROLLED for (int part = 0; part < STATES; part++) {
      outcomes[2 * part] = outcomes_of(c, packed[part].yx);
      outcomes[2 * part + 1] = outcomes_of(c, packed[part].wz);
      sets |= bits_of(outcomes[2 * part]) | bits_of(outcomes[2 * part + 1]);
    }
    uint64_t set = __builtin_reduce_or(sets);
    uint64_t owned = (player->owned | set) & c->wanted;
    distinct = (uint32_t)__builtin_popcountll(owned);
    if (__builtin_expect(distinct >= c->goal || (set & c->rejected) != 0, 0)) {
      if (LEVEL(walk)(player, c, outcomes)) return true;
    } else {
      player->owned = owned;
      player->rolled += WORDS_AT_ONCE;
    }
  }
  return false;
}

// Computes for each of `count` players the rolls until the goal: word by word from the player's stream.
static void LEVEL(collect)(
    uint64_t key, uint32_t purpose, uint32_t player, size_t count, const cdraws_collection *c,
    uint32_t cap, uint32_t *rolls) {
  for (size_t index = 0; index < count; index++, player++) {
    stream s = stream_of(key, (uint64_t)player << 32, purpose);
    player_state state = {0, 0};
    bool is_reached = play(&state, &s, c, cap) && state.rolled <= cap;
    rolls[index] = is_reached ? (uint32_t)state.rolled : CDRAWS_CAPPED;
  }
}
