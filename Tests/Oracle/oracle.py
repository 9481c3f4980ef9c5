"""A slow, plain reference of Flint's rules: sparks, cards, points, streaks and missions.

It shares no code with the Swift engine. It favours the obvious over the fast: windows are
recounted from a list of facts, draws are made word by word, rates are fractions.

    python3 oracle.py < case.json > expected.json
    python3 oracle.py --make-fixtures DIR

A case is {"seed", "rulebook", "today", "events"} and, when it changes the rulebook, any of
{"drop_chance", "rates", "empty_cell", "pity"}. Where its days do not start at 00:00, it has the
"day_start", a text such as "04:00".
"""

import json
import sys
from collections import Counter
from datetime import date, timedelta
from fractions import Fraction

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF

# ---------------------------------------------------------------- identity: SipHash-2-4, 128 bits


def siphash_128(key, message):
    """SipHash-2-4 with 128 bits of output (Aumasson and Bernstein)."""
    k0 = int.from_bytes(key[:8], "little")
    k1 = int.from_bytes(key[8:], "little")
    v0 = k0 ^ 0x736F6D6570736575
    v1 = k1 ^ 0x646F72616E646F6D ^ 0xEE
    v2 = k0 ^ 0x6C7967656E657261
    v3 = k1 ^ 0x7465646279746573

    def rotate(x, bits):
        return ((x << bits) | (x >> (64 - bits))) & MASK64

    def rounds(count):
        nonlocal v0, v1, v2, v3
        for _ in range(count):
            v0 = (v0 + v1) & MASK64
            v1 = rotate(v1, 13) ^ v0
            v0 = rotate(v0, 32)
            v2 = (v2 + v3) & MASK64
            v3 = rotate(v3, 16) ^ v2
            v0 = (v0 + v3) & MASK64
            v3 = rotate(v3, 21) ^ v0
            v2 = (v2 + v1) & MASK64
            v1 = rotate(v1, 17) ^ v2
            v2 = rotate(v2, 32)

    whole = len(message) - len(message) % 8
    last = message[whole:].ljust(7, b"\0") + bytes([len(message) & 0xFF])
    for start in range(0, whole, 8):
        word = int.from_bytes(message[start : start + 8], "little")
        v3 ^= word
        rounds(2)
        v0 ^= word
    word = int.from_bytes(last, "little")
    v3 ^= word
    rounds(2)
    v0 ^= word

    v2 ^= 0xEE
    rounds(4)
    first_half = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xDD
    rounds(4)
    second_half = v0 ^ v1 ^ v2 ^ v3
    return first_half.to_bytes(8, "little") + second_half.to_bytes(8, "little")


def i64(n):
    return n.to_bytes(8, "little", signed=True)


def i32(n):
    return n.to_bytes(4, "little", signed=True)


def u32(n):
    return n.to_bytes(4, "little")


def string(text):
    data = text.encode("utf-8")
    return u32(len(data)) + data


def canonical_content(event):
    content = i64(event["at"]) + i32(event["offset"]) + bytes([CATEGORIES.index(event["category"])])
    if event["kind"] == "roll":
        return content
    content += bytes([event["intensity"]])
    for minutes in (event["estimated"], event["actual"]):
        content += i32(-1 if minutes is None else minutes)
    content += string(event["title"])
    content += u32(MASK32) if event["notes"] is None else string(event["notes"])
    content += u32(len(event["tags"]))
    for tag in event["tags"]:
        content += string(tag)
    return content


def assign_ids(seed, events):
    """Gives every event its id. Equal keyless events are numbered in the order they come."""
    key = seed.to_bytes(8, "little") + b"flint.id"
    occurrences = Counter()
    for event in events:
        kind = bytes([{"spark": 1, "roll": 2}[event["kind"]]])
        if event["key"] is not None:
            message = kind + b"\x01" + event["key"].encode("utf-8")
        else:
            content = canonical_content(event)
            message = kind + b"\x00" + u32(occurrences[kind, content]) + content
            occurrences[kind, content] += 1
        event["id"] = siphash_128(key, message)
    if len({event["id"] for event in events}) != len(events):
        raise ValueError("two events of one kind have the same key")


