package import FlintSchema

package indirect enum QuestAction: Hashable, Sendable {
  /// A set was loaded; it replaces a set of the same id.
  case load(QuestSet)
  case complete(QuestReference)
  /// - Parameter cascade: whether completed nodes outside the scope that depend on them are reset
  ///   too; if not, such nodes make the event void.
  case reset(QuestScope, cascade: Bool)
  case openGate(QuestReference)
  /// The level that gates compare with was set; with `nil` it is the profile's own again.
  case setLevel(Int64?)

  /// - Throws: `FieldError` about `level` when it is below 0.
  package static func level(_ level: Int64) throws(FieldError) -> QuestAction {
    guard level >= 0 else {
      throw FieldError(field: "level", expected: "0 or more", found: String(level))
    }
    return .setLevel(level)
  }

  package var kind: EventKind {
    switch self {
    case .load: .questLoad
    case .complete: .questComplete
    case .reset: .questReset
    case .openGate: .questGate
    case .setLevel: .questLevel
    }
  }

  /// The id of the set that must be loaded for the event to have an effect, if any.
  package var set: String? {
    switch self {
    case .complete(let reference), .openGate(let reference): reference.set
    case .reset(let scope, _): scope.set
    case .load, .setLevel: nil
    }
  }
}

/// A node, mission or gate of a set.
package struct QuestReference: Hashable, Sendable, CustomStringConvertible {
  package var set: String
  /// The id of the node, mission or gate within the set.
  package var id: String

  package init(set: String, id: String) {
    self.set = set
    self.id = id
  }

  /// `set/id`.
  package var description: String { "\(set)/\(id)" }

  /// Parses `set/id`, where the set's id ends at the first slash; `nil` for another form.
  package init?(description text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(set: String(parts[0]), id: String(parts[1]))
  }
}

/// The nodes that a reset applies to.
package enum QuestScope: Hashable, Sendable {
  /// One node, which must be completed.
  case node(QuestReference)
  /// All nodes of a mission; its gates that were opened by hand are closed again.
  case mission(QuestReference)
  /// All nodes of a set, by the set's id; its gates that were opened by hand are closed again.
  case set(String)
  /// All nodes of all sets; gates that were opened by hand are closed again, and a set level stays.
  case everything

  /// The id of the set, unless the scope is all sets.
  var set: String? {
    switch self {
    case .node(let reference), .mission(let reference): reference.set
    case .set(let id): id
    case .everything: nil
    }
  }
}
