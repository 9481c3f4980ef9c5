// Simulates years of a player by all the rules of `ignition` that flint simulate follows for points, cards and
// missions: 939 sparks on 365 days from a Monday, at ordered times from 8:00 to 22:00, points, a card each,
// duplicates, the streak, fuel, overloads, levels, and the 43 missions, written for these rules alone.
// Prints the sums over the players. years_full_peer PLAYERS [philox]
// "philox" draws the words that flint simulate draws with seed 1, so that the sums must be equal; otherwise the
// faster xoshiro256**, as years_peer.c.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECISION, ENERGY, IDEA, EXPERIMENT, CHALLENGE, CATEGORIES };
enum { COMMON, RARE, EPIC, LEGENDARY, RARITIES };
enum { NOON = 12 * 3600000, FIRST = 8 * 3600000, SPAN = 14 * 3600000 };

// The missions in the order in which they are completed.
enum {
  MORNING_SPARK, SPARK_STREAK, IDEA_GENERATOR, ENERGY_BOOST, HIGH_INTENSITY, DAILY,
  WEEKLY_WARRIOR = DAILY, CHALLENGE_MASTER, IDEA_FACTORY, ENERGY_DYNAMO, CONSISTENT_CREATOR, DIVERSITY_CHAMPION,
  DECISION_WEEK, POINT_COLLECTOR_WEEK, INTENSITY_CHAMPION, GRAND_ACHIEVER, FIRST_CARD, RARE_COLLECTOR,
  EPIC_HUNTER, LEGENDARY_STATUS, CARD_COLLECTOR, MASTER_OF_DECISION, LEGENDARY_COLLECTOR = MASTER_OF_DECISION + 5,
  COMPLETIONIST, FIRST_STEPS, POINT_STARTER = FIRST_STEPS + 5, WEEK_WARRIOR = POINT_STARTER + 4,
  FIRST_OVERLOAD = WEEK_WARRIOR + 3, MYTHICAL_ASCENT = FIRST_OVERLOAD + 3, MISSIONS
};

static const int16_t rewards[MISSIONS] = {
    50, 100, 60, 75, 80, 400, 350, 350, 400, 500, 600, 300, 600, 450, 500, 100, 300, 500, 1000, 1500, 750, 750, 750, 750,
    750, 2000, 5000, 200, 500, 1000, 3000, 10000, 200, 500, 1500, 5000, 300, 1000, 5000, 500, 1500, 3000, 5000};
static const int base[CATEGORIES] = {10, 15, 8, 20, 25}, twice[4] = {2, 3, 4, 5}, bonus[RARITIES] = {10, 25, 50, 100};
// The cards of each cell, and the position of the first, where an empty cell has those of the next lower rarity.
static const int cards[CATEGORIES][RARITIES] = {{5, 3, 2, 2}, {5, 3, 2, 2}, {5, 3, 1, 1}, {5, 3, 1, 1}, {5, 3, 1, 1}};
static const int firsts[CATEGORIES][RARITIES] = {{0, 5, 8, 8}, {0, 5, 8, 8}, {0, 5, 8, 9}, {0, 5, 8, 9}, {0, 5, 8, 9}};
// Ascending targets of a lifetime; the last is never reached.
static const int64_t spark_targets[] = {10, 50, 100, 500, 1000, INT64_MAX};
static const int64_t point_targets[] = {1000, 5000, 10000, 50000, INT64_MAX};
static const int64_t streak_targets[] = {7, 30, 100, INT64_MAX}, overload_targets[] = {1, 5, 10, INT64_MAX};

// ---- Random words

static uint64_t state[4] = {7, 11, 13, 17};

static uint64_t rotated(uint64_t value, int by) { return value << by | value >> (64 - by); }

// xoshiro256**, the generator of Lua's math.random.
static inline uint32_t below(uint32_t bound) {
  uint64_t result = rotated(state[1] * 5, 7) * 9, shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotated(state[3], 45);
  return (uint32_t)((result >> 32) * bound >> 32);
}

// Philox4x32-10 with the key 1: a stream of words for every (identity, purpose).
typedef struct {
  uint64_t identity;
  uint32_t purpose, block, words[4];
  int position;
} Stream;

