"""Draws the pictures of `flint report all` with matplotlib: inline SVG in one HTML file.

    python3 report_peer.py year FOLDER FILE.html      from days.csv, habits.csv … of flint export
    python3 report_peer.py sparks FOLDER FILE.html    the pictures of sparks, from sparks.csv alone

It draws what a chart library draws easily: calendars, years in pixels, bars and lines. Boards of cards, graphs of
quests, intervals of moods, streaks, the landscape, tables of numbers, and words for single days are omitted. Prints
the numbers of most pictures as JSON, under the titles and in the rows that the tables of Flint's page have.

pyplot is not imported, since figures do not need it; pandas only where it is faster than the module csv.
"""

import csv
import io
import json
import sys
from datetime import date

import matplotlib
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

# Texts as text: shorter, and faster than outlines.
matplotlib.rcParams.update(
    {"svg.fonttype": "none", "font.size": 7, "axes.titlesize": 8, "legend.fontsize": 6}
)

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
WEEKDAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
CATEGORIES = ["decision", "energy", "idea", "experiment", "challenge"]
INTENSITIES = ["low", "medium", "high", "extreme"]
BASE, HALVES = np.array([10, 15, 8, 20, 25]), np.array([2, 3, 4, 5])
MOODS = ["horrible", "bad", "average", "good", "great"]
STATUSES = ["not_due", "unknown", "not_done", "paused", "skipped", "partial", "done"]

LEVELS = ListedColormap(["#ebedf0", "#b6d3ee", "#7fb1de", "#3f86c5", "#0b57a4"])
RATINGS = ListedColormap(["#8c2d04", "#d9813a", "#d8d8d8", "#74a9cf", "#045a8d"])
HABIT = ListedColormap(
    ["#ebedf0", "#ebedf0", "#d9813a", "#bbbbbb", "#bbbbbb", "#f0c86e", "#3f86c5"]
)


class Year:
    """The days of a year, and what their numbers are in its pictures."""

    def __init__(self, year):
        self.year = year
        self.start = date(year, 1, 1).toordinal()
        self.count = date(year + 1, 1, 1).toordinal() - self.start
        days = [date.fromordinal(self.start + day) for day in range(self.count)]
        self.month = np.array([day.month - 1 for day in days])
        self.day = np.array([day.day - 1 for day in days])
        self.firsts = np.flatnonzero(self.day == 0)
        # The positions in a calendar of weeks.
        shift = np.arange(self.count) + days[0].weekday()
        self.weekday, self.week = shift % 7, shift // 7

    def weeks(self, values):
        """Returns values of days as rows of weeks."""
        rows = np.zeros((self.week[-1] + 1, 7), int)
        rows[self.week, self.weekday] = values
        return rows.tolist()

    def number(self, text):
        """Returns the number of a day, from 0 on, of a date or a time."""
        return date.fromisoformat(text[:10]).toordinal() - self.start


