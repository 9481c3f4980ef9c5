#ifndef FLINT_BENCH_ALLOCATIONS_H
#define FLINT_BENCH_ALLOCATIONS_H
#include <stdint.h>

/// How often this process has asked for memory so far.
uint64_t bench_allocation_count(void);

#endif
