// Properties and limits of the process itself.
#define _GNU_SOURCE
#include <dirent.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CConfinement.h"

int32_t cc_thread_count(void) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return 0;
  int32_t count = 0;
  for (struct dirent *entry; (entry = readdir(threads));) count += entry->d_name[0] != '.';
  closedir(threads);
  return count;
}

void cc_close_range(uint32_t first, uint32_t last) {
  enum { CLOSE_RANGE = 436 };
  if (first > last || syscall(CLOSE_RANGE, first, last, 0) == 0) return;
  // Before Linux 5.9: close the descriptors one by one, up to the maximum number.
  struct rlimit limit;
  uint32_t count = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536
    ? (uint32_t)limit.rlim_cur : 65536;
  for (uint32_t descriptor = first; descriptor < count && descriptor <= last; descriptor++)
    close((int)descriptor);
}

uint64_t cc_limit(int32_t what, uint64_t most) {
  static const int resources[] = {RLIMIT_NOFILE, RLIMIT_CORE, RLIMIT_AS, RLIMIT_FSIZE};
  struct rlimit limit;
  if (getrlimit(resources[what], &limit) != 0) return UINT64_MAX;
  if (limit.rlim_cur > most) limit.rlim_cur = most;
  if (limit.rlim_max > most) limit.rlim_max = most;
  return setrlimit(resources[what], &limit) == 0 ? limit.rlim_cur : UINT64_MAX;
}

bool cc_is_sanitized(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}
