// Landlock: https://docs.kernel.org/userspace-api/landlock.html. Structures and numbers are written
// out, so that building does not need newer kernel headers than running.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CConfinement.h"

// These numbers are the same on every architecture.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };

enum { RULE_PATH_BENEATH = 1, GIVE_VERSION = 1 };

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIRECTORY = 1 << 3,
  REMOVE_DIRECTORY = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_CHARACTER_DEVICE = 1 << 6,
  MAKE_DIRECTORY = 1 << 7,
  MAKE_REGULAR = 1 << 8,
  MAKE_SOCKET = 1 << 9,
  MAKE_FIFO = 1 << 10,
  MAKE_BLOCK_DEVICE = 1 << 11,
  MAKE_LINK = 1 << 12,
  REFER = 1 << 13,         // version 2
  TRUNCATE = 1 << 14,      // version 3
  CONTROL_DEVICE = 1 << 15  // version 5
};

enum { BIND_TCP = 1 << 0, CONNECT_TCP = 1 << 1 };  // version 4

enum { SCOPE_ABSTRACT_SOCKETS = 1 << 0, SCOPE_SIGNALS = 1 << 1 };  // version 6

typedef struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
} ruleset;

typedef struct path_beneath {
  uint64_t allowed;
  int32_t descriptor;
} __attribute__((packed)) path_beneath;

int32_t cc_landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, (size_t)0, GIVE_VERSION);
  return version > 0 ? (int32_t)version : 0;
}

static uint64_t known(int32_t version) {
  uint64_t all = (MAKE_LINK << 1) - 1;
  if (version >= 2) all |= REFER;
  if (version >= 3) all |= TRUNCATE;
  if (version >= 5) all |= CONTROL_DEVICE;
  return all;
}

int32_t cc_landlock_open(int32_t version) {
  ruleset rules = {known(version), 0, 0};
  if (version >= 4) rules.network = BIND_TCP | CONNECT_TCP;
  if (version >= 6) rules.scoped = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS;
  size_t size = version >= 6 ? sizeof rules : version >= 4 ? 16 : 8;
  long descriptor = syscall(CREATE_RULESET, &rules, size, 0);
  return descriptor < 0 ? -errno : (int32_t)descriptor;
}

int32_t cc_landlock_allow(int32_t rules, int32_t version, const char *path, int32_t what) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return -errno;
  uint64_t allowed = 0;
  if (what & CC_READ) allowed |= READ_FILE | READ_DIRECTORY;
  if (what & CC_WRITE)
    allowed |= READ_FILE | WRITE_FILE | READ_DIRECTORY | REMOVE_FILE | MAKE_REGULAR | REFER
      | TRUNCATE;
  if (what & CC_EMPTY) allowed |= REMOVE_DIRECTORY;
  if (what & CC_FOLDERS) allowed |= MAKE_DIRECTORY | REMOVE_DIRECTORY;
  struct stat status;
  int32_t result = 0;
  if (fstat(descriptor, &status) != 0) {
    result = -errno;
  } else {
    // Rights that concern directories cannot be granted for a file.
    if (!S_ISDIR(status.st_mode)) allowed &= READ_FILE | WRITE_FILE | TRUNCATE;
    path_beneath rule = {allowed & known(version), descriptor};
    if (syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0) != 0) result = -errno;
  }
  close(descriptor);
  return result;
}

int32_t cc_landlock_enforce(int32_t rules) {
  int32_t result = 0;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(RESTRICT_SELF, rules, 0) != 0)
    result = -errno;
  close(rules);
  return result;
}
