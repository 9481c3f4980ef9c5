import Lua
import Rules
import Schema
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
    case .tooEarly: refuse("refused", error.description)
    case .refused(let reason):
      switch reason {
      case .unknownTask, .unknownProject, .unknownQuest, .unknownGate, .unknownTracker:
        refuse("not_found", error.description)
      case .nodeLocked: refuse("locked", error.description)
      default: refuse("refused", error.description)
      }
    default: throw HostFailure(error)
    }
  }
}
