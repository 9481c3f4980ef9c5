public import Rules
public import Storage

/// Why a session could not do what was asked.
public enum SessionError: Error, Equatable, Sendable {
  /// A field's content is refused.
  case field(FieldError)
  /// The key is taken by an event that says something else.
  case conflict(key: String, existing: EventID)
  /// There is no such event.
  case notFound(kind: EventKind, id: EventID)
  /// There is no roll token; so much fuel is missing to the next.
  case noToken(missingFuel: Int64)
  /// The profile is folded with a rulebook that this version does not have.
  case unknownRulebook(String)
  /// The zone is not one that the system knows.
  case unknownZone(String)
  /// The file could not be used.
  case store(StoreError)
}

extension SessionError: CustomStringConvertible {
  /// What happened and what to do about it.
  public var description: String {
    switch self {
    case .field(let error): error.description
    case .conflict(let key, let existing):
      "key \"\(key)\" belongs to event \(existing), which says something else; "
        + "change that one with update, or use another key"
    case .notFound(let kind, let id): "there is no \(kind.name) \(id)"
    case .noToken(let missing): "no roll token; the next one needs \(missing) more fuel"
    case .unknownRulebook(let id):
      "the profile is folded with rulebook \"\(id)\", which this version does not have"
    case .unknownZone(let name):
      "unknown time zone \"\(name)\"; expected an IANA name such as Europe/Rome or UTC"
    case .store(let error): error.description
    }
  }
}
