import Foundation
import Synchronization

/// What is being made under another name and must not outlive the process: half a profile, half an
/// archive, the copy that a merge reads.
///
/// The list is the process's own, so that a signal finds what is to be removed.
public enum Drafts {
  private struct State {
    var paths: Set<String> = []
    var isSettled = false
  }

  private static let state = Mutex(State())

  /// Notes a draft that is about to be made; what a killed process of the same id left of it goes.
  static func begin(_ path: String) {
    state.withLock { state in
      erase(path)
      state.paths.insert(path)
    }
  }

  /// Removes a draft, if it is still there under its own name.
  static func end(_ path: String) {
    state.withLock { state in
      erase(path)
      state.paths.remove(path)
    }
  }

  /// Puts a draft in its place. From then on the work is done, unless the place is itself within a
  /// draft.
  static func place(_ path: String, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      try body()
      if !state.paths.contains(where: { path.hasPrefix($0 + "/") }) { state.isSettled = true }
    }
  }

  /// Says that what follows is to be finished: `abandon` does nothing any more.
  public static func settle() { state.withLock { $0.isSettled = true } }

  /// Says that another piece of work begins, which may be given up.
  public static func begin() { state.withLock { $0.isSettled = false } }

  /// Removes every draft there is, and calls a closure, which is to end the process, before another
  /// can be begun or put in place. Does nothing once the work is settled.
  public static func abandon(_ end: () -> Void) {
    state.withLock { state in
      if state.isSettled { return }
      for path in state.paths {
        // Under another name first: another thread may be putting files into it.
        let aside = path + "-gone"
        _ = rename(path, aside)
        erase(aside)
        erase(path)
      }
      end()
    }
  }

  /// Lends a directory that only this user may read and that is gone afterwards.
  public static func withDirectory<Result>(_ body: (_ path: String) throws -> Result) throws
    -> Result
  {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-\(UUID().uuidString)").path
    begin(path)
    defer { end(path) }
    guard mkdir(path, 0o700) == 0 else {
      throw StoreError(
        .io, path: path, detail: "cannot make the directory: \(String(cString: strerror(errno)))")
    }
    return try body(path)
  }

  private static func erase(_ path: String) {
    for suffix in [""] + Store.companions {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
