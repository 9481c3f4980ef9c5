#!/usr/bin/env python3
# Writes files of apps with ROWS rows each into FOLDER: daylio.csv, loop/, habitica.csv, todoist/Work.csv.

import csv
import random
import sys
from datetime import date, datetime, timedelta
from pathlib import Path

FIRST = date(2001, 1, 1)
WORDS = "tide lamp river stone paper window garden bread letter road winter piano harbour salt".split()


def text(draw, most):
    return " ".join(draw.choices(WORDS, k=draw.randint(1, most)))


def write(path, header, table):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(table)


def daylio(folder, rows, draw):
    moods = ["rad", "good", "meh", "bad", "awful"]
    at = datetime(2001, 1, 1, 7)
    table = []
    for _ in range(rows):
        at += timedelta(minutes=draw.randint(30, 180))
        day = at.date()
        activities = " | ".join(draw.sample(WORDS, draw.randint(0, 4)))
        clock = at.strftime("%I:%M %p").lstrip("0").lower()
        title = text(draw, 3) if draw.random() < 0.3 else ""
        note = text(draw, 8) if draw.random() < 0.3 else ""
        table.append(
            [day, day.strftime("%B %-d"), day.strftime("%A"), clock, draw.choice(moods), activities, "", title, note]
        )
    table.reverse()
    header = ["full_date", "date", "weekday", "time", "mood", "activities", "scales", "note_title", "note"]
    write(folder / "daylio.csv", header, table)


def loop(folder, rows, draw):
    habits = [f"{word} {number}" for number in range(1, 5) for word in WORDS][:50]
    header = ["Position", "Name", "Type", "Question", "Description", "FrequencyNumerator",
              "FrequencyDenominator", "Color", "Unit", "Target Type", "Target Value", "Archived?"]  # fmt: skip
    definitions = [
        [f"{number:03}", name, "YES_NO", "", "", 1, 1, "#00897B", "", "", "", "false"]
        for number, name in enumerate(habits, 1)
    ]
    write(folder / "loop" / "Habits.csv", header, definitions)
    days = [FIRST + timedelta(days=day) for day in reversed(range(rows // len(habits)))]
    checks = [[day, *(draw.choice(["YES_MANUAL", "NO"]) for _ in habits), ""] for day in days]
    write(folder / "loop" / "Checkmarks.csv", ["Date", *habits, ""], checks)


def habitica(folder, rows, draw):
    names = [f"{word} {number}" for number in range(1, 8) for word in WORDS]
    value = dict.fromkeys(names, 0.0)
    at = datetime(2001, 1, 1)
    table = []
    for _ in range(rows):
        at += timedelta(minutes=draw.randint(5, 120), seconds=draw.randint(0, 59))
        number = draw.randrange(len(names))
        name = names[number]
        value[name] += 0.9747 ** value[name]
        table.append([name, f"e826ddfa-0001-4000-8000-{number:012}", "habit", at, round(value[name], 8)])
    write(folder / "habitica.csv", ["Task Name", "Task ID", "Task Type", "Date", "Value"], table)


def todoist(folder, rows, draw):
    header = ["TYPE", "CONTENT", "DESCRIPTION", "PRIORITY", "INDENT", "AUTHOR", "RESPONSIBLE", "DATE",
              "DATE_LANG", "TIMEZONE", "DURATION", "DURATION_UNIT"]  # fmt: skip
    table = []
    for number in range(rows):
        due = FIRST + timedelta(days=draw.randint(0, 9000)) if draw.random() < 0.7 else ""
        details = text(draw, 6) if draw.random() < 0.2 else ""
        name = f"{text(draw, 4)} {number}"
        table.append(
            ["task", name, details, draw.randint(1, 4), 1, "", "", due, "en", "Europe/Rome", "", ""]
        )
    write(folder / "todoist" / "Work.csv", header, table)


def make(folder, rows):
    """Writes the files, and returns what is imported of each app, by name."""
    folder = Path(folder)
    for app in (daylio, loop, habitica, todoist):
        app(folder, rows, random.Random(1))
    files = ("daylio.csv", "loop", "habitica.csv", "todoist")
    return {name.removesuffix(".csv"): str(folder / name) for name in files}


if __name__ == "__main__":
    make(sys.argv[1], int(sys.argv[2]))
