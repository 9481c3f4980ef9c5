import FlintCalendar
package import FlintRules
package import FlintSchema
package import Storage

package enum SessionError: Error, Equatable, Sendable {
  /// A field's value is invalid.
  case field(FieldError)
  /// The key belongs to an event with different content.
  case conflict(key: String, existing: EventID)
  case notFound(kind: EventKind, id: EventID)
  /// There is no roll token; the amount of fuel missing for the next one is given.
  case noToken(missingFuel: Int64)
  /// There was no roll token at a time. The amount of fuel missing then is given; `nil` where there
  /// was a token that a later roll has spent.
  case noTokenThen(at: String, missingFuel: Int64?)
  /// What the event takes at its time was spent, or drawn, by a later one.
  case spentLater(at: String)
  /// The rules do not permit the event at that time.
  case refused(VoidReason)
  /// The rules do not permit the event at that time; the sentence has names and numbers.
  case refusedInDetail(VoidReason, String)
  /// The event refers to something that was created later; the sentence says when.
  case tooEarly(String)
  case noSuchEvent(EventID)
  /// A text names no event, or several.
  case reference(ReferenceError)
  /// The file at the path is not a copy of this profile.
  case otherProfile(String)
  case noBatch(Int64)
  /// The profile is folded with a rulebook that this version does not have.
  case unknownRulebook(String)
  /// A rulebook cannot become the profile's: ids in use by its history would have another meaning.
  case unfitRulebook(String, [TableFault])
  /// The system does not know the time zone.
  case unknownZone(String)
  /// The unit of work is over.
  case ended
  /// The file could not be used.
  case store(StoreError)
}

extension SessionError {
  /// Converts any error of a session's work.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as SessionError: self = error
    case let error as FieldError: self = .field(error)
    default: self = .store(StoreError(error, path: path))
    }
  }
}

extension SessionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .field(let error): error.description
    case .conflict(let key, let existing):
      "key \"\(key)\" belongs to event \(existing), which has different content; "
        + "change that event with update, or use another key"
    case .notFound(let kind, let id): "there is no \(kind.name) \(id)"
    case .noToken(let missing): "no roll token; the next one needs \(missing) more fuel"
    case .noTokenThen(let time, let missing?):
      "there was no roll token on \(time); the next one needed \(missing) more fuel then"
    case .noTokenThen(let time, nil):
      "the roll token of \(time) was spent on a later roll, whose card is kept"
    case .spentLater(let time):
      "a later roll, whose cards are kept, would lack what this one takes on \(time)"
    case .refused(let reason): reason.text
    case .refusedInDetail(_, let sentence): sentence
    case .tooEarly(let fact): "\(fact); this has to be later"
    case .noSuchEvent(let id): "there is no event \(id)"
    case .reference(let error): error.description
    case .otherProfile(let path):
      "\(path): not a copy of this profile (its id or seed differs); only copies of one "
        + "profile can be merged"
    case .noBatch(let number): "there is no batch \(number); flint log --batches lists them"
    case .unknownRulebook(let id):
      "the profile is folded with rulebook \"\(id)\", which this version does not have"
    case .unfitRulebook(let id, let faults):
      "\(id) cannot become the rulebook of this profile:\n"
        + faults.map { "  \($0)" }.joined(separator: "\n")
    case .unknownZone(let name):
      "unknown time zone \"\(name)\""
        + (CivilZone.Unknown.zone(ofPlace: name).map { " (did you mean \"\($0)\"?)" } ?? "")
        + "; expected an IANA name such as Europe/Rome or UTC"
    case .ended:
      "this belongs to an earlier unit of work, which has ended; create it again"
    case .store(let error): error.description
    }
  }
}
