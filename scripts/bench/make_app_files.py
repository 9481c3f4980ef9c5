#!/usr/bin/env python3
# Writes files of apps with ROWS rows each into FOLDER: daylio.csv, loop/, habitica.csv, todoist/Tasks.csv.

import csv
import random
import sys
from datetime import date, datetime, timedelta
from pathlib import Path

folder, rows = Path(sys.argv[1]), int(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
draw = random.Random(1)
FIRST = date(2001, 1, 1)
WORDS = "tide lamp river stone paper window garden bread letter road winter piano harbour salt".split()


def text(most):
    return " ".join(draw.choices(WORDS, k=draw.randint(1, most)))


def write(path, header, table):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(table)


def daylio():
    moods = ["rad", "good", "meh", "bad", "awful"]
    at = datetime(2001, 1, 1, 7)
    table = []
    for _ in range(rows):
        at += timedelta(minutes=draw.randint(30, 180))
        day = at.date()
        activities = " | ".join(draw.sample(WORDS, draw.randint(0, 4)))
        clock = at.strftime("%I:%M %p").lstrip("0").lower()
        table.append(
            [day, day.strftime("%B %-d"), day.strftime("%A"), clock, draw.choice(moods), activities, "",
             text(3) if draw.random() < 0.3 else "", text(8) if draw.random() < 0.3 else ""])
    table.reverse()
    write(folder / "daylio.csv",
          ["full_date", "date", "weekday", "time", "mood", "activities", "scales", "note_title", "note"], table)


def loop():
    habits = [f"{word} {number}" for number in range(1, 5) for word in WORDS][:50]
    days = rows // len(habits)
    write(folder / "loop" / "Habits.csv",
          ["Position", "Name", "Type", "Question", "Description", "FrequencyNumerator", "FrequencyDenominator",
           "Color", "Unit", "Target Type", "Target Value", "Archived?"],
          [[f"{n:03}", name, "YES_NO", "", "", 1, 1, "#00897B", "", "", "", "false"]
           for n, name in enumerate(habits, 1)])
    write(folder / "loop" / "Checkmarks.csv", ["Date", *habits, ""],
          [[FIRST + timedelta(days=day), *(draw.choice(["YES_MANUAL", "NO"]) for _ in habits), ""]
           for day in range(days - 1, -1, -1)])


def habitica():
    names = [f"{word} {number}" for number in range(1, 8) for word in WORDS]
    value = dict.fromkeys(names, 0.0)
    at = datetime(2001, 1, 1)
    table = []
    for _ in range(rows):
        at += timedelta(minutes=draw.randint(5, 120), seconds=draw.randint(0, 59))
        number = draw.randrange(len(names))
        name = names[number]
        value[name] += 0.9747 ** value[name]
        table.append([name, f"e826ddfa-0001-4000-8000-{number:012}", "habit", at, repr(round(value[name], 8))])
    write(folder / "habitica.csv", ["Task Name", "Task ID", "Task Type", "Date", "Value"], table)


def todoist():
    table = []
    for number in range(rows):
        due = FIRST + timedelta(days=draw.randint(0, 9000))
        table.append(["task", f"{text(4)} {number}", text(6) if draw.random() < 0.2 else "",
                      draw.randint(1, 4), 1, "", "", due if draw.random() < 0.7 else "", "en", "Europe/Rome", "", ""])
    write(folder / "todoist" / "Work.csv",
          ["TYPE", "CONTENT", "DESCRIPTION", "PRIORITY", "INDENT", "AUTHOR", "RESPONSIBLE", "DATE", "DATE_LANG",
           "TIMEZONE", "DURATION", "DURATION_UNIT"], table)


for make in (daylio, loop, habitica, todoist):
    make()
