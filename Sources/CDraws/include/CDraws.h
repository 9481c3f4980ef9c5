#ifndef CDRAWS_H
#define CDRAWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Random words in bulk. Every function gives the same bytes at every level; a level that the
// processor lacks is taken for the best that it has.
#define CDRAWS_SCALAR 0
#define CDRAWS_AVX2 1
#define CDRAWS_AVX512 2

// The best level that the processor has.
int32_t cdraws_best_level(void);

// Words first, first + 1, … of a stream.
void cdraws_stream_words(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, uint64_t first, size_t count,
    uint32_t *words);

// Word 0 of each of the streams identity, identity + 1, ….
void cdraws_first_words(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, size_t count,
    uint32_t *words);

// Adds to above[i] how many of the words first, first + 1, … of a stream are above bounds[i]; the
// fourth bound is the highest.
void cdraws_count_above(
    int32_t level, uint64_t key, uint64_t identity, uint32_t purpose, uint64_t first,
    uint64_t count, const uint32_t bounds[4], uint64_t above[4]);

// What a player rolls for, by a table of at most 64 outcomes, "nothing" and rejected words included.
typedef struct {
  // How many of a word's upper bits say its place in the table, from 9 to 12; fewer than two
  // outcomes begin within the words that have them in common.
  uint32_t bits;
  // At each place: the outcome of the last of its words, and, shifted by 8 bits, from which of its
  // words on that is; words before have the outcome before.
  const uint32_t *entries;
  // The outcomes that count, by bits, and how many of them have to be there.
  uint64_t wanted;
  uint32_t goal;
  // The outcome, as a bit, of words that do not count as rolls, and the last word that counts.
  uint64_t rejected;
  uint32_t last;
  // By outcome: its first word, and how many words it has.
  const uint32_t *firsts;
  const uint32_t *widths;
} cdraws_collection;

// What is written in place of too many rolls.
#define CDRAWS_CAPPED UINT32_MAX

// Writes for each of the players first, first + 1, … how many rolls it takes to the goal, one word a
// roll from the stream (player · 2³², purpose); CDRAWS_CAPPED where it takes more than `cap`.
void cdraws_collect(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t first, size_t count,
    const cdraws_collection *collection, uint32_t cap, uint32_t *rolls);

// The same by a table of any size. The outcome of a word is, from the one that its upper 12 bits
// point to, the first whose end is past it; the last is that of rejected words, and its end is past
// all words. `wanted` says of each outcome whether it counts, and `owned` is for as many notes.
void cdraws_collect_many(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t first, size_t count,
    const uint32_t starts[4096], const uint64_t *ends, const bool *wanted, bool *owned,
    size_t outcomes, uint32_t goal, uint32_t cap, uint32_t *rolls);

// What players race for: outcomes in groups of equal chances, of which all are wanted.
typedef struct {
  // How many outcomes each group has, and 1 / (the chance of one of them).
  const uint32_t *sizes;
  const double *waits;
  size_t groups;
  // How many outcomes there are in all.
  uint32_t goal;
} cdraws_race;

// So many values that are multiplied before a logarithm is taken of them: at most 30, since each is
// up to 2³².
#define RACE_FACTORS 30

// Writes for each of the players first, first + 1, … in how many rolls all of the goal comes, by its
// law; CDRAWS_CAPPED for more than fit.
void cdraws_races(
    int32_t level, uint64_t key, uint32_t purpose, uint32_t count_purpose, uint32_t first,
    size_t count, const cdraws_race *race, uint32_t *rolls);

#endif
