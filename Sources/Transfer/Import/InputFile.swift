import Archives
import Foundation

/// A file to be imported: one of the disk, standard input, or one within a zip file.
public struct InputFile: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case disk(String)
    case standardInput
    case zipped(ZipReader.Entry, in: String)
  }

  /// Its name in reports: the path as it was given, or that of the zip file and the path within.
  public var name: String
  /// Its path within the folder or zip file that it was found in; its own name if it was named.
  var path: String
  var place: Place
  /// Whether it was named itself, rather than found in a folder or a zip file.
  var isNamed = false

  /// Whether it can be read more than once.
  var isRereadable: Bool {
    switch place {
    case .zipped: true
    case .standardInput: false
    case .disk(let path): InputGroup.isRegular(path)
    }
  }
}

/// Files that lie together, and so may belong together: those of a folder, of a zip file, or those
/// of one folder that were named.
struct InputGroup: Hashable, Sendable {
  /// Something in the folder or the zip file that is not read, and why.
  struct PassedOver: Hashable, Sendable {
    var name: String
    var reason: String
  }

  var files: [InputFile]
  var passedOver: [PassedOver] = []
}

/// Why a file cannot be read at all.
public struct InputFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name.
  public var name: String
  /// What is wrong, and what to do.
  public var message: String
  /// Whether it is missing or cannot be read, rather than saying something that it should not.
  public var isUnreadable: Bool

  /// Makes a failure.
  public init(_ name: String, _ message: String, isUnreadable: Bool = true) {
    self.name = name
    self.message = message
    self.isUnreadable = isUnreadable
  }

  /// `name: message`.
  public var description: String { "\(name): \(message)" }
}

extension InputGroup {
  /// The files that paths name: files, zip files, folders with all that lies in them, patterns such
  /// as `moods-*.csv`, and `-` for standard input.
  ///
  /// - Parameter places: where files are to be opened whose paths are only their names.
  /// - Throws: `InputFailure` when there is no such file, or a pattern fits none.
  static func groups(
    of paths: [String], _ places: [String: String] = [:]
  ) throws(InputFailure) -> [InputGroup] {
    var groups: [InputGroup] = []
    /// Where in that list the files of a folder stand.
    var named: [String: Int] = [:]
    var isInputTaken = false
    var expanded: [String] = []
    for path in paths { expanded += places[path] == nil ? try names(path) : [path] }
    for path in expanded {
      // What was opened for a name is read, whatever the name.
      if path == "-", places[path] == nil {
        if isInputTaken { throw InputFailure("-", "standard input can be read only once") }
        isInputTaken = true
        groups.append(
          InputGroup(
            files: [
              InputFile(name: "stdin", path: "stdin", place: .standardInput, isNamed: true)
            ]))
        continue
      }
      let place = places[path] ?? path
      var status = stat()
      guard stat(place, &status) == 0 else {
        throw InputFailure(path, String(cString: strerror(errno)))
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        groups.append(try folder(path))
      } else if status.st_mode & S_IFMT == S_IFREG, try isZip(path, at: place) {
        groups.append(try zip(path, at: place))
      } else {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let name = String(parts.last ?? "")
        let file = InputFile(name: path, path: name, place: .disk(place), isNamed: true)
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

  /// What a pattern fits, in order; a path that exists, and one without a pattern, is itself.
  private static func names(_ path: String) throws(InputFailure) -> [String] {
    guard path != "-", path.contains(where: { "*?[".contains($0) }),
      !FileManager.default.fileExists(atPath: path)
    else { return [path] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(path, 0, nil, &found) == 0 else { throw InputFailure(path, "no file fits") }
    var paths: [String] = []
    for place in 0..<Int(found.gl_pathc) {
      if let path = found.gl_pathv[place] { paths.append(String(cString: path)) }
    }
    return paths
  }

  /// Whether it is a file that can be read from its beginning, and again.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isZip(_ path: String, at place: String) throws(InputFailure) -> Bool {
    guard let file = FileHandle(forReadingAtPath: place) else {
      throw InputFailure(path, String(cString: strerror(errno)))
    }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 4)) ?? nil
    // "PK", and the mark of a file or of an empty directory.
    return start.map { Array($0) == [0x50, 0x4B, 3, 4] || Array($0) == [0x50, 0x4B, 5, 6] } ?? false
  }

  private static func zip(
    _ path: String, at place: String
  ) throws(InputFailure) -> InputGroup {
    let entries: [ZipReader.Entry]
    do {
      entries = try ZipReader(path: place).entries
    } catch {
      throw InputFailure(path, error.message, isUnreadable: false)
    }
    var group = InputGroup(files: [])
    for entry in entries {
      let parts = entry.path.split(separator: "/").filter { $0 != "." }
      if parts.contains("..") {
        group.passedOver.append(
          PassedOver(name: "\(path):\(entry.path)", reason: "its path leads out of the zip file"))
        continue
      }
      // What a Mac puts beside each file is none.
      if parts.contains(where: { $0.hasPrefix(".") || $0 == "__MACOSX" }) { continue }
      let within = parts.joined(separator: "/")
      group.files.append(
        InputFile(name: "\(path):\(within)", path: within, place: .zipped(entry, in: place)))
    }
    if group.files.isEmpty {
      throw InputFailure(
        path, "the zip file has no files\(group.firstPassedOver)", isUnreadable: false)
    }
    group.files.sort { $0.path < $1.path }
    return group
  }

  /// What was passed over first, for a message.
  var firstPassedOver: String {
    passedOver.first.map { " that can be read; \($0.name): \($0.reason)" } ?? ""
  }
}
