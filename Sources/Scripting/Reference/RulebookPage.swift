import Rules
import Schema

/// The reference of rulebook files as a Markdown page. Its tables list the names that the reader accepts,
/// so that none can be missing; tests read its examples.
public struct RulebookPage {
  /// The page.
  public static let markdown = """
    # Rulebook files

    A rulebook is a Lua file that returns a table. It runs without a clock, files, random numbers and
    the functions of Flint, so that its result is the same everywhere. `flint rules check FILE` reports
    all errors at once, `flint rules show` prints a complete rulebook, `flint rules diff` compares two,
    `flint replay --rules FILE` shows the results of your history under it, and `flint rules set FILE`
    applies it to the profile.

    ```lua
    \(example)
    ```

    With `extends` a file contains only the differences: tables of numbers inherit the names that they
    do not contain, `levels` and `earn` are replaced as a whole, `missions`, `cards` and `ladders` are appended to
    the inherited ones, and `change_missions`, `change_cards` and `change_ladders` change inherited ones
    by their ids. Without `extends` every name is required except filters, seasons, pity and the
    difficulty of a mission.

    Exact numbers (multipliers, chances, rates, scores) are decimals, percentages or ratios: `0.25`,
    `"25%"`, `"1/4"` are the same. Ids are 1 to 100 lower-case letters, digits, `-` or `_`. Days are
    texts such as `"2026-12-01"`.

    ## The file

    \(RulebookTable.table.markdown())
    ## `drops`

    \(DropDefinition.table.markdown())
    A rule of `pity` raises the rate of a rarity while it is not drawn. At the k-th card since the last
    one of this rarity or a higher one, the rate is base + soft_step × max(0, k − soft_start + 1); at
    k = hard it is 1.

    \(PityDefinition.table.markdown())
    ## `fuel`, `tokens`, `tasks`

    The keys of `fuel`:

    \(RulebookTable.fuel.markdown())
    The keys of `tokens`:

    \(TokenRules.table.markdown())
    The keys of `tasks`:

    \(TaskRules.table.markdown())
    ## An entry of `earn`

    \(EarningRule.table.markdown())
    The first rule that selects an event applies, and no other. An entry that makes a habit's day done
    is paid by the first rule for `entry` or `habit.done` that selects it.

    | event | is | filters |
    |---|---|---|
    \(rows(OccurrenceKind.earning))
    ## An entry of `levels`

    \(LevelDefinition.table.markdown())
    ## An entry of `missions`

    \(MissionDefinition.table.markdown())
    A mission counts its metric within its window, completes once per window when it reaches the target,
    and then pays its reward. A target that can never be reached is an error.

    | metric | counts | filters |
    |---|---|---|
    \(metricRows)
    In place of a metric a mission can have an `event`, of which it counts all that its filters select
    (`count`), the days (`days`), a sum (`sum`) or the different values (`distinct`).

    | event | is | filters |
    |---|---|---|
    \(rows(OccurrenceKind.allCases))
    ## An entry of `cards`

    \(CardDefinition.table.markdown())
    On every day each category must have a card for every rarity that can be drawn, unless
    `drops.empty_cell` allows otherwise.

    ## An entry of `ladders`

    \(LadderDefinition.table.markdown())
    A rung unlocks when all of its conditions are met and the rung below it is unlocked. On each day at
    most one rung of each ladder unlocks. A rung must require more than the rung below it.

    The keys of a rung:

    \(RungDefinition.table.markdown())
    The keys of a condition:

    \(LadderCondition.table.markdown())
    | metric | value | at_least |
    |---|---|---|
    \(ladderMetricRows)
    ## Changing what is inherited

    ```lua
    \(changes)
    ```

    A change replaces fields of an inherited entry; fields that it does not contain are inherited, and
    `false` removes the whole entry. If it contains a metric, no filters are inherited; a filter that is
    `false` is removed. The titles and rewards of entries that history refers to can be changed, but not
    their meaning: `flint rules set` refuses that.

    """

  /// The examples of the page.
  public static let examples = [example, changes]

  static let example = """
    return {
      id = "winter", extends = "ignition",
      points = {idea = 12},
      drops = {
        rates = {common = "60%", rare = "29%", epic = "8%", legendary = "3%"},
        pity = {legendary = {soft_start = 40, soft_step = 0.02, hard = 60}},
      },
      missions = {
        {
          id = "early-ideas", title = "Early Ideas", window = "week", metric = "sparks",
          category = "idea", before_hour = 10, target = 3, reward = 150, difficulty = "easy",
        },
        {
          id = "three-a-day", title = "Three a Day", window = "week",
          metric = "missions_completed", completed_window = "day", target = 3, reward = 100,
        },
        {
          id = "advent", title = "Advent", window = "life", metric = "spark_days", target = 20,
          reward = 1000, difficulty = "hard", from = "2026-12-01", before = "2026-12-25",
        },
      },
      cards = {
        {
          id = "snow-globe", name = "Snow Globe", category = "idea", rarity = "legendary",
          from = "2026-12-01", before = "2027-01-01",
        },
      },
      ladders = {
        {
          id = "hearth", title = "By the Fire", rungs = {
            {id = "hearth-3", title = "Kindling", conditions = {
              {metric = "activity_streak", at_least = 3},
            }},
            {id = "hearth-10", title = "Embers", conditions = {
              {metric = "activity_streak", at_least = 10}, {metric = "stability", at_least = "40%"},
            }},
          },
        },
      },
      tasks = {credit_points = true},
    }
    """

  static let changes = """
    return {
      id = "gentle", extends = "ignition",
      change_missions = {
        ["first-steps"] = {target = 5},
        ["morning-spark"] = {before_hour = 9},
        ["mythical-ascent"] = false,
      },
      change_cards = {["idea-paper-lantern"] = {name = "Red Lantern"}},
      change_ladders = {sos = false},
    }
    """
}

extension RulebookPage {
  private static var metricRows: String {
    Metric.all.map { metric in
      "| `\(metric.name)` | \(metric.summary) | "
        + metric.filterNames.map { "`\($0)`" }.joined(separator: ", ") + " |\n"
    }.joined()
  }

  private static func rows(_ events: [OccurrenceKind]) -> String {
    events.map { event in
      "| `\(event.name)` | \(event.summary) | "
        + event.filters.map { "`\($0)`" }.joined(separator: ", ") + " |\n"
    }.joined()
  }

  private static var ladderMetricRows: String {
    LadderMetric.allCases.map { metric in
      "| `\(metric.name)` | \(ladderMetrics[metric.name] ?? "") | "
        + (metric.isScore
          ? "a score from 0 to 1" : "a whole number from 1 to \(LadderCondition.maximum)")
        + " |\n"
    }.joined()
  }

  static let ladderMetrics: [String: String] = [
    "days": "Whole civil days since the journey's start.",
    "activity_streak": "Consecutive active days, up to today or yesterday.",
    "journals": "Journal entries.",
    "sos_sessions": "SOS sessions.",
    "active_days": "Days with an event.",
    "consistency": "The consistency score.",
    "self_care": "The self-care score.",
    "stability": "The stability score.",
  ]
}
