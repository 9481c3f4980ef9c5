public import Rules

/// What the drafts of one import have recorded, by the names that its files use, so that later
/// drafts can refer to it. Across the files of one import too.
public struct References: Sendable {
  private struct Name: Hashable {
    var kind: EventKind
    var text: String
  }

  private var ids: [Name: EventID] = [:]
  /// What the names noted in the part that is open stood for before.
  private var changed: [(name: Name, before: EventID?)]?
  /// Whether the profile has an event of a kind and id.
  private let isThere: @Sendable (EventKind, EventID) -> Bool

  init(isThere: @escaping @Sendable (EventKind, EventID) -> Bool = { _, _ in false }) {
    self.isThere = isThere
  }

  /// Notes what a name stands for.
  mutating func note(_ name: String, _ kind: EventKind, _ id: EventID) {
    let name = Name(kind: kind, text: name)
    changed?.append((name, ids[name]))
    ids[name] = id
  }

  /// From here on what is noted can be forgotten.
  mutating func beginPart() { changed = [] }

  /// Ends that.
  mutating func endPart(isKept: Bool) {
    if !isKept { for (name, before) in (changed ?? []).reversed() { ids[name] = before } }
    changed = nil
  }

  /// The event of a kind that a name stands for: one that this import has recorded under it, or
  /// else, where the name is an event's id, that of the profile.
  ///
  /// - Throws: `RowProblem` about a column when there is none.
  public func event(
    _ kind: EventKind, named name: String, column: String
  ) throws(RowProblem) -> EventID {
    if let id = ids[Name(kind: kind, text: name)] { return id }
    if let id = EventID(name), isThere(kind, id) { return id }
    throw RowProblem(
      column: column, value: name,
      reason:
        "there is no \(kind.subject) of that id in the rows before, nor in the profile; its table "
        + "has to be imported with this one, or before")
  }
}

extension EventKind {
  /// What somebody calls the thing that such an event begins.
  fileprivate var subject: String {
    switch self {
    case .taskAdd: "task"
    case .trackerCreate: "tracker"
    default: name
    }
  }
}
