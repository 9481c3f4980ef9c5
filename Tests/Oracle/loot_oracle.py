#!/usr/bin/env python3
"""Works out loot tables by exact fractions, independently of Flint: every outcome of an opening is enumerated.

The law of an opening is a dictionary from what is given (a sorted tuple of (thing, count)) to its chance. The
values in Tests/SimulationTests/Loot come from here: `python3 Tests/Oracle/loot_oracle.py`.
"""
from fractions import Fraction as F
from collections import defaultdict

NOTHING = ()


def joined(a, b):
    sums = defaultdict(int)
    for name, count in a + b:
        sums[name] += count
    return tuple(sorted((n, c) for n, c in sums.items() if c))


def both(left, right):
    law = defaultdict(F)
    for a, p in left.items():
        for b, q in right.items():
            law[joined(a, b)] += p * q
    return dict(law)


def mix(parts):
    law = defaultdict(F)
    for p, part in parts:
        for a, q in part.items():
            if p * q:
                law[a] += p * q
    return dict(law)


def times(law, counts):
    """counts: {number: chance}"""
    result, power = [], {NOTHING: F(1)}
    for number in range(max(counts) + 1):
        if counts.get(number):
            result.append((counts[number], power))
        power = both(power, law)
    return mix(result)


def uniform(low, high):
    return {n: F(1, high - low + 1) for n in range(low, high + 1)}


def item(name, counts=None):
    return {((name, n),) if n else NOTHING: p for n, p in (counts or {1: F(1)}).items()}


def pool(entries, rolls):
    """entries: [(weight, law)], drawn with replacement"""
    total = sum(w for w, _ in entries)
    return times(mix([(F(w) / total, law) for w, law in entries]), rolls)


def urn(entries, draws):
    """entries: [(weight, law, stock)], drawn without replacement"""
    if draws == 0 or not any(s for _, _, s in entries):
        return {NOTHING: F(1)}
    total = sum(F(w) * s for w, _, s in entries)
    parts = []
    for i, (w, law, s) in enumerate(entries):
        if s:
            rest = entries[:i] + [(w, law, s - 1)] + entries[i + 1:]
            parts.append((F(w) * s / total, both(law, urn(rest, draws - 1))))
    return mix(parts)


def count(law, name):
    result = defaultdict(F)
    for given, p in law.items():
        result[dict(given).get(name, 0)] += p
    return dict(sorted(result.items()))


def show(title, law, names, joint=()):
    print(title)
    for name in names:
        c = count(law, name)
        print(f"  {name}: some {1 - c.get(0, F(0))}, mean {sum(n * p for n, p in c.items())}, law "
              + ", ".join(f"{n}: {p}" for n, p in c.items()))
    if joint:
        print("  all of", joint, sum(p for g, p in law.items() if all(n in dict(g) for n in joint)))


def until(law, goal):
    """The expected number of openings until a dictionary of numbers is reached, by backward recursion."""
    names = sorted(goal)
    memo = {}

    def mean(have):
        if all(h >= goal[n] for h, n in zip(have, names)):
            return F(0)
        if have not in memo:
            stay, sum_ = F(0), F(1)
            for given, p in law.items():
                next_ = tuple(min(goal[n], h + dict(given).get(n, 0)) for h, n in zip(have, names))
                if next_ == have:
                    stay += p
                else:
                    sum_ += p * mean(next_)
            memo[have] = sum_ / (1 - stay)
        return memo[have]

    return mean(tuple(0 for _ in names))


if __name__ == "__main__":
    gems = pool([(1, item("ruby")), (3, item("pearl", uniform(1, 3)))], {1: F(1)})
    chest = both(
        item("gold", uniform(5, 7)),
        pool([(5, item("bread")), (3, gems), (2, {NOTHING: F(1)})], uniform(1, 3)))
    show("nested", chest, ["gold", "bread", "ruby", "pearl"], ("bread", "ruby"))
    print("  until all", until(chest, {"bread": 1, "ruby": 1, "pearl": 1}))
    print("  until 5 pearls", until(chest, {"pearl": 5}), float(until(chest, {"pearl": 5})))
    hand = urn([(1, item("ace"), 4), (1, item("king"), 4), (1, {NOTHING: F(1)}, 44)], 5)
    show("hypergeometric", hand, ["ace"], ("ace", "king"))
    bag = urn([(5, item("a"), 1), (3, item("b"), 1), (2, item("c"), 1), (1, item("d"), 1)], 2)
    show("successive", bag, "abcd", ("a", "d"))
    # Minecraft: luck 2: weights floor(10 - 4), floor(1 + 3); rolls 2 + floor(0.5 * 2); looting 3.
    lucky = pool([(6, item("bone", {n: p for n, p in zip(range(4), [F(1, 8), F(3, 8), F(3, 8), F(1, 8)])})),
                  (4, item("ring"))], {3: F(1)})
    show("luck", lucky, ["bone", "ring"])
    rare = mix([(F(25, 1000) + 3 * F(1, 100), item("head")), (1 - F(25, 1000) - 3 * F(1, 100), {NOTHING: F(1)})])
    show("looting", rare, ["head"])
    # 0 to 2, and for each of 2 levels a number from 0 to 1, rounded: U(0, 2) to 0, 1, 2 with 1/4, 1/2, 1/4.
    flesh = mix([(F(1, 4), item("flesh", uniform(0, 2))), (F(1, 2), item("flesh", uniform(1, 3))),
                 (F(1, 4), item("flesh", uniform(2, 4)))])
    show("levels", flesh, ["flesh"])
    # An entry with a chance takes part in half of the rolls: weights 3 and 1.
    open_ = times(mix([(F(1, 2), mix([(F(3, 4), item("x")), (F(1, 4), item("y"))])), (F(1, 2), item("y"))]),
                  {2: F(1)})
    show("random entries", open_, "xy")
