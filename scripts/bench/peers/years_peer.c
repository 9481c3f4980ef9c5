// Simulates years of a player without missions, fuel, levels or achievements, like years_peer.lua:
// 940 sparks on 365 days, points, a card each, duplicates, a streak. years_peer PLAYERS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state[4] = {7, 11, 13, 17};

static uint64_t rotated(uint64_t value, int by) { return value << by | value >> (64 - by); }

// xoshiro256**, the generator of Lua's math.random.
static uint32_t below(uint32_t bound) {
  uint64_t result = rotated(state[1] * 5, 7) * 9, shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotated(state[3], 45);
  return (uint32_t)((result >> 32) * bound >> 32);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  static const int base[5] = {10, 15, 8, 20, 25}, twice[4] = {2, 3, 4, 5};
  static const int cards[5][4] = {{5, 3, 2, 0}, {5, 3, 2, 0}, {5, 3, 1, 1}, {5, 3, 1, 1}, {5, 3, 1, 1}};
  static const int bonus[4] = {10, 25, 50, 100};
  int64_t total = 0;
  for (long player = atol(arguments[1]); player > 0; player--) {
    int64_t points = 0, streak = 0, longest = 0;
    uint8_t owned[5][4][5];
    memset(owned, 0, sizeof owned);
    for (int day = 1; day <= 365; day++) {
      for (int spark = day % 7 < 4 ? 3 : 2; spark > 0; spark--) {
        uint32_t category = below(5);
        points += base[category] * twice[below(4)] / 2;
        uint32_t roll = below(100) + 1;
        int rarity = roll <= 60 ? 0 : roll <= 90 ? 1 : roll <= 98 ? 2 : 3;
        while (cards[category][rarity] == 0) rarity--;
        uint8_t *card = &owned[category][rarity][below((uint32_t)cards[category][rarity])];
        if (*card) points += bonus[rarity];
        *card = 1;
      }
      if (++streak > longest) longest = streak;
    }
    total += points + longest * 0;
  }
  printf("points: %lld\n", (long long)total);
  return 0;
}
