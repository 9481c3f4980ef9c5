"""The work of scripts/bench/csv, with Python's csv module or, in one thread, with DuckDB.

    python3 csv_peer.py csv|duckdb FILE            parses, and reads each field
    python3 csv_peer.py csv-write FILE RECORDS     writes the first records over and over
    python3 csv_peer.py has-duckdb                 exits with 0 if DuckDB is installed

Prints a summary and the seconds of that work alone. DuckDB is expected where scripts/bench/run installs
it.
"""

import csv
import importlib.util
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "..", ".build", "peers"))


def parse(path):
    start = time.perf_counter()
    records = fields = 0
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            records += 1
            fields += len(row)
    print(f"{records} records, {fields} fields, {time.perf_counter() - start} s")


def parse_in_duckdb(path):
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    start = time.perf_counter()
    columns = open(path, encoding="utf-8").readline().strip().split(",")
    lengths = " + ".join(f'sum(strlen("{column}"))' for column in columns)
    # Nothing is left out for being unused, and no empty text becomes NULL.
    records, length = connection.execute(
        f"SELECT count(*), {lengths} FROM read_csv(?, delim = ',', quote = '\"', escape = '\"', "
        "header = true, all_varchar = true, nullstr = '\\N')",
        [path],
    ).fetchone()
    print(f"{records + 1} records, {length} bytes of text, {time.perf_counter() - start} s")


def write(path, count):
    rows = []
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            rows.append(row)
            if len(rows) == 1_000:
                break
    rows = rows[1:]
    start = time.perf_counter()
    with open(os.devnull, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for number in range(count):
            writer.writerow([number, *rows[number % len(rows)][1:]])
    print(f"{count} records, {time.perf_counter() - start} s")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["csv", path]:
            parse(path)
        case ["duckdb", path]:
            parse_in_duckdb(path)
        case ["csv-write", path, count]:
            write(path, int(count))
        case ["has-duckdb"]:
            sys.exit(importlib.util.find_spec("duckdb") is None)
        case _:
            sys.exit(__doc__)
