"""host_peer.py ROUNDS: the measurements of host-bench, for Python functions called by Python."""

import sys
import time
from statistics import median

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
CATEGORIES = {"idea": 0, "energy": 1}


def add(a, b):
    if type(a) is not int or type(b) is not int:
        raise TypeError("expected integers")
    return a + b


def length(text):
    if type(text) is not str:
        raise TypeError("expected a string")
    return len(text)


def take(it):
    title, category, minutes = it["title"], CATEGORIES[it["category"]], it["minutes"]
    if type(title) is not str or not 0 <= minutes <= 1440:
        raise TypeError("expected a title and minutes")
    return minutes + category


def rows(count):
    for i in range(count):
        yield i, 1.5, True, "Morning run", "energy"


def refuse():
    return None, {"code": "no_token", "message": "there is no roll token"}


def fail():
    raise ValueError("fail: that does not work")


def empty(n):
    for _ in range(n):
        pass


def two_integers(n):
    for i in range(n):
        add(i, 2)


def short_string(n):
    for _ in range(n):
        length("Morning run")


def table(n):
    it = {"title": "Morning run", "category": "energy", "minutes": 30}
    for _ in range(n):
        take(it)


def iterator(n):
    for _a, _b, _c, _d, _e in rows(n):
        pass


def refusal(n):
    for _ in range(n):
        _x, _e = refuse()


def error(n):
    for _ in range(n):
        try:
            fail()
        except ValueError:
            pass


def seconds(body, n):
    start = time.perf_counter()
    body(n)
    return time.perf_counter() - start


for name, count, body in (
    ("two integers", 2_000_000, two_integers),
    ("a short string", 2_000_000, short_string),
    ("a table of three fields", 1_000_000, table),
    ("an iterator's step of five values", 1_000_000, iterator),
    ("a refusal as nil, error", 500_000, refusal),
    ("an error raised and caught", 200_000, error),
):
    times = [(seconds(body, count) - seconds(empty, count)) / count * 1e9 for _ in range(ROUNDS)]
    print(f"{name}: {median(times)} ns")
