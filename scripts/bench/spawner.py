"""Runs commands from a process that stays small.

Linux counts the memory of the process that starts a command as the command's peak, until the command uses more. A
Python program with everything that the benchmarks import uses more than some of the programs that they measure.
"""

import json
import os
import time


class Spawner:
    """A process that runs one command at a time; it has to be created before anything large is imported."""

    def __init__(self):
        their_requests, my_requests = os.pipe()
        my_answers, their_answers = os.pipe()
        if os.fork() == 0:
            os.close(my_requests)
            os.close(my_answers)
            self._serve(os.fdopen(their_requests), os.fdopen(their_answers, "w"))
            os._exit(0)
        os.close(their_requests)
        os.close(their_answers)
        self._requests = os.fdopen(my_requests, "w")
        self._answers = os.fdopen(my_answers)

    def run(self, command, output):
        """Runs a command with its output in a file; returns its status, time, CPU time and peak memory in bytes."""
        print(json.dumps([command, output, dict(os.environ)]), file=self._requests, flush=True)
        return json.loads(self._answers.readline())

    @staticmethod
    def _serve(requests, answers):
        for line in requests:
            command, output, environment = json.loads(line)
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            actions = [
                (os.POSIX_SPAWN_OPEN, 1, output, flags, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ]
            start = time.perf_counter()
            try:
                process = os.posix_spawn(command[0], command, environment, file_actions=actions)
                _, status, usage = os.wait4(process, 0)
                seconds = time.perf_counter() - start
                answer = (status, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)
            except OSError as error:
                with open(output, "w", encoding="utf-8") as file:
                    file.write(str(error))
                answer = (-1, 0, 0, 0)
            print(json.dumps(answer), file=answers, flush=True)
