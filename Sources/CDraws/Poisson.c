// One draw from Poisson's distribution; PoissonDraw.swift has the same in Swift, step by step.
#include "Poisson.h"

#include "Logarithm.h"
#include "Philox.h"
#pragma STDC FP_CONTRACT OFF

// Returns (k + ½) / 2⁵², which is neither 0 nor 1, from 52 of 64 bits.
static double unit_of(uint32_t low, uint32_t high) {
  uint64_t bits = ((uint64_t)high << 32 | low) >> 12 | ONE_BITS;
  double value;
  memcpy(&value, &bits, sizeof value);
  return (value - 1.0) + 0x1p-53;
}

// Returns log(k!), by Stirling's series from 10 on.
static double log_factorial(double k) {
  static const double small[10] = {
      0, 0, 0x1.62e42fefa39efp-1, 0x1.cab0bfa2a2002p+0, 0x1.96ca77c922cf9p+1,
      0x1.326643c4479c9p+2, 0x1.a51273acf01cap+2, 0x1.10ce1f32dcc30p+3, 0x1.5358e82fcb70dp+3,
      0x1.99a8921a7f7cfp+3,
  };
  if (k < 10) return small[(int)k];
  double inverse = 1.0 / k, square = inverse * inverse;
  double error = ((1.0 / 1680 * square - 1.0 / 1260) * square + 1.0 / 360) * square - 1.0 / 12;
  return ((k + 0.5) * fixed_log(k) - k) + (0x1.d67f1c864beb5p-1 - error * inverse);
}

double cdraws_poisson(double mean, const philox_keys *keys, uint64_t identity, uint32_t purpose) {
  uint32_t words[4];
  if (mean < POISSON_BY_REJECTION) {
    // Arrivals until time `mean`, gap by gap.
    double time = 0;
    for (uint32_t arrivals = 0;; arrivals++) {
      if (arrivals % 2 == 0) philox_block(keys, arrivals / 2, purpose, identity, words);
      int word = arrivals % 2 * 2;
      time = time - fixed_log(unit_of(words[word], words[word + 1]));
      if (time > mean) return arrivals;
    }
  }
  double root = __builtin_elementwise_sqrt(mean);
  double b = 0.931 + 2.53 * root;
  double a = -0.059 + 0.02483 * b;
  double quick = 0.9277 - 3.6224 / (b - 2.0);
  double log_alpha = fixed_log(1.1239 + 1.1328 / (b - 3.4));
  double log_mean = fixed_log(mean);
  for (uint32_t trial = 0;; trial++) {
    philox_block(keys, trial, purpose, identity, words);
    double u = unit_of(words[0], words[1]) - 0.5;
    double v = unit_of(words[2], words[3]);
    double us = 0.5 - (u < 0 ? -u : u);
    double at = ((2.0 * a / us + b) * u + mean) + 0.43;
    if (at < 0 || at >= TWO_52) continue;
    double k = (double)(int64_t)at;
    if (us >= 0.07 && v <= quick) return k;
    if (us < 0.013 && v > us) continue;
    double left = (fixed_log(v) + log_alpha) - fixed_log(a / (us * us) + b);
    if (left <= (k * log_mean - mean) - log_factorial(k)) return k;
  }
}
