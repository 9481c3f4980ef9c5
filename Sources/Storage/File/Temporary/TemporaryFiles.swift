import Foundation
import Synchronization

/// The temporary files and directories that must not outlive the process, such as an unfinished
/// profile or dump.
///
/// A temporary file lies beside its target and is named after it. It is locked (`flock`) as long as
/// its process lives. The next process that writes the same target can therefore recognise
/// leftovers, even of a process in another container, and remove them.
///
/// The list belongs to the process, so that a signal handler finds the files to remove. It is
/// locked while a file is created: every file is on the list, and none is created after a signal
/// has emptied it.
package enum TemporaryFiles {
  private struct State {
    /// The temporary files, each with the descriptor that holds its lock.
    var descriptors: [String: Int32] = [:]
    /// The directories that were created for files, the outermost first.
    var folders: [String] = []
    /// A finished profile that is removed with the work for which it was created, as long as it is
    /// empty.
    var provisional: String?
    /// Whether the work is committed, so that `abandon` does nothing.
    var isCommitted = false

    mutating func commit() {
      isCommitted = true
      provisional = nil
      folders = []
    }

    mutating func remove(_ temporary: String) {
      TemporaryName.erase(temporary)
      if let descriptor = descriptors.removeValue(forKey: temporary) { close(descriptor) }
    }

    /// Creates the directory of a file and its parents, and synchronizes them.
    mutating func createFolder(of path: String) throws(StoreError) {
      var missing: [String] = []
      var folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      while fileStatus(folder)?.kind != S_IFDIR {
        missing.append(folder)
        // Not normalized: `..` is in a directory too, which has to exist.
        guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > folder.startIndex
        else { break }
        folder = String(folder[..<slash])
      }
      for folder in missing.reversed() {
        if mkdir(folder, 0o700) == 0 {
          folders.append(folder)
          try synchronizeDirectory(of: folder)
        } else {
          let code = errno
          // Another process may have been faster.
          if fileStatus(folder)?.kind != S_IFDIR {
            throw StoreError(
              .io, path: path,
              detail: "cannot create the directory \(folder): \(String(cString: strerror(code)))")
          }
        }
      }
    }

    /// Removes the created directories that are empty, unless a temporary file is in use: its path
    /// may lead through an empty directory, as in `a/../profile.db`.
    mutating func removeFolders() {
      guard descriptors.isEmpty else { return }
      for folder in folders.reversed() where rmdir(folder) == 0 {
        folders.removeAll { $0 == folder }
      }
    }
  }

  private static let state = Mutex(State())

  enum Kind {
    case file
    case directory
  }

  /// Creates an empty file or directory under a temporary name beside its target, and removes what
  /// killed processes left over of the same target.
  ///
  /// - Parameters:
  ///   - kind: file or directory.
  ///   - target: the final path.
  ///   - mode: the permissions, reduced by the umask.
  ///   - makesFolder: whether the directory of the target is created if necessary.
  /// - Returns: the temporary path.
  /// - Throws: `StoreError` about the target.
  static func begin(
    _ kind: Kind, for target: String, mode: mode_t, makingFolder makesFolder: Bool = false
  ) throws(StoreError) -> String {
    try state.withLock { (state) throws(StoreError) -> String in
      do throws(StoreError) {
        if makesFolder { try state.createFolder(of: target) }
        TemporaryName.removeLeftovers(of: target)
        let (temporary, descriptor) = try make(kind, target, mode)
        state.descriptors[temporary] = descriptor
        return temporary
      } catch {
        state.removeFolders()
        throw error
      }
    }
  }

  /// Creates a file or directory with an unused name, and locks it.
  private static func make(
    _ kind: Kind, _ target: String, _ mode: mode_t
  ) throws(StoreError) -> (temporary: String, descriptor: Int32) {
    while true {
      let temporary = TemporaryName.random(for: target)
      var descriptor: Int32 = -1
      switch kind {
      case .file: descriptor = createFile(temporary, mode)
      case .directory:
        if mkdir(temporary, mode) == 0 {
          descriptor = open(temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
          // Before it was locked, another process may have removed it as a leftover.
          if descriptor < 0 && errno == ENOENT { continue }
        }
      }
      if descriptor < 0 {
        if errno == EEXIST { continue }
        throw Store.failure(target, errno)
      }
      // Another process that searches for leftovers may have been faster.
      if TemporaryName.lock(descriptor, temporary) != .taken { return (temporary, descriptor) }
      close(descriptor)
    }
  }

  /// Removes a temporary file, if it still exists under that name, and the directories that were
  /// created for it, if they are empty.
  static func end(_ temporary: String) {
    state.withLock { state in
      state.remove(temporary)
      if state.provisional == nil { state.removeFolders() }
    }
  }

  /// Runs a closure with an empty directory beside a file, which only this user may use and which
  /// is removed afterwards.
  ///
  /// - Parameter body: receives the path of the directory; `nil` where none can be created.
  package static func withTemporaryDirectory<Result>(
    beside path: String, _ body: (_ directory: String?) throws -> Result
  ) rethrows -> Result {
    let directory = try? begin(.directory, for: path, mode: 0o700)
    defer { if let directory { end(directory) } }
    return try body(directory)
  }

  /// Creates the directory of a file, if possible. `removeFolders` removes it if it is empty.
  ///
  /// - Returns: the created directories, the outermost first.
  @discardableResult
  package static func createFolder(of path: String) -> [String] {
    state.withLock { state in
      let count = state.folders.count
      try? state.createFolder(of: path)
      return Array(state.folders[count...])
    }
  }

  /// Removes the created directories that are empty.
  package static func removeFolders() { state.withLock { $0.removeFolders() } }

  /// Runs a short operation that creates and removes files beside a temporary file, during which
  /// `abandon` waits.
  ///
  /// - Throws: the errors of `body`.
  static func blockingAbandon(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try state.withLock { (_) throws(StoreError) in try body() }
  }

  /// Moves a temporary file to its final path and synchronizes its directory. Afterwards the work
  /// is committed.
  ///
  /// - Parameters:
  ///   - isProvisional: whether the file is a profile that is removed if it is not filled.
  ///   - body: renames the temporary file.
  /// - Throws: the errors of `body`; `StoreError` when the directory cannot be synchronized.
  static func install(
    _ path: String, isProvisional: Bool = false, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      try body()
      if isProvisional {
        state.provisional = path
      } else {
        state.commit()
      }
      try synchronizeDirectory(of: path)
    }
  }

  /// Keeps the provisional profile, because a change of it is about to be committed.
  package static func keepProvisional() {
    state.withLock { state in
      state.provisional = nil
      state.folders = []
    }
  }

  /// Commits the work: from now on `abandon` does nothing.
  package static func commit() { state.withLock { $0.commit() } }

  /// Begins another piece of work, which `abandon` may undo.
  package static func beginWork() { state.withLock { $0.isCommitted = false } }

  /// Removes all temporary files and calls a closure, which has to end the process, before another
  /// file can be created or installed. Does nothing once the work is committed.
  package static func abandon(_ end: () -> Void) {
    state.withLock { state in
      if state.isCommitted { return }
      for temporary in state.descriptors.keys {
        // Renamed first, because another thread may be creating files in it.
        _ = rename(temporary, temporary + TemporaryName.asideSuffix)
        state.remove(temporary)
      }
      if let profile = state.provisional { Store.removeIfEmpty(profile) }
      state.removeFolders()
      end()
    }
  }
}

/// Waits until the names in the directory of a path are on the disk: after a power failure, new
/// files may be missing otherwise, even if their content was synchronized.
///
/// - Throws: `StoreError` about the path.
func synchronizeDirectory(of path: String) throws(StoreError) {
  try synchronizeDirectory(
    at: URL(fileURLWithPath: path).deletingLastPathComponent().path, for: path)
}

/// Waits until an open file is on the disk, also when a signal interrupts the wait.
///
/// - Returns: 0, or -1 with the reason in `errno`.
func synchronizeFile(_ descriptor: Int32) -> Int32 {
  while true {
    let code = fsync(descriptor)
    if code == 0 || errno != EINTR { return code }
  }
}

/// Waits until the names in a directory are on the disk.
///
/// - Parameter target: the path that errors name.
func synchronizeDirectory(at directory: String, for target: String) throws(StoreError) {
  let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  // A directory that can be written but not read cannot be synchronized.
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  // Some file systems do not support synchronizing a directory, and report that.
  guard synchronizeFile(descriptor) != 0, ![EINVAL, ENOTSUP, EROFS].contains(errno) else { return }
  throw StoreError(
    .io, path: target,
    detail: "the directory \(directory) cannot be synchronized: \(String(cString: strerror(errno)))"
  )
}
