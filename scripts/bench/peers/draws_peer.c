// The work of scripts/bench/draws, in plain C: no explicit vectors, one word after another.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// A block of Philox4x32-10.
static inline void block(
    uint32_t number, uint32_t purpose, uint64_t identity, uint64_t key, uint32_t words[4]) {
  uint32_t x = number, y = purpose, z = (uint32_t)identity, w = (uint32_t)(identity >> 32);
  uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
#pragma GCC unroll 10
  for (int round = 0; round < 10; round++) {
    uint64_t a = (uint64_t)x * 0xD2511F53u, b = (uint64_t)z * 0xCD9E8D57u;
    x = (uint32_t)(b >> 32) ^ y ^ k0;
    y = (uint32_t)b;
    z = (uint32_t)(a >> 32) ^ w ^ k1;
    w = (uint32_t)a;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  words[0] = x, words[1] = y, words[2] = z, words[3] = w;
}

static volatile uint64_t sink;

static void rarities(int draws) {
  const uint32_t q = UINT32_MAX / 100;
  uint64_t past[4] = {0};
  for (int drawn = 0, number = 0; drawn < draws; number++) {
    uint32_t words[4];
    block((uint32_t)number, 3, 2, 1, words);
    for (int word = 0; word < 4; word++) {
      past[0] += words[word] >= q * 60;
      past[1] += words[word] >= q * 90;
      past[2] += words[word] >= q * 98;
      past[3] += words[word] >= q * 100;
      drawn += words[word] < q * 100;
    }
  }
  sink = past[0] + past[1] + past[2] + past[3];
}

static uint32_t weights[50];
static uint32_t ends[51];
static uint8_t starts[4096];

static void make_table(void) {
  uint32_t end = 0;
  for (int card = 0; card < 50; card++) {
    int position = card % 10, is_two_epics = card < 20;
    weights[card] = position < 5 ? 24 : position < 8 ? 20 : is_two_epics ? 10 : position == 8 ? 16 : 4;
    ends[card] = end += UINT32_MAX / 1000 * weights[card];
  }
  ends[50] = UINT32_MAX;
  for (uint32_t index = 0, card = 0; index < 4096; index++) {
    while (ends[card] <= index << 20) card++;
    starts[index] = (uint8_t)card;
  }
}

static void collections(int players) {
  const uint64_t all = ((uint64_t)1 << 50) - 1;
  uint64_t sum = 0;
  for (int player = 0; player < players; player++) {
    uint64_t owned = 0;
    for (uint32_t number = 0; owned != all; number++) {
      uint32_t words[4];
      block(number, 4, (uint64_t)player << 32, 1, words);
      for (int word = 0; word < 4 && owned != all; word++) {
        int card = starts[words[word] >> 20];
        while (words[word] >= ends[card]) card++;
        sum += card < 50;
        if (card < 50) owned |= (uint64_t)1 << card;
      }
    }
  }
  sink = sum;
}

static double unit_of(uint32_t word) { return (word + 0.5) * 0x1p-32; }

static double poisson(uint64_t identity, double mean) {
  double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b;
  double alpha = 1.1239 + 1.1328 / (b - 3.4), quick = 0.9277 - 3.6224 / (b - 2);
  for (uint32_t number = 0;; number++) {
    uint32_t words[4];
    block(number, 6, identity, 1, words);
    double u = unit_of(words[0]) - 0.5, v = unit_of(words[1]);
    double us = 0.5 - fabs(u), k = floor((2 * a / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= quick) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (log(v) + log(alpha) - log(a / (us * us) + b) <= k * log(mean) - mean - lgamma(k + 1)) {
      return k;
    }
  }
}

static void laws(int players) {
  double all = 0;
  for (int player = 0; player < players; player++) {
    double last = 0, sum = 0;
    uint32_t words[4];
    for (uint32_t card = 0; card < 50; card++) {
      if (card % 4 == 0) block(card / 4, 5, (uint64_t)player << 32, 1, words);
      double e = -log(unit_of(words[card % 4])), time = e * 1000 / weights[card];
      sum += e;
      last = time > last ? time : last;
    }
    all += 50 + poisson((uint64_t)player << 32, last - sum);
  }
  sink = (uint64_t)all;
}

static void measure(const char *name, int count, double unit, void (*body)(int)) {
  double best = INFINITY;
  for (int round = 0; round < 100; round++) {
    double start = now();
    body(count);
    double taken = now() - start;
    if (taken < best) best = taken;
  }
  printf("%s: %g\n", name, best / count / unit);
}

int main(void) {
  make_table();
  measure("rarities", 100000, 1, rarities);
  measure("rolls", 1000, 1000, collections);
  measure("law", 1000, 1000, laws);
}