class Page:
    """A page of pictures."""

    def __init__(self, title):
        self.parts = [
            f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        ]

    def draw(self, title, draw, size=(3.4, 1.5), left=0.14):
        figure = Figure(figsize=size)
        canvas = FigureCanvasSVG(figure)
        axes = figure.add_axes((left, 0.14, 0.97 - left, 0.72))
        axes.set_title(title)
        draw(axes)
        text = io.StringIO()
        canvas.print_svg(text, metadata={"Date": None})
        svg = text.getvalue()
        self.parts.append(svg[svg.index("<svg") :])

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.parts))

    # The kinds of pictures

    def calendar(self, title, year, values, colours=LEVELS, greatest=None):
        """Draws a calendar of weeks; values become five levels at their quartiles."""
        if greatest is None:
            some = values[values > 0]
            edges = np.quantile(some, [0.25, 0.5, 0.75]) if some.size else [1, 2, 3]
            values, greatest = np.where(values > 0, 1 + np.searchsorted(edges, values), 0), 4
        cells = np.full((7, year.week[-1] + 1), np.nan)
        cells[year.weekday, year.week] = values

        def draw(axes):
            axes.imshow(cells, cmap=colours, vmin=0, vmax=greatest, interpolation="nearest")
            axes.set_xticks(year.week[year.firsts], MONTHS)
            axes.set_yticks(range(7), WEEKDAYS)

        self.draw(title, draw, (6, 1.1), 0.05)

    def pixels(self, title, year, values):
        """Draws a row of days for each month."""
        cells = np.full((12, 31), np.nan)
        cells[year.month, year.day] = values

        def draw(axes):
            axes.imshow(cells, cmap=RATINGS, vmin=0, vmax=4, interpolation="nearest")
            axes.set_xticks([0, 4, 9, 14, 19, 24, 29], [1, 5, 10, 15, 20, 25, 30])
            axes.set_yticks(range(12), MONTHS)

        self.draw(title, draw, (3.4, 1.6))

    def bars(self, title, names, values):
        def draw(axes):
            axes.bar(range(len(names)), values)
            axes.set_xticks(range(len(names)), names)

        self.draw(title, draw)

    def lying_bars(self, title, names, values):
        def draw(axes):
            axes.barh(range(len(names)), values)
            axes.set_yticks(range(len(names)), names)
            axes.invert_yaxis()

        self.draw(title, draw, left=0.35)

    def stacked_bars(self, title, names, series):
        def draw(axes):
            bottom = np.zeros(len(names))
            for name, values in series:
                axes.bar(range(len(names)), values, bottom=bottom, label=name)
                bottom = bottom + values
            axes.set_xticks(range(len(names)), names)
            axes.legend(loc="upper right")

        self.draw(title, draw)

    def lines(self, title, year, series, steps=False, marks=(), limits=None):
        def draw(axes):
            for name, days, values in series:
                axes.plot(days, values, label=name, drawstyle="steps-post" if steps else "default")
            for day, text in marks:
                axes.axvline(day, color="0.7", linewidth=0.6)
                axes.text(day, 1, text, transform=axes.get_xaxis_transform(), va="top")
            axes.set_xticks(year.firsts[::2], MONTHS[::2])
            if limits:
                axes.set_ylim(*limits)
            if len(series) > 1:
                axes.legend(loc="lower right")

        self.draw(title, draw)


