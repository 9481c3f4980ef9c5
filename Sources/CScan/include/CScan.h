#ifndef CSCAN_H
#define CSCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The kinds of up to 64 bytes: bit i stands for the byte i.
typedef struct {
  uint64_t delimiters;
  uint64_t quotes;
  uint64_t line_ends;
  // NUL, and all bytes that are not ASCII.
  uint64_t others;
} cscan_masks;

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bit i has to stand for the byte i");

// Clang's portable vectors: on x86-64 they compile to SSE2, which every such processor has, and are
// inlined into Swift. AVX2, chosen at run time, could not be inlined.
typedef uint8_t cscan_vector __attribute__((ext_vector_type(16)));
typedef _Bool cscan_booleans __attribute__((ext_vector_type(16)));

static inline uint64_t cscan_bits(cscan_vector is) {
  cscan_booleans booleans = __builtin_convertvector(is, cscan_booleans);
  uint16_t bits;
  memcpy(&bits, &booleans, sizeof bits);
  return bits;
}

// Classifies 64 bytes.
static inline cscan_masks cscan_block(const uint8_t *bytes, uint8_t delimiter) {
  cscan_masks masks = {0, 0, 0, 0};
  for (int lane = 0; lane < 4; lane++) {
    cscan_vector v;
    memcpy(&v, bytes + 16 * lane, sizeof v);
    cscan_vector ends = (cscan_vector)((v == '\n') | (v == '\r'));
    cscan_vector others = (cscan_vector)((v == 0) | (v >= 0x80));
    masks.delimiters |= cscan_bits((cscan_vector)(v == delimiter)) << (16 * lane);
    masks.quotes |= cscan_bits((cscan_vector)(v == '"')) << (16 * lane);
    masks.line_ends |= cscan_bits(ends) << (16 * lane);
    masks.others |= cscan_bits(others) << (16 * lane);
  }
  return masks;
}

// Classifies fewer than 64 bytes, and reads no others.
static inline cscan_masks cscan_partial_block(
    const uint8_t *bytes, size_t count, uint8_t delimiter) {
  uint8_t copy[64] = {0};
  memcpy(copy, bytes, count);
  cscan_masks masks = cscan_block(copy, delimiter);
  uint64_t valid = ((uint64_t)1 << count) - 1;
  masks.delimiters &= valid;
  masks.quotes &= valid;
  masks.line_ends &= valid;
  masks.others &= valid;
  return masks;
}

#endif
