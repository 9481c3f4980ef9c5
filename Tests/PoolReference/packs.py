"""Packs of several slots: like Pokémon TCG Pocket's (tables for each slot, god packs) and like Hearthstone's
(a least rarity in each pack, a certain legendary card, protection against duplicates), and bundles of ten."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import comb

from laws import count_entry, count_law, decimal, time_entry, time_law

PERCENT = Fraction(1, 100)


def rates(text):
    """Reads "common 60, rare 40" (percents) as exact fractions."""
    return {name: Fraction(rate) / 100 for name, rate in (part.split() for part in text.split(", "))}


# --- Packs with a table for each slot ---------------------------------------------------------------

POCKET_CARDS = {"d1": 50, "d2": 35, "d3": 14, "d4": 5, "s1": 8, "s2": 9, "s3": 1, "crown": 1}
POCKET_SLOTS = [rates("d1 100")] * 3 + [
    rates("d2 90, d3 5, d4 1.666, s1 2.572, s2 0.5, s3 0.222, crown 0.04"),
    rates("d2 60, d3 20, d4 6.664, s1 10.288, s2 2, s3 0.888, crown 0.16"),
]
GOD_PACK = Fraction(5, 10_000)
GOD_TIERS = ("s1", "s2", "s3", "crown")


def slot_chances(cards):
    """The chance that a slot holds one of the cards ({tier: number}): the five slots, then a god pack's slot."""
    chances = [
        sum(slot.get(tier, 0) * Fraction(number, POCKET_CARDS[tier]) for tier, number in cards.items())
        for slot in POCKET_SLOTS
    ]
    number = sum(cards.get(tier, 0) for tier in GOD_TIERS)
    return chances, Fraction(number, sum(POCKET_CARDS[tier] for tier in GOD_TIERS))


def lacks(cards):
    """The chance that a pack holds none of the cards."""
    chances, god = slot_chances(cards)
    regular = Fraction(1)
    for chance in chances:
        regular *= 1 - chance
    return (1 - GOD_PACK) * regular + GOD_PACK * (1 - god) ** 5


def pack_counts(tier):
    """The chances of 0 to 5 cards of the tier in one pack."""
    chances, god = slot_chances({tier: POCKET_CARDS[tier]})
    law = [Fraction(1)]
    for chance in chances:
        law = [
            (law[n] if n < len(law) else 0) * (1 - chance) + (law[n - 1] if n else 0) * chance
            for n in range(len(law) + 1)
        ]
    return [(1 - GOD_PACK) * law[n] + GOD_PACK * comb(5, n) * god**n * (1 - god) ** (5 - n) for n in range(6)]


def set_law(cards, at):
    """Mean, deviation, quantiles and cdf of the packs until each card of the set is owned.

    With r(S) the chance that a pack lacks all of S: P(N > n) = sum over non-empty S of (-1)^(|S|+1) r(S)^n. Equal
    cards make equal terms."""
    terms = []
    for subset in product(*(range(number + 1) for number in cards.values())):
        if any(subset):
            sign = (-1) ** (sum(subset) + 1)
            ways = 1
            for number, taken in zip(cards.values(), subset):
                ways *= comb(number, taken)
            terms.append((sign * ways, lacks(dict(zip(cards, subset)))))
    mean = sum(sign / (1 - chance) for sign, chance in terms)
    # E N² = sum of (2n + 1) P(N > n).
    square = sum(sign * (1 + chance) / (1 - chance) ** 2 for sign, chance in terms)
    with localcontext() as context:
        context.prec = 80
        deviation = decimal(square - mean * mean).sqrt()
        decimals = [(sign, decimal(chance)) for sign, chance in terms]

        def cdf(n):
            return 1 - sum(sign * chance**n for sign, chance in decimals)

        def quantile(level):
            low, high = -1, 1
            while cdf(high) < level:
                high *= 2
            while high - low > 1:
                middle = (low + high) // 2
                if cdf(middle) >= level:
                    high = middle
                else:
                    low = middle
            return high

        return {
            "mean": float(mean),
            "sd": float(deviation),
            "quantiles": {f"p{q}": quantile(Decimal(f"0.{q}")) for q in (50, 90, 99)},
            "cdf": [[n, float(cdf(n))] for n in at],
            "certain_at": None,
        }


