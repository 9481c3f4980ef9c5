import Foundation

/// The files that a script is run again for.
struct WatchedFiles {
  /// Files named one by one, which need not be there.
  private let files: [String]
  /// Directories whose Lua files are watched, and those in directories below.
  private let directories: [String]

  /// So many files are looked at, and directories so deep below.
  private static let most = 2000
  private static let deepest = 4

  /// - Parameters:
  ///   - files: files, or directories named as if they were.
  ///   - directories: where modules are.
  ///   - profile: the profile, whose files change by every run.
  init(files: [String], directories: [String], profile: ProfileOptions) {
    let own = profile.ownFiles
    self.files = files.filter { !own.contains($0) }
    self.directories = directories
  }

  /// What a file looks like from outside. An editor may put another file in its place.
  struct Look: Equatable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` where there is no plain file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// What all of them look like.
  func look() -> [String: Look] {
    var looks: [String: Look] = [:]
    for path in files { looks[path] = Look(path) }
    for directory in directories { add(directory, depth: 0, to: &looks) }
    return looks
  }

  private func add(_ directory: String, depth: Int, to looks: inout [String: Look]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names.sorted() where looks.count < Self.most && !name.hasPrefix(".") {
      let path = directory == "." ? name : "\(directory)/\(name)"
      if name.hasSuffix(".lua") {
        looks[path] = Look(path)
      } else if depth < Self.deepest && ScriptText.isDirectory(path) {
        add(path, depth: depth + 1, to: &looks)
      }
    }
  }

  /// What differs between two looks, in the order of the paths.
  static func changes(from old: [String: Look], to new: [String: Look]) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
