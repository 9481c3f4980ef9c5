#include "Kernels.h"

int32_t cdraws_best_level(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("avx2")) return CDRAWS_SCALAR;
  bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
      && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  return has_avx512 ? CDRAWS_AVX512 : CDRAWS_AVX2;
#else
  return CDRAWS_SCALAR;
#endif
}

const cdraws_kernels *cdraws_kernels_at(int32_t level) {
#if defined(__x86_64__)
  int32_t best = cdraws_best_level();
  switch (level < best ? level : best) {
    case CDRAWS_AVX512: return &cdraws_kernels_avx512;
    case CDRAWS_AVX2: return &cdraws_kernels_avx2;
    default: return &cdraws_kernels_scalar;
  }
#else
  (void)level;
  return &cdraws_kernels_scalar;
#endif
}