# ---------------------------------------------------------------- chance: Philox4x32-10


def philox(counter, key):
    """Philox4x32-10 (Salmon et al. 2011): four counter words and two key words to four words."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        product0 = 0xD2511F53 * c0
        product1 = 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (
            (product1 >> 32) ^ c1 ^ k0,
            product1 & MASK32,
            (product0 >> 32) ^ c3 ^ k1,
            product0 & MASK32,
        )
        k0 = (k0 + 0x9E3779B9) & MASK32
        k1 = (k1 + 0xBB67AE85) & MASK32
    return c0, c1, c2, c3


DROP_CHANCE, RARITY, CARD = 1, 2, 3


class Draws:
    """The words of one (seed, event id, purpose), in order."""

    def __init__(self, seed, event_id, purpose):
        self.key = (seed & MASK32, seed >> 32)
        number = int.from_bytes(event_id[:8], "big")
        self.rest = (purpose, number & MASK32, number >> 32)
        self.words_used = 0

    def word(self):
        block, index = divmod(self.words_used, 4)
        self.words_used += 1
        return philox((block,) + self.rest, self.key)[index]

    def bounded(self, n):
        """A number from 0 up to n - 1, each exactly as likely (Lemire 2019)."""
        if not 1 <= n <= 1 << 64:
            raise ValueError(f"bounded({n})")
        if n <= 1 << 32:
            bits, draw = 32, self.word
        else:
            bits, draw = 64, lambda: self.word() | self.word() << 32
        product = draw() * n
        low = product % (1 << bits)
        if low < n:
            threshold = ((1 << bits) - n) % n
            while low < threshold:
                product = draw() * n
                low = product % (1 << bits)
        return product >> bits


# ---------------------------------------------------------------- the rulebooks

CATEGORIES = ["decision", "energy", "idea", "experiment", "challenge"]
BASE_POINTS = {"decision": 10, "energy": 15, "idea": 8, "experiment": 20, "challenge": 25}
INTENSITIES = {"low": 1, "medium": 2, "high": 3, "extreme": 4}
MULTIPLIERS = {1: Fraction(1), 2: Fraction(3, 2), 3: Fraction(2), 4: Fraction(5, 2)}
RARITIES = ["common", "rare", "epic", "legendary"]
DUPLICATE_POINTS = {"common": 10, "rare": 25, "epic": 50, "legendary": 100}
FULL_FUEL = 1000

# (id, window, metric, filters, target, reward) in the order of the table
MISSIONS = [
    ("morning-spark", "day", "sparks", {"before_hour": 12}, 1, 50),
    ("spark-streak", "day", "sparks", {}, 3, 100),
    ("idea-generator", "day", "sparks", {"category": "idea"}, 1, 60),
    ("energy-boost", "day", "sparks", {"category": "energy"}, 2, 75),
    ("high-intensity", "day", "sparks", {"min_intensity": 3}, 1, 80),
    ("weekly-warrior", "week", "sparks", {}, 15, 400),
    ("challenge-master", "week", "sparks", {"category": "challenge"}, 5, 350),
    ("idea-factory", "week", "sparks", {"category": "idea"}, 7, 350),
    ("energy-dynamo", "week", "sparks", {"category": "energy"}, 10, 400),
    ("consistent-creator", "week", "spark_days", {}, 7, 500),
    ("diversity-champion", "week", "distinct_categories", {}, 5, 600),
    ("decision-week", "week", "sparks", {"category": "decision"}, 5, 300),
    ("point-collector-week", "week", "earned_points", {}, 800, 600),
    ("intensity-champion", "week", "sparks", {"min_intensity": 3}, 5, 450),
    ("grand-achiever", "week", "missions_completed", {"window": "day"}, 3, 500),
    ("first-card", "life", "cards", {}, 1, 100),
    ("rare-collector", "life", "cards", {"rarity": "rare"}, 5, 300),
    ("epic-hunter", "life", "cards", {"rarity": "epic"}, 1, 500),
    ("legendary-status", "life", "cards", {"rarity": "legendary"}, 1, 1000),
    ("card-collector", "life", "cards", {}, 25, 1500),
    ("master-of-decision", "life", "cards", {"category": "decision"}, 10, 750),
    ("master-of-energy", "life", "cards", {"category": "energy"}, 10, 750),
    ("master-of-ideas", "life", "cards", {"category": "idea"}, 10, 750),
    ("master-of-experiments", "life", "cards", {"category": "experiment"}, 10, 750),
    ("master-of-challenges", "life", "cards", {"category": "challenge"}, 10, 750),
    ("legendary-collector", "life", "cards", {"rarity": "legendary"}, 3, 2000),
    ("completionist", "life", "cards", {}, 50, 5000),
    ("first-steps", "life", "sparks", {}, 10, 200),
    ("rising-star", "life", "sparks", {}, 50, 500),
    ("spark-veteran", "life", "sparks", {}, 100, 1000),
    ("spark-master", "life", "sparks", {}, 500, 3000),
    ("spark-legend", "life", "sparks", {}, 1000, 10000),
    ("point-starter", "life", "total_points", {}, 1000, 200),
    ("point-earner", "life", "total_points", {}, 5000, 500),
    ("point-collector", "life", "total_points", {}, 10000, 1500),
    ("point-master", "life", "total_points", {}, 50000, 5000),
    ("week-warrior", "life", "streak", {}, 7, 300),
    ("month-champion", "life", "streak", {}, 30, 1000),
    ("unstoppable", "life", "streak", {}, 100, 5000),
    ("first-overload", "life", "overloads", {}, 1, 500),
    ("overload-addict", "life", "overloads", {}, 5, 1500),
    ("overload-master", "life", "overloads", {}, 10, 3000),
    ("mythical-ascent", "life", "level", {}, 10, 5000),
]

WITHOUT_LEGENDARY = {"common": 5, "rare": 3, "epic": 2, "legendary": 0}
WITH_LEGENDARY = {"common": 5, "rare": 3, "epic": 1, "legendary": 1}

RULEBOOKS = {
    "ignition": {
        "drop_chance": "1",
        "empty_cell": "demote",
        "cells": {
            category: WITHOUT_LEGENDARY if category in ("decision", "energy") else WITH_LEGENDARY
            for category in CATEGORIES
        },
        "levels": [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000],
    },
    "ignition-shipped": {
        "drop_chance": "0.4",
        "empty_cell": "none",
        "cells": {category: WITH_LEGENDARY for category in CATEGORIES},
        "levels": [0, 500, 1400, 2900, 5600, 10500, 19300, 35100, 63500, 114800],
    },
}
NOMINAL_RATES = {"common": "0.6", "rare": "0.3", "epic": "0.08", "legendary": "0.02"}


def exact(number):
    """A rate as a fraction: "0.6", "3/5" or a JSON number (read as the text it is written in)."""
    return Fraction(str(number))


class Rulebook:
    def __init__(self, case):
        base = RULEBOOKS[case["rulebook"]]
        self.cells = base["cells"]
        self.levels = base["levels"]
        self.empty_cell = case.get("empty_cell", base["empty_cell"])
        self.drop_chance = exact(case.get("drop_chance", base["drop_chance"]))
        rates = case.get("rates", NOMINAL_RATES)
        self.rates = {rarity: exact(rates.get(rarity, 0)) for rarity in RARITIES}
        self.pity = case.get("pity") or {}
        if sum(self.rates.values()) != 1:
            raise ValueError("rates do not sum to 1")
        # one denominator for every draw: of the rates and of the pity steps
        steps = [exact(pity.get("soft_step", 0)) for pity in self.pity.values()]
        self.denominator = denominator_of([*self.rates.values(), *steps])

    def rates_at(self, coming):
        """The rates of the next card, when it is number coming[r] since the last r or better."""
        rates = dict(self.rates)
        for rarity in reversed(RARITIES):  # the rarest is computed first
            pity = self.pity.get(rarity)
            if pity is None:
                continue
            k = coming[rarity]
            raised = self.rates[rarity]
            if "soft_start" in pity:
                steps = max(0, k - int(pity["soft_start"]) + 1)
                raised += exact(pity["soft_step"]) * steps
            if "hard" in pity and k >= int(pity["hard"]):
                raised = Fraction(1)
            wanted = min(raised, 1) - rates[rarity]
            for commoner in RARITIES[: RARITIES.index(rarity)]:  # the commonest loses first
                taken = min(max(wanted, 0), rates[commoner])
                rates[commoner] -= taken
                rates[rarity] += taken
                wanted -= taken
        return rates

    def level(self, total):
        return sum(1 for threshold in self.levels if total >= threshold)


def denominator_of(fractions):
    """The least common denominator."""
    denominator = 1
    for fraction in fractions:
        denominator *= (denominator * fraction).denominator
    return denominator


def weights_of(rates, denominator=None):
    """Integer weights over a common denominator; the least one of the four rates if not given."""
    denominator = denominator or denominator_of(rates.values())
    return [(rarity, int(rates[rarity] * denominator)) for rarity in RARITIES]


def draw_rarity(draws, rates, denominator=None):
    weights = weights_of(rates, denominator)
    number = draws.bounded(sum(weight for _, weight in weights))
    for rarity, weight in weights:
        if number < weight:
            return rarity
        number -= weight
    raise AssertionError("weights do not cover the draw")


# ---------------------------------------------------------------- civil time

EPOCH = date(1970, 1, 1)


def local_milliseconds(event):
    return event["at"] + event["offset"] * 1000


def civil_day(event):
    """The date that the clock shows; the date before until the clock shows the day start."""
    days, of_day = divmod(local_milliseconds(event), 86_400_000)
    hour, minute = event.get("day_start", (0, 0))
    is_before = of_day < timedelta(hours=hour, minutes=minute) // timedelta(milliseconds=1)
    return EPOCH + timedelta(days=days - 1 if is_before else days)


def local_hour(event):
    return local_milliseconds(event) % 86_400_000 // 3_600_000


def monday(day):
    return day - timedelta(days=day.weekday())


def run_ending(day, days):
    """How many consecutive days, `day` the last of them, are in `days`."""
    length = 0
    while day - timedelta(days=length) in days:
        length += 1
    return length


# ---------------------------------------------------------------- the fold


def normalised(raw, day_start=(0, 0)):
    event = {
        "day_start": day_start,
        "kind": raw["kind"],
        "at": raw["at"],
        "offset": raw["offset"],
        "category": raw["category"],
        "key": raw.get("key"),
    }
    if event["kind"] == "spark":
        intensity = raw.get("intensity", "medium")
        event["intensity"] = INTENSITIES.get(intensity, intensity)
        event["title"] = raw["title"].strip()
        event["notes"] = raw.get("notes")
        tags = {tag.strip().lower() for tag in raw.get("tags", [])}
        event["tags"] = sorted(tags, key=lambda tag: tag.encode("utf-8"))
        event["estimated"] = raw.get("estimated")
        event["actual"] = raw.get("actual")
        if event["intensity"] not in MULTIPLIERS or not event["title"]:
            raise ValueError(f"not a spark: {raw}")
    return event


class Fold:
    def __init__(self, seed, rulebook):
        self.seed = seed
        self.rulebook = rulebook
        self.ledger = {"spark": 0, "duplicate": 0, "mission": 0}
        self.fuel = 0
        self.overloads = 0
        self.tokens = 1
        self.cards = {}  # name -> {"count", "first_at"}
        self.coming = {rarity: 1 for rarity in RARITIES}  # the number of the coming card
        self.facts = {}  # civil day -> what its events did, in order
        self.sparks = 0
        self.spark_days = set()
        self.completions = []  # (mission id, first day of its window or None, instant)
        self.completed = set()  # the same without the instant
        self.void_count = 0

    # -- state that follows from other state

    @property
    def total(self):
        return sum(self.ledger.values())

    @property
    def level(self):
        return self.rulebook.level(self.total)

    @property
    def streak(self):
        return run_ending(max(self.spark_days), self.spark_days) if self.spark_days else 0

    def current_streak(self, today):
        here = run_ending(today, self.spark_days)
        return here or run_ending(today - timedelta(days=1), self.spark_days)

    def longest_streak(self):
        return max((run_ending(day, self.spark_days) for day in self.spark_days), default=0)

    # -- one event

    def apply(self, event):
        day = civil_day(event)
        outcome = {
            "id": event["id"].hex(),
            "base_points": 0,
            "rarity": None,
            "card": None,
            "is_new": False,
            "duplicate_points": 0,
            "missions": [],
        }
        void = event["kind"] == "roll" and self.tokens == 0
        if void:
            self.void_count += 1
        else:
            fact = {
                "event": event,
                "earned": 0,
                "day_missions_completed": 0,
            }
            self.facts.setdefault(day, []).append(fact)
            if event["kind"] == "roll":
                self.tokens -= 1
            else:
                points = int(BASE_POINTS[event["category"]] * MULTIPLIERS[event["intensity"]])
                outcome["base_points"] = points
                self.ledger["spark"] += points
                fact["earned"] += points
                self.sparks += 1
            self.roll(event, outcome)
            fact["earned"] += outcome["duplicate_points"]
            if event["kind"] == "spark":
                self.spark_days.add(day)
            self.scan_missions(event, day, fact, outcome)
        outcome["level"] = self.level
        outcome["streak"] = self.streak
        outcome["void"] = void
        return outcome

    def roll(self, event, outcome, purposes=(RARITY, CARD)):
        rarity_purpose, card_purpose = purposes
        chance = self.rulebook.drop_chance
        if chance != 1 and event["kind"] == "spark":
            draws = Draws(self.seed, event["id"], DROP_CHANCE)
            if draws.bounded(chance.denominator) >= chance.numerator:
                return
        draws = Draws(self.seed, event["id"], rarity_purpose)
        rates = self.rulebook.rates_at(self.coming)
        cell_sizes = self.rulebook.cells[event["category"]]
        drawn = given = draw_rarity(draws, rates, self.rulebook.denominator)
        if self.rulebook.empty_cell == "reroll" and any(
            rates[rarity] > 0 and cell_sizes[rarity] > 0 for rarity in RARITIES
        ):
            while cell_sizes[drawn] == 0:
                drawn = given = draw_rarity(draws, rates, self.rulebook.denominator)
        outcome["rarity"] = drawn
        if cell_sizes[given] == 0:
            if self.rulebook.empty_cell != "demote":
                return
            while cell_sizes[given] == 0:
                if given == RARITIES[0]:
                    return
                given = RARITIES[RARITIES.index(given) - 1]
        index = Draws(self.seed, event["id"], card_purpose).bounded(cell_sizes[given])
        name = f"{event['category']}/{given}/{index}"
        outcome["card"] = name

        for rarity in RARITIES:
            is_that_or_better = RARITIES.index(given) >= RARITIES.index(rarity)
            self.coming[rarity] = 1 if is_that_or_better else self.coming[rarity] + 1

        if name in self.cards:
            self.cards[name]["count"] += 1
            outcome["duplicate_points"] = DUPLICATE_POINTS[given]
            self.ledger["duplicate"] += DUPLICATE_POINTS[given]
        else:
            self.cards[name] = {"count": 1, "first_at": event["at"]}
            outcome["is_new"] = True

    def scan_missions(self, event, day, fact, outcome):
        while True:
            for mission, window, metric, filters, target, reward in MISSIONS:
                start = window_start(window, day)
                if (mission, start) in self.completed:
                    continue
                if self.measure(window, metric, filters, start) >= target:
                    break
            else:
                return
            self.completed.add((mission, start))
            self.completions.append((mission, start, event["at"]))
            outcome["missions"].append(mission)
            if window == "day":
                fact["day_missions_completed"] += 1
            self.ledger["mission"] += reward
            self.fuel += reward
            if self.fuel >= FULL_FUEL:
                self.overloads += 1
                self.tokens += 1
                self.fuel = 0

    # -- metrics

    def measure(self, window, metric, filters, start):
        if window == "life":
            if metric == "sparks" and not filters:
                return self.sparks
            if metric == "cards":
                return sum(1 for card in self.cards if card_passes(card, filters))
            if metric in ("total_points", "streak", "overloads", "level"):
                return getattr(self, metric.replace("total_points", "total"))
            raise ValueError(metric)

        length = {"day": 1, "week": 7}[window]
        days = [start + timedelta(days=n) for n in range(length)]
        facts = [fact for day in days for fact in self.facts.get(day, [])]
        sparks = [fact["event"] for fact in facts if fact["event"]["kind"] == "spark"]
        if metric == "sparks":
            return sum(1 for spark in sparks if spark_passes(spark, filters))
        if metric == "spark_days":
            return len({civil_day(spark) for spark in sparks})
        if metric == "distinct_categories":
            return len({spark["category"] for spark in sparks})
        if metric == "earned_points":
            return sum(fact["earned"] for fact in facts)
        if metric == "missions_completed":
            return sum(fact["day_missions_completed"] for fact in facts)
        raise ValueError(metric)

    # -- the end

    def final(self, today):
        progress, status = {}, {}
        for mission, window, metric, filters, target, _ in MISSIONS:
            start = window_start(window, today)
            if (mission, start) in self.completed:
                progress[mission], status[mission] = target, "completed"
                continue
            if metric == "streak":
                value = self.current_streak(today)
            else:
                value = self.measure(window, metric, filters, start)
            progress[mission] = min(value, target)
            status[mission] = "in_progress" if value > 0 else "available"
        return {
            "ledger": self.ledger,
            "total": self.total,
            "level": self.level,
            "fuel": self.fuel,
            "overloads": self.overloads,
            "tokens": self.tokens,
            "cards": dict(sorted(self.cards.items())),
            "current_streak": self.current_streak(today),
            "longest_streak": self.longest_streak(),
            "completions": [
                [mission, None if start is None else start.isoformat(), at]
                for mission, start, at in self.completions
            ],
            "progress": progress,
            "status": status,
            "void_count": self.void_count,
        }


def window_start(window, day):
    return {"day": day, "week": monday(day), "life": None}[window]


def spark_passes(spark, filters):
    if "category" in filters and spark["category"] != filters["category"]:
        return False
    if "min_intensity" in filters and spark["intensity"] < filters["min_intensity"]:
        return False
    return "before_hour" not in filters or local_hour(spark) < filters["before_hour"]


def card_passes(name, filters):
    category, rarity, _ = name.split("/")
    return filters.get("category", category) == category and filters.get("rarity", rarity) == rarity


def expected(case):
    seed = int(case["seed"])
    hour, minute = case.get("day_start", "00:00").split(":")
    events = [normalised(raw, (int(hour), int(minute))) for raw in case["events"]]
    assign_ids(seed, events)
    events.sort(key=lambda event: (event["at"], event["id"]))
    fold = Fold(seed, Rulebook(case))
    outcomes = [fold.apply(event) for event in events]
    return {"events": outcomes, "final": fold.final(date.fromisoformat(case["today"]))}


def compact_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--make-fixtures":
        import cases

        cases.write_fixtures(arguments[1])
    elif not arguments:
        case = json.load(sys.stdin, parse_float=str)
        print(compact_json(expected(case)))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
