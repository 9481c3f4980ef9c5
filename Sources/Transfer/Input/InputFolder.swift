import Foundation

/// Reading the files of a folder.
extension InputGroup {
  /// Returns all files in a folder and its subfolders, except those whose names begin with a dot.
  /// Other entries, and unreadable ones, are reported as skipped.
  ///
  /// - Throws: `InputFailure` if the folder itself cannot be read or has no files.
  static func folder(_ path: String) throws(InputFailure) -> InputGroup {
    var root = path
    while root.count > 1 && root.hasSuffix("/") { root.removeLast() }
    var group = InputGroup(files: [])
    var folders = [""]
    while let folder = folders.popLast() {
      let directory = folder.isEmpty ? root : "\(root)/\(folder)"
      guard let names = names(in: directory) else {
        let reason = "the folder cannot be read: \(String(cString: strerror(errno)))"
        if folder.isEmpty { throw InputFailure(path, reason) }
        group.skipped.append(SkippedEntry(name: directory, reason: reason))
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let within = folder.isEmpty ? name : "\(folder)/\(name)"
        switch FolderEntry("\(root)/\(within)") {
        case .file:
          group.files.append(
            InputFile(name: "\(root)/\(within)", path: within, location: .disk("\(root)/\(within)"))
          )
        case .folder: folders.append(within)
        case .other(let reason):
          group.skipped.append(SkippedEntry(name: "\(root)/\(within)", reason: reason))
        }
      }
    }
    group.files.sort { $0.path < $1.path }
    group.skipped.sort { $0.name < $1.name }
    if group.files.isEmpty {
      throw InputFailure(path, "the folder has no files\(group.firstSkipped)")
    }
    return group
  }

  /// The kinds of entries of a folder.
  private enum FolderEntry {
    case file
    case folder
    case other(String)

    init(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else {
        self = .other("cannot be reached: \(String(cString: strerror(errno)))")
        return
      }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      if isLink, stat(path, &status) != 0 {
        self = .other("a link whose target does not exist: \(String(cString: strerror(errno)))")
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR where isLink:
        self = .other("a link to a folder, which is not followed: give that folder itself")
      case S_IFDIR: self = .folder
      default: self = .other("a pipe, a device or a socket; of a folder only files are read")
      }
    }
  }

  /// Returns the names in a folder, unordered; `nil`, with `errno` set, if it cannot be read.
  private static func names(in folder: String) -> [String]? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
      errno = 0
    }
    return errno == 0 ? names : nil
  }
}
