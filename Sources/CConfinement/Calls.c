// seccomp: a filter of system calls (https://docs.kernel.org/userspace-api/seccomp_filter.html), for
// what Landlock does not cover: processes, and sockets other than TCP's.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "CConfinement.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define DENY(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), GIVE(SECCOMP_RET_ERRNO | EPERM)

static const struct sock_filter head[] = {
  // Calls by another architecture's numbers would be others than those named here.
  LOAD(arch),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
  GIVE(SECCOMP_RET_ERRNO | EPERM),
  LOAD(nr),
#ifdef __x86_64__
  // So would those of x32, which are above this bit.
  BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
  GIVE(SECCOMP_RET_ERRNO | EPERM),
#endif
  DENY(SYS_socket),
  DENY(SYS_socketpair),
  DENY(SYS_connect),
  DENY(SYS_bind),
  DENY(SYS_listen),
  DENY(SYS_ptrace),
  DENY(SYS_kill),
  DENY(SYS_tkill),
  DENY(SYS_rt_sigqueueinfo),
  DENY(SYS_rt_tgsigqueueinfo),
  DENY(SYS_pidfd_open),
  DENY(SYS_process_vm_readv),
  DENY(SYS_process_vm_writev),
  DENY(SYS_mount),
  DENY(SYS_umount2),
  DENY(SYS_pivot_root),
  DENY(SYS_chroot),
  DENY(SYS_unshare),
  DENY(SYS_setns),
  DENY(SYS_bpf),
  DENY(SYS_perf_event_open),
  DENY(SYS_userfaultfd),
  DENY(SYS_io_uring_setup),  // rings make calls that no filter sees
  DENY(SYS_keyctl),
  DENY(SYS_add_key),
  DENY(SYS_request_key),
  // Its flags are out of reach of a filter; the C library goes on with clone.
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
  GIVE(SECCOMP_RET_ERRNO | ENOSYS),
};

// Threads, but no processes.
static const struct sock_filter no_programs[] = {
#ifdef __x86_64__
  DENY(SYS_fork),
  DENY(SYS_vfork),
#endif
  DENY(SYS_execve),
  DENY(SYS_execveat),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
  LOAD(args[0]),
  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
  GIVE(SECCOMP_RET_ERRNO | EPERM),
  GIVE(SECCOMP_RET_ALLOW),
};

// Processes, but none with namespaces of its own, in which it would have other rights.
enum {
  NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID
    | CLONE_NEWNET
};
static const struct sock_filter programs[] = {
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
  LOAD(args[0]),
  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1),
  GIVE(SECCOMP_RET_ERRNO | EPERM),
  GIVE(SECCOMP_RET_ALLOW),
};

// Nothing is typed into a terminal on behalf of whoever sits there.
static const struct sock_filter tail[] = {
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4),
  LOAD(args[1]),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCLINUX, 0, 1),
  GIVE(SECCOMP_RET_ERRNO | EPERM),
  GIVE(SECCOMP_RET_ALLOW),
};

enum { LENGTH = (sizeof head + sizeof no_programs + sizeof tail) / sizeof *head };
_Static_assert(sizeof programs <= sizeof no_programs, "there has to be room");

static size_t add(struct sock_filter *filter, size_t length, const struct sock_filter *part, size_t size) {
  memcpy(filter + length, part, size);
  return length + size / sizeof *part;
}

int32_t cc_filter_calls(bool starts_programs) {
  struct sock_filter filter[LENGTH];
  size_t length = add(filter, 0, head, sizeof head);
  length = starts_programs ? add(filter, length, programs, sizeof programs)
                           : add(filter, length, no_programs, sizeof no_programs);
  length = add(filter, length, tail, sizeof tail);
  struct sock_fprog program = {(unsigned short)length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : -errno;
}

#else

int32_t cc_filter_calls(bool starts_programs) {
  (void)starts_programs;
  return -ENOSYS;
}

#endif