def pocket():
    times, counts = [], []
    for tier in ("d1", "d2", "d4", "s2", "s3", "crown"):
        goal = {"of": f"a certain card of {tier}"}
        times.append(
            {"id": f"card-{tier}", "goal": goal, "start": {}}
            | set_law({tier: 1}, [1, 10, 50, 100, 500, 1000])
        )
    for name, cards in {
        "set-of-ten": {"d3": 3, "d4": 4, "s1": 2, "crown": 1},
        "set-of-ten-without-crown": {"d2": 4, "d4": 5, "s3": 1},
        "all-d4": {"d4": 5},
    }.items():
        goal = {"of": "each card of a set", "cards": cards}
        times.append(
            {"id": name, "goal": goal, "start": {}} | set_law(cards, [10, 50, 100, 200, 500, 1000, 3000])
        )
    law = pack_counts("crown")
    for packs in (1, 10, 60, 500, 1000):
        step = lambda _: [(chance, 0, n) for n, chance in enumerate(law)]
        chances = count_law(step, 0, packs)
        counts.append(count_entry(f"crowns-in-{packs}", {"of": "rarity crown"}, {}, packs, chances))
    law_d4 = pack_counts("d4")
    chances = count_law(lambda _: [(chance, 0, n) for n, chance in enumerate(law_d4)], 0, 60)
    counts.append(count_entry("d4-in-60", {"of": "rarity d4"}, {}, 60, chances))
    copies = time_law(lambda _: [(chance, 0, n) for n, chance in enumerate(law_d4)], 0, 4)
    times.append(time_entry("four-d4", {"of": "rarity d4", "copies": 4}, {}, copies, [10, 20, 50, 100]))
    return {
        "id": "pocket",
        "parameters": {
            "cards": POCKET_CARDS,
            "slots": [
                {tier: f"{float(rate * 100):g}%" for tier, rate in slot.items()} for slot in POCKET_SLOTS
            ],
            "god_pack": {
                "chance": "0.05%",
                "slots": 5,
                "cards": "uniform over the 19 cards of s1, s2, s3 and crown",
            },
            "note": "Slots are independent; a pack may hold a card twice. Numbers of cards are an example.",
        },
        "unit": "packs",
        "times": times,
        "counts": counts,
    }


# --- Packs of five with a least rarity and a certain legendary card ---------------------------------

HEARTHSTONE = rates("common 71.65, rare 22.84, epic 4.42, legendary 1.09")


def last_slot(rule):
    """The rates of the last card when the first four are all common."""
    given = dict(HEARTHSTONE)
    common = given.pop("common")
    if rule == "raise":
        given["rare"] += common
    else:
        given = {tier: rate / (1 - common) for tier, rate in given.items()}
    return given


def hearthstone_pack(rule, is_certain):
    """The chances of 0 to 5 legendary cards in a pack. If it is certain, the last card is legendary unless one of
    the first four is."""
    law = [Fraction(0)] * 6
    common, legendary = HEARTHSTONE["common"], HEARTHSTONE["legendary"]
    other = 1 - common - legendary
    for commons in range(5):
        for others in range(5 - commons):
            legendaries = 4 - commons - others
            chance = comb(4, commons) * comb(4 - commons, others)
            chance *= common**commons * other**others * legendary**legendaries
            last = last_slot(rule)["legendary"] if commons == 4 else legendary
            if is_certain and not legendaries:
                last = Fraction(1)
            law[legendaries] += chance * (1 - last)
            law[legendaries + 1] += chance * last
    return law


def by_packs(rule):
    """State: packs since the last with a legendary card, and whether there has been one. A prize is a legendary."""

    def step(state):
        since, has_had = state
        law = hearthstone_pack(rule, since + 1 >= (40 if has_had else 10))
        return [(law[0], (since + 1, has_had), 0)] + [(law[n], (0, True), n) for n in range(1, 6)]

    return step


