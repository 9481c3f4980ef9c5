// A seccomp filter of system calls (https://docs.kernel.org/userspace-api/seccomp_filter.html) for
// what Landlock does not cover: processes, sockets, and every file operation except opening and
// naming files.
//
// A call that is on no list fails with ENOSYS, for which every version of the C library has a
// fallback (clone3, openat2, statx, futex_waitv …). A call without a fallback, about which a
// program may learn, fails with EPERM.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "CConfinement.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define COUNT(list) (sizeof(list) / sizeof *(list))

// System call numbers, the same on every architecture; older headers do not define them.
enum { CLOSE_RANGE = 436, FACCESSAT2 = 439 };

// Each of these calls affects only this process, its open files, or objects that Landlock checks.
// Those behind #ifdef do not exist on every architecture.
static const int allowed[] = {
  // Open files. Loops in scripts spend their time in the first of these calls.
  SYS_pwrite64, SYS_pread64, SYS_write, SYS_read, SYS_writev, SYS_readv, SYS_preadv, SYS_pwritev,
  SYS_lseek, SYS_close,
  CLOSE_RANGE, SYS_fstat, SYS_fsync, SYS_fdatasync, SYS_ftruncate, SYS_fallocate, SYS_fadvise64, SYS_dup,
  SYS_dup3, SYS_pipe2, SYS_ppoll, SYS_pselect6, SYS_getdents64, SYS_flock, SYS_fstatfs,
#ifdef SYS_poll
  SYS_poll, SYS_select, SYS_pipe, SYS_dup2,
#endif
  // Files by name.
  SYS_openat, SYS_newfstatat, SYS_statx, SYS_faccessat, FACCESSAT2, SYS_readlinkat, SYS_getcwd,
  SYS_mkdirat, SYS_unlinkat, SYS_linkat, SYS_renameat2, SYS_statfs, SYS_umask,
#ifdef SYS_renameat
  SYS_renameat,
#endif
#ifdef SYS_open
  SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_mkdir, SYS_rmdir, SYS_unlink, SYS_link,
  SYS_rename,
#endif
  // Memory.
  SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
  // Threads.
  SYS_futex, SYS_gettid, SYS_getpid, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list,
  SYS_set_tid_address, SYS_rseq, SYS_exit, SYS_exit_group, SYS_restart_syscall,
  SYS_sched_get_priority_max, SYS_sched_get_priority_min,
#ifdef SYS_arch_prctl
  SYS_arch_prctl,
#endif
  // Signals to itself.
  SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigtimedwait, SYS_rt_sigsuspend,
  SYS_rt_sigpending, SYS_sigaltstack,
  // Time.
  SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep,
  SYS_timer_create, SYS_timer_settime, SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete,
  SYS_getitimer, SYS_setitimer, SYS_times,
#ifdef SYS_time
  SYS_time,
#endif
  // Used by libdispatch for waiting; GRDB depends on libdispatch.
  SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_timerfd_create,
  SYS_timerfd_settime,
#ifdef SYS_epoll_wait
  SYS_epoll_wait,
#endif
  // Information about the process itself.
  SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getppid, SYS_uname, SYS_sysinfo, SYS_getrusage,
  SYS_getrandom, SYS_getcpu, SYS_wait4,
#ifdef SYS_getrlimit
  SYS_getrlimit, SYS_setrlimit,
#endif
  // A nested sandbox.
  444, 445, 446,
};

