import Chance
import Players
import FlintSchema

/// The reference of plan files as a Markdown page. `FilePageTests` reads its example.
package struct PlanPage {
  package static let markdown = """
    # Plan files

    A plan describes a simulation for `flint simulate`: it is a Lua file that returns a table, and may
    have a function `day(player, today)` that performs the actions of players. An invalid plan is
    refused, and all errors are reported with their lines and paths.

    ```lua
    \(example)
    ```

    ## The table

    \(PlanTable.table.markdown())
    ## Measures

    | form | meaning |
    |---|---|
    \(totals)
    | `mission.ID` | The number of completions of that mission. |
    | `currency.ID`, `spent.ID` | The balance of that currency, and what was spent of it. |
    | `money` | The money paid, in hundredths of its unit: 499 for 4.99. |
    | `rolls.POOL` | Rolls in that pool; `rolls` in all pools. |
    | `featured.POOL` | Featured cards that the pool gave, copies included; `featured` in all pools. |
    | `dry_days.POOL` | The longest run of days with rolls on which none of them gave a prize; `dry_days` in all pools. A prize is a card of the rarest rarity with a featured card, or of the rarest of all where the pool has none. Days without a roll neither count nor end a run. |
    | `retention.N` | 1 for a player with an event on the day N days after the first day, otherwise 0: the mean is the share retained on day N, as it is usually counted. The first day is that of the plan, and in a replay of a population that of the first event. |
    | `TOTAL on day N` | A total at the end of a day: points and their sources, level, sparks, drops, duplicates, missions, overloads, task_score, moods, active_days. |
    | `sparks until GOAL` | The number of sparks up to the one that reached the goal. |
    | `days until GOAL` | The number of days up to and including the day on which it was reached. |
    | `rolls until POOL/GOAL` | The number of rolls in the pool up to the one that reached the goal, also where several are paid together. |

    A goal is `complete`, `first:RARITY`, `all:RARITY`, `category:NAME`, `card:ID`, `any:ID+ID`, `cards:ID+ID` or `distinct:K`, followed
    by `*M` for M copies; or `level:N`, `points:N`, `mission:ID` or `achievement:ID`. A goal in a pool is `POOL/GOAL`, such as
    `character/featured*2`, with the goals of `flint odds pool`: \(poolGoals).
    Only cards that the pool gave count.

    If the horizon may end before a player reaches a goal, there is no mean of all players. The results
    are the share of players that reach it, with an interval; the restricted mean, in which players who
    do not reach it count with the sparks or days that they had played at the end; and quantiles, which
    are `never` if they fall among the players who do not reach it.

    `sim.assert{measure = …, at_most = …}` asserts a bound of the result: for the mean of all players,
    for a quantile (`quantile = 0.95`), or for one of these statistics:

    | `of` | statistic |
    |---|---|
    | `"mean"` | The mean of all players; an error if one of them has no value. |
    | `"restricted_mean"` | The restricted mean of a goal within a horizon. |
    | `"mean_of_reached"` | The mean of only those players who reached it, regardless of their number. |
    | `"reached"` | The share of players that reached it. |

    ## A policy as data

    \(Policy.table.markdown())
    Income, purchases and rolls take place on every day on which the player is active, in this order, after
    the day's sparks. Each is an event: income and purchases are `currency.grant` with the reason `income`
    or the id of the offer and its money, rolls are `pool.roll`, the choice of a card before the first of
    them is `pool.choose`, and what is taken for rolls is `pool.exchange`. So prices, pity, guarantees,
    limits and what duplicates bring are those of the rulebook. A pool whose rolls cost roll tokens needs tokens.

    An entry of `pools`:

    \(PoolPolicy.table.markdown())
    Of the entries whose pools are open and which have not reached their goals, the first that pays with
    a currency has it to itself: later ones that pay with it wait. At most \(PoolPolicy.mostRollsPerDay)
    rolls of an entry take place on a day.

    An entry of `buys`:

    \(PurchasePolicy.table.markdown())
    `churn`, with an entry of `after`:

    \(Policy.Churn.table.markdown())
    \(Policy.Churn.Condition.table.markdown())
    `energy`:

    \(Policy.Energy.table.markdown())
    ## Segments

    \(SegmentTable.table.markdown())
    Each player belongs to one segment, by a draw of its own: to the same one under every rulebook. The
    shares sum to 1. Every measure is shown for all players and, as `MEASURE@SEGMENT`, for those of each
    segment; `sim.assert{measure = "money", segment = "whale", …}` is about a segment.

    ```lua
    \(banner)
    ```

    ## A policy as a function

    `day(player, today, segment)` is called for each player and day, and can call all functions of a
    script, on a profile in memory that belongs to the player. `player` is a table that is preserved for the
    player; `player.number` counts from 1. `today` has `number` (from 1), `day` and `weekday`. Events
    recorded without a time occur from noon on, one millisecond apart; another time on the same
    day can be given. `segment` is the name of the player's segment where the plan has `segments`, and
    nil otherwise; the functions in `measure` have it as their second argument. Rolls need no tokens.
    `math.random` draws from a random stream of the player. A day is always played to its end, even if the
    horizon is a goal or a number of sparks.

    `day` may return a list of what is to be recorded, one table each: `{category = "idea", intensity = "high"}`
    records a spark as `spark.add` does, with the title `spark` where it has none. `event` names another function
    whose fields the table has: `task.add` or `currency.grant`. Many sparks are recorded
    much faster than by calls.

    Players must be independent: the file and its modules run again for each of them, so that no local,
    table or global is shared, and globals cannot be set during the simulation. The top level of the
    file thus runs once for each player. A plan cannot print. `sim.assert{…}` asserts a bound of
    the result. A function in `measure` returns a 64-bit integer, or nil if a player has no value: such a
    player ranks last, and the mean is marked as that of the other players. The sum of the squares
    of all values must fit into 128 bits.

    ## Comparing custom designs on the same draws

    Several rulebooks are simulated with the same players on the same draws, also if `day` adds rules
    of its own. `profile().rulebook` is the id of the rulebook being simulated: rulebooks that differ
    only in their ids can represent the variants of a design.

    ```lua
    \(variants)
    ```
    """ + "\n"

  static let example = """
    local categories = {"decision", "energy", "idea", "experiment", "challenge"}

    function day(player, today)
      player.zeal = player.zeal or 5
      for _ = 1, math.random(0, player.zeal) do
        local got = spark.add{title = "Practice", category = categories[math.random(5)]}
        if got.level_up then player.zeal = 5 end
      end
      if today.weekday == "Sunday" then player.zeal = math.max(1, player.zeal - 1) end
    end

    sim.assert{measure = "days until level:5", quantile = 0.9, at_most = 30}

    return {
      rules = "ignition", seed = 7, players = 1000, days = 90,
      measure = {
        "points", "level", "days until level:5",
        zeal = function(player) return player.zeal end,
      },
    }
    """

  private static let poolGoals = PoolTarget.forms

  static let banner = """
    sim.assert{
      measure = "days until character/featured", segment = "whale", of = "reached", at_least = 0.9,
    }

    return {
      rules = {
        id = "banner", extends = "ignition",
        currencies = {gems = {start = 1600}},
        offers = {{id = "chest", money = "49.99", grants = {gems = 4000}}},
        cards = {
          {id = "hero", name = "Hero", category = "idea", rarity = "legendary", exclusive = true},
          {id = "sage", name = "Sage", category = "idea", rarity = "legendary", exclusive = true},
          {id = "bow", name = "Bow", category = "idea", rarity = "common", exclusive = true},
        },
        pools = {{
          id = "character", cards = {"sage", "bow"},
          rates = {common = "99.4%", legendary = "0.6%"},
          pity = {legendary = {soft_start = 74, soft_step = "6%", hard = 90}},
          featured = {cards = {"hero"}, share = "50%", guarantee = true},
          price = {gems = 160},
        }},
      },
      seed = 7, players = 500, days = 42,
      policy = {
        sparks = 0, income = {gems = 60}, pools = {{pool = "character", stop_at = "featured"}},
      },
      segments = {
        {name = "free", share = 0.8},
        {
          name = "whale", share = 0.2,
          policy = {buys = {{offer = "chest", below = {gems = 160}, pool = "character"}}},
        },
      },
      measure = {"money", "rolls.character", "days until character/featured"},
    }
    """

  static let variants = """
    function day(player, today)
      local isGenerous = profile().rulebook == "generous"
      player.coins = (player.coins or 0) + (isGenerous and 3 or 2)
      local price = 10
      while player.coins >= price do
        player.coins = player.coins - price
        if math.random() < 0.05 then player.prizes = (player.prizes or 0) + 1 end
      end
    end

    return {
      rules = {{id = "plain", extends = "ignition"}, {id = "generous", extends = "ignition"}},
      players = 1000, days = 60,
      measure = {prizes = function(player) return player.prizes or 0 end},
    }
    """

  private static let totals = [
    (
      "points",
      "Points from all sources; `points.spark`, `.duplicate`, `.mission`, `.task`, `.earned` from one."
    ),
    ("level", "The level."),
    ("cards", "Distinct cards; `cards.legendary`, `cards.idea` of a rarity or a category."),
    ("drops", "Cards drawn, duplicates included; `drops.legendary` of a rarity."),
    ("duplicates", "Duplicate cards drawn."),
    ("sparks", "Sparks."), ("missions", "Mission completions, repetitions included."),
    ("streak", "The longest spark streak, in days."), ("overloads", "Overloads."),
    ("fuel", "Fuel left."), ("tokens", "Roll tokens left."),
    ("achievements", "Achievements unlocked."), ("task_score", "The total score of tasks."),
    ("moods", "Days rated."), ("active_days", "Days with an event."),
    ("events", "Events, those without effect included."),
  ].map { "| `\($0)` | \($1) |" }.joined(separator: "\n")
}
