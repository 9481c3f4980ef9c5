"""Pools with pity, featured cards, guarantee, path and ceiling, and orders of pools, as chains of counters."""

from fractions import Fraction

from laws import ONE, ZERO, Moves, convolution, count_entry, count_law, decimal, time_entry, time_law

PERCENT = Fraction(1, 100)


def raised_rate(base, soft_start, step, hard, coming):
    """The rate of the coming card, counted from the last: domain.md, section 3."""
    if coming >= hard:
        return Fraction(1)
    return min(Fraction(1), base + step * max(0, coming - soft_start + 1))


# --- A character pool like Genshin Impact's ---------------------------------------------------------

FIVE = dict(base=Fraction(6, 1000), soft_start=74, step=6 * PERCENT, hard=90)
FOUR = dict(base=Fraction(51, 1000), soft_start=9, step=51 * PERCENT, hard=10)


def featured(pity, share):
    """State: cards since the last of the rarity, and whether the next of it is certainly featured."""

    def step(state):
        since, guaranteed = state
        rate = raised_rate(**pity, coming=since + 1)
        wins = Fraction(1) if guaranteed else share
        return [
            (rate * wins, (0, False), 1),
            (rate * (1 - wins), (0, True), 0),
            (1 - rate, (since + 1, guaranteed), 0),
        ]

    return step


def any_of(pity):
    """State: cards since the last of the rarity."""

    def step(since):
        rate = raised_rate(**pity, coming=since + 1)
        return [(rate, 0, 1), (1 - rate, since + 1, 0)]

    return step


def three_tiers(since5, since4):
    """Rates of 5, 4 and 3 stars: the rarest is settled first, gains are taken from the commonest first."""
    five = raised_rate(**FIVE, coming=since5 + 1)
    three = 1 - FIVE["base"] - FOUR["base"]
    gain = five - FIVE["base"]
    taken = min(gain, three)
    three, four = three - taken, FOUR["base"] - (gain - taken)
    target = min(raised_rate(**FOUR, coming=since4 + 1), 1 - five)
    if target > four:
        taken = min(target - four, three)
        three, four = three - taken, four + taken
    return five, four, three


def four_stars(share, of):
    """State: both counters, and the guarantee of 4 stars. The prize is one of `of` equal featured cards, or any
    4 stars if `share` is 0. A card of 5 stars resets the counter of 4 stars as well."""

    def step(state):
        since5, since4, guaranteed = state
        five, four, three = three_tiers(since5, since4)
        moves = [(five, (0, 0, guaranteed), 0), (three, (since5 + 1, since4 + 1, guaranteed), 0)]
        if not share:
            return moves + [(four, (since5 + 1, 0, False), 1)]
        wins = Fraction(1) if guaranteed else share
        return moves + [
            (four * wins / of, (since5 + 1, 0, False), 1),
            (four * wins * (of - 1) / of, (since5 + 1, 0, False), 0),
            (four * (1 - wins), (since5 + 1, 0, True), 0),
        ]

    return step


def long_run_rates():
    """Cards of 4 and of 5 stars per roll: everything starts anew at a card of 5 stars."""
    moves = Moves(lambda state: [(c, (s, k), w) for c, (s, k, _), w in four_stars(0, 1)((*state, False))])
    now, rolls, fours = {(0, 0): ONE}, ZERO, ZERO
    while now:
        after = {}
        for state, chance in now.items():
            rolls += chance
            for index, (move, following, won) in enumerate(moves[state]):
                fours += chance * move * won
                if following != (0, 0) or won:
                    after[following] = after.get(following, ZERO) + chance * move
        now = after
    return {"5": float(1 / rolls), "4": float(fours / rolls), "3": float((rolls - 1 - fours) / rolls)}


