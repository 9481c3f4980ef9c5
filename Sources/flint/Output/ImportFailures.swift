import Lua
import Rules
import Scripting
import Sessions
import Storage
import Transfer

extension CommandFailure {
  /// What an error of a mapping means for the process; `nil` for errors of other origin.
  init?(mappingError error: any Error) {
    switch error {
    case let error as LuaFileError:
      self.init(status: error.isMissing ? .storage : .badInput, message: error.description)
    case is LuaError:
      self.init(scriptError: error, input: nil)
      message = "the mapping: \(message); \(MappingFile.limits); nothing was recorded"
    default: return nil
    }
  }

  /// What an error of an import means for the process; `nil` for errors of other origin.
  ///
  /// - Parameter committed: how many rows had been made to last; `nil` when none had.
  init?(importError error: any Error, committed: Int? = nil) {
    let stays = committed.map {
      "what was committed stays, \(counted($0, "row")): import again to go on"
    }
    let kept = "; \(stays ?? "nothing was recorded")"
    switch error {
    case SessionError.store(let error):
      guard let stays else { return nil }
      self.init(error, kept: stays)
    case let error as StoreError:
      guard let stays else { return nil }
      self.init(error, kept: stays)
    case let error as ImportStopped:
      self.init(status: .badInput, message: shown("\(error)") + kept)
    case let error as InputFailure:
      self.init(
        status: error.isUnreadable ? .storage : .badInput,
        message: "\(error)" + (error.isUnreadable && committed == nil ? "" : kept))
    case let error as FormatProblem:
      self.init(status: .badInput, message: "\(error)\(kept)")
    default: return nil
    }
  }
}