def read(folder, name):
    """Returns the rows of a table as lists, and the position of each column."""
    with open(f"{folder}/{name}.csv", encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        columns = {column: index for index, column in enumerate(next(rows))}
        return list(rows), columns


def spark_pictures(page, year, days, hours, categories, intensities):
    """Draws sparks from the number of each day, and the numbers by hour, category and intensity."""
    page.calendar("Sparks", year, days)
    page.lying_bars("By category", CATEGORIES, categories)
    page.lying_bars("By intensity", INTENSITIES, intensities)
    page.bars("By hour of the day", range(24), hours)
    tables = {
        "Sparks": year.weeks(days),
        "By category": rows(categories),
        "By intensity": rows(intensities),
        "By hour of the day": rows(hours),
    }
    return {"Sparks": int(days.sum())}, tables


def rows(*columns):
    return np.column_stack(columns).tolist()


def draw_sparks(folder, path):
    import pandas

    table = pandas.read_csv(
        f"{folder}/sparks.csv",
        usecols=["at", "category", "intensity"],
        dtype={
            "category": pandas.CategoricalDtype(CATEGORIES),
            "intensity": pandas.CategoricalDtype(INTENSITIES),
        },
    )
    # The date and the hour of the local clock; this is faster than parsing the times.
    hours = table["at"].to_numpy().astype("S13").astype("datetime64[h]")
    year = Year(hours[0].astype(object).year)
    hours = (hours - np.datetime64(f"{year.year}", "h")).astype(np.int64)
    day = hours // 24
    category = table["category"].cat.codes.to_numpy()
    intensity = table["intensity"].cat.codes.to_numpy()
    points = (BASE[:, None] * HALVES // 2)[category, intensity]

    page = Page(f"Review: {year.year}")
    days = np.bincount(day, minlength=year.count)
    # Sums of whole numbers below 2^53 are exact as floating-point numbers.
    daily = np.bincount(day, points, year.count)
    monthly = np.bincount(year.month, daily, 12)
    page.calendar("Everything recorded", year, days)
    page.bars("Points by month", MONTHS, monthly)
    page.lines("Points over time", year, [("points", np.arange(year.count), np.cumsum(daily))])
    facts, tables = spark_pictures(
        page, year, days, np.bincount(hours % 24, minlength=24),
        np.bincount(category, minlength=5), np.bincount(intensity, minlength=4),
    )  # fmt: skip
    page.write(path)
    return facts, tables | {"Points by source": rows(monthly)}


def draw_year(folder, path):
    history, column = read(folder, "days")
    year = Year(int(history[0][0][:4]))
    first = year.number(history[0][0])
    history = history[: year.count - first]

    def daily(name, missing=0):
        values = np.full(year.count, float(missing))
        index = column[name]
        values[first : first + len(history)] = [row[index] or missing for row in history]
        return values

    def monthly(values):
        return np.bincount(year.month, values, 12)

    page = Page(f"Review: {year.year}")
    every = np.arange(year.count)

    # Overview
    page.calendar("Everything recorded", year, daily("events"))
    ledgers = [
        (name, monthly(daily(f"{column}_points")))
        for name, column in (
            ("sparks", "spark"), ("duplicates", "duplicate"), ("missions", "mission"), ("earned", "earned"),
        )
    ]  # fmt: skip
    page.stacked_bars("Points by source", MONTHS, ledgers)
    totals, levels = daily("total_points"), daily("level", 1)
    rises = np.flatnonzero(np.diff(levels, prepend=1) > 0)
    page.lines(
        "Points over time, with new levels", year, [("points", every, totals)],
        marks=[(day, f"{levels[day]:.0f}") for day in rises],
    )  # fmt: skip

    # Sparks
    sparks, at = read(folder, "sparks")
    times = [row[at["at"]] for row in sparks]
    facts, tables = spark_pictures(
        page, year,
        np.bincount([year.number(time) for time in times], minlength=year.count)[: year.count],
        np.bincount([int(time[11:13]) for time in times], minlength=24),
        np.bincount([CATEGORIES.index(row[at["category"]]) for row in sparks], minlength=5),
        np.bincount([INTENSITIES.index(row[at["intensity"]]) for row in sparks], minlength=4),
    )  # fmt: skip

    facts["Points"] = totals[-1]
    tables["Points by source"] = rows(*(values for _, values in ledgers))

    # Habits
    habits, at = read(folder, "habits")
    last = f"{year.year}-12-31"
    codes = {status: code for code, status in enumerate(STATUSES)}
    by_name = {}
    for row in habits:
        if row[at["day"]] <= last:
            by_name.setdefault(row[at["habit"]], []).append(row)
    strengths, course = [], []
    for name, rows_of_habit in by_name.items():
        begin = year.number(rows_of_habit[0][at["day"]])
        days = slice(begin, begin + len(rows_of_habit))
        status, strength = np.full((2, year.count), np.nan)
        status[days] = [codes[row[at["status"]]] for row in rows_of_habit]
        strength[days] = [row[at["strength"]] for row in rows_of_habit]
        page.calendar(name, year, status, HABIT, len(STATUSES) - 1)
        strengths.append((name, every[::3], strength[::3]))
        course.append(100 * strength)
    page.lines("Strength", year, strengths, limits=(0, 1))
    if course:
        # Flint's table has every second day of those that it draws, and the last.
        shown = [*every[::4][::2], *every[::4][-1:]]
        tables["Strength"] = np.column_stack(course)[shown].tolist()

    # Moods
    moods = daily("mood_value", np.nan)
    page.pixels(f"Year in pixels, {year.year}", year, moods)
    rated = ~np.isnan(moods)
    values = moods[rated]
    counts = np.bincount(values.astype(int), minlength=5)[::-1]
    page.lying_bars("Days by mood", MOODS[::-1], counts)
    by_weekday, by_month = (
        np.bincount(key[rated], values, size) / np.bincount(key[rated], minlength=size)
        for key, size in ((year.weekday, 7), (year.month, 12))
    )
    page.lying_bars("Mean mood by weekday", WEEKDAYS, by_weekday)
    page.lying_bars("Mean mood by month", MONTHS, by_month)
    tables["Days by mood"] = rows(counts)
    tables["Mean mood by weekday"] = rows(by_weekday)
    tables["Mean mood by month"] = rows(by_month)

    # Tasks
    scores = daily("task_score")
    page.calendar("Score per day", year, scores)
    sums = np.concatenate([np.zeros(30), np.cumsum(scores)])
    week, month = ((sums[30:] - sums[30 - days : -days]) / days for days in (7, 30))
    page.lines("Mean score per day", year, [("7 days", every, week), ("30 days", every, month)])
    changes, at = read(folder, "tasks")
    tasks, finished = {}, {}
    for row in changes:
        # A task is completed in its own row the first time; later changes have rows of their own.
        change = row[at["change"]] if "change" in at else ""
        if not change:
            tasks[row[at["id"]]] = row
        if change in ("", "complete", "reopen"):
            time = row[at["at" if change == "complete" else "completed"]]
            finished[row[at["id"]]] = time if change != "reopen" else ""
    added = [year.number(row[at["added"]]) for row in tasks.values()]
    done = [row for id, row in tasks.items() if finished[id]]
    completed = [year.number(time) for time in finished.values() if time]
    change = np.bincount(added, minlength=year.count) - np.bincount(
        completed, minlength=year.count
    )
    still_open = np.cumsum(change)
    page.lines("Open tasks over time", year, [("open", every, still_open)], steps=True)
    for title, name in (("Done by project", "project"), ("Done by priority", "priority")):
        names, counts = np.unique([row[at[name]] for row in done], return_counts=True)
        page.lying_bars(title, names, counts)
    facts["Tasks done"], facts["Open tasks"] = len(done), int(still_open[-1])
    tables["Done by priority"] = rows(counts)
    tables["Mean score per day"] = rows(scores, week, month)[::7]

    # Cards and missions
    cards, at = read(folder, "cards")
    firsts = sorted(year.number(row[at["first"]]) for row in cards if row[at["first"]])
    growth = [0, *range(1, len(firsts) + 1), len(firsts)]
    page.lines(
        "Distinct cards over time", year, [("owned", [0, *firsts, year.count - 1], growth)], steps=True
    )  # fmt: skip
    facts["Owned"] = len(firsts)
    page.calendar("Missions", year, daily("missions"))
    missions, at = read(folder, "missions")
    # Two missions may have one title.
    titles = {row[at["mission"]]: row[at["title"]] for row in missions}
    ids, counts = np.unique([row[at["mission"]] for row in missions], return_counts=True)
    often = np.argsort(-counts, kind="stable")[:10]
    page.lying_bars("Completed most often", [titles[ids[i]] for i in often], counts[often])
    facts["Missions completed"] = len(missions)
    tables["Completed most often"] = rows(counts[often])

    # Journey
    activities, at = read(folder, "activities")
    unlocked, of = read(folder, "achievements")
    starts = [year.number(row[at["start"]]) for row in activities if row[at["start"]]]
    if starts:

        def through(days):
            return np.cumsum(np.bincount(days, minlength=year.count))[: year.count]

        def on(kinds):
            return [year.number(row[at["at"]]) for row in activities if row[at["kind"]] in kinds]

        journals, sessions = through(on({"journal"})), through(on({"sos", "self_care"}))
        active = np.cumsum((daily("events") > 0) & (every >= starts[-1]))
        days = [year.number(row[of["unlocked_on"]]) for row in unlocked if row[of["unlocked_on"]]]
        earlier = np.concatenate([[0], through(days)[:-1]])
        age = np.maximum(1, every - starts[-1])
        consistency = (
            np.minimum(0.4, 3 * journals / age)
            + np.minimum(0.3, 0.5 * active / age)
            + np.minimum(0.3, 0.3 * np.sqrt(age) / 30)
        )
        self_care = (
            np.minimum(0.4, 2 * sessions / age)
            + np.minimum(0.3, 5 * journals / age)
            + np.minimum(0.3, 0.4 * earlier / 20)
        )
        stability = np.minimum(
            1, np.minimum(0.5, 0.3 + 0.005 * age) + 0.25 * consistency + 0.25 * self_care
        )
        series = {"consistency": consistency, "self-care": self_care, "stability": stability}
        page.lines(
            "Scores over time", year,
            [(name, every[::3], values[::3]) for name, values in series.items()], limits=(0, 1),
        )  # fmt: skip
        shown = [*every[::4][::2], *every[::4][-1:]]
        tables["Scores over time"] = (100 * np.column_stack(list(series.values())))[shown].tolist()
    names, counts = np.unique([row[of["ladder"]] for row in unlocked], return_counts=True)
    page.lying_bars("Ladders", names, counts)
    page.write(path)
    return facts, tables


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["year", folder, path]:
            print(json.dumps(draw_year(folder, path)))
        case ["sparks", folder, path]:
            print(json.dumps(draw_sparks(folder, path)))
        case _:
            sys.exit(__doc__)
