#!/usr/bin/env python3
"""Works out audits of draw logs with scipy, statsmodels and dynamic programming of its own, apart from Flint.

Writes Tests/SimulationTests/Audit/Fixtures/draws.json: synthetic logs, drawn by Python's random.Random with the
seed of each case, and the figures of their audits. Needs numpy, scipy and statsmodels:

    python3 -m venv venv && venv/bin/pip install numpy scipy statsmodels
    venv/bin/python Tests/AuditReference/draws.py

A draw is a letter: L and l a legendary that is featured or not, E an epic, c anything else. Several players draw
in turn.
"""
import json
import math
import pathlib
import random
from fractions import Fraction

import numpy as np
from scipy import special, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

WISH = {
    "tiers": [
        {"name": "legendary", "rate": "0.006", "soft_start": 74, "soft_step": "0.06", "hard": 90},
        {"name": "epic", "rate": "0.051", "hard": 10},
    ],
    "share": "0.5", "guarantee": True,
}
SHORT = {
    "tiers": [
        {"name": "legendary", "rate": "0.02", "soft_start": 21, "soft_step": "0.1", "hard": 30},
        {"name": "epic", "rate": "0.13"},
    ],
    "share": "0.5", "guarantee": True,
}
FLAT = {
    "tiers": [{"name": "legendary", "rate": "0.01"}, {"name": "epic", "rate": "0.09"}],
    "share": "0.7", "guarantee": False,
}
CASES = [
    {"name": "wish", "model": WISH, "draws": 2500, "players": 1, "complete": False, "seed": 1},
    {"name": "beginning", "model": SHORT, "draws": 300, "players": 1, "complete": True, "seed": 2},
    {"name": "flat", "model": FLAT, "draws": 1000, "players": 1, "complete": False, "seed": 3},
    {"name": "players", "model": WISH, "draws": 1500, "players": 3, "complete": True, "seed": 4},
    {"name": "other pity", "model": WISH, "drawn": SHORT, "draws": 1200, "players": 1, "complete": True, "seed": 5},
]


def rate(tier, k):
    """The rate of the k-th draw since the last prize."""
    if k >= tier.get("hard", math.inf):
        return 1.0
    base = float(tier["rate"])
    if "soft_start" in tier:
        base += float(tier["soft_step"]) * max(0, k - tier["soft_start"] + 1)
    return min(1.0, base)


def chances(model, counters):
    """The chances of legendary, epic and the rest at the k-th draws since the last of each or better."""
    left, result = 1.0, []
    for tier, k in zip(model["tiers"], counters):
        chance = min(rate(tier, k), left)
        result.append(chance)
        left -= chance
    return result + [max(0.0, left)]


def after(counters, drawn):
    return tuple(1 if drawn <= tier else k + 1 for tier, k in enumerate(counters))


def draw_log(case):
    generator = random.Random(case["seed"])
    model = case.get("drawn", case["model"])
    counters = [(1, 1)] * case["players"]
    sure = [False] * case["players"]
    letters = ""
    for index in range(case["draws"]):
        player = index % case["players"]
        number, drawn = generator.random(), 0
        law = chances(model, counters[player])
        while drawn < 2 and number >= law[drawn]:
            number -= law[drawn]
            drawn += 1
        letter = "lEc"[drawn]
        if drawn == 0:
            won = sure[player] or generator.random() < float(model["share"])
            sure[player] = model["guarantee"] and not won
            letter = "L" if won else "l"
        letters += letter
        counters[player] = after(counters[player], drawn)
    return letters


def effective(model):
    """Long-run shares from the stationary law of the whole chain, by a linear system."""
    states, order = {(1, 1): 0}, [(1, 1)]
    rows = []
    position = 0
    while position < len(order):
        counters = order[position]
        law = chances(model, counters)
        for drawn, chance in enumerate(law):
            if chance <= 0:
                continue
            then = after(counters, drawn)
            # Without pity a counter changes nothing.
            then = tuple(k if "hard" in t or "soft_start" in t else 1 for t, k in zip(model["tiers"], then))
            if then not in states:
                states[then] = len(order)
                order.append(then)
            rows.append((position, states[then], chance))
        position += 1
    matrix = np.zeros((len(order), len(order)))
    for start, end, chance in rows:
        matrix[start, end] += chance
    system = np.vstack([matrix.T - np.eye(len(order)), np.ones(len(order))])
    goal = np.zeros(len(order) + 1)
    goal[-1] = 1
    law = np.linalg.lstsq(system, goal, rcond=None)[0]
    return [float(sum(p * chances(model, c)[tier] for p, c in zip(law, order))) for tier in range(3)]


