// The kernel's sandbox around a process, by system calls that Swift cannot make: Landlock (which files
// and ports), seccomp (which calls), rlimits. Once entered it stays, for this thread and all that it
// starts.
#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

// What may be done beneath a path.
enum {
  CC_READ = 1,    // files, and directories to list
  CC_WRITE = 2,   // files, and those to make, remove and rename
  CC_START = 4,   // programs
  CC_EMPTY = 8,   // empty directories, to remove
  CC_FOLDERS = 16,  // directories, to make and remove
};

// The version of Landlock that the kernel speaks; 0 if none, or if it is switched off.
int32_t cc_landlock_version(void);

// Rules in the making: the descriptor of a set of rules that deny everything, network included where
// the version has it. Negative: -errno.
int32_t cc_landlock_open(int32_t version);
// Allows something beneath a path, links followed. 0, or -errno.
int32_t cc_landlock_allow(
  int32_t rules, int32_t version, const char *_Nonnull path, int32_t what);
// Puts the rules in force, and closes them. 0, or -errno.
int32_t cc_landlock_enforce(int32_t rules);

// Allows the system calls that Flint needs, and no others: no sockets, no other processes, nothing about
// files but opening and naming them, and no programs and processes, unless these are allowed: what is started
// is filtered in the same way. 0, or -errno: -ENOSYS where this processor has no filter of ours.
int32_t cc_filter_calls(bool starts_programs);

// Closes the descriptors from one to another, both included.
void cc_close_range(uint32_t first, uint32_t last);

enum { CC_DESCRIPTORS, CC_CORE, CC_ADDRESS_SPACE, CC_FILE_SIZE };

// Lowers a limit, never raises it. What it is then; UINT64_MAX where it could not be set.
uint64_t cc_limit(int32_t what, uint64_t most);

// How many threads this process has; 0 if that is not to be found out.
int32_t cc_thread_count(void);

// Whether this build watches its own memory (AddressSanitizer, ThreadSanitizer), which takes more
// address space than there is.
bool cc_is_sanitized(void);

#endif
