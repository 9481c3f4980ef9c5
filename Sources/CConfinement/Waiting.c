// A child that is made before the process confines itself, and becomes a program only if it gets input.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CConfinement.h"

// Waits for input and becomes the program; ends where the other end is closed without any.
static _Noreturn void wait_and_run(const char *command, int input) {
  struct pollfd wanted = {.fd = input, .events = POLLIN};
  while (poll(&wanted, 1, -1) < 0)
    if (errno != EINTR) _exit(127);
  if (!(wanted.revents & POLLIN)) _exit(0);
  if (dup2(input, STDIN_FILENO) < 0) _exit(127);
  // As git has it: colours are shown, and what was read stays on the screen.
  setenv("LESS", "FRX", 0);
  setenv("LV", "-c", 0);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

int32_t cc_start_waiting(const char *command, int32_t *input) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  pid_t child = fork();
  if (child == 0) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    close(ends[1]);
    wait_and_run(command, ends[0]);
  }
  int error = errno;
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    return -error;
  }
  *input = ends[1];
  return child;
}

void cc_end_waiting(int32_t child, int32_t input) {
  close(input);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
}