def by_cards(rule):
    """As by_packs, but the counter is that of pity, card by card: certain at the 200th card, at first the 50th.
    State: cards since the last legendary, whether there has been one, the number of them in this pack."""

    def cards(since, has_had):
        now = {(since, has_had, True, 0): Fraction(1)}
        for slot in range(5):
            after = {}
            for (since, has_had, all_common, won), chance in now.items():
                table = last_slot(rule) if slot == 4 and all_common else HEARTHSTONE
                legendary = table["legendary"]
                common = table.get("common", Fraction(0))
                if since + 1 >= (200 if has_had else 50):
                    legendary, common = Fraction(1), Fraction(0)
                for part, key in [
                    (legendary, (0, True, False, won + 1)),
                    (common, (since + 1, has_had, all_common, won)),
                    (1 - legendary - common, (since + 1, has_had, False, won)),
                ]:
                    if part:
                        after[key] = after.get(key, 0) + chance * part
            now = after
        return now

    def step(state):
        moves = {}
        for (since, has_had, _, won), chance in cards(*state).items():
            moves[since, has_had, won] = moves.get((since, has_had, won), 0) + chance
        return [(chance, (since, has_had), won) for (since, has_had, won), chance in moves.items()]

    return step


def unprotected(step, number):
    """The chain of `step` with the number of legendaries owned; a prize is a new one of so many equal ones."""

    def wins(owned, cards):
        now = {owned: Fraction(1)}
        for _ in range(cards):
            after = {}
            for held, chance in now.items():
                new = Fraction(number - held, number)
                for key, part in ((held + 1, new), (held, 1 - new)):
                    if part:
                        after[key] = after.get(key, 0) + chance * part
            now = after
        return now

    def chain(state):
        inner, owned = state
        return [
            (chance * part, (following, held), held - owned)
            for chance, following, won in step(inner)
            for held, part in wins(owned, won).items()
        ]

    return chain


def hearthstone():
    times, counts = [], []
    starts = {
        "fresh": ((0, False), 0),
        "after-the-first": ((0, True), 0),
        "since-25-owned-3": ((25, True), 3),
    }
    for rule in ("raise", "scale"):
        step = by_packs(rule)
        for name, (state, owned) in starts.items():
            start = {"packs_since": state[0], "has_had": state[1], "owned": owned}
            options = {"at_least": rule, "counter": "packs"}
            law = time_law(step, state)
            times.append(
                time_entry(
                    f"first-legendary-{rule}-{name}",
                    {"of": "rarity legendary"} | options,
                    start,
                    law,
                    [1, 5, 9, 10, 15, 20, 39, 40],
                )
            )
            law = time_law(step, state, 10 - owned)
            times.append(
                time_entry(
                    f"all-10-protected-{rule}-{name}",
                    {"of": "all 10 legendaries", "protected": True} | options,
                    start,
                    law,
                    [50, 100, 150, 200, 250, 300, 400],
                )
            )
    step = by_packs("raise")
    law = time_law(unprotected(step, 10), ((0, False), 0), 10)
    goal = {"of": "all 10 legendaries", "protected": False, "at_least": "raise", "counter": "packs"}
    start = {"packs_since": 0, "has_had": False, "owned": 0}
    times.append(
        time_entry("all-10-unprotected-raise-fresh", goal, start, law, [100, 200, 300, 400, 500, 1000])
    )
    step = by_cards("raise")
    for name, state, copies in [
        ("first-legendary", (0, False), 1),
        ("first-legendary", (0, True), 1),
        ("all-10-protected", (0, False), 10),
    ]:
        goal = {
            "of": "rarity legendary" if copies == 1 else "all 10 legendaries",
            "protected": True,
            "at_least": "raise",
            "counter": "cards",
        }
        start = {"cards_since": state[0], "has_had": state[1], "owned": 0}
        label = "after-the-first" if state[1] else "fresh"
        law = time_law(step, state, copies)
        times.append(
            time_entry(f"{name}-by-cards-{label}", goal, start, law, [1, 5, 9, 10, 20, 40, 100, 200, 300])
        )
    for packs in (10, 40, 100):
        law = count_law(by_packs("raise"), (0, False), packs)
        goal = {"of": "rarity legendary", "at_least": "raise", "counter": "packs"}
        counts.append(count_entry(f"legendaries-in-{packs}", goal, start, packs, law))
    return {
        "id": "hearthstone",
        "parameters": {
            "rarities": {tier: f"{float(rate * 100):g}%" for tier, rate in HEARTHSTONE.items()},
            "pack": {"size": 5, "at_least": "rare"},
            "legendaries": 10,
            "at_least": "If the first four cards are all common, the last is not. raise: the rare gets the common's "
            "share; scale: the other rarities are divided by their sum.",
            "certain": "Counter packs: a pack that is the 10th (after the first legendary the 40th) since a pack with "
            "a legendary has one as its last card, unless it has one already. Counter cards: the 50th "
            "(200th) card since the last legendary is one.",
            "protected": "No second copy of a legendary before all are owned.",
            "note": "The rates are an example.",
        },
        "unit": "packs",
        "times": times,
        "counts": counts,
    }


