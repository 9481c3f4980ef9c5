import Foundation
import Synchronization

/// What is being made under another name and must not outlive the process: half a profile, half an
/// archive.
///
/// A temporary file lies beside its target and is named after it. It is locked (`flock`) for as long as
/// its process lives, so that whoever writes the same target next can tell that it was left behind, in
/// whatever container that process ran, and removes it.
///
/// The list is the process's own, so that a signal finds what is to be removed. A draft is made while
/// the list is held: none is there that is not on it, and none comes after a signal has been through it.
public enum Drafts {
  private struct State {
    /// What is being made, each with the descriptor that holds its lock.
    var drafts: [String: Int32] = [:]
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
      TemporaryName.erase(draft)
      if let descriptor = drafts.removeValue(forKey: draft) { close(descriptor) }
    }

    /// Removes those in which nothing lies.
    mutating func removeFolders() {
      for folder in folders.reversed() where rmdir(folder) == 0 {
        folders.removeAll { $0 == folder }
      }
    }
  }

  private static let state = Mutex(State())

  /// What is made.
  enum Kind {
    case file
    case directory
  }

  /// Makes an empty file or directory under a temporary name beside its target. What killed processes
  /// left of the same target is removed.
  ///
  /// - Parameters:
  ///   - kind: which of them.
  ///   - target: where it is to be.
  ///   - mode: who may do what with it; the user's mask takes away from that.
  ///   - makesFolder: whether the directory of the target is made too if need be.
  /// - Returns: its path.
  /// - Throws: `StoreError` about the target.
  static func begin(
    _ kind: Kind, for target: String, mode: mode_t, makingFolder makesFolder: Bool = false
  ) throws(StoreError) -> String {
    try state.withLock { (state) throws(StoreError) -> String in
      do throws(StoreError) {
        if makesFolder { try makeFolder(of: target) { state.folders.append($0) } }
        TemporaryName.removeLeftovers(of: target)
        let (draft, descriptor) = try make(kind, target, mode)
        state.drafts[draft] = descriptor
        return draft
      } catch {
        state.removeFolders()
        throw error
      }
    }
  }

  /// Makes something of a name that nothing else has, and locks it.
  private static func make(
    _ kind: Kind, _ target: String, _ mode: mode_t
  ) throws(StoreError) -> (draft: String, descriptor: Int32) {
    while true {
      let draft = TemporaryName.random(for: target)
      var descriptor: Int32 = -1
      switch kind {
      case .file: descriptor = createFile(draft, mode)
      case .directory:
        if mkdir(draft, mode) == 0 {
          descriptor = open(draft, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
          // Not locked yet, it may have been taken for one that was left behind.
          if descriptor < 0 && errno == ENOENT { continue }
        }
      }
      if descriptor < 0 {
        if errno == EEXIST { continue }
        throw Store.creationFailure(target, errno)
      }
      // Whoever looks for leftovers may have been faster.
      if TemporaryName.lock(descriptor, draft) != .taken { return (draft, descriptor) }
      close(descriptor)
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

  /// Lends an empty directory beside a file that only this user may use and that is gone afterwards.
  ///
  /// - Parameter body: is given its path; `nil` where none can be made.
  public static func withTemporaryDirectory<Result>(
    beside path: String, _ body: (_ directory: String?) throws -> Result
  ) rethrows -> Result {
    let directory = try? begin(.directory, for: path, mode: 0o700)
    defer { if let directory { end(directory) } }
    return try body(directory)
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

  /// Puts a draft in its place, for good: its directory is synchronized. From then on the work is done.
  ///
  /// - Parameters:
  ///   - path: the place.
  ///   - isProvisional: whether it is a profile that more is to be put into, without which it goes.
  ///   - body: gives the draft its name.
  /// - Throws: what `body` throws; `StoreError` when the directory cannot be synchronized.
  static func place(
    _ path: String, isProvisional: Bool = false, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      try body()
      if isProvisional {
        state.provisional = path
      } else {
        state.settle()
      }
      try synchronizeDirectory(of: path)
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
      for draft in state.drafts.keys {
        // Under another name first: another thread may be putting files into it.
        _ = rename(draft, draft + TemporaryName.asideSuffix)
        state.remove(draft)
      }
      if let profile = state.provisional { Store.removeIfEmpty(profile) }
      state.removeFolders()
      end()
    }
  }

  /// Makes the directory that a file is to lie in, and those around it, for good.
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
        try synchronizeDirectory(of: folder)
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

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Waits until the names in the directory of a path are on the disk: what was made there is lost with
/// the power otherwise, however often its content was synchronized.
///
/// - Throws: `StoreError` about the path.
func synchronizeDirectory(of path: String) throws(StoreError) {
  try synchronizeDirectory(
    at: URL(fileURLWithPath: path).deletingLastPathComponent().path, for: path)
}

/// Waits until the names in a directory are on the disk.
///
/// - Parameters:
///   - directory: the directory.
///   - target: what errors are about.
func synchronizeDirectory(at directory: String, for target: String) throws(StoreError) {
  let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  // Where a directory may be written and not read, its names cannot be waited for.
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  // Some file systems have nothing to synchronize of a directory, and say so.
  guard fsync(descriptor) != 0, ![EINVAL, ENOTSUP, EROFS].contains(errno) else { return }
  throw StoreError(
    .io, path: target,
    detail: "the directory \(directory) cannot be synchronized: \(String(cString: strerror(errno)))"
  )
}
