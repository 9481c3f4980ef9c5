import Rules
import Schema

/// The descriptions of the values of a rulebook file, by name.
extension RulebookPage {
  private typealias Limits = RulebookKeys.Limits

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static let bundled = RulebookDefinition.bundled.map(\.id)

  static let parts: [String: String] = [
    "id": "The id of the rulebook; required. Not one of \(list(bundled)).",
    "extends": "The id of the bundled rulebook that it changes: \(list(bundled)).",
    "points":
      "The base points of a spark, by category (\(list(Category.names))): whole numbers, 0 to "
      + "1000000.",
    "multipliers":
      "The factors of base points, by intensity (\(list(Intensity.names))): exact numbers up to "
      + "1000. The product is truncated.",
    "duplicates":
      "The bonus points of a further copy, by rarity (\(list(Rarity.names))): 0 to 1000000.",
    "drops": "The drawing of cards: see below.",
    "fuel": "The fuel and overloads: see below.",
    "tokens": "The roll tokens: see below.",
    "levels": "The levels: a list of 1 to 255, lowest first: see below.",
    "missions":
      "The missions: a list of at most \(Limits.entries), in the order of evaluation: see below.",
    "change_missions": "The changes of inherited missions, by id; `false` removes a mission.",
    "cards": "The cards: a list of at most \(Limits.entries): see below.",
    "change_cards": "The changes of inherited cards, by id; `false` removes a card.",
    "ladders": "The ladders: a list, with at most \(Limits.entries) rungs in all: see below.",
    "change_ladders":
      "The changes of inherited ladders, by id; `rungs` replaces all rungs, `false` removes a "
      + "ladder.",
    "tasks": "The scores of tasks: see below.",
  ]

  static let drops: [String: String] = [
    "chance": "The probability that a spark draws a card: an exact number from 0 to 1.",
    "empty_cell":
      "The treatment of a rarity that the category has no card of: `demote` (the next lower "
      + "rarity that has one), `none` (no card) or `reroll` (a new draw among the rarities "
      + "that have one).",
    "rates":
      "The probability of each rarity (\(list(Rarity.names))), exact numbers that sum to 1, from "
      + "common to rare.",
    "pity": "The pity rules by rarity, for all but `common`; `false` removes an inherited rule.",
  ]

  static let pity: [String: String] = [
    "soft_start": "The first card whose rate is raised, 1 to 1000000; requires `soft_step`.",
    "soft_step": "The increase of the rate from card to card: an exact number from 0 to 1.",
    "hard": "The card at which the rarity is certain, 1 to 1000000.",
  ]

  static let fuel: [String: String] = [
    "capacity": "The fuel at which an overload occurs, 1 to \(Limits.points)."
  ]

  static let tokens: [String: String] = [
    "initial": "The roll tokens of a new profile, 0 to 1000000.",
    "per_overload": "The roll tokens that an overload grants, 0 to 1000000.",
  ]

  static let tasks: [String: String] = [
    "scores": "The score of a completed task, by priority (\(list(TaskPriority.names))).",
    "credit_points": "Whether scores are also credited as points.",
  ]

  static let level: [String: String] = [
    "title": "The title of the level.",
    "threshold":
      "The total points at which the level begins: 0 for the first, then increasing, up to "
      + "\(Limits.threshold).",
  ]

  static let mission: [String: String] = [
    "id": "The id, which must not change once history refers to it.",
    "title": "The title.",
    "window":
      "The window, \(list(Window.names)): a civil day, a week from Monday to Sunday, or the "
      + "lifetime of the profile.",
    "metric": "The metric to count: one of the metrics below.",
    "category": "Filter: only this category (\(list(Category.names))).",
    "min_intensity": "Filter: only this intensity or a higher one (\(list(Intensity.names))).",
    "before_hour": "Filter: only before this hour of local time, 1 to 24.",
    "rarity": "Filter: only this rarity (\(list(Rarity.names))).",
    "completed_window": "Filter: only missions with this window (\(list(Window.names))).",
    "filters":
      "The filters in a table of their own, where `completed_window` is named `window`.",
    "target": "The count at which the mission completes, 1 to \(Limits.points).",
    "reward": "The points that it pays, which also add fuel, 0 to \(Limits.points).",
    "difficulty": "The difficulty: \(list(Difficulty.names)) (default: `medium`).",
    "from": "The first day of its season (default: no start).",
    "until":
      "The first day after its season (default: no end). The seasons of all missions may begin "
      + "or end on at most \(Limits.seasonEnds) different days in all.",
  ]

  static let card: [String: String] = [
    "id": "The id, which must not change once history refers to it.",
    "name": "The name.",
    "category": "The category whose sparks can draw it: \(list(Category.names)).",
    "rarity": "The rarity: \(list(Rarity.names)).",
    "from": "The first day on which it can be drawn (default: no start).",
    "until":
      "The first day on which it can no longer be drawn (default: no end).",
  ]

  static let ladder: [String: String] = [
    "id": "The id.",
    "title": "The title.",
    "rungs": "The achievements: a list of at least one, lowest first.",
  ]

  static let rung: [String: String] = [
    "id": "The id of the achievement, unique among all ladders.",
    "title": "The title.",
    "conditions": "The conditions: a list, all of which must be met; each metric only once.",
  ]

  static let condition: [String: String] = [
    "metric": "The metric to compare: one of the metrics below.",
    "at_least": "The minimum of the metric: a count, or for a score an exact number from 0 to 1.",
  ]

  static let metrics: [String: String] = [
    "sparks": "Sparks.",
    "spark_days": "Civil days with a spark.",
    "distinct_categories": "Distinct categories among sparks.",
    "earned_points": "Points from sparks and duplicates.",
    "missions_completed": "Completions of other missions, repetitions included.",
    "cards": "Distinct cards obtained.",
    "total_points": "Points from all sources.",
    "streak": "The spark streak at the event, in days.",
    "overloads": "Overloads.",
    "level": "The level at the event.",
    "tasks": "Tasks completed, minus those reopened.",
    "task_score": "The score of completed tasks, minus that of reopened ones.",
    "moods": "Days rated.",
    "activities": "Activities.",
    "quest_steps": "Quest nodes completed, minus those reset.",
    "entries": "Tracker entries.",
  ]

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
