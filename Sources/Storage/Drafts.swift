import Foundation
import Synchronization

/// What is being made under another name and must not outlive the process: half a profile, half an
/// archive, the copy that a merge reads.
///
/// The list is the process's own, so that a signal finds what is to be removed. A draft is made while
/// the list is held: none is there that is not on it, and none comes after a signal has been through it.
public enum Drafts {
  private struct State {
    /// What is being made.
    var drafts: Set<String> = []
    /// The directories that were made for something to lie in, the outermost first.
    var folders: [String] = []
    /// A profile that is there already, but goes with the work it was made for while it holds nothing.
    var provisional: String?
    var isSettled = false

    mutating func settle() {
      isSettled = true
      provisional = nil
      folders = []
    }

    mutating func remove(_ draft: String) {
      erase(draft)
      drafts.remove(draft)
    }

    /// Removes those in which nothing lies.
    mutating func removeFolders() {
      for folder in folders.reversed() where rmdir(folder) == 0 {
        folders.removeAll { $0 == folder }
      }
    }
  }

  private static let state = Mutex(State())

  /// The name under which something is made that is to be at a path.
  static func name(for path: String) -> String {
    path + ".new-\(ProcessInfo.processInfo.processIdentifier)"
  }

  /// Makes a draft; what a killed process of the same id left of it goes.
  ///
  /// - Parameters:
  ///   - draft: its path.
  ///   - place: where it is to be, if the directory of that is made too if need be.
  ///   - make: makes the file or directory, without much in it.
  /// - Throws: `StoreError` when the directory cannot be made; what `make` throws.
  static func begin<Made: ~Copyable>(
    _ draft: String, makingFolderOf place: String? = nil,
    _ make: () throws(StoreError) -> sending Made
  ) throws(StoreError) -> sending Made {
    try state.withLock { (state) throws(StoreError) -> sending Made in
      erase(draft)
      state.drafts.insert(draft)
      do throws(StoreError) {
        if let place { try makeFolder(of: place) { state.folders.append($0) } }
        return try make()
      } catch {
        state.remove(draft)
        state.removeFolders()
        throw error
      }
    }
  }

  /// Removes a draft, if it is still there under its own name, and what was made for it to lie in, if
  /// nothing does.
  static func end(_ draft: String) {
    state.withLock { state in
      state.remove(draft)
      if state.provisional == nil { state.removeFolders() }
    }
  }

  /// Makes the directory that a file is to lie in, if it can be made. It goes with `removeFolders`.
  ///
  /// - Returns: the directories that were not there, the outermost first.
  @discardableResult
  public static func makeFolder(of path: String) -> [String] {
    state.withLock { state in
      var made: [String] = []
      try? makeFolder(of: path) { made.append($0) }
      state.folders += made
      return made
    }
  }

  /// Removes what was made for something to lie in that is gone, or never came.
  public static func removeFolders() { state.withLock { $0.removeFolders() } }

  /// Does something short in which files come and go beside a draft.
  ///
  /// - Throws: what `body` throws.
  static func undisturbed(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try state.withLock { (_) throws(StoreError) in try body() }
  }

  /// Puts a draft in its place. From then on the work is done, unless the place is itself within a
  /// draft.
  ///
  /// - Parameters:
  ///   - path: the place.
  ///   - isProvisional: whether it is a profile that more is to be put into, without which it goes.
  ///   - body: gives the draft its name.
  /// - Throws: what `body` throws.
  static func place(
    _ path: String, isProvisional: Bool = false, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      try body()
      if isProvisional {
        state.provisional = path
      } else if !state.drafts.contains(where: { path.hasPrefix($0 + "/") }) {
        state.settle()
      }
    }
  }

  /// Says that something is about to be committed to a profile that was made for the work: it stays.
  public static func keep() {
    state.withLock { state in
      state.provisional = nil
      state.folders = []
    }
  }

  /// Says that what follows is to be finished: `abandon` does nothing any more.
  public static func settle() { state.withLock { $0.settle() } }

  /// Says that another piece of work begins, which may be given up.
  public static func begin() { state.withLock { $0.isSettled = false } }

  /// Removes every draft there is, and calls a closure, which is to end the process, before another
  /// can be begun or put in place. Does nothing once the work is settled.
  public static func abandon(_ end: () -> Void) {
    state.withLock { state in
      if state.isSettled { return }
      for draft in state.drafts {
        // Under another name first: another thread may be putting files into it.
        _ = rename(draft, draft + asideSuffix)
        state.remove(draft)
      }
      if let profile = state.provisional { Store.removeIfEmpty(profile) }
      state.removeFolders()
      end()
    }
  }

  /// Lends a directory that only this user may read and that is gone afterwards.
  public static func withDirectory<Result>(_ body: (_ path: String) throws -> Result) throws
    -> Result
  {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-\(UUID().uuidString)").path
    try begin(path) { () throws(StoreError) in
      guard mkdir(path, 0o700) == 0 else { throw folderFailure(path, path, errno) }
    }
    defer { end(path) }
    return try body(path)
  }

  /// Makes the directory that a file is to lie in, and those around it.
  ///
  /// - Parameter made: is told of each that was not there.
  private static func makeFolder(
    of path: String, _ made: (String) -> Void
  ) throws(StoreError) {
    var missing: [String] = []
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    while !isDirectory(folder) {
      missing.append(folder)
      // As the path has it: `..` is in a directory as well, which has to be there.
      guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > folder.startIndex
      else { break }
      folder = String(folder[..<slash])
    }
    for folder in missing.reversed() {
      if mkdir(folder, 0o777) == 0 {
        made(folder)
      } else {
        let code = errno
        // Another process may have been faster.
        if !isDirectory(folder) { throw folderFailure(path, folder, code) }
      }
    }
  }

  private static func folderFailure(
    _ path: String, _ folder: String, _ code: Int32
  ) -> StoreError {
    StoreError(
      .io, path: path,
      detail: "cannot make the directory \(folder): \(String(cString: strerror(code)))")
  }

  /// How a draft is named on its way out.
  private static let asideSuffix = "-gone"

  private static func erase(_ draft: String) {
    for path in [draft + asideSuffix] + ([""] + Store.companions).map({ draft + $0 }) {
      // Again where a file was put into a directory while it was emptied: none can be opened in it
      // any more, but one may have been on its way.
      for _ in 0..<100 where Store.isAnything(path) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
