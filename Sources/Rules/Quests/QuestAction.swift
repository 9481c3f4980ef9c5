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
  /// The level that gates ask for was set; it counts from then on in place of the profile's.
  case setLevel(Int64)

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
}
