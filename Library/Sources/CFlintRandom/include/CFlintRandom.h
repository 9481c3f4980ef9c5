#ifndef CFLINTRANDOM_H
#define CFLINTRANDOM_H

#include <stddef.h>
#include <stdint.h>

// Random words by vector instructions. Both functions write fewer than asked for: a multiple of 16 blocks,
// and none where the processor has no such instructions (AVX2); the caller writes the rest.

// Writes word 0 of block 0 of the streams identity, identity + 1, …; returns the number of words written.
size_t cdraws_first_words(
    uint64_t key, uint64_t identity, uint32_t purpose, size_t count, uint32_t *words);

// Writes the four words of each of the blocks first, first + 1, … of a stream; returns the number of blocks
// written.
size_t cdraws_blocks(
    uint64_t key, uint64_t identity, uint32_t purpose, uint32_t first, size_t count,
    uint32_t *words);

#endif