def genshin_character():
    step = featured(FIVE, Fraction(1, 2))
    fresh = (0, False)
    starts = {
        "fresh": fresh,
        "since-63": (63, False),
        "since-63-guaranteed": (63, True),
        "since-73": (73, False),
        "since-89-guaranteed": (89, True),
        "guaranteed": (0, True),
    }

    def words(state):
        return {"since": {"5": state[0]}, "guaranteed": state[1]}

    times, counts = [], []
    for name, state in starts.items():
        start = {"since": {"5": state[0]}}
        at = [1, 10, 17, 27, 50, 73, 74, 75, 80, 90]
        times.append(
            time_entry(f"any-5-{name}", {"of": "rarity 5"}, start, time_law(any_of(FIVE), state[0]), at)
        )
        at = [1, 10, 17, 27, 74, 80, 90, 117, 150, 160, 180]
        times.append(
            time_entry(f"featured-{name}", {"of": "featured"}, words(state), time_law(step, state), at)
        )
    for copies in (2, 3, 7):
        at = [90, 180, 270, 360, 500, 700, 1000]
        for name in ("fresh", "since-63-guaranteed"):
            goal = {"of": "featured", "copies": copies}
            law = time_law(step, starts[name], copies)
            times.append(time_entry(f"featured-{copies}-{name}", goal, words(starts[name]), law, at))
    for rolls in (90, 180, 500):
        for name in ("fresh", "since-63-guaranteed"):
            state = starts[name]
            law = count_law(step, state, rolls)
            counts.append(
                count_entry(f"featured-in-{rolls}-{name}", {"of": "featured"}, words(state), rolls, law)
            )
            law = count_law(any_of(FIVE), state[0], rolls)
            start = {"since": {"5": state[0]}}
            counts.append(count_entry(f"any-5-in-{rolls}-{name}", {"of": "rarity 5"}, start, rolls, law))
    half = Fraction(1, 2)
    fours = {"any-4": (0, 1), "featured-4": (half, 1), "one-of-three-featured-4": (half, 3)}
    for name, (share, of) in fours.items():
        chain = four_stars(share, of)
        for label, state in {"fresh": (0, 0, False), "since-80-and-8": (80, 8, False)}.items():
            goal = {
                "of": {"any-4": "rarity 4", "featured-4": "featured 4"}.get(name, "one card of 3 featured 4")
            }
            start = {"since": {"5": state[0], "4": state[1]}, "guaranteed": False}
            law = time_law(chain, state)
            times.append(
                time_entry(f"{name}-{label}", goal, start, law, [1, 2, 5, 8, 9, 10, 11, 20, 50, 100])
            )
    law = count_law(four_stars(0, 1), (0, 0, False), 90)
    counts.append(count_entry("any-4-in-90-fresh", {"of": "rarity 4"}, {"since": {"5": 0, "4": 0}}, 90, law))
    rates = [
        [a, b, *map(float, three_tiers(a - 1, b - 1))]
        for a, b in [
            (1, 1),
            (1, 8),
            (1, 9),
            (1, 10),
            (73, 1),
            (74, 1),
            (80, 9),
            (82, 9),
            (88, 10),
            (89, 1),
            (89, 10),
            (90, 10),
        ]
    ]
    return {
        "id": "genshin-character",
        "parameters": {
            "rarities": {"5": "0.6%", "4": "5.1%", "3": "94.3%"},
            "pity": {
                "5": {"soft_start": 74, "soft_step": "6%", "hard": 90},
                "4": {"soft_start": 9, "soft_step": "51%", "hard": 10},
            },
            "featured": {
                "5": {"cards": 1, "share": "50%", "guarantee": True},
                "4": {"cards": 3, "share": "50%", "guarantee": True},
            },
        },
        "published": "62.2973 rolls a 5-star card and 93.446 a featured one (that is 1.5 · 62.2973): GGanalysis 0.4.2, "
        "common_5star and classic_up_5star_character. The game says 1.6 % and 13 % in the long run; "
        "here a card of 5 stars resets the counter of 4 stars too, so that 4 stars are a little rarer.",
        "long_run_rates": long_run_rates(),
        "rates_by_coming_card_of_5_and_of_4": rates,
        "times": times,
        "counts": counts,
    }


# --- A weapon pool like Genshin Impact's ------------------------------------------------------------

WEAPON = dict(base=Fraction(7, 1000), soft_start=63, step=7 * PERCENT, hard=80)


