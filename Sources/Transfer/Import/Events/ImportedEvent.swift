package import FlintRules
package import Sessions

/// An event that an imported file describes, before the rules have checked it.
package enum ImportedEvent: Sendable {
  case spark(NewSpark)
  /// A roll token spent on a card of a category.
  case roll(SparkCategory, at: EventTime, key: String?)
  /// An entry of a tracker; the tracker is created if none of its name exists.
  case entry(ImportedEntry)
  /// An event about a habit; its tracker is created if none of its name exists.
  case habit(ImportedHabitAction)
  case action(ImportedAction)
  /// The content of the event with a given id, from an export that may have been edited. The
  /// profile need not contain the event.
  indirect case known(EventID, ImportedEvent)
}

extension ImportedEvent {
  /// The identifier assigned by the source, if any.
  var key: String? {
    switch self {
    case .spark(let spark): spark.key
    case .roll(_, _, let key): key
    case .entry(let entry): entry.key
    case .habit(let habit): habit.key
    case .action(let action): action.key
    case .known(_, let event): event.key
    }
  }

  /// Whether nothing but its content identifies the event.
  var isKeyless: Bool { if case .known = self { false } else { key == nil } }

  var kind: EventKind {
    switch self {
    case .spark: .spark
    case .roll: .roll
    case .entry: .trackerEntry
    case .habit(let habit): habit.action.kind
    case .action(let action): action.kind
    case .known(_, let event): event.kind
    }
  }

  /// The name by which other records of the file refer to the event, if it has one.
  var reference: String? {
    switch self {
    case .action(let action): action.reference
    case .known(_, let event): event.reference
    default: nil
    }
  }

  /// The tracker entry that the event is, if it is one whose tracker may have to be created.
  var entry: ImportedEntry? {
    switch self {
    case .entry(let entry): entry
    case .known(_, let event): event.entry
    default: nil
    }
  }

  /// Whether the event does not count in the result of its row; see `ImportedAction.isRelease`.
  var isRelease: Bool {
    if case .action(let action) = self { action.isRelease } else { false }
  }

  /// The tracker that may have to be created for the event.
  var tracker: ImportedTracker? {
    if case .habit(let habit) = self { habit.tracker } else { entry?.tracker }
  }

  /// Returns the event with another tracker, if its tracker may have to be created.
  func withTracker(_ tracker: ImportedTracker) -> ImportedEvent {
    switch self {
    case .entry(var entry):
      entry.tracker = tracker
      return .entry(entry)
    case .habit(var habit):
      habit.tracker = tracker
      return .habit(habit)
    case .known(let id, let event): return .known(id, event.withTracker(tracker))
    default: return self
    }
  }

  func withAbsentFields(_ fields: Set<String>) -> ImportedEvent {
    if fields.isEmpty { return self }
    switch self {
    case .spark(var spark):
      spark.absentFields = fields
      return .spark(spark)
    case .entry(var entry):
      entry.absentFields = fields
      return .entry(entry)
    case .action(var action):
      action.absentFields = fields
      return .action(action)
    case .known(let id, let event): return .known(id, event.withAbsentFields(fields))
    case .roll, .habit: return self
    }
  }
}
