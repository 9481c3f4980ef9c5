"""Talks to a program on a terminal of its own: converse.py DIALOGUE COMMAND…

A line of the dialogue that begins with "< " waits until that was printed, whatever stands around it;
one that begins with "> " types the text, keys written as in Python's strings, once keys are taken one
by one; with "! " at once. What was printed goes to standard output; the end is the program's status, or 99 when something was not printed in a minute.
"""
import os
import pty
import select
import sys
import termios
import time

lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])

shown = b""  # what was not waited for yet


def read(seconds):
    """Whether there was something, before so many seconds were over."""
    global shown
    if not select.select([terminal], [], [], seconds)[0]:
        return False
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        return False
    sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
    shown += piece
    return bool(piece)


def end(status):
    sys.stdout.buffer.flush()
    os._exit(status)


for line in lines:
    kind, text = line[:2], line[2:].encode().decode("unicode_escape").encode("latin-1")
    if kind == "> ":
        # A prompt may stand there before the terminal is in the mode for editing.
        deadline = time.monotonic() + 60
        while termios.tcgetattr(terminal)[3] & termios.ICANON and time.monotonic() < deadline:
            read(0.02)
    if kind in ("> ", "! "):
        for byte in text.decode("utf-8", "surrogateescape"):
            os.write(terminal, byte.encode("utf-8", "surrogateescape"))
            time.sleep(0.005)
    elif kind == "< ":
        deadline = time.monotonic() + 60
        while text not in shown:
            if time.monotonic() > deadline or not read(1) and os.waitpid(child, os.WNOHANG)[0]:
                print(f"\nnot printed: {line}", flush=True)
                end(99)
        shown = shown[shown.index(text) + len(text):]
while read(60):
    pass
end(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 0xFF)
