import Archives
import Foundation

/// A file to import: a file on disk, standard input, or a file within a zip file.
package struct InputFile: Hashable, Sendable {
  enum Location: Hashable, Sendable {
    case disk(String)
    case standardInput
    case zipped(ZipReader.Entry, in: String)
  }

  /// The name of the file in reports: the path as given, or the path of the zip file followed by
  /// the path within it.
  package var name: String
  /// The path of the file within the folder or zip file in which it was found; its own name if it
  /// was given itself.
  var path: String
  var location: Location
  /// Whether the user named the file itself, rather than its folder or zip file.
  var isNamed = false

  /// Whether the file can be read more than once.
  var isRereadable: Bool {
    switch location {
    case .zipped: true
    case .standardInput: false
    case .disk(let path): InputGroup.isRegular(path)
    }
  }
}

/// Files that may belong together: the files of a folder, of a zip file, or the named files of one
/// folder.
struct InputGroup: Hashable, Sendable {
  /// An entry of the folder or zip file that is not read, with the reason.
  struct SkippedEntry: Hashable, Sendable {
    var name: String
    var reason: String
  }

  var files: [InputFile]
  var skipped: [SkippedEntry] = []
}

/// A failure to read a whole file.
package struct InputFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package var name: String
  /// The description of the failure and its remedy.
  package var message: String
  /// Whether the file is missing or unreadable, rather than invalid.
  package var isUnreadable: Bool
  /// Whether it is a table of no known format.
  package var isUnknownFormat = false

  package init(_ name: String, _ message: String, isUnreadable: Bool = true) {
    self.name = name
    self.message = message
    self.isUnreadable = isUnreadable
  }

  /// The name of the file and the message, as `name: message`.
  package var description: String { "\(name): \(message)" }
}

extension InputGroup {
  /// Returns the files at some paths: files, zip files, folders with all their contents, patterns
  /// such as `moods-*.csv`, and `-` for standard input.
  ///
  /// - Parameter openedPaths: the paths at which to open files whose given paths are only names, by
  ///   given path.
  /// - Throws: `InputFailure` if a file does not exist, or no file matches a pattern.
  static func groups(
    of paths: [String], _ openedPaths: [String: String] = [:]
  ) throws(InputFailure) -> [InputGroup] {
    var groups: [InputGroup] = []
    /// The index in `groups` of the files of a folder, by its path.
    var named: [String: Int] = [:]
    var isInputTaken = false
    var expanded: [String] = []
    for path in paths { expanded += openedPaths[path] == nil ? try names(path) : [path] }
    for path in expanded {
      // A file that was opened for a name is read under that name, even if it is "-".
      if path == "-", openedPaths[path] == nil {
        if isInputTaken { throw InputFailure("-", "standard input can be read only once") }
        isInputTaken = true
        groups.append(
          InputGroup(
            files: [
              InputFile(name: "stdin", path: "stdin", location: .standardInput, isNamed: true)
            ]))
        continue
      }
      let actualPath = openedPaths[path] ?? path
      var status = stat()
      guard stat(actualPath, &status) == 0 else {
        throw InputFailure(path, String(cString: strerror(errno)))
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        groups.append(try folder(path))
      } else if status.st_mode & S_IFMT == S_IFREG, try isZip(path, at: actualPath) {
        groups.append(try zip(path, at: actualPath))
      } else {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = components.dropLast().joined(separator: "/")
        let name = String(components.last ?? "")
        let file = InputFile(name: path, path: name, location: .disk(actualPath), isNamed: true)
        if let number = named[folder] {
          groups[number].files.append(file)
        } else {
          named[folder] = groups.count
          groups.append(InputGroup(files: [file]))
        }
      }
    }
    return groups
  }

  /// Returns the paths that match a pattern, in order; for an existing path or one without a
  /// pattern, the path itself.
  private static func names(_ path: String) throws(InputFailure) -> [String] {
    guard path != "-", path.contains(where: { "*?[".contains($0) }),
      !FileManager.default.fileExists(atPath: path)
    else { return [path] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(path, 0, nil, &found) == 0 else { throw InputFailure(path, "no file matches") }
    var paths: [String] = []
    for index in 0..<Int(found.gl_pathc) {
      if let path = found.gl_pathv[index] { paths.append(String(cString: path)) }
    }
    return paths
  }

  /// Whether a path is of a regular file, which can be read repeatedly.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isZip(_ path: String, at actualPath: String) throws(InputFailure) -> Bool {
    guard let file = FileHandle(forReadingAtPath: actualPath) else {
      throw InputFailure(path, String(cString: strerror(errno)))
    }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 4)) ?? nil
    // "PK", and the signature of a file or of an empty directory.
    return start.map { Array($0) == [0x50, 0x4B, 3, 4] || Array($0) == [0x50, 0x4B, 5, 6] } ?? false
  }

  /// Whether a file begins with the end of an empty directory, which minizip does not find there.
  private static func isEmptyZip(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let end = try? file.read(upToCount: 22), end.count == 22 else { return false }
    return Array(end.prefix(20)) == [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 16)
  }

  private static func zip(
    _ path: String, at actualPath: String
  ) throws(InputFailure) -> InputGroup {
    var entries: [ZipReader.Entry] = []
    do {
      entries = try ZipReader(path: actualPath).entries
    } catch {
      if !isEmptyZip(actualPath) { throw InputFailure(path, error.message, isUnreadable: false) }
    }
    if let kind = FileKind(zipped: entries.map(\.path)) {
      throw InputFailure(path, kind.problem, isUnreadable: false)
    }
    var group = InputGroup(files: [])
    for entry in entries {
      let components = entry.path.split(separator: "/").filter { $0 != "." }
      if components.contains("..") {
        group.skipped.append(
          SkippedEntry(name: "\(path):\(entry.path)", reason: "its path leads out of the zip file"))
        continue
      }
      // macOS adds metadata entries beside the files.
      if components.contains(where: { $0.hasPrefix(".") || $0 == "__MACOSX" }) { continue }
      let within = components.joined(separator: "/")
      group.files.append(
        InputFile(name: "\(path):\(within)", path: within, location: .zipped(entry, in: actualPath))
      )
    }
    if group.files.isEmpty {
      throw InputFailure(
        path, "the zip file has no files\(group.firstSkipped)", isUnreadable: false)
    }
    group.files.sort { $0.path < $1.path }
    return group
  }

  /// The first skipped entry, for a message.
  var firstSkipped: String {
    skipped.first.map { " that can be read; \($0.name): \($0.reason)" } ?? ""
  }
}
