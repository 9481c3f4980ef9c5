"""The lines and tables that show what became of mutants."""

import csv
import os

WIDTH = 70


def change(row):
    """What a mutant changes: the lines before and after, without most of what they have in common."""
    before, after = row["before"], row["after"]
    if not after:
        return f"{shortened(before)} → (left out)"
    start = len(os.path.commonprefix([before, after]))
    rest = min(len(before), len(after)) - start
    end = min(len(os.path.commonprefix([before[::-1], after[::-1]])), rest)
    # Some of the words around are shown.
    start, end = max(0, start - 40), max(0, end - 40)
    return " → ".join(
        ("…" if start else "") + shortened(text[start : len(text) - end]) + ("…" if end else "")
        for text in (before, after))


def shortened(text):
    """A text without its middle, if it is long."""
    return text if len(text) <= 2 * WIDTH else f"{text[:WIDTH]} … {text[-WIDTH:]}"


def place(row):
    """The file and line of a mutant."""
    return f"{row['file'].removeprefix('Library/').removeprefix('Sources/')}:{row['line']}"


def line(row):
    """A mutant on one line, with what became of it."""
    head = f"{row['id']:>6}  {place(row)}  {row['kind']}"
    match row.get("outcome"):
        case "killed":
            return f"{head}  killed in {row['seconds']:.1f} s by {row['target']}: {row['killer']}"
        case "survived":
            return f"{head}  SURVIVED: {change(row)}"
        case "equivalent":
            return f"{head}  equivalent ({row['reason']})"
    return f"{head}: {change(row)}"


def table(rows, column):
    """A table of the mutants by what a column has."""
    lines = [f"{column:<20} mutants  killed  survived  score  equivalent"]
    names = sorted({row[column] for row in rows})
    groups = [(name, [row for row in rows if row[column] == name]) for name in names]
    for name, group in groups + [("all", rows)]:
        killed, survived, equivalent = (
            sum(row.get("outcome") == outcome for row in group)
            for outcome in ("killed", "survived", "equivalent"))
        total = killed + survived
        score = f"{100 * killed / total:.0f} %" if total else "–"
        lines.append(f"{name:<20} {total:>7}  {killed:>6}  {survived:>8}  {score:>5}  {equivalent:>10}")
    return "\n".join(lines)


def mark_equivalent(rows, path):
    """Marks the mutants that a file names as such that no test can notice."""
    with open(path, encoding="utf-8", newline="") as file:
        known = {
            (entry["file"], entry["before"], entry["after"]): entry["reason"]
            for entry in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        }
    for row in rows:
        reason = known.get((row["file"], row["before"], row["after"]))
        if reason is not None:
            row.update(outcome="equivalent", reason=reason)
