package import FlintRules

/// The ids of events recorded by one import, by the names that its files use for them, so that
/// later records can refer to them, also across files.
package struct References: Sendable {
  private struct Name: Hashable {
    var kind: EventKind
    var text: String
  }

  private var ids: [Name: EventID] = [:]
  /// The names that events have which are yet to be recorded, or were.
  private var expected: Set<Name> = []
  /// The previous ids of the names registered in the open savepoint.
  private var changed: [(name: Name, before: EventID?)]?
  /// The seed of the profile, which determines the ids of events with keys.
  private let seed: UInt64
  /// Returns whether the profile has an event of a kind and id.
  private let exists: @Sendable (EventKind, EventID) -> Bool

  init(
    seed: UInt64 = 0,
    exists: @escaping @Sendable (EventKind, EventID) -> Bool = { _, _ in false }
  ) {
    self.seed = seed
    self.exists = exists
  }

  /// Returns the id that the task of a key has, whether or not it is in the profile.
  func id(ofTask key: String) -> EventID { ProfileEvent.id(ofKind: .taskAdd, key: key, seed: seed) }

  func hasNames(of kind: EventKind) -> Bool { ids.keys.contains { $0.kind == kind } }

  /// Notes that an event of a name is going to be recorded.
  mutating func expect(_ name: String, _ kind: EventKind) {
    expected.insert(Name(kind: kind, text: name))
  }

  func expects(_ name: String, _ kind: EventKind) -> Bool {
    expected.contains(Name(kind: kind, text: name))
  }

  mutating func note(_ name: String, _ kind: EventKind, _ id: EventID) {
    let name = Name(kind: kind, text: name)
    changed?.append((name, ids[name]))
    ids[name] = id
  }

  /// Begins a savepoint, to which registered names can be rolled back.
  mutating func beginSavepoint() { changed = [] }

  /// Ends the savepoint, discarding the names registered in it unless they are kept.
  mutating func endSavepoint(isKept: Bool) {
    if !isKept { for (name, before) in (changed ?? []).reversed() { ids[name] = before } }
    changed = nil
  }

  /// Returns the event of a kind that a name refers to: one that this import recorded under that
  /// name or else, where the name is an event id, that event of the profile.
  ///
  /// - Throws: `RowProblem` for the given column when no such event exists.
  package func event(
    _ kind: EventKind, named name: String, column: String
  ) throws(RowProblem) -> EventID {
    if let id = ids[Name(kind: kind, text: name)] { return id }
    if let id = EventID(name), exists(kind, id) { return id }
    throw RowProblem(
      column: column, value: name,
      reason:
        "there is no \(kind.subject) with that id in the preceding rows or in the profile; "
        + "import its table together with this one, or before it")
  }
}

extension EventKind {
  /// The common name of the object that such an event creates.
  fileprivate var subject: String {
    switch self {
    case .taskAdd: "task"
    case .trackerCreate: "tracker"
    default: name
    }
  }
}
