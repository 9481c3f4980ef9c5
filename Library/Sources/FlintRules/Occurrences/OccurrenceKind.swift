import FlintSchema

/// What happens in a profile, as earning rules and the general metrics of missions refer to it.
package enum OccurrenceKind: UInt8, BitwiseCopyable, NamedChoice {
  case spark
  case taskComplete
  /// A day was rated with a mood, possibly again.
  case mood
  /// A habit's day became done.
  case habitDone
  /// An entry was added to a tracker, unless it is a checklist entry that says no.
  case entry
  case activity
  case questNode
  /// A card was received, duplicates included.
  case card
  case mission

  package var name: String {
    switch self {
    case .spark: "spark"
    case .taskComplete: "task.complete"
    case .mood: "mood.record"
    case .habitDone: "habit.done"
    case .entry: "entry"
    case .activity: "activity"
    case .questNode: "quest.node"
    case .card: "card"
    case .mission: "mission"
    }
  }

  /// The occurrence in words, for the reference.
  package var summary: String {
    switch self {
    case .spark: "A spark."
    case .taskComplete: "A completed task; reopening it takes it back."
    case .mood: "A rating of a day with a mood, also one that replaces another."
    case .habitDone: "The entry that makes a day of a habit done."
    case .entry: "A tracker entry, except a checklist entry that says no."
    case .activity: "An activity."
    case .questNode: "A completed quest node; resetting it takes it back."
    case .card: "A card received, duplicates included."
    case .mission: "A completed mission, repetitions included."
    }
  }

  /// The kinds that earning rules can pay for: sparks, cards and missions have points of their own.
  package static let earning: [OccurrenceKind] = [
    .taskComplete, .mood, .habitDone, .entry, .activity, .questNode,
  ]

  package var filters: [String] {
    let own: [String] =
      switch self {
      case .spark: ["category", "min_intensity"]
      case .taskComplete: ["priority", "project", "tag"]
      case .mood: ["min_mood"]
      case .habitDone: ["habit"]
      case .entry: ["tracker", "tag"]
      case .activity: ["kind"]
      case .questNode: []
      case .card: ["category", "rarity"]
      case .mission: ["completed_window"]
      }
    // A mission is completed by events of any kind, so its hour says nothing.
    return own + (self == .mission ? [] : ["before_hour", "after_hour"]) + ["weekdays"]
  }
}
