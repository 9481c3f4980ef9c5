import Rules

/// What each name of a rulebook file holds.
extension RulebookPage {
  private typealias Limits = RulebookKeys.Limits

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static let bundled = RulebookDefinition.bundled.map(\.id)

  static let parts: [String: String] = [
    "id": "What the rulebook is called; always given. Not one of \(list(bundled)).",
    "extends": "The bundled rulebook that it changes: \(list(bundled)).",
    "points":
      "Base points of a spark, by category (\(list(Category.names))): whole numbers, 0 to 1000000.",
    "multipliers":
      "What they are multiplied by, by intensity (\(list(Intensity.names))): exact numbers up to "
      + "1000. The product is truncated.",
    "duplicates":
      "Bonus points of a further copy, by rarity (\(list(Rarity.names))): 0 to 1000000.",
    "drops": "How cards are drawn: see below.",
    "fuel": "What makes an overload: see below.",
    "tokens": "Roll tokens: see below.",
    "levels": "A list of 1 to 255 levels, lowest first: see below.",
    "missions": "A list of missions, at most \(Limits.entries), in the order in which they are "
      + "looked at: see below.",
    "change_missions": "Changes of inherited missions, by id; `false` takes one out.",
    "cards": "A list of cards, at most \(Limits.entries): see below.",
    "change_cards": "Changes of inherited cards, by id.",
    "ladders": "A list of ladders, with at most \(Limits.entries) rungs together: see below.",
    "change_ladders": "Changes of inherited ladders, by id; `rungs` replaces all of one.",
    "tasks": "What tasks are worth: see below.",
  ]

  static let drops: [String: String] = [
    "chance": "The chance that a spark brings a card at all: an exact number from 0 to 1.",
    "empty_cell":
      "What happens when the category has no card of the rarity drawn: `demote` (the next lower "
      + "rarity that has one), `none` (no card) or `reroll` (drawn anew among those that have).",
    "rates":
      "The chance of each rarity (\(list(Rarity.names))), exact numbers that sum to 1; the order is "
      + "from common to rare.",
    "pity": "Rules by rarity, all but `common`; `false` takes an inherited one away.",
  ]

  static let pity: [String: String] = [
    "soft_start": "The first card whose rate is raised, 1 to 1000000; goes with `soft_step`.",
    "soft_step": "By how much from one card to the next: an exact number from 0 to 1.",
    "hard": "The card that is certain, 1 to 1000000.",
  ]

  static let fuel: [String: String] = [
    "capacity": "How much fuel makes an overload, 1 to \(Limits.points)."
  ]

  static let tokens: [String: String] = [
    "initial": "Roll tokens that a new profile has, 0 to 1000000.",
    "per_overload": "Roll tokens that an overload grants, 0 to 1000000.",
  ]

  static let tasks: [String: String] = [
    "scores": "What a completed task scores, by priority (\(list(TaskPriority.names))).",
    "credit_points": "`true`: the score counts as points too.",
  ]

  static let level: [String: String] = [
    "title": "What a profile of this level is called.",
    "threshold": "The total points at which it begins: 0 for the first, then rising, up to "
      + "\(Limits.threshold).",
  ]

  static let mission: [String: String] = [
    "id": "What it is known by, for ever.",
    "title": "What it is called.",
    "window": "\(list(Window.names)): a civil day, a week from Monday to Sunday, or for ever.",
    "metric": "What it counts: one of the metrics below.",
    "category": "Filter: only of this category (\(list(Category.names))).",
    "min_intensity": "Filter: only of this intensity or a stronger one (\(list(Intensity.names))).",
    "before_hour": "Filter: only before this hour of the local clock, 1 to 24.",
    "rarity": "Filter: only of this rarity (\(list(Rarity.names))).",
    "completed_window": "Filter: only missions of this window (\(list(Window.names))).",
    "filters":
      "The filters in a table of their own instead, where `completed_window` is called `window`.",
    "target": "The count at which it completes, 1 to \(Limits.points).",
    "reward": "The points it pays, which feed fuel as well, 0 to \(Limits.points).",
    "difficulty": "\(list(Difficulty.names)); `medium` if not given.",
    "from": "The first day of its season; it counts from the beginning if not given.",
    "until":
      "The first day after its season; it counts for ever if not given. (`[\"until\"]` is the same.) "
      + "All seasons together begin or end on at most \(Limits.seasonEnds) days.",
  ]

  static let card: [String: String] = [
    "id": "What it is known by, for ever.",
    "name": "What it is called.",
    "category": "Whose sparks can bring it: \(list(Category.names)).",
    "rarity": "\(list(Rarity.names)).",
    "from": "The first day on which it can be drawn; always if not given.",
    "until": "The first day on which it no longer can. (`[\"until\"]` is the same.)",
  ]

  static let ladder: [String: String] = [
    "id": "What it is known by.",
    "title": "What it is called.",
    "rungs": "A list of its achievements, the lowest first, at least one.",
  ]

  static let rung: [String: String] = [
    "id": "What the achievement is known by, among those of all ladders.",
    "title": "What it is called.",
    "conditions": "A list of what must hold, all of it; no metric twice.",
  ]

  static let condition: [String: String] = [
    "metric": "What is looked at: one of the metrics below.",
    "at_least": "The least it must be: a count, or of a score an exact number from 0 to 1.",
  ]

  static let metrics: [String: String] = [
    "sparks": "Sparks.",
    "spark_days": "Civil days with a spark.",
    "distinct_categories": "Different categories among sparks.",
    "earned_points": "Points from sparks and duplicates.",
    "missions_completed": "Completions of other missions, repetitions counted.",
    "cards": "Different cards that came to be owned.",
    "total_points": "Points from all sources.",
    "streak": "The spark streak as it is at the event.",
    "overloads": "Overloads.",
    "level": "The level as it is at the event.",
    "tasks": "Tasks completed, less those reopened.",
    "task_score": "What completed tasks scored, less what reopening took back.",
    "moods": "Days that came to be rated.",
    "activities": "Activities.",
    "quest_steps": "Quest nodes completed, less those taken back.",
    "entries": "Tracker entries.",
  ]

  static let ladderMetrics: [String: String] = [
    "days": "Whole civil days since the journey's start.",
    "activity_streak": "Active days in a row, up to today or yesterday.",
    "journals": "Journal entries.",
    "sos_sessions": "Sos sessions.",
    "active_days": "Days on which anything happened.",
    "consistency": "The consistency score.",
    "self_care": "The self-care score.",
    "stability": "The stability score.",
  ]
}
