import Foundation

/// The files whose changes cause a script to be run again.
struct WatchedFiles {
  /// Individual files, which may not exist.
  private let files: [String]
  /// Directories in which Lua files are watched, including subdirectories.
  private let directories: [String]

  /// The maximum number of watched files, and the maximum depth of subdirectories.
  private static let most = 2000
  private static let deepest = 4

  /// - Parameter profile: The profile, whose files are not watched, since every run changes them.
  init(files: [String], directories: [String], profile: ProfileOptions) {
    let own = profile.ownFiles
    self.files = files.filter { !own.contains($0) }
    self.directories = directories
  }

  /// The identity, size and modification time of a file. An editor may replace the file by another one.
  struct FileState: Equatable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Reads the state of a file; `nil` if it is not an existing regular file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// Returns the state of all watched files by path.
  func states() -> [String: FileState] {
    var states: [String: FileState] = [:]
    for path in files { states[path] = FileState(path) }
    for directory in directories { add(directory, depth: 0, to: &states) }
    return states
  }

  private func add(_ directory: String, depth: Int, to states: inout [String: FileState]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names.sorted() where states.count < Self.most && !name.hasPrefix(".") {
      let path = directory == "." ? name : "\(directory)/\(name)"
      if name.hasSuffix(".lua") {
        states[path] = FileState(path)
      } else if depth < Self.deepest && ScriptText.isDirectory(path) {
        add(path, depth: depth + 1, to: &states)
      }
    }
  }

  /// Returns the sorted paths of files that differ between two states.
  static func changes(from old: [String: FileState], to new: [String: FileState]) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
