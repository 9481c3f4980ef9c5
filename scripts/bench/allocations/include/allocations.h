#ifndef FLINT_BENCH_ALLOCATIONS_H
#define FLINT_BENCH_ALLOCATIONS_H
#include <stdint.h>

/// Returns the number of allocations of this process so far.
uint64_t bench_allocation_count(void);

#endif
