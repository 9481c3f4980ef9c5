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
  /// There was no roll token at a time; so much fuel was missing to the next then, or `nil` where
  /// there was one, which a later roll has spent.
  case noTokenThen(at: String, missingFuel: Int64?)
  /// The rules do not let it happen at that time.
  case refused(VoidReason)
  /// It refers to what came to be later: a sentence that says when that was.
  case tooEarly(String)
  /// There is no event of that id.
  case noSuchEvent(EventID)
  /// The file at the path is no copy of this profile.
  case otherProfile(String)
  /// There is no batch of that number.
  case noBatch(Int64)
  /// The profile is folded with a rulebook that this version does not have.
  case unknownRulebook(String)
  /// A rulebook cannot become the profile's: ids that its history has used would mean something else.
  case unfitRulebook(String, [RulebookFault])
  /// The zone is not one that the system knows.
  case unknownZone(String)
  /// The unit of work is over.
  case ended
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
    case .noTokenThen(let time, let missing?):
      "there was no roll token on \(time); the next one needed \(missing) more fuel then"
    case .noTokenThen(let time, nil):
      "the roll token of \(time) was spent on a later roll, whose card stays"
    case .refused(let reason): reason.text
    case .tooEarly(let fact): "\(fact); this has to be later"
    case .noSuchEvent(let id): "there is no event \(id)"
    case .otherProfile(let path):
      "\(path): not a copy of this profile (its id or its seed is another); only copies of one "
        + "profile can be merged"
    case .noBatch(let number): "there is no batch \(number); flint log --batches lists them"
    case .unknownRulebook(let id):
      "the profile is folded with rulebook \"\(id)\", which this version does not have"
    case .unfitRulebook(let id, let faults):
      "\(id) cannot become the rulebook of this profile:\n"
        + faults.map { "  \($0)" }.joined(separator: "\n")
    case .unknownZone(let name):
      "unknown time zone \"\(name)\"; expected an IANA name such as Europe/Rome or UTC"
    case .ended:
      "this was begun in an earlier piece of work, which is over; begin it anew"
    case .store(let error): error.description
    }
  }
}