# --- Bundles of ten ---------------------------------------------------------------------------------

BUNDLE = rates("r1 78.5, r2 18.5, r3 3")


def bundle_chances(rule, rarities):
    """The chances of 0 to 10 cards of the rarities in a bundle of ten with at least one r2 or better."""
    wanted = sum(BUNDLE[r] for r in rarities)
    better = 1 - BUNDLE["r1"]
    raised = {"r2": 1 - BUNDLE["r3"], "r3": BUNDLE["r3"]}
    if rule == "scale":
        raised = {"r2": BUNDLE["r2"] / better, "r3": BUNDLE["r3"] / better}
    last_wanted = sum(raised.get(r, Fraction(0)) for r in rarities)
    law = [Fraction(0)] * 11
    for commons in range(10):
        for won in range(10 - commons):
            # The first nine: r1, the wanted, and the unwanted among r2 and r3.
            unwanted = 9 - commons - won
            chance = comb(9, commons) * comb(9 - commons, won)
            chance *= BUNDLE["r1"] ** commons * wanted**won * (better - wanted) ** unwanted
            last = last_wanted if commons == 9 or rule == "always" else wanted
            law[won] += chance * (1 - last)
            law[won + 1] += chance * last
    return law


def bundles():
    times, counts = [], []
    for rule in ("raise", "scale", "always"):
        for name, rarities in {"r2-or-better": ("r2", "r3"), "r2": ("r2",), "r3": ("r3",)}.items():
            law = bundle_chances(rule, rarities)
            goal = {"of": name, "at_least": rule}
            step = lambda _, law=law: [(chance, 0, n) for n, chance in enumerate(law)]
            for number in (1, 9):
                chances = count_law(step, 0, number)
                mean = sum(n * chance for n, chance in enumerate(law)) / 10
                counts.append(
                    count_entry(f"{name}-in-{number}-{rule}", goal, {}, number, chances, rate=float(mean))
                )
            if name != "r2-or-better":
                times.append(
                    time_entry(
                        f"four-{name}-{rule}",
                        goal | {"copies": 4},
                        {},
                        time_law(step, 0, 4),
                        [1, 2, 3, 5, 10, 20],
                    )
                )
    return {
        "id": "bundles",
        "parameters": {
            "rarities": {tier: f"{float(rate * 100):g}%" for tier, rate in BUNDLE.items()},
            "bundle": {"size": 10, "at_least": "r2"},
            "at_least": "raise: if the first nine are all r1, the last is r2 with the share of r1 as well; scale: then "
            "the rates of r2 and r3 are divided by their sum; always: the last is raised whatever the "
            "first nine are. `rate` is the long-run share of a roll.",
        },
        "unit": "bundles",
        "times": times,
        "counts": counts,
    }


DESIGNS = [pocket, hearthstone, bundles]
