// Counting of values above a limit where a comparison results in whole words; included once a level.

// Counts for each element of a vector.
typedef signed_words counter;

// Adds the number of values above the limit.
INLINE counter count_above(counter sums, signed_words values, signed_words limits) {
  return sums - (values > limits);
}

INLINE uint64_t counted(counter sums) {
  uint64_t sum = 0;
  for (int place = 0; place < 2 * LANES; place++) sum += (uint32_t)sums[place];
  return sum;
}
