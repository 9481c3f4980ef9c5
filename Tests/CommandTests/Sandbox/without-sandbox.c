// Runs a program on a kernel that has no sandbox to offer: Landlock is missing, and no filter of system
// calls can be installed. WITHOUT_LANDLOCK or WITHOUT_FILTER as the first argument leaves the other one.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

int main(int count, char **arguments) {
  if (count < 3) return 99;
  unsigned landlock = strcmp(arguments[1], "WITHOUT_FILTER") ? 444 : 0xFFFF;
  unsigned filter = strcmp(arguments[1], "WITHOUT_LANDLOCK") ? SYS_prctl : 0xFFFF;
  struct sock_filter lines[] = {
    LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, landlock, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, filter, 0, 3),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof lines / sizeof *lines, lines};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    return 98;
  execvp(arguments[2], arguments + 2);
  perror(arguments[2]);
  return 97;
}
