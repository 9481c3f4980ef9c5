// What code that broke out of Lua or SQLite could do in the sandbox of a command: tries system calls in the very
// process, and prints a line for each: "held" or "reached", and what was tried.
//
// It is loaded into flint by LD_PRELOAD, and begins when flint sets the timer of a script's time limit, or, in a
// command without a script, when it prints for the first time: the sandbox is closed by then and the profile is
// open. With a main function (-DVICTIM) it is the other process, of the same user, that is reached for.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#ifdef VICTIM

// Prints its id and those of its System V objects, and waits for the end of its input.
int main(void) {
  int memory = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  int queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  int semaphore = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  printf("%d %d %d %d\n", getpid(), memory, queue, semaphore);
  fflush(stdout);
  char byte;
  while (read(0, &byte, 1) > 0) {}
  shmctl(memory, IPC_RMID, NULL);
  msgctl(queue, IPC_RMID, NULL);
  semctl(semaphore, 0, IPC_RMID);
  return 0;
}

#else

// A call that this architecture or these headers do not have is tried by a number that no kernel has.
enum { NONE = 0xFFFF };
#ifndef SYS_fork
#define SYS_fork NONE
#endif
#ifndef SYS_vfork
#define SYS_vfork NONE
#endif
#ifndef SYS_iopl
#define SYS_iopl NONE
#endif
#ifndef SYS_modify_ldt
#define SYS_modify_ldt NONE
#endif
#ifndef SYS_chmod
#define SYS_chmod NONE
#endif
#ifndef SYS_utime
#define SYS_utime NONE
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif
#ifndef SYS_process_mrelease
#define SYS_process_mrelease 448
#endif

// What the kernel does not know, or does not find, it has looked at: only a refusal is one.
static void report(const char *what, long result) {
  int held = result < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS);
  dprintf(1, "%s %s\n", held ? "held   " : "reached", what);
}

#define TRY(what, call) (errno = 0, report(what, (long)(call)))

static char path[8192];

