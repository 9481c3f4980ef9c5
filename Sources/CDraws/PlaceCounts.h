// How values above a limit are counted where a comparison gives whole words; included once a level.

// Counts place by place.
typedef signed_words counter;

// Counts the values above the limit as well.
INLINE counter count_above(counter sums, signed_words values, signed_words limits) {
  return sums - (values > limits);
}

INLINE uint64_t counted(counter sums) {
  uint64_t sum = 0;
  for (int place = 0; place < 2 * LANES; place++) sum += (uint32_t)sums[place];
  return sum;
}
