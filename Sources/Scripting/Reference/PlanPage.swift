import Simulation

/// The reference of plan files as a Markdown page. `FilePageTests` reads its example.
public struct PlanPage {
  /// The page.
  public static let markdown = """
    # Plan files

    A plan tells what `flint simulate` is to play: a Lua file that returns a table, and may have a
    function `day(player, today)` that says what players do. A faulty one is refused with every
    fault, its line and its path.

    ```lua
    \(example)
    ```

    ## The table

    | name | |
    |---|---|
    | `rules` | A rulebook's id, the path of a rulebook's file (from the plan's directory), or its table; or a list of them, which are compared on the same draws. `ignition` unless given. |
    | `seed` | The key of every draw; 1 unless given. |
    | `players` | How many are played, 10000 unless given; with `precision`, at most. |
    | `start` | The first day of every player; 2024-01-01, a Monday, unless given. |
    | `days` | Each is played so many days; 365 unless another horizon is given. |
    | `sparks` | Or so many sparks. |
    | `goal`, `at_most` | Or until a goal is reached, but no longer than so many days. |
    | `measure` | What is measured, a list; functions of the player under names of their own. |
    | `precision` | `"0.5%"`: players are played until half of the 95 % interval of every mean is at most that share of it; of a goal within a horizon, of the restricted mean. |
    | `method` | `"rules"`, by the full rules, unless given. Where only cards matter: `"rolls"`, one by one in bulk, and `"law"`, by the law of how many rolls it takes, for `sparks until` a goal among the cards; `"counts"`, for drops, duplicates and cards of up to 2⁵³ sparks. |
    | `sweep` | A number of the one rulebook (`--rules` takes the place of both) goes through values, each on the same draws, such as `"rates.legendary=0.01..0.05/5"`: a rate (the others give and take in proportion), `chance`, `pity.RARITY.hard`, `pity.RARITY.soft_start`, `pity.RARITY.soft_step`, `duplicates.RARITY`, `fuel.capacity`. |
    | `policy` | What players do, as data; see below. |
    | `day` | What players do, as a function; it may also be a global function of that name. |

    ## What can be measured

    | written | means |
    |---|---|
    \(totals)
    | `mission.ID` | How often that mission was completed. |
    | `TOTAL on day N` | A total as it stood at the end of a day: points and their sources, sparks, drops, duplicates, missions, overloads, task_score, moods, active_days. |
    | `sparks until GOAL` | The sparks up to the one that reached the goal. |
    | `days until GOAL` | The days begun by then. |

    A goal is `complete`, `first:RARITY`, `all:RARITY`, `category:NAME`, `card:ID` or `distinct:K`, with
    `*M` behind it for M copies; or `level:N`, `points:N`, `mission:ID` or `achievement:ID`.

    Where the horizon may end before a player reaches a goal, there is no mean of all players. What is
    shown are the share of players that reach it, with an interval; the restricted mean, in which those
    who do not reach it count with what they had played by then; and quantiles, which are `never` where
    they lie among those players.

    What is to hold of the result is said by `sim.assert{measure = …, at_most = …}`: of the mean of all
    players, or of `quantile = 0.95`, or of one of these:

    | `of` | |
    |---|---|
    | `"mean"` | The mean of all players; refused where one of them has no value. |
    | `"restricted_mean"` | The restricted mean of a goal within a horizon. |
    | `"mean_of_reached"` | The mean of those alone who reached it, however few. |
    | `"reached"` | The share of players that reached it. |

    ## A policy as data

    | name | |
    |---|---|
    | `sparks` | A number a day, `{poisson = MEAN}`, or a list of seven of them from Monday to Sunday; 3 unless given. |
    | `mix` | How often sparks are of each category: weights by name; all alike unless given. |
    | `intensities` | How often they are of each intensity: weights by name; all alike unless given. |
    | `hours` | Between which hours they happen, evenly; `{8, 22}` unless given. |
    | `lapse` | `{leave = 0.05, come_back = 0.2}`: the daily chances to stay away and to come back. |

    ## A policy as a function

    `day(player, today)` is called for each player and day, and can do what a script can, over a
    profile in memory that is the player's own. `player` is a table that stays with the player;
    `player.number` counts from 1. `today` has `number` (from 1), `date` and `weekday`. What is
    recorded without a time happens at noon, one millisecond after the other; a time on the same day
    can be given. Rolls need no tokens. `math.random` draws from a stream of the player's own. A day
    that has begun is played to its end, also where the horizon is a goal or a number of sparks.

    Players must not know of each other: the file runs again for each of them, its modules with it, so
    that no local, table or global remembers another, and globals cannot be set while they are played. What
    takes time at the top of the file takes it for each player. A plan prints nothing. `sim.assert{…}` says
    what is to hold of the result. A function that measures gives a whole number of 64 bits, the sum of
    whose squares has to fit into 128, or nil where a player has none: such a player ranks behind all
    others, and the mean is marked as that of the rest.

    ## Designs of one's own, compared on the same draws

    Several rulebooks are played by the same players on the same draws, also where `day` does something
    of its own. `profile().rulebook` is the id of the one that is being played: rulebooks that differ
    in nothing but their ids stand for the variants of a design.

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
      "Points from all sources; `points.spark`, `.duplicate`, `.mission`, `.task` from one."
    ),
    ("level", "The level."),
    ("cards", "Distinct cards; `cards.legendary`, `cards.idea` of a rarity or a category."),
    ("drops", "Cards given, duplicates included; `drops.legendary` of a rarity."),
    ("duplicates", "Duplicates among them."),
    ("sparks", "Sparks."), ("missions", "Missions completed, repetitions counted."),
    ("streak", "The longest spark streak, in days."), ("overloads", "Overloads."),
    ("fuel", "Fuel left."), ("tokens", "Roll tokens left."),
    ("achievements", "Achievements unlocked."), ("task_score", "What tasks scored."),
    ("moods", "Days rated."), ("active_days", "Days on which something happened."),
    ("events", "Events, those without effect included."),
  ].map { "| `\($0)` | \($1) |" }.joined(separator: "\n")
}