static uint32_t next(Stream *stream) {
  if (stream->position == 4) {
    uint32_t *c = stream->words, k0 = 1, k1 = 0;
    c[0] = stream->block++, c[1] = stream->purpose;
    c[2] = (uint32_t)stream->identity, c[3] = (uint32_t)(stream->identity >> 32);
    for (int round = 0; round < 10; round++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
      uint64_t p0 = (uint64_t)c[0] * 0xD2511F53u, p1 = (uint64_t)c[2] * 0xCD9E8D57u;
      c[0] = (uint32_t)(p1 >> 32) ^ c[1] ^ k0, c[1] = (uint32_t)p1;
      c[2] = (uint32_t)(p0 >> 32) ^ c[3] ^ k1, c[3] = (uint32_t)p0;
    }
    stream->position = 0;
  }
  return stream->words[stream->position++];
}

// Without bias, by Lemire's rejection.
static uint32_t bounded(Stream *stream, uint32_t bound) {
  uint32_t least = -bound % bound;
  uint64_t product;
  do product = (uint64_t)next(stream) * bound;
  while ((uint32_t)product < least);
  return (uint32_t)(product >> 32);
}

typedef struct {
  Stream policy;
  uint64_t spark;
} Draws;

static Stream stream(uint64_t identity, uint32_t purpose) {
  return (Stream){.identity = identity, .purpose = purpose, .position = 4};
}

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t draw(Draws *draws, uint32_t bound) {
  return draws ? bounded(&draws->policy, bound) : below(bound);
}

INLINE uint32_t draw_card(Draws *draws, uint32_t bound, uint32_t purpose) {
  if (!draws) return below(bound);
  Stream own = stream(draws->spark, purpose);
  return bounded(&own, bound);
}

// ---- The rules

typedef struct {
  int64_t points, fuel, overloads, level, completions;
  int point_target, overload_target;
  int64_t streak, sparks, spark_target, streak_target;
  int owned, owned_by_category[CATEGORIES], owned_by_rarity[RARITIES];
  bool has[CATEGORIES * 10];
  struct { int sparks[CATEGORIES], all, high, days, daily_missions, points; uint32_t seen; } week;
  struct { int energy, all; } day;
  // Bits of missions: reached and not yet completed; completed in the current window.
  uint64_t ready, done;
} Player;

INLINE uint64_t bit(int mission) { return 1ull << mission; }

INLINE void add_points(Player *player, int64_t points) {
  player->points += points;
  while (player->points >= point_targets[player->point_target])
    player->ready |= bit(POINT_STARTER + player->point_target++);
  while (player->level < 10 && player->points >= 1000 * player->level)
    if (++player->level == 10) player->ready |= bit(MYTHICAL_ASCENT);
}

static void complete(Player *player) {
  while (player->ready) {
    int mission = __builtin_ctzll(player->ready);
    player->ready &= player->ready - 1;
    player->completions++;
    add_points(player, rewards[mission]);
    player->fuel += rewards[mission];
    if (player->fuel >= 1000) {
      player->fuel = 0;
      if (++player->overloads == overload_targets[player->overload_target])
        player->ready |= bit(FIRST_OVERLOAD + player->overload_target++);
    }
    if (mission < DAILY && ++player->week.daily_missions == 3) player->ready |= bit(GRAND_ACHIEVER);
  }
}

INLINE void begin_day(Player *player, int day) {
  memset(&player->day, 0, sizeof player->day);
  player->done &= -bit(DAILY);
  if (day % 7 == 0) {
    memset(&player->week, 0, sizeof player->week);
    player->done = 0;
  }
}