def chosen(path, share=Fraction(3, 4)):
    """State: cards since the last, guarantee, others since the chosen one. Two equal featured cards, one of them
    chosen; `path` others make it certain (`None`: never)."""

    def step(state):
        since, guaranteed, others = state
        rate = raised_rate(**WEAPON, coming=since + 1)
        rest = (1 - rate, (since + 1, guaranteed, others), 0)
        if path is not None and others >= path:
            return [rest, (rate, (0, False, 0), 1)]
        more = others + 1 if path is not None else 0
        wins = Fraction(1) if guaranteed else share
        return [
            rest,
            (rate * wins / 2, (0, False, 0), 1),
            (rate * wins / 2, (0, False, more), 0),
            (rate * (1 - wins), (0, True, more), 0),
        ]

    return step


def both_featured(state):
    """State: cards since the last, guarantee, and how many of two equal featured cards are owned; no path."""
    since, guaranteed, owned = state
    rate = raised_rate(**WEAPON, coming=since + 1)
    wins = Fraction(1) if guaranteed else Fraction(3, 4)
    new = wins * Fraction(2 - owned, 2)
    return [
        (1 - rate, (since + 1, guaranteed, owned), 0),
        (rate * new, (0, False, min(owned + 1, 1)), 1),
        (rate * (wins - new), (0, False, owned), 0),
        (rate * (1 - wins), (0, True, owned), 0),
    ]


def genshin_weapon():
    times, counts = [], []
    at = [1, 10, 62, 63, 77, 80, 120, 154, 200, 231, 240, 300]
    for since in (0, 50):
        law = time_law(any_of(WEAPON), since)
        times.append(
            time_entry(f"any-5-since-{since}", {"of": "rarity 5"}, {"since": {"5": since}}, law, at[:6])
        )
        for guaranteed in (False, True):
            law = time_law(featured(WEAPON, Fraction(3, 4)), (since, guaranteed))
            start = {"since": {"5": since}, "guaranteed": guaranteed}
            name = f"any-featured-since-{since}" + ("-guaranteed" if guaranteed else "")
            times.append(time_entry(name, {"of": "featured"}, start, law, at))
    for path, starts in {
        2: [(0, False, 0), (40, True, 1), (40, False, 1), (20, False, 2)],
        1: [(0, False, 0), (40, True, 1)],
        None: [(0, False, 0), (40, True, 0)],
    }.items():
        for state in starts:
            start = {"since": {"5": state[0]}, "guaranteed": state[1], "others": state[2]}
            label = f"path-{path or 'none'}-{state[0]}-{'guaranteed' if state[1] else 'free'}-{state[2]}"
            goal = {"of": "chosen", "path": path}
            times.append(time_entry(f"chosen-{label}", goal, start, time_law(chosen(path), state), at))
        goal = {"of": "chosen", "copies": 5, "path": path}
        start = {"since": {"5": 0}, "guaranteed": False, "others": 0}
        law = time_law(chosen(path), (0, False, 0), 5)
        times.append(
            time_entry(f"chosen-5-path-{path or 'none'}", goal, start, law, [240, 400, 500, 700, 1000])
        )
        for rolls in (90, 180, 500):
            law = count_law(chosen(path), (0, False, 0), rolls)
            goal = {"of": "chosen", "path": path}
            counts.append(count_entry(f"chosen-in-{rolls}-path-{path or 'none'}", goal, start, rolls, law))
    start = {"since": {"5": 0}, "guaranteed": False}
    law = time_law(both_featured, (0, False, 0), 2)
    times.append(time_entry("both-featured-no-path", {"of": "each featured", "path": None}, start, law, at))
    return {
        "id": "genshin-weapon",
        "parameters": {
            "rarities": {"5": "0.7%", "4": "6%", "3": "93.3%"},
            "pity": {"5": {"soft_start": 63, "soft_step": "7%", "hard": 80}},
            "featured": {"5": {"cards": 2, "share": "75%", "guarantee": True, "path": "see each law"}},
            "note": "Without a counter of 4 stars: none of these laws depends on it. The rate is 1 from the 77th on.",
        },
        "times": times,
        "counts": counts,
    }


