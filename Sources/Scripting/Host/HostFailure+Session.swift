import Lua
import FlintRules
import FlintSchema
import Sessions

extension HostCall {
  /// Turns an error of a session into an argument error, `nil` and an error, or the end of the
  /// script.
  ///
  /// - Parameter naming: the names of arguments that differ from those of their fields.
  func answer(
    _ error: SessionError, naming: [String: String] = [:]
  ) throws(HostFailure) {
    switch error {
    case .field(let field): throw failure(field, naming)
    case .conflict(_, let existing):
      refuse("conflict", error.description) { $0.field("id", existing.description) }
    case .notFound, .noSuchEvent, .noBatch: refuse("not_found", error.description)
    case .reference(let reference):
      // Written twice, since a code is a constant.
      if reference.isAmbiguous {
        refuse("ambiguous", error.description)
      } else {
        refuse("not_found", error.description)
      }
    case .tooEarly, .spentLater: refuse("refused", error.description)
    case .refused(let reason), .refusedInDetail(let reason, _):
      switch reason {
      case .unknownTask, .unknownProject, .unknownQuest, .unknownGate, .unknownTracker,
        .unknownCurrency, .unknownPool:
        refuse("not_found", error.description)
      case .notCovered: refuse("not_covered", error.description)
      case .nodeLocked, .taskBlocked: refuse("locked", error.description)
      default: refuse("refused", error.description)
      }
    default: throw HostFailure(error)
    }
  }
}

extension HostFailure {
  /// Returns the error for an unknown name, with the known names.
  ///
  /// - Parameters:
  ///   - slot: the slot of the name.
  ///   - kind: the expected kind of name: `the id of a ladder`.
  static func unknown(
    _ slot: HostSlot, _ kind: String, _ name: String, among names: [String]
  ) -> HostFailure {
    let most = 16
    let listed =
      names.isEmpty
      ? "there is none"
      : names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
    return .argument(
      slot, expected: "\(kind) (\(listed))", got: Suggestion.quoted(name),
      hint: Suggestion.hint(for: name, among: names))
  }
}

extension HostFailure {
  /// Creates the failure of a script for a session error that does not concern an argument.
  init(_ error: SessionError) {
    if case .store = error {
      self = .fatal(error)
    } else {
      self = .message(error.description)
    }
  }

  /// Returns the value of an expression that uses a session; its error becomes one of the script.
  static func converting<Value>(
    _ value: @autoclosure () throws(SessionError) -> Value
  ) throws(HostFailure) -> Value {
    do throws(SessionError) {
      return try value()
    } catch {
      throw HostFailure(error)
    }
  }
}