// Calls that fail with EPERM instead of ENOSYS: they have no fallback, and the caller needs to know
// the reason.
static const int refused[] = {
  // Processes and programs.
  SYS_execve, SYS_execveat, SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
  SYS_pidfd_open, SYS_pidfd_send_signal, SYS_pidfd_getfd, SYS_ptrace, SYS_process_vm_readv,
  SYS_process_vm_writev, SYS_setpgid, SYS_setsid, SYS_sched_setaffinity, SYS_sched_setscheduler,
  SYS_sched_setparam, SYS_ioprio_set,
#ifdef SYS_fork
  SYS_fork, SYS_vfork,
#endif
  // File operations other than opening and naming files.
  SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
  SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_truncate, SYS_mknodat,
  SYS_symlinkat, SYS_chdir, SYS_fchdir, SYS_chroot, SYS_inotify_init1,
#ifdef SYS_chmod
  SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_mknod, SYS_symlink,
  SYS_inotify_init,
#endif
  // Communication with other processes and hosts.
  SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto,
  SYS_sendmsg, SYS_sendmmsg, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg, SYS_shmget, SYS_shmat, SYS_shmctl,
  SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl,
  SYS_mq_open, SYS_mq_unlink,
  // The system.
  SYS_mount, SYS_umount2, SYS_pivot_root, SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open,
  SYS_userfaultfd, SYS_io_uring_setup, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_reboot,
  SYS_sethostname, SYS_setdomainname, SYS_swapon, SYS_swapoff, SYS_acct, SYS_syslog, SYS_settimeofday,
  SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_init_module, SYS_finit_module,
  SYS_delete_module, SYS_kexec_load, SYS_quotactl, SYS_fanotify_init, SYS_open_by_handle_at,
  SYS_name_to_handle_at, SYS_setuid, SYS_setgid, SYS_setgroups, SYS_capset, SYS_personality,
  SYS_vhangup,
};

// Allowed values of call arguments, in addition to the bit masks that `add_arguments` checks.
static const int allowed_fcntl[] = {
  F_SETLK, F_SETLKW, F_GETLK, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC,
  F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_GETPIPE_SZ,
};
static const int allowed_ioctl[] = {
  TCGETS, TCSETS, TCSETSW, TCSETSF, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIOCLEX, FIONCLEX, FIONBIO,
  // TCGETS2, TCSETS2, TCSETSW2 and TCSETSF2, with which the C library sets terminals since glibc
  // 2.42.
  (int)0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D,
};
static const int allowed_prctl[] = {
  PR_SET_NAME, PR_GET_NAME, PR_SET_NO_NEW_PRIVS, PR_GET_DUMPABLE, PR_GET_SECCOMP, PR_SET_SECCOMP,
  0x53564d41,  // PR_SET_VMA: names of the allocator's areas
};

// A filter under construction.
typedef struct filter {
  struct sock_filter lines[1024];
  unsigned short length;
} filter;

static void add(filter *f, struct sock_filter line) {
  if (f->length < COUNT(f->lines)) f->lines[f->length++] = line;
}

// Loads the lower half of an argument: none of the checked arguments is longer in the kernel.
static void load(filter *f, size_t offset) {
  add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}
static void load_argument(filter *f, int index) {
  load(f, offsetof(struct seccomp_data, args) + 8 * (size_t)index);
}

static void add_return(filter *f, unsigned value) {
  add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value));
}
static void refuse(filter *f) { add_return(f, SECCOMP_RET_ERRNO | EPERM); }
static void allow(filter *f) { add_return(f, SECCOMP_RET_ALLOW); }

// Compares the loaded value; skips `yes` lines if the comparison is true, `no` lines otherwise.
static void compare(filter *f, unsigned short how, unsigned value, unsigned char yes, unsigned char no) {
  add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, value, yes, no));
}

// Adds the same answer for each value of a list.
static void add_list(filter *f, const int *values, size_t count, unsigned answer) {
  for (size_t i = 0; i < count; i++) {
    compare(f, BPF_JEQ, (unsigned)values[i], 0, 1);
    add_return(f, answer);
  }
}

// Starts the lines for one system call, which have to return an answer; `end_call` ends them.
static unsigned short begin_call(filter *f, int number) {
  compare(f, BPF_JEQ, (unsigned)number, 1, 0);
  add(f, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0));
  return f->length;
}
static void end_call(filter *f, unsigned short start) {
  f->lines[start - 1].k = (unsigned)(f->length - start);
}

