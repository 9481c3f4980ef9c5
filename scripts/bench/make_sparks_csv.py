"""Writes the CSV file that the benchmarks read: the same bytes for the same number of rows.

    python3 make_sparks_csv.py ROWS FILE

A row is a spark with what else trackers export, about 73 bytes: id, title, category, intensity,
at, notes, tags, estimated, actual. A tenth of the titles are quoted, for a comma or for quotes in
them; a twentieth of the notes are not ASCII.
"""

import sys

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
    """Each row with its line end; the numbers come from a 64-bit linear congruential generator."""
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


def make(count, path):
    with open(path, "w", encoding="utf-8", newline="", buffering=1 << 20) as file:
        file.write("id,title,category,intensity,at,notes,tags,estimated,actual\n")
        file.writelines(rows(count))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    make(int(sys.argv[1]), sys.argv[2])
