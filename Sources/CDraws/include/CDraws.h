#ifndef CDRAWS_H
#define CDRAWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Random words in bulk. Every function has the same results at every level; a level that the processor
// lacks is replaced by the best that it has.
#define CDRAWS_SCALAR 0
#define CDRAWS_AVX2 1
#define CDRAWS_AVX512 2

// Returns the best level that the processor has.
int32_t cdraws_best_level(void);

// Writes words first, first + 1, … of a stream.
void cdraws_stream_words(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, uint64_t first, size_t count,
    uint32_t *words);

// Writes word 0 of each of the streams identity, identity + 1, ….
void cdraws_first_words(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, size_t count,
    uint32_t *words);

// Adds to above[i] the number of the words first, first + 1, … of a stream that are above bounds[i]; the
// fourth bound is the highest.
void cdraws_count_above(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, uint64_t first,
    uint64_t count, const uint32_t bounds[4], uint64_t above[4]);

// A player's goal, with a table of at most 64 outcomes, "nothing" and rejected words included.
typedef struct {
  // The number of a word's upper bits that are its index in the table, from 9 to 12; fewer than two
  // outcomes start within the words that have the same index.
  uint32_t bits;
  // At each index: the outcome of the last of its words, and, shifted by 8 bits, the first of its words
  // with that outcome; words before it have the outcome before.
  const uint32_t *entries;
  // The outcomes that count, as bits, and the number of them that are required.
  uint64_t wanted;
  uint32_t goal;
  // The outcome, as a bit, of words that do not count as rolls, and the last word that counts.
  uint64_t rejected;
  uint32_t last;
  // By outcome: its first word, and its number of words.
  const uint32_t *firsts;
  const uint32_t *widths;
} cdraws_collection;

// The value that represents too many rolls.
#define CDRAWS_CAPPED UINT32_MAX

// Writes for each of the players first, first + 1, … the number of rolls to the goal, one word a roll
// from the stream (player · 2³², purpose); CDRAWS_CAPPED where it is more than `cap`.
void cdraws_collect(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t first, size_t count,
    const cdraws_collection *collection, uint32_t cap, uint32_t *rolls);

// Does the same with a table of any size. The outcome of a word is, from the one that its upper 12 bits
// point to, the first whose end is past it; the last is that of rejected words, and its end is past all
// words. `wanted` has for each outcome whether it counts, and `owned` is scratch space of the same
// length.
void cdraws_collect_many(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t first, size_t count,
    const uint32_t starts[4096], const uint64_t *ends, const bool *wanted, bool *owned,
    size_t outcomes, uint32_t goal, uint32_t cap, uint32_t *rolls);

// The goal of a race: outcomes in groups of equal chances, all of which are required.
typedef struct {
  // The number of outcomes in each group, and 1 / (the chance of one of them).
  const uint32_t *sizes;
  const double *waits;
  size_t groups;
  // The number of outcomes in all groups.
  uint32_t goal;
} cdraws_race;

// The number of values that are multiplied before a logarithm is taken of them: at most 30, since each is
// up to 2³².
#define RACE_FACTORS 30

// Writes for each of the players first, first + 1, … the number of rolls that completes the goal, by its
// law; CDRAWS_CAPPED for more than fit.
void cdraws_races(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t count_purpose, uint32_t first,
    size_t count, const cdraws_race *race, uint32_t *rolls);

#endif
