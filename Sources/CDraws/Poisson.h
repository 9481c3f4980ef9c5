#ifndef CDRAWS_POISSON_H
#define CDRAWS_POISSON_H

#include "Philox.h"

// The mean from which on a draw is made by transformed rejection: Hörmann, "The transformed rejection
// method for generating Poisson random variables" (1993), algorithm PTRS.
#define POISSON_BY_REJECTION 10.0

// Returns a draw with a mean from a stream: trials read one block each.
double cdraws_poisson(double mean, const philox_keys *keys, uint64_t identity, uint32_t purpose);

#endif
