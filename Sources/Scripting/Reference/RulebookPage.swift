import FlintRules
import FlintSchema

/// The reference of rulebook files as a Markdown page. Its tables list the names that the reader accepts,
/// so that none can be missing; tests read its examples.
package struct RulebookPage {
  package static let markdown = """
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
    do not contain, `levels`, `earn` and `currencies` are replaced as a whole, `missions`, `cards`,
    `ladders`, `offers` and `pools` are appended to the inherited ones, and `change_missions`,
    `change_cards` and so on change inherited ones by their ids. Without `extends` every name is
    required except filters, seasons, pity, the difficulty of a mission, and all that has a default.

    Exact numbers (multipliers, chances, rates, scores) are decimals, percentages or ratios: `0.25`,
    `"25%"`, `"1/4"` are the same. Ids are 1 to 100 lower-case letters, digits, `-` or `_`. Days are
    texts such as `"2026-12-01"`.

    ## The file

    \(WrittenRulebook.table.markdown())
    ## `drops`

    \(DropDefinition.table.markdown())
    A rule of `pity` raises the rate of a rarity while it is not drawn. At the k-th card since the last
    one of this rarity or a higher one, the rate is base + soft_step × max(0, k − soft_start + 1); at
    k = hard it is 1.

    \(PityDefinition.table.markdown())
    The keys of an entry of `rates`, by ascending rolls:

    \(PityRate.table.markdown())
    ## `fuel`, `tokens`, `tasks`

    The keys of `fuel`:

    \(WrittenRulebook.fuel.markdown())
    The keys of `tokens`:

    \(TokenRules.table.markdown())
    The keys of `tasks`:

    \(TaskRules.table.markdown())
    The keys of `urgency`, each what a circumstance adds, -1000 to 1000 with at most two decimals:

    \(UrgencyRules.table.markdown())
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

    ## An entry of `sets`

    \(CardSet.table.markdown())
    At least one card must be in each set.

    ## `currencies`, `offers`, `duplicate_grants`, `card_prices`

    `currencies` is a table by id, such as `{gems = {start = 300, per_day = 60}}`. Missions, levels,
    earning rules, duplicates and days grant currencies, and rolls of pools and missing cards of choice cost them; a balance never
    falls below 0. A purchase is an event (`currency.grant` in Lua), which says what it was for and what
    it cost.

    \(CurrencyDefinition.table.markdown())
    The keys of an entry of `offers`:

    \(OfferDefinition.table.markdown())
    ## An entry of `pools`

    ```lua
    \(world)
    ```

    A pool is a banner or a box from which cards are rolled by rules of its own: `pool.roll` in Lua,
    `flint roll` on the command line. A roll whose price the balances do not cover, or of a pool that is
    closed on its day, has no effect.

    \(PoolDefinition.table.markdown())
    The counters of a pool are its own, unless `carry` names others: k is the number of the coming roll
    since the last card of the rarity or a better one.

    The keys of `featured`, a rule of each rarity that has a featured card:

    \(FeaturedDefinition.table.markdown())
    The keys of `bundle`; in a bundle that lacks the rarity of `at_least`, the last roll makes it certain:

    \(BundleDefinition.table.markdown())
    The keys of `exchange`:

    \(ExchangeDefinition.table.markdown())
    The keys of `box`:

    \(BoxDefinition.table.markdown())
    The keys of an entry of `packs`, of which each roll opens one. Pity counts packs: where a rarity is
    certain and the pack lacks it, the last card that can be of it is.

    \(PackDefinition.table.markdown())
    The keys of an entry of `slots`:

    \(SlotDefinition.table.markdown())
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
  package static let examples = [example, changes, world]

  static let world = """
    return {
      id = "summer", extends = "ignition",
      currencies = {gems = {start = 1600, per_day = 60}},
      offers = {{id = "chest", money = "14.99", grants = {gems = 980}}},
      money_unit = "EUR",
      duplicate_grants = {legendary = {gems = 100}},
      change_missions = {["morning-spark"] = {grants = {gems = 10}}},
      cards = {
        {id = "sun", name = "Sun", category = "energy", rarity = "legendary", exclusive = true},
        {id = "moon", name = "Moon", category = "idea", rarity = "legendary", exclusive = true},
      },
      pools = {
        {
          id = "summer-1", title = "Summer", from = "2026-06-01", before = "2026-09-01",
          cards = {rarity = {"common", "rare", "epic", "legendary"}},
          rates = {common = "94.3%", epic = "5.1%", legendary = "0.6%"},
          pity = {
            legendary = {soft_start = 74, soft_step = "6%", hard = 90}, epic = {hard = 10},
          },
          featured = {cards = {"sun"}, share = "50%", guarantee = true},
          carry = "summer", price = {gems = 160},
          bundle = {size = 10, price = {gems = 1600}, at_least = "epic"},
          exchange = {at = 300},
        },
      },
    }
    """

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
