"""Writes the CSV file for the benchmarks: the same bytes for the same number of rows.

    python3 make_sparks_csv.py ROWS FILE [history|year]

A row is a spark with the further fields that trackers export, about 73 bytes: id, title, category,
intensity, at, notes, tags, estimated, actual. A tenth of the titles are quoted, since they contain a
comma or quotes; a twentieth of the notes are not ASCII. A history is a file that flint import accepts:
with a key in each row, in the order of time, over 24 years for any number of rows; a year is one over 2025.
"""

import sys
import time

TITLES = [
    "Read a paper", "Walk", "Call a friend", "Write tests", "Stretch", "Water the plants",
    "Fix a bug", "Practise scales", "Cook dinner", "Sketch", "Review code", "Plan the week",
    "Run 5 km", "Tidy the desk", "Learn ten words", "Sort mail", "Sleep early", "Journal",
]  # fmt: skip
QUOTED = ['"Read, and take notes"', '"Play ""Gymnopédie"""', '"Groceries: bread, milk"']
CATEGORIES = ["decision", "energy", "idea", "experiment", "challenge"]
INTENSITIES = ["low", "medium", "high", "extreme"]
NOTES = ["", "", "again", "", "went well", "rather late", "too short", ""]
TAGS = ["", "home", "work", "home;evening", ""]


def rows(count):
    """Yields each row with its line end; the numbers come from a 64-bit linear congruential generator."""
    state = 42
    for number in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        bits = state >> 24
        title = QUOTED[bits % 3] if number % 10 == 7 else TITLES[bits % 18]
        note = "größer als gedacht" if number % 20 == 3 else NOTES[(bits >> 5) & 7]
        second = number * 31 % 31_536_000
        day, second = divmod(second, 86_400)
        yield (
            f"{number + 1:07d},{title},{CATEGORIES[(bits >> 8) % 5]},{INTENSITIES[(bits >> 11) & 3]},"
            f"2025-{day // 31 + 1:02d}-{day % 28 + 1:02d}T"
            f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}Z,"
            f"{note},{TAGS[(bits >> 13) % 5]},{(bits >> 16) % 90 + 5},{(bits >> 23) % 120 + 1}\n"
        )


def history_rows(count, start=978_307_200, years=24):
    """Yields the same rows at other times: from 2001 on, over 24 years."""
    span = years * 31_536_000
    for number, row in enumerate(rows(count)):
        head, _, tail = row.partition("Z,")
        when = time.gmtime(start + number * span // count)
        yield f"{head[:-19]}{time.strftime('%Y-%m-%dT%H:%M:%SZ', when)},{tail.replace(';', '|')}"


def make(count, path, kind=None):
    with open(path, "w", encoding="utf-8", newline="", buffering=1 << 20) as file:
        file.write(f"{'key' if kind else 'id'},title,category,intensity,at,notes,tags,estimated,actual\n")
        match kind:
            case "history":
                file.writelines(history_rows(count))
            case "year":
                file.writelines(history_rows(count, 1_735_689_600, 1))
            case _:
                file.writelines(rows(count))


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[3:] not in ([], ["history"], ["year"]):
        sys.exit(__doc__)
    make(int(sys.argv[1]), *sys.argv[2:])
