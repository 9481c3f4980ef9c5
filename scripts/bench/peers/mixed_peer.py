"""The loop of a script that records the mixed events of scripts/bench/fold by itself: it keeps tasks, moods,
activities, trackers and a spark's points, day by day, in dictionaries; no missions, cards, ladders,
quests or levels. Prints nanoseconds per event of the loop alone.

    python3 mixed_peer.py COUNT
"""

import random
import sys
import time

count = int(sys.argv[1])
random.seed(7)
BASE = [10, 15, 8, 20, 25]
FACTOR = [2, 3, 4, 5]  # halves
SCORE = [7, 4, 3, 2]

events = []
open_tasks, done_tasks = [], []
for i in range(count):
    day = 20089 + i * 365 // count
    pick = random.randrange(100)
    if pick < 50:
        events.append(("spark", day, random.randrange(5), random.randrange(4)))
    elif pick < 60:
        events.append(("add", day, i, random.randrange(4)))
        open_tasks.append(i)
    elif pick < 68 and open_tasks:
        task = open_tasks.pop()
        events.append(("complete", day, task, 0))
        done_tasks.append(task)
    elif pick < 70 and done_tasks:
        task = done_tasks.pop()
        events.append(("reopen", day, task, 0))
        open_tasks.append(task)
    elif pick < 80:
        events.append(("mood", day, random.randrange(5), i))
    elif pick < 88:
        events.append(("activity", day, random.randrange(4), 0))
    else:
        events.append(("entry", day, random.randrange(5), random.randrange(90)))

best = float("inf")
for _ in range(3):
    start = time.perf_counter()
    points = 0
    spark_days, active, scores, moods = {}, {}, {}, {}
    tasks = {}
    activities = [0, 0, 0, 0]
    trackers = [[0, 0, 90, 0] for _ in range(5)]
    for kind, day, a, b in events:
        active[day] = active.get(day, 0) + 1
        if kind == "spark":
            points += BASE[a] * FACTOR[b] // 2
            spark_days[day] = spark_days.get(day, 0) + 1
        elif kind == "add":
            tasks[a] = [b, None, 0]
        elif kind == "complete":
            task = tasks[a]
            if task[1] is None:
                task[1], task[2] = day, SCORE[task[0]]
                scores[day] = scores.get(day, 0) + task[2]
        elif kind == "reopen":
            task = tasks[a]
            if task[1] is not None:
                scores[task[1]] -= task[2]
                task[1] = None
        elif kind == "mood":
            moods[day] = a
        elif kind == "activity":
            activities[a] += 1
        else:
            tracker = trackers[a]
            tracker[0] += 1
            tracker[1] += b
            tracker[2] = min(tracker[2], b)
            tracker[3] = max(tracker[3], b)
    best = min(best, time.perf_counter() - start)
print(f"{best / count * 1e9:.1f} ns each; {points} points, {sum(scores.values())} score")
