import Lua
import Rules
import Scripting
import Sessions
import Storage
import Transfer
import Views

extension CommandFailure {
  /// Creates the failure for an error of a mapping; `nil` for other errors.
  init?(mappingError error: any Error) {
    switch error {
    case let error as LuaFileError:
      self.init(error.isMissing ? .storage : .badInput, error.description)
    case is LuaError:
      self.init(scriptError: error, input: nil)
      message = "the mapping: \(message); \(MappingFile.limits); nothing was recorded"
    default: return nil
    }
  }

  /// Creates the failure for an error of an import; `nil` for other errors.
  ///
  /// - Parameter committed: The number of committed rows; `nil` if none were committed.
  init?(importError error: any Error, committed: Int? = nil) {
    let stays = committed.map {
      "\(counted($0, "row")) stayed committed: import again to continue"
    }
    let kept = "; \(stays ?? "nothing was recorded")"
    switch error {
    case let error as StoreError, SessionError.store(let error):
      guard let stays else { return nil }
      self.init(error, kept: stays)
    case let error as ImportStopped:
      self.init(.badInput, shown("\(error)") + kept)
    case let error as InputFailure:
      self.init(
        error.isUnreadable ? .storage : .badInput,
        "\(error)" + (error.isUnreadable && committed == nil ? "" : kept))
    case let error as FormatProblem:
      self.init(.badInput, "\(error)\(kept)")
    default: return nil
    }
  }
}
