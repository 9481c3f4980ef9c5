/// What an event about quests says.
public indirect enum QuestAction: Hashable, Sendable {
  /// A set was loaded; it replaces one of the same id.
  case load(QuestSet)
  /// A node was completed.
  case complete(QuestReference)
  /// Nodes were un-completed.
  ///
  /// - Parameter cascade: whether completed nodes elsewhere that depend on them are un-completed
  ///   too; otherwise such nodes stand against it.
  case reset(QuestScope, cascade: Bool)
  /// A gate was opened by hand.
  case openGate(QuestReference)
  /// The level that gates ask for was set; it counts from then on in place of the profile's, or the
  /// profile's does again where it is `nil`.
  case setLevel(Int64?)

  /// Says that the level was set.
  ///
  /// - Throws: `FieldError` about `level` when it is below 0.
  public static func level(_ level: Int64) throws(FieldError) -> QuestAction {
    guard level >= 0 else {
      throw FieldError(field: "level", expected: "0 or more", found: String(level))
    }
    return .setLevel(level)
  }

  /// The kind of event it is.
  public var kind: EventKind {
    switch self {
    case .load: .questLoad
    case .complete: .questComplete
    case .reset: .questReset
    case .openGate: .questGate
    case .setLevel: .questLevel
    }
  }

  /// The id of the set that must be loaded for the event to have an effect, if one must.
  public var set: String? {
    switch self {
    case .complete(let reference), .openGate(let reference): reference.set
    case .reset(let scope, _): scope.set
    case .load, .setLevel: nil
    }
  }
}

/// A node, mission or gate of a set.
public struct QuestReference: Hashable, Sendable, CustomStringConvertible {
  /// The set's id.
  public var set: String
  /// The id within the set.
  public var id: String

  /// Makes a reference.
  public init(set: String, id: String) {
    self.set = set
    self.id = id
  }

  /// `set/id`.
  public var description: String { "\(set)/\(id)" }

  /// Reads `set/id`, the set being what stands before the first slash; `nil` when there is none.
  public init?(description text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(set: String(parts[0]), id: String(parts[1]))
  }
}

/// What a reset is about.
public enum QuestScope: Hashable, Sendable {
  /// One node, which must be completed.
  case node(QuestReference)
  /// All of a mission; its gates that were opened by hand are closed again.
  case mission(QuestReference)
  /// All of a set, by id; its gates that were opened by hand are closed again.
  case set(String)
  /// All sets, which stay loaded; gates that were opened by hand are closed again, and a level that
  /// was set stays.
  case everything

  /// The id of the set, if it is about one.
  var set: String? {
    switch self {
    case .node(let reference), .mission(let reference): reference.set
    case .set(let id): id
    case .everything: nil
    }
  }
}
