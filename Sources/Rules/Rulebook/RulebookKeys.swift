/// The names that a rulebook file may use in each of its tables: what the reader takes, and what its
/// reference tells.
public enum RulebookKeys {
  /// The table that the file returns.
  public static let parts = [
    "id", "extends", "points", "multipliers", "duplicates", "drops", "fuel", "tokens", "levels",
    "missions", "change_missions", "cards", "change_cards", "ladders", "change_ladders", "tasks",
  ]
  /// `drops`.
  public static let drops = ["chance", "empty_cell", "rates", "pity"]
  /// A rule of `drops.pity`.
  public static let pity = ["soft_start", "soft_step", "hard"]
  /// `fuel`.
  public static let fuel = ["capacity"]
  /// `tokens`.
  public static let tokens = ["initial", "per_overload"]
  /// An entry of `levels`.
  public static let level = ["title", "threshold"]
  /// What a mission may say to count only part of its metric.
  public static let filters = [
    "category", "min_intensity", "before_hour", "rarity", "completed_window",
  ]
  /// An entry of `missions`. The end of a season may be called `before` in Lua.
  public static let mission =
    ["id", "title", "window", "metric"] + filters
    + ["filters", "target", "reward", "difficulty", "from", "until"]
  /// An entry of `cards`.
  public static let card = ["id", "name", "category", "rarity", "from", "until"]
  /// An entry of `ladders`.
  public static let ladder = ["id", "title", "rungs"]
  /// A rung of a ladder.
  public static let rung = ["id", "title", "conditions"]
  /// A condition of a rung.
  public static let condition = ["metric", "at_least"]
  /// `tasks`.
  public static let tasks = ["scores", "credit_points"]

  /// What a mission can count, with the filters that go with it.
  public static let metrics: [(name: String, filters: [String])] = RulebookReader.metrics.map {
    ($0.name, $0.filters)
  }

  /// The limits that numbers and lists are held to.
  public enum Limits {
    /// The most missions, cards or rungs.
    public static let entries = RulebookDefinition.mostEntries
    /// The greatest reward, target or capacity of fuel.
    public static let points = RulebookDefinition.mostPoints
    /// The highest threshold of a level.
    public static let threshold = RulebookDefinition.mostThreshold
    /// The most days on which seasons begin or end.
    public static let seasonEnds = RulebookDefinition.mostBoundaries
    /// The greatest count that a rung may ask for.
    public static let asked = RulebookDefinition.mostAsked
  }
}
