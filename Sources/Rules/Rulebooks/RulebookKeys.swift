/// The field names of each table in a rulebook file, for the reader and for the reference pages.
public enum RulebookKeys {
  /// The fields of the table that the file returns.
  public static let parts = [
    "id", "extends", "points", "multipliers", "duplicates", "drops", "fuel", "tokens", "levels",
    "missions", "change_missions", "cards", "change_cards", "ladders", "change_ladders", "tasks",
  ]
  /// The fields of `drops`.
  public static let drops = ["chance", "empty_cell", "rates", "pity"]
  /// The fields of a rule of `drops.pity`.
  public static let pity = ["soft_start", "soft_step", "hard"]
  /// The fields of `fuel`.
  public static let fuel = ["capacity"]
  /// The fields of `tokens`.
  public static let tokens = ["initial", "per_overload"]
  /// The fields of an entry of `levels`.
  public static let level = ["title", "threshold"]
  /// The fields of a mission that filter what its metric counts.
  public static let filters = [
    "category", "min_intensity", "before_hour", "rarity", "completed_window",
  ]
  /// The fields of an entry of `missions`. In Lua the end of a season may be called `before`.
  public static let mission =
    ["id", "title", "window", "metric"] + filters
    + ["filters", "target", "reward", "difficulty", "from", "until"]
  /// The fields of an entry of `cards`.
  public static let card = ["id", "name", "category", "rarity", "from", "until"]
  /// The fields of an entry of `ladders`.
  public static let ladder = ["id", "title", "rungs"]
  /// The fields of a rung of a ladder.
  public static let rung = ["id", "title", "conditions"]
  /// The fields of a condition of a rung.
  public static let condition = ["metric", "at_least"]
  /// The fields of `tasks`.
  public static let tasks = ["scores", "credit_points"]

  /// The metrics of missions, with the filters that each accepts.
  public static let metrics: [(name: String, filters: [String])] = RulebookReader.metrics.map {
    ($0.name, $0.filters)
  }

  /// The limits of numbers and lists.
  public enum Limits {
    /// The maximum number of missions, cards or rungs.
    public static let entries = RulebookDefinition.maximumEntries
    /// The maximum reward, target or fuel capacity.
    public static let points = RulebookDefinition.maximumPoints
    /// The maximum threshold of a level.
    public static let threshold = RulebookDefinition.maximumThreshold
    /// The maximum number of days on which seasons begin or end.
    public static let seasonEnds = RulebookDefinition.maximumBoundaries
    /// The maximum count that a condition of a rung may require.
    public static let asked = RulebookDefinition.maximumCondition
  }
}
