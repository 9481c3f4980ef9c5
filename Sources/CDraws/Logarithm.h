#ifndef CDRAWS_LOGARITHM_H
#define CDRAWS_LOGARITHM_H

#include <stdint.h>
#include <string.h>

// A logarithm of our own, the same to the bit on every processor: additions and multiplications in a
// fixed order, none of them fused. FixedLogarithm.swift has the same in Swift. Accurate to about 1e-15 of
// 1 + |log|.
#pragma STDC FP_CONTRACT OFF

// For mantissas from 1 + i/16 to 1 + (i + 1)/16: nearly 1 / (their middle), in 9 bits, and minus its
// logarithm (Python's decimal module, 60 digits).
static const double log_inverses[16] = {
    496.0 / 512, 468.0 / 512, 443.0 / 512, 420.0 / 512, 400.0 / 512, 381.0 / 512, 364.0 / 512,
    349.0 / 512, 334.0 / 512, 321.0 / 512, 309.0 / 512, 298.0 / 512, 287.0 / 512, 278.0 / 512,
    269.0 / 512, 260.0 / 512,
};
static const double log_middles[16] = {
    0x1.0415d89e74444p-5, 0x1.700d30aeac0e1p-4, 0x1.28753bc11aba5p-3, 0x1.95a5adcf7017fp-3,
    0x1.f991c6cb3b379p-3, 0x1.2e9e2bce12286p-2, 0x1.5d5bddf595f30p-2, 0x1.8873658327ccfp-2,
    0x1.b56fa04462909p-2, 0x1.de16b56ef90f0p-2, 0x1.028d2d6a963f4p-1, 0x1.151c3f6f29612p-1,
    0x1.285e0842ca384p-1, 0x1.38ae2171976e7p-1, 0x1.4987ace0dabb0p-1, 0x1.5af405c3649e0p-1,
};

#define LOG_2 0x1.62e42fefa39efp-1
// 2⁵² as a double, and the bits that turn a whole number below it into a double of 2⁵² plus that number.
#define TWO_52 0x1p52
#define TWO_52_BITS 0x4330000000000000u
#define MANTISSA_BITS 0x000FFFFFFFFFFFFFu
#define ONE_BITS 0x3FF0000000000000u

// log(1 + r) for |r| ≤ 1/32, by its series; for a double, or for vectors of them.
#define LOG_SERIES(r) \
  (((((((((r) * (-1.0 / 8) + 1.0 / 7) * (r) + -1.0 / 6) * (r) + 1.0 / 5) * (r) + -1.0 / 4) * (r) \
        + 1.0 / 3) * (r) + -1.0 / 2) * (r) + 1.0) * (r))

// Returns the natural logarithm of a positive, normal number.
static inline double fixed_log(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint64_t mantissa_bits = (bits & MANTISSA_BITS) | ONE_BITS;
  double mantissa;
  memcpy(&mantissa, &mantissa_bits, sizeof mantissa);
  unsigned index = (unsigned)(bits >> 48) & 15;
  double exponent = (double)((int32_t)(bits >> 52) - 1023);
  double r = mantissa * log_inverses[index] - 1.0;
  return exponent * LOG_2 + (log_middles[index] + LOG_SERIES(r));
}

#endif