def gap_law(model):
    left, law, k = 1.0, [], 1
    tier = model["tiers"][0]
    while left > 1e-9:
        chance = rate(tier, k)
        law.append(left * chance)
        left *= 1 - chance
        k += 1
    law[-1] += left
    return law


def renewal_p(model, count, draws):
    """Two-sided p-value of the number of legendaries in draws from a beginning, by a table over (counter, number)."""
    tier = model["tiers"][0]
    table = {(1, 0): 1.0}
    for _ in range(draws):
        then = {}
        for (k, n), chance in table.items():
            if chance < 1e-22:
                continue
            p = rate(tier, k)
            if p > 0:
                then[(1, n + 1)] = then.get((1, n + 1), 0) + chance * p
            if p < 1:
                then[(k + 1, n)] = then.get((k + 1, n), 0) + chance * (1 - p)
        table = then
    most = sum(p for (_, n), p in table.items() if n <= count)
    least = sum(p for (_, n), p in table.items() if n >= count)
    return min(1.0, 2 * min(most, least))


def cells(law, gaps):
    """The first lengths of ranges in each of which at least five of the gaps are expected, if there are ten."""
    least = 0.2 if gaps < 10 else max(5 / gaps, 0.05)
    starts, total, left = [1], 0.0, 1.0
    for length, chance in enumerate(law, 1):
        total += chance
        if total >= least - 1e-12 and left - total >= least - 1e-12:
            starts.append(length + 1)
            left -= total
            total = 0.0
    return starts


def runs_p(outcomes):
    a, b = sum(outcomes), len(outcomes) - sum(outcomes)
    if a == 0 or b == 0:
        return None
    runs = 1 + sum(x != y for x, y in zip(outcomes, outcomes[1:]))

    def number(r):
        h = r // 2
        if r % 2 == 0:
            return 2 * math.comb(a - 1, h - 1) * math.comb(b - 1, h - 1)
        return math.comb(a - 1, h) * math.comb(b - 1, h - 1) + math.comb(a - 1, h - 1) * math.comb(b - 1, h)

    law = [Fraction(0 if r < 2 else number(r), math.comb(a + b, a)) for r in range(a + b + 1)]
    assert sum(law) == 1
    return runs, float(min(Fraction(1), 2 * min(sum(law[: runs + 1]), sum(law[runs:]))))


def featured_law(prizes, sure, share):
    share = Fraction(share)
    table = {(sure, 0): Fraction(1)}
    for _ in range(prizes):
        then = {}
        for (is_sure, n), p in table.items():
            if is_sure:
                branches = [((False, n + 1), p)]
            else:
                branches = [((False, n + 1), p * share), ((True, n), p * (1 - share))]
            for key, chance in branches:
                then[key] = then.get(key, 0) + chance
        table = then
    law = [Fraction(0)] * (prizes + 1)
    for (_, n), p in table.items():
        law[n] += p
    return law


