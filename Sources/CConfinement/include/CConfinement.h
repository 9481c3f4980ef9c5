// The kernel's sandbox around a process, set up by system calls that Swift cannot make: Landlock
// (files and ports), seccomp (system calls) and rlimits. It cannot be left by this thread or
// anything that this thread starts.
#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

// Access rights beneath a path.
enum {
  CC_READ = 1,    // read files, list directories
  CC_WRITE = 2,   // read, write, create, remove and rename files
  CC_EMPTY = 8,   // remove empty directories
  CC_FOLDERS = 16,  // create and remove directories
};

// Returns the version of Landlock that the kernel supports; 0 if it has none or Landlock is
// disabled.
int32_t cc_landlock_version(void);

// Creates a set of rules that denies everything, including the network where the version supports
// it. Returns its descriptor, or -errno.
int32_t cc_landlock_open(int32_t version);
// Grants access beneath a path, following links. Returns 0 or -errno.
int32_t cc_landlock_allow(
  int32_t rules, int32_t version, const char *_Nonnull path, int32_t what);
// Enforces the rules and closes their descriptor. Returns 0 or -errno.
int32_t cc_landlock_enforce(int32_t rules);

// Allows only the system calls that Flint needs: no sockets, no programs and other processes, no file
// operations except opening and naming files. Returns 0 or -errno; -ENOSYS where Flint has no filter
// for the processor. With `sets_mode` the mode of an open file may be set to 0600, with
// `loads_libraries` a file may be mapped to be executed.
int32_t cc_filter_calls(bool sets_mode, bool loads_libraries);

// Closes the descriptors from `first` to `last`, both included.
void cc_close_range(uint32_t first, uint32_t last);

enum { CC_DESCRIPTORS, CC_CORE, CC_ADDRESS_SPACE, CC_FILE_SIZE };

// Lowers a limit, never raises it. Returns the resulting limit; UINT64_MAX if it could not be set.
uint64_t cc_limit(int32_t what, uint64_t most);

// Starts a child that waits for input, and then runs a command of the shell with it; without input it does
// nothing. No other thread may exist. Returns the child, and in `input` the descriptor of its input; or
// -errno.
int32_t cc_start_waiting(const char *_Nonnull command, int32_t *_Nonnull input);
// Ends the input of a child, and waits for its end.
void cc_end_waiting(int32_t child, int32_t input);

// Returns the number of threads of this process; 0 if it is unknown.
int32_t cc_thread_count(void);

// Returns whether this build checks its own memory (AddressSanitizer, ThreadSanitizer), which needs
// more address space than exists.
bool cc_is_sanitized(void);

#endif