static const char *in(const char *folder, const char *name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void files(const char *outside, const char *profile) {
  char secret[4096];
  snprintf(secret, sizeof secret, "%s/secret", outside);
  struct timespec times[2] = {{1, 0}, {1, 0}};
  TRY("read another file", open(secret, O_RDONLY));
  TRY("write another file", open(secret, O_WRONLY));
  TRY("truncate another file", truncate(secret, 0));
  TRY("remove another file", unlink(secret));
  TRY("rename another file", rename(secret, in(profile, "x")));
  TRY("link another file", link(secret, in(profile, "x")));
  TRY("change the mode of another file (fchmodat)", chmod(secret, 0666));
  TRY("change the mode of another file (chmod)", syscall(SYS_chmod, secret, 0666));
  TRY("change the mode of another file (fchmodat2)", syscall(SYS_fchmodat2, AT_FDCWD, secret, 0606, 0));
  TRY("change the owner of another file", chown(secret, getuid(), getgid()));
  TRY("change the owner of an open file", fchown(1, getuid(), getgid()));
  TRY("change the mode of an open file", fchmod(1, 0666));
  TRY("change the mode of an open file to 0600", fchmod(1, 0600));
  TRY("set an attribute of another file", setxattr(secret, "user.x", "y", 1, 0));
  TRY("read an attribute of another file", getxattr(secret, "user.x", path, 1));
  TRY("set the times of another file", utimensat(AT_FDCWD, secret, times, 0));
  TRY("set the times of another file (utime)", syscall(SYS_utime, secret, NULL));
  TRY("watch another file", inotify_add_watch(inotify_init(), secret, IN_ALL_EVENTS));
  TRY("get a lasting name of another file",
    syscall(SYS_name_to_handle_at, AT_FDCWD, secret,
      &(struct { unsigned size; int kind; char bytes[128]; }){128, 0, {0}}, (int[]){0}, 0));
  TRY("change the current directory", chdir(outside));
  TRY("list the root directory", open("/", O_RDONLY | O_DIRECTORY));
  TRY("make a file beside the profile", open(in(profile, ".bashrc"), O_WRONLY | O_CREAT, 0644));
  TRY("write another profile beside it", open(in(profile, "other.db"), O_WRONLY));
  TRY("read another profile beside it", open(in(profile, "other.db"), O_RDONLY));
  TRY("truncate another profile beside it", truncate(in(profile, "other.db"), 0));
  TRY("remove another profile beside it", unlink(in(profile, "other.db")));
  TRY("remove the profile", unlink(in(profile, "p.db")));
  TRY("rename the profile", (in(profile, "p.db"), rename(path, strcat(strcpy(secret, path), "x"))));
  TRY("make a symbolic link beside the profile", symlink("/etc/passwd", in(profile, "link")));
  TRY("make a directory beside the profile", mkdir(in(profile, "folder"), 0755));
  TRY("make a FIFO beside the profile", mkfifo(in(profile, "fifo"), 0644));
  TRY("make a device beside the profile", mknod(in(profile, "device"), S_IFBLK | 0666, 254 << 8));
  TRY("write the profile", open(in(profile, "p.db"), O_RDWR));
  TRY("read the environment", open("/proc/self/environ", O_RDONLY));
  TRY("open the terminal", open("/dev/tty", O_RDWR));
  TRY("use an inherited descriptor", fcntl(57, F_GETFD) < 0 ? (errno = EPERM, -1) : 0);
}

static void processes(pid_t victim) {
  char *arguments[] = {"/bin/true", NULL};
  struct rlimit limit = {0, 0};
  struct sched_param parameters = {0};
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  TRY("start a process (fork)", syscall(SYS_fork));
  TRY("start a process (vfork)", syscall(SYS_vfork));
  TRY("start a process (clone)", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  TRY("start a process (clone3)", syscall(SYS_clone3, NULL, 0));
  TRY("start a program (execve)", execve("/bin/true", arguments, NULL));
  TRY("start a program (execveat)", syscall(SYS_execveat, AT_FDCWD, "/bin/true", arguments, NULL, 0));
  TRY("signal a process (kill)", kill(victim, 0));
  TRY("signal a process (tkill)", syscall(SYS_tkill, victim, 0));
  TRY("signal a process (tgkill)", syscall(SYS_tgkill, victim, victim, 0));
  TRY("signal a process (pidfd_open)", syscall(SYS_pidfd_open, victim, 0));
  TRY("signal a process (pidfd_send_signal)", syscall(SYS_pidfd_send_signal, -1, 0, NULL, 0));
  TRY("signal a process (rt_sigqueueinfo)", syscall(SYS_rt_sigqueueinfo, victim, 0, NULL));
  TRY("signal a process (rt_tgsigqueueinfo)",
    syscall(SYS_rt_tgsigqueueinfo, victim, victim, 0, NULL));
  TRY("signal a process (F_SETOWN)", fcntl(1, F_SETOWN, victim));
  TRY("choose the signal of a descriptor (F_SETSIG)", fcntl(1, F_SETSIG, SIGUSR1));
  TRY("take a descriptor of a process", syscall(SYS_pidfd_getfd, -1, 0, 0));
  TRY("trace a process", syscall(SYS_ptrace, 16, victim, 0, 0));
  TRY("read the memory of a process", syscall(SYS_process_vm_readv, victim, NULL, 0, NULL, 0, 0));
  TRY("write the memory of a process", syscall(SYS_process_vm_writev, victim, NULL, 0, NULL, 0, 0));
  TRY("advise on the memory of a process", syscall(SYS_process_madvise, -1, NULL, 0, 0, 0));
  TRY("free the memory of a process", syscall(SYS_process_mrelease, -1, 0));
  TRY("move the memory of a process", syscall(SYS_move_pages, victim, 0, NULL, NULL, NULL, 0));
  TRY("move all memory of a process", syscall(SYS_migrate_pages, victim, 1, NULL, NULL));
  TRY("compare the descriptors of a process", syscall(SYS_kcmp, getpid(), victim, 0, 0, 1));
  TRY("read the list of locks of a process", syscall(SYS_get_robust_list, victim, path, path + 8));
  TRY("read a limit of a process", prlimit(victim, RLIMIT_FSIZE, NULL, &limit));
  TRY("set a limit of a process", prlimit(victim, RLIMIT_FSIZE, &limit, NULL));
  TRY("set the priority of a process", setpriority(PRIO_PROCESS, victim, 19));
  TRY("set the priority of the user's processes", setpriority(PRIO_USER, 0, 19));
  TRY("set the priority of the group's processes", setpriority(PRIO_PGRP, 0, 19));
  TRY("set the processors of a process", sched_setaffinity(victim, sizeof processors, &processors));
  TRY("set the scheduler of a process", sched_setscheduler(victim, SCHED_IDLE, &parameters));
  TRY("set the I/O priority of a process", syscall(SYS_ioprio_set, 1, victim, 3 << 13));
  TRY("set the group of a process", setpgid(victim, victim));
  TRY("read the session of a process", getsid(victim));
  TRY("leave the session", setsid());
}

static void communication(int memory, int queue, int semaphore) {
  void *attached = shmat(memory, NULL, 0);
  report("attach shared memory (System V)", attached == (void *)-1 ? -1 : 0);
  TRY("make shared memory (System V)", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
  TRY("remove shared memory (System V)", shmctl(memory, IPC_RMID, NULL));
  TRY("send a message (System V)",
    msgsnd(queue, &(struct { long kind; char text[4]; }){1, "hey"}, 4, IPC_NOWAIT));
  TRY("remove a queue (System V)", msgctl(queue, IPC_RMID, NULL));
  TRY("change a semaphore (System V)", semop(semaphore, &(struct sembuf){0, 1, IPC_NOWAIT}, 1));
  TRY("remove a semaphore (System V)", semctl(semaphore, 0, IPC_RMID));
  TRY("open a message queue (POSIX)", syscall(SYS_mq_open, "flint-probe", O_RDWR | O_CREAT, 0600, NULL));
  TRY("remove a message queue (POSIX)", syscall(SYS_mq_unlink, "flint-probe"));
  int ends[2];
  TRY("open a socket (Unix)", socket(AF_UNIX, SOCK_STREAM, 0));
  TRY("open a socket (IPv4)", socket(AF_INET, SOCK_STREAM, 0));
  TRY("open a socket (IPv6)", socket(AF_INET6, SOCK_STREAM, 0));
  TRY("open a socket (netlink)", socket(AF_NETLINK, SOCK_RAW, 0));
  TRY("open a socket (vsock)", socket(40, SOCK_STREAM, 0));
  TRY("open two sockets", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  TRY("send by a socket", sendto(-1, path, 1, 0, NULL, 0));
  TRY("send a message by a socket", sendmsg(-1, NULL, 0));
  TRY("receive a message by a socket", recvmsg(-1, NULL, 0));
  TRY("accept a connection", accept4(-1, NULL, NULL, 0));
  TRY("make a ring of calls", syscall(SYS_io_uring_setup, 4, path));
  TRY("enter a ring of calls", syscall(SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0));
}

static void kernel(const char *folder) {
  TRY("enter a namespace of its own", unshare(CLONE_NEWUSER));
  TRY("enter another namespace", setns(-1, 0));
  TRY("mount", syscall(SYS_mount, 0, 0, 0, 0, 0));
  TRY("unmount", syscall(SYS_umount2, "/nowhere", 0));
  TRY("open a file system", syscall(SYS_fsopen, "tmpfs", 0));
  TRY("copy a mount", syscall(SYS_open_tree, AT_FDCWD, folder, 1));
  TRY("move a mount", syscall(SYS_move_mount, -1, "", -1, "", 4));
  TRY("change a mount", syscall(SYS_mount_setattr, -1, "", 0x1000, path, 32));
  TRY("change the root directory", chroot("/nowhere"));
  TRY("swap the root directory", syscall(SYS_pivot_root, "/nowhere", "/nowhere"));
  TRY("load a program into the kernel", syscall(SYS_bpf, 0, path, 0));
  TRY("measure the system", syscall(SYS_perf_event_open, path, 0, -1, -1, 0));
  TRY("handle page faults", syscall(SYS_userfaultfd, 0));
  TRY("use keys", syscall(SYS_keyctl, 0, 0, 0, 0, 0));
  TRY("make a file of memory", syscall(SYS_memfd_create, "x", 0));
  TRY("make secret memory", syscall(447, 0));
  TRY("map memory to write and run",
    mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        == MAP_FAILED ? -1 : 0);
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TRY("run memory that was written", mprotect(page, 4096, PROT_READ | PROT_EXEC));
  TRY("open a file by its lasting name", syscall(SYS_open_by_handle_at, -1, path, 0));
  TRY("watch all files", syscall(SYS_fanotify_init, 0, O_RDONLY));
  TRY("name the machine", (gethostname(path, 256), sethostname(path, strlen(path))));
  TRY("restart the machine", syscall(SYS_reboot, 0, 0, 0, NULL));
  TRY("remove a kernel module", syscall(SYS_delete_module, "no_such_module", O_NONBLOCK));
  TRY("load a kernel module", syscall(SYS_finit_module, -1, "", 0));
  TRY("load a kernel", syscall(SYS_kexec_load, 0, 0, NULL, 0xffff));
  TRY("swap to a file", syscall(SYS_swapon, "/nowhere", 0));
  TRY("stop swapping", syscall(SYS_swapoff, "/nowhere"));
  TRY("log processes", syscall(SYS_acct, "/nowhere"));
  TRY("use ports of devices", syscall(SYS_iopl, 0));
  TRY("read the kernel's log", syscall(SYS_syslog, 3, path, 100));
  TRY("set the clock", syscall(SYS_clock_settime, 99, NULL));
  TRY("adjust the clock", syscall(SYS_clock_adjtime, 99, NULL));
  TRY("set the time", syscall(SYS_settimeofday, NULL, NULL));
  TRY("set quotas", syscall(SYS_quotactl, 0, NULL, 0, NULL));
  TRY("change the table of segments", syscall(SYS_modify_ldt, 0, path, 16));
  TRY("change the personality", syscall(SYS_personality, 0x0400000));
  TRY("change the user", setuid(getuid()));
  TRY("change the groups", syscall(SYS_setgroups, 0, NULL));
  TRY("change the capabilities", syscall(SYS_capset, NULL, NULL));
  TRY("move the memory's bounds (PR_SET_MM)", prctl(35, 1, 0, 0, 0));
  TRY("let itself be traced (PR_SET_PTRACER)", prctl(0x59616d61, -1, 0, 0, 0));
  TRY("be dumped (PR_SET_DUMPABLE)", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  TRY("hang up the terminal", syscall(SYS_vhangup));
  TRY("type into the terminal", ioctl(0, TIOCSTI, "x"));
  TRY("type into the terminal (high bits)", syscall(SYS_ioctl, 0, 0x100000000ull | TIOCSTI, "x"));
  TRY("paste into the console", ioctl(0, TIOCLINUX, "\2"));
  TRY("take over the console", ioctl(0, TIOCCONS, 0));
  TRY("leave the terminal", ioctl(0, TIOCNOTTY, 0));
#ifdef __x86_64__
  long number = 20;
  __asm__ volatile("int $0x80" : "+a"(number) : : "memory");
  errno = number < 0 ? (int)-number : 0;
  report("call by the numbers of i386", number < 0 ? -1 : number);
  TRY("call by the numbers of x32", syscall(0x40000000 | SYS_getpid));
#else
  errno = EPERM;
  report("call by the numbers of i386", -1);
  report("call by the numbers of x32", -1);
#endif
}

static void probe(void) {
  const char *outside = getenv("PROBE_OUTSIDE"), *profile = getenv("PROBE_PROFILE");
  int victim, memory, queue, semaphore;
  if (!outside || !profile
    || sscanf(getenv("PROBE_VICTIM"), "%d %d %d %d", &victim, &memory, &queue, &semaphore) != 4)
    _exit(99);
  files(outside, profile);
  processes(victim);
  communication(memory, queue, semaphore);
  kernel(profile);
  _exit(0);
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer) {
  (void)clock, (void)event, (void)timer;
  probe();
  return -1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) probe();
  return syscall(SYS_write, descriptor, bytes, count);
}

#endif
