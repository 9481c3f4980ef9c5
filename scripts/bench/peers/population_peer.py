"""Part of the work of flint replay --population, with pandas or DuckDB, as fast as they can on all processors.

    python3 population_peer.py pandas|duckdb FILE     a file of examples/cluster/make_events.py

Adds up only the base points of sparks for each player: no cards, missions, streaks, levels or order of
events, which need a fold over the events of a player. Prints the numbers of players and of events, and
the sum of all points.
"""

import sys

BASES = {"decision": 10, "energy": 15, "idea": 8, "experiment": 20, "challenge": 25}
# In halves, so that points are whole numbers without rounding.
HALVES = {"low": 2, "medium": 3, "high": 4, "extreme": 5}


def with_pandas(path):
    import pandas

    points = pandas.DataFrame(
        [
            (category, intensity, base * halves // 2)
            for category, base in BASES.items()
            for intensity, halves in HALVES.items()
        ],
        columns=["category", "intensity", "points"],
    )
    # The fastest of its readers, in several threads; that in chunks takes three times as long.
    events = pandas.read_json(path, lines=True, engine="pyarrow", dtype_backend="pyarrow")
    events = events[["player", "kind", "category", "intensity"]]
    sparks = events[events["kind"] == "spark"]
    # Few different texts: numbers are joined and added up instead.
    counts = sparks.groupby(["player", "category", "intensity"], sort=False).size()
    counts = counts.rename("count").reset_index().merge(points, on=["category", "intensity"])
    players = (counts["count"] * counts["points"]).groupby(counts["player"], sort=False).sum()
    return events["player"].nunique(), len(events), int(players.sum())


def with_duckdb(path):
    import duckdb

    bases = " ".join(f"WHEN '{category}' THEN {base}" for category, base in BASES.items())
    halves = " ".join(f"WHEN '{intensity}' THEN {number}" for intensity, number in HALVES.items())
    return duckdb.execute(
        f"""
        SELECT count(*), sum(events), sum(points) FROM (
          SELECT count(*) AS events,
            sum((CASE category {bases} END) * (CASE intensity {halves} END) // 2)
              FILTER (kind = 'spark') AS points
          FROM read_json(?, format = 'newline_delimited', columns = {{
            player: 'VARCHAR', kind: 'VARCHAR', category: 'VARCHAR', intensity: 'VARCHAR'}})
          GROUP BY player)
        """,
        [path],
    ).fetchone()


def main():
    programs = {"pandas": with_pandas, "duckdb": with_duckdb}
    if len(sys.argv) != 3 or sys.argv[1] not in programs:
        sys.exit(__doc__)
    players, events, points = programs[sys.argv[1]](sys.argv[2])
    print(f"{players} players, {events} events, {points} points")


if __name__ == "__main__":
    main()