def audit(case, letters):
    model, players = case["model"], case["players"]
    has_pity = any("hard" in t or "soft_start" in t for t in model["tiers"])
    known_from_start = case["complete"] or not has_pity
    counters = [(1, 1) if known_from_start else None] * players
    since = [0] * players
    began = [case["complete"]] * players
    gaps, epic_gaps, overruns = [], 0, 0
    excess = [[], []]
    spread = [[], []]
    expected = [0.0, 0.0]
    counted = [0, 0]
    known = 0
    overdue = [set() for _ in range(players)]
    counted_all = all_draws = 0
    for index, letter in enumerate(letters):
        player = index % players
        drawn = {"L": 0, "l": 0, "E": 1, "c": 2}[letter]
        if counters[player] is not None:
            all_draws += 1
            counted_all += drawn == 0
            # A draw that was certain to give a prize and did not, and those up to the prize, have no stated chances.
            due = overdue[player] | {t for t in range(2) if rate(model["tiers"][t], counters[player][t]) >= 1}
            is_late = bool(overdue[player])
            overdue[player] = {t for t in due if drawn > t}
            is_late = is_late or bool(overdue[player])
            known += not is_late
            law = chances(model, counters[player])
            for tier in range(0 if is_late else 2):
                excess[tier].append((drawn == tier) - law[tier])
                spread[tier].append(law[tier] * (1 - law[tier]))
                expected[tier] += law[tier]
                counted[tier] += drawn == tier
            counters[player] = after(counters[player], drawn)
        elif drawn == 0:
            counters[player] = (1, 1)
        since[player] += 1
        if drawn == 0:
            if began[player]:
                gaps.append(since[player])
            began[player], since[player] = True, 0
        elif has_pity and since[player] == model["tiers"][0]["hard"]:
            overruns += 1
    result = {
        "effective": effective(model) if has_pity else [float(t["rate"]) for t in model["tiers"]] + [0.9],
        "observed": [sum(c in "Ll" for c in letters), letters.count("E"), letters.count("c")],
        "known": known, "known_expected": expected, "known_observed": counted,
        "deviation": [math.sqrt(sum(s)) for s in spread], "gaps": gaps, "overruns": overruns,
    }
    result["z"] = [sum(e) / math.sqrt(sum(s)) for e, s in zip(excess, spread)]
    result["normal_p"] = [2 * float(stats.norm.sf(abs(z))) for z in result["z"]]
    if has_pity:
        if players == 1:
            result["renewal_p"] = renewal_p(model, counted_all, all_draws)
    else:
        result["binomial_p"] = [
            float(stats.binomtest(counted[t], known, float(model["tiers"][t]["rate"])).pvalue) for t in range(2)]
    law = gap_law(model)
    starts = cells(law, len(gaps))
    ends = starts[1:] + [10**9]
    observed = [sum(a <= g < b for g in gaps) for a, b in zip(starts, ends)]
    wanted = [len(gaps) * sum(law[a - 1 : b - 1]) for a, b in zip(starts, ends)]
    scale = sum(observed) / sum(wanted)
    test = stats.chisquare(observed, [w * scale for w in wanted])
    result["gap_starts"], result["gap_observed"], result["gap_expected"] = starts, observed, wanted
    result["gap_chi_square"], result["gap_p"] = float(test.statistic), float(test.pvalue)
    result["gap_mean"] = float(np.mean(law @ np.arange(1, len(law) + 1)))
    drift = []
    for e, s in zip(excess, spread):
        course, past = np.cumsum(e), np.cumsum(s)
        bridge = np.abs(course - past / past[-1] * course[-1]) / math.sqrt(past[-1])
        drift.append({"statistic": float(bridge.max()), "change": int(bridge.argmax()) + 1,
                      "kolmogorov_p": float(stats.kstwobign.sf(bridge.max()))})
    result["drift"] = drift
    # Featured: trials, wins, and violations.
    share, sure_next, courses = model["share"], model["guarantee"], []
    wins = trials = guaranteed = violations = 0
    total = np.array([1.0])
    law_of_count, featured_count, outcomes_all = [Fraction(1)], 0, []
    for player in range(players):
        state = "free" if case["complete"] or not sure_next else "unknown"
        outcomes, prizes, begins = [], 0, False
        for letter in letters[player::players]:
            if letter not in "Ll":
                continue
            won = letter == "L"
            if state == "unknown":
                state = "free" if won else "sure"
                begins = not won
                continue
            prizes += 1
            featured_count += won
            if state == "free":
                trials, wins = trials + 1, wins + won
                outcomes.append(won)
                state = "free" if won or not sure_next else "sure"
            else:
                guaranteed += 1
                violations += not won
                state = "free" if won else "sure"
        outcomes_all.append(outcomes)
        if sure_next:
            one = featured_law(prizes, begins, share)
            joined = [Fraction(0)] * (len(law_of_count) + len(one) - 1)
            for i, p in enumerate(law_of_count):
                for j, q in enumerate(one):
                    joined[i + j] += p * q
            law_of_count = joined
    low, high = proportion_confint(wins, trials, alpha=0.05, method="beta")
    result["featured"] = {
        "trials": trials, "wins": wins, "guaranteed": guaranteed, "violations": violations,
        "binomial_p": float(stats.binomtest(wins, trials, float(share)).pvalue), "low": float(low), "high": float(high),
    }
    if sure_next:
        mine = law_of_count[featured_count]
        result["featured"]["count_p"] = float(sum(p for p in law_of_count if p <= mine))
    if players == 1 and runs_p(outcomes_all[0]):
        result["featured"]["runs"], result["featured"]["runs_p"] = runs_p(outcomes_all[0])
    if case["name"] == "beginning":
        result["simulated"] = simulated(case, starts, law, result)
    return result