// Adds a call one argument of which must be on a list.
static void add_choice(filter *f, int number, int argument, const int *values, size_t count) {
  unsigned short start = begin_call(f, number);
  load_argument(f, argument);
  add_list(f, values, count, SECCOMP_RET_ALLOW);
  refuse(f);
  end_call(f, start);
}

// Adds a call one argument of which must not have any of some bits or, with `all`, not all of them
// together.
static void add_bits(filter *f, int number, int argument, unsigned bits, bool all) {
  unsigned short start = begin_call(f, number);
  load_argument(f, argument);
  if (all) {
    add(f, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits));
    compare(f, BPF_JEQ, bits, 0, 1);
  } else {
    compare(f, BPF_JSET, bits, 0, 1);
  }
  refuse(f);
  allow(f);
  end_call(f, start);
}

static void add_arguments(filter *f, bool sets_mode, bool loads_libraries) {
  const int itself[] = {0, getpid()};
  add_choice(f, SYS_fcntl, 1, allowed_fcntl, COUNT(allowed_fcntl));
  // No memory that was written may be executed. A file may have two mappings, one that is written and one
  // that is executed; only a process that has loaded all its libraries can do without the latter.
  if (loads_libraries)
    add_bits(f, SYS_mmap, 2, PROT_WRITE | PROT_EXEC, true);
  else
    add_bits(f, SYS_mmap, 2, PROT_EXEC, false);
  add_bits(f, SYS_mprotect, 2, PROT_EXEC, false);
  add_choice(f, SYS_ioctl, 1, allowed_ioctl, COUNT(allowed_ioctl));
  add_choice(f, SYS_prctl, 0, allowed_prctl, COUNT(allowed_prctl));
  // libedit sets the mode of the history file to 0600 whenever it adds a line.
  if (sets_mode) add_choice(f, SYS_fchmod, 1, (int[]){0600}, 1);
  add_choice(f, SYS_tgkill, 0, itself + 1, 1);
  add_choice(f, SYS_prlimit64, 0, itself, 2);
  // Threads of libdispatch lower their own priority: PRIO_PROCESS and 0.
  unsigned short priority = begin_call(f, SYS_setpriority);
  load_argument(f, 0);
  compare(f, BPF_JEQ, PRIO_PROCESS, 1, 0);
  refuse(f);
  load_argument(f, 1);
  add_list(f, itself, 1, SECCOMP_RET_ALLOW);
  refuse(f);
  end_call(f, priority);
  // Threads are allowed, processes are not. clone3, the flags of which no filter can read, is missing.
  unsigned short start = begin_call(f, SYS_clone);
  load_argument(f, 0);
  compare(f, BPF_JSET, CLONE_THREAD, 0, 1);
  allow(f);
  refuse(f);
  end_call(f, start);
}

int32_t cc_filter_calls(bool sets_mode, bool loads_libraries) {
  filter f = {.length = 0};
  // Calls with the numbers of another architecture would be different calls from those named here.
  load(&f, offsetof(struct seccomp_data, arch));
  compare(&f, BPF_JEQ, ARCHITECTURE, 1, 0);
  refuse(&f);
  load(&f, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  // The same applies to x32, whose numbers have this bit set.
  compare(&f, BPF_JGE, 0x40000000, 0, 1);
  refuse(&f);
#endif
  add_list(&f, allowed, COUNT(allowed), SECCOMP_RET_ALLOW);
  add_arguments(&f, sets_mode, loads_libraries);
  add_list(&f, refused, COUNT(refused), SECCOMP_RET_ERRNO | EPERM);
  add_return(&f, SECCOMP_RET_ERRNO | ENOSYS);
  if (f.length >= COUNT(f.lines)) return -E2BIG;
  struct sock_fprog program = {f.length, f.lines};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : -errno;
}

#else

int32_t cc_filter_calls(bool sets_mode, bool loads_libraries) {
  (void)sets_mode, (void)loads_libraries;
  return -ENOSYS;
}

#endif