INLINE void spark(Player *player, int64_t time, Draws *draws) {
  uint32_t category = draw(draws, CATEGORIES), intensity = draw(draws, 4);
  uint64_t ready = 0;
  int64_t earned = base[category] * twice[intensity] / 2;
  // 60, 30, 8 and 2 %.
  uint32_t roll = draw_card(draws, 50, 2);
  int rarity = (roll >= 30) + (roll >= 45) + (roll >= 49);
  if (rarity == LEGENDARY && category <= ENERGY) rarity = EPIC;
  uint32_t among = draw_card(draws, (uint32_t)cards[category][rarity], 3);
  bool *has = &player->has[category * 10 + (uint32_t)firsts[category][rarity] + among];
  if (*has) {
    earned += bonus[rarity];
  } else {
    *has = true;
    int all = ++player->owned, rare = ++player->owned_by_rarity[rarity];
    if (all == 1) ready |= bit(FIRST_CARD);
    if (all == 25) ready |= bit(CARD_COLLECTOR);
    if (all == 50) ready |= bit(COMPLETIONIST);
    if (rarity == RARE && rare == 5) ready |= bit(RARE_COLLECTOR);
    if (rarity == EPIC && rare == 1) ready |= bit(EPIC_HUNTER);
    if (rarity == LEGENDARY && rare == 1) ready |= bit(LEGENDARY_STATUS);
    if (rarity == LEGENDARY && rare == 3) ready |= bit(LEGENDARY_COLLECTOR);
    if (++player->owned_by_category[category] == 10) ready |= bit(MASTER_OF_DECISION + (int)category);
  }

  int today = ++player->day.all, week = ++player->week.all, same = ++player->week.sparks[category];
  if (today == 1) {
    if (++player->week.days == 7) ready |= bit(CONSISTENT_CREATOR);
    if (++player->streak == streak_targets[player->streak_target])
      ready |= bit(WEEK_WARRIOR + (int)player->streak_target++);
  }
  if (today == 3) ready |= bit(SPARK_STREAK);
  if (week == 15) ready |= bit(WEEKLY_WARRIOR);
  // Missions whose condition can hold again in the same window.
  uint64_t again = 0;
  if (time < NOON) again |= bit(MORNING_SPARK);
  if (intensity >= 2) {
    again |= bit(HIGH_INTENSITY);
    if (++player->week.high == 5) ready |= bit(INTENSITY_CHAMPION);
  }
  switch (category) {
  case DECISION:
    if (same == 5) ready |= bit(DECISION_WEEK);
    break;
  case ENERGY:
    if (++player->day.energy == 2) ready |= bit(ENERGY_BOOST);
    if (same == 10) ready |= bit(ENERGY_DYNAMO);
    break;
  case IDEA:
    again |= bit(IDEA_GENERATOR);
    if (same == 7) ready |= bit(IDEA_FACTORY);
    break;
  case CHALLENGE:
    if (same == 5) ready |= bit(CHALLENGE_MASTER);
    break;
  }
  player->week.seen |= 1u << category;
  if (player->week.seen == 31) again |= bit(DIVERSITY_CHAMPION);
  player->week.points += (int)earned;
  if (player->week.points >= 800) again |= bit(POINT_COLLECTOR_WEEK);
  if (++player->sparks == spark_targets[player->spark_target])
    ready |= bit(FIRST_STEPS + (int)player->spark_target++);
  player->ready = ready | (again & ~player->done);
  player->done |= again;
  add_points(player, earned);
  if (player->ready) complete(player);
}

INLINE void play(Player *player, Draws *draws) {
  for (int day = 0; day < 365; day++) {
    begin_day(player, day);
    int count = day % 7 < 3 || day % 7 == 6 ? 3 : 2;
    int64_t times[3];
    for (int index = 0; index < count; index++) {
      int64_t time = FIRST + draw(draws, SPAN);
      int place = index;
      for (; place > 0 && times[place - 1] > time; place--) times[place] = times[place - 1];
      times[place] = time;
    }
    for (int index = 0; index < count; index++) {
      spark(player, times[index], draws);
      if (draws) draws->spark++;
    }
  }
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  bool is_checked = count > 2 && strcmp(arguments[2], "philox") == 0;
  int64_t points = 0, owned = 0, completions = 0;
  uint64_t players = strtoull(arguments[1], NULL, 10);
  for (uint64_t number = 0; number < players; number++) {
    Player player = {.level = 1};
    if (is_checked) {
      Draws draws = {stream(number << 32, 0x706F6C69), number << 32};
      play(&player, &draws);
    } else {
      play(&player, NULL);
    }
    points += player.points, owned += player.owned, completions += player.completions;
  }
  printf("points %lld cards %lld missions %lld\n", (long long)points, (long long)owned, (long long)completions);
  return 0;
}