# --- A pool like Fate/Grand Order's -----------------------------------------------------------------


def fgo(ceiling):
    """State: rolls so far without a copy, `None` once there is one. The ceiling ends with the first copy."""
    rate = Fraction(8, 1000)

    def step(state):
        if state is None or ceiling is None:
            return [(rate, None, 1), (1 - rate, state, 0)]
        hit = Fraction(1) if state + 1 >= ceiling else rate
        return [(hit, None, 1), (1 - hit, state + 1, 0)]

    return step


def fate_grand_order():
    times, counts = [], []
    for ceiling in (None, 330):
        label = f"ceiling-{ceiling or 'none'}"
        for copies in (1, 2, 5):
            goal = {"of": "featured", "copies": copies, "ceiling": ceiling}
            at = [1, 11, 87, 100, 200, 329, 330, 331, 500, 900, 1500]
            law = time_law(fgo(ceiling), 0, copies)
            times.append(time_entry(f"featured-{copies}-{label}", goal, {"since": 0}, law, at))
        for rolls in (90, 180, 330, 500):
            goal = {"of": "featured", "ceiling": ceiling}
            law = count_law(fgo(ceiling), 0, rolls)
            counts.append(count_entry(f"featured-in-{rolls}-{label}", goal, {"since": 0}, rolls, law))
    law = time_law(fgo(330), 200)
    goal = {"of": "featured", "copies": 1, "ceiling": 330}
    times.append(time_entry("featured-1-ceiling-330-since-200", goal, {"since": 200}, law, [1, 50, 129, 130]))
    half = Fraction(4, 1000)
    law = time_law(lambda owned: [(half * (2 - owned), 1, 1), (1 - half * (2 - owned), owned, 0)], 0, 2)
    goal = {"of": "each of 2 featured of equal weight", "ceiling": None}
    times.append(time_entry("both-of-two-featured", goal, {"since": 0}, law, [100, 200, 330, 500, 1000]))
    return {
        "id": "fgo",
        "parameters": {
            "rarities": {"ssr": "1%", "other": "99%"},
            "featured": {"ssr": {"cards": 1, "share": "80%", "guarantee": False}},
            "ceiling": "The 330th roll without a copy gives the featured card; there is no ceiling after the first.",
        },
        "times": times,
        "counts": counts,
    }


# --- Pools in an order ------------------------------------------------------------------------------


def order_of_pools():
    times = []
    character, weapon = featured(FIVE, Fraction(1, 2)), chosen(1)
    for label, state, other in [
        ("fresh", (0, False), (0, False, 0)),
        ("since-63-guaranteed", (63, True), (0, False, 0)),
        ("since-20-and-weapon-40-guaranteed-1", (20, False), (40, True, 1)),
    ]:
        first, second = time_law(character, state, 2), time_law(weapon, other)
        start = {
            "character": {"since": {"5": state[0]}, "guaranteed": state[1]},
            "weapon": {"since": {"5": other[0]}, "guaranteed": other[1], "others": other[2]},
        }
        goal = {"order": ["2 featured of genshin-character", "1 chosen of genshin-weapon with path 1"]}
        law = convolution(first, second)
        entry = time_entry(
            f"two-characters-one-weapon-{label}", goal, start, law, [100, 180, 200, 300, 400, 500]
        )
        # A budget for 300 rolls: how far it goes.
        reached = [sum(first[: n + 1], ZERO) for n in (90, 180, 300)]
        entry["first_goal_by"] = [[n, float(p)] for n, p in zip((90, 180, 300), reached)]
        times.append(entry)
    return {
        "id": "order-of-pools",
        "parameters": {
            "note": "The counters of the two pools are independent; a pool is left at once when its goal is "
            "reached. At 160 gems a roll, 48,000 gems are 300 rolls: the chance at 300."
        },
        "times": times,
        "counts": [],
    }


DESIGNS = [genshin_character, genshin_weapon, fate_grand_order, order_of_pools]
