import Rules

/// The reference of rulebook files as a Markdown page. Its tables are made of the names that the
/// reader takes, so that none can be missing; `RulebookPageTests` reads its examples.
public struct RulebookPage {
  /// The page.
  public static let markdown = """
    # Rulebook files

    A rulebook is a Lua file that returns a table. It runs without clock, files, chance or any of
    Flint's functions, so that it comes out the same everywhere. `flint rules check FILE` tells every
    fault at once, `flint rules show` prints a rulebook in full, `flint rules diff` compares two,
    `flint replay --rules FILE` tells what your history would come to, and `flint rules set FILE` has
    the profile folded by it.

    ```lua
    \(example)
    ```

    With `extends` a file says only what differs: tables of numbers keep what they do not name,
    `levels` is replaced as a whole, `missions`, `cards` and `ladders` are appended to the inherited
    ones, and `change_missions`, `change_cards` and `change_ladders` change inherited ones by their
    ids. Without `extends` every part has to be given; only filters, seasons, pity and a mission's
    difficulty may be left out.

    Exact numbers (multipliers, chances, rates, scores) are decimals, percentages or ratios: `0.25`,
    `"25%"`, `"1/4"` are the same. Ids are 1 to 100 lower-case letters, digits, `-` or `_`. Days are
    texts such as `"2026-12-01"`.

    ## The file

    \(table(RulebookKeys.parts, parts))
    ## `drops`

    \(table(RulebookKeys.drops, drops))
    A rule of `pity` raises the rate of a rarity while it stays away; at the k-th card since the last
    of it or better the rate is base + soft_step × max(0, k − soft_start + 1), and 1 at k = hard.

    \(table(RulebookKeys.pity, pity))
    ## `fuel`, `tokens`, `tasks`

    \(table(RulebookKeys.fuel, fuel))
    \(table(RulebookKeys.tokens, tokens))
    \(table(RulebookKeys.tasks, tasks))
    ## An entry of `levels`

    \(table(RulebookKeys.level, level))
    ## An entry of `missions`

    \(table(RulebookKeys.mission, mission))
    A mission counts its metric within its window, completes once a window when it reaches the target,
    and pays its reward then. A target that can never be reached is a fault.

    | metric | counts | filters |
    |---|---|---|
    \(metricRows)
    ## An entry of `cards`

    \(table(RulebookKeys.card, card))
    On every day each category must have a card for every rarity that can be drawn, as far as
    `drops.empty_cell` does not say otherwise.

    ## An entry of `ladders`

    \(table(RulebookKeys.ladder, ladder))
    A rung unlocks when all of its conditions hold and the one below it is unlocked, at most one of a
    ladder a day. A rung asks for more than the one below it.

    \(table(RulebookKeys.rung, rung))
    \(table(RulebookKeys.condition, condition))
    | metric | what it is | at_least |
    |---|---|---|
    \(ladderMetricRows)
    ## Changing what is inherited

    ```lua
    \(changes)
    ```

    A change gives an inherited entry other fields; what it does not name stays, and `false` takes the
    whole entry out. A metric that is given brings none of the inherited filters along; a filter that
    is `false` is taken away. What history has used already can be changed in what it is called and
    pays, but not in what it means: `flint rules set` refuses that.

    """

  /// Every example of the page.
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
  /// A table of names and what they hold. A name that no text tells of stands there without one,
  /// which a test does not let pass.
  static func table(_ names: [String], _ texts: [String: String]) -> String {
    "| key | holds |\n|---|---|\n"
      + names.map { "| `\(written($0))` | \(texts[$0] ?? "") |\n" }.joined()
  }

  /// A name as it is best written in Lua, of which `until` is a word.
  static func written(_ name: String) -> String { name == "until" ? "before" : name }

  private static var metricRows: String {
    RulebookKeys.metrics.map { name, filters in
      "| `\(name)` | \(metrics[name] ?? "") | "
        + (filters.isEmpty ? "" : filters.map { "`\($0)`" }.joined(separator: ", ")) + " |\n"
    }.joined()
  }

  private static var ladderMetricRows: String {
    LadderMetric.allCases.map { metric in
      "| `\(metric.name)` | \(ladderMetrics[metric.name] ?? "") | "
        + (metric.isScore
          ? "a score from 0 to 1" : "a whole number from 1 to \(RulebookKeys.Limits.asked)")
        + " |\n"
    }.joined()
  }
}