def simulated(case, starts, law, result):
    """The gaps and the drift of 20,000 logs of the model."""
    generator = np.random.default_rng(7)
    model, draws, logs = case["model"], case["draws"], 20_000
    table = np.array([rate(model["tiers"][0], k) for k in range(1, 31)])
    counter = np.zeros(logs, dtype=int)
    ends = np.array(starts[1:] + [10**9])
    observed = np.zeros((logs, len(starts)))
    excess, spread = np.zeros((draws, logs)), np.zeros((draws, logs))
    for index in range(draws):
        p = table[counter]
        hit = generator.random(logs) < p
        excess[index], spread[index] = hit - p, p * (1 - p)
        cell = np.searchsorted(ends, counter + 1, side="right")
        observed[np.nonzero(hit)[0], cell[hit]] += 1
        counter = np.where(hit, 0, counter + 1)
    probabilities = np.array([sum(law[a - 1 : b - 1]) for a, b in zip(starts, starts[1:] + [10**9])])
    wanted = observed.sum(axis=1, keepdims=True) * probabilities
    statistic = ((observed - wanted) ** 2 / np.maximum(wanted, 1e-300)).sum(axis=1)
    course, past = excess.cumsum(axis=0), spread.cumsum(axis=0)
    bridge = np.abs(course - past / past[-1] * course[-1]) / np.sqrt(past[-1])
    return {
        "gap_p": float((statistic >= result["gap_chi_square"] - 1e-9).mean()),
        "drift_p": float((bridge.max(axis=0) >= result["drift"][0]["statistic"] - 1e-9).mean()),
    }


def main():
    cases = []
    for case in CASES:
        letters = draw_log(case)
        cases.append({k: v for k, v in case.items() if k != "drawn"} | {"log": letters, "figures": audit(case, letters)})
    p_values = [0.004, 0.3, 0.04, 0.011, 1.0, 0.02]
    holm = [float(p) for p in multipletests(p_values, method="holm")[1]]
    binomial = [
        [k, n, p, float(stats.binomtest(k, n, float(Fraction(p))).pvalue)]
        for k, n, p in [(0, 10, "0.5"), (3, 10, "0.5"), (5, 10, "0.5"), (7, 10, "0.7"), (12, 1000, "0.01"),
                        (3, 1000, "0.01"), (0, 5, "0.001"), (5, 5, "0.9"), (480, 1000, "0.5"), (41, 2500, "0.016"),
                        (1, 1, "1/3"), (9, 12, "1/3"), (60_000, 1_000_000, "0.0605")]]
    kolmogorov = [[x, float(stats.kstwobign.sf(x))] for x in (0.3, 0.5, 0.8276, 1.2, 1.3581, 2.0, 3.5)]
    path = pathlib.Path(__file__).parents[1] / "SimulationTests/Audit/Fixtures/draws.json"
    text = {"cases": cases, "holm": {"p": p_values, "adjusted": holm}, "binomial": binomial, "kolmogorov": kolmogorov}
    path.write_text(json.dumps(text, indent=1) + "\n")


main()
