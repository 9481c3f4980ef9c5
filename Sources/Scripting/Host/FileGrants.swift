import Foundation

/// Which files a script may read and write: those beneath granted directories, and granted files.
public struct FileGrants: Sendable {
  private let roots: [String]
  private let files: Set<String>
  private let writtenRoots: [String]

  /// Grants reading and writing. Links are followed first; a file that is to be written need not be
  /// there, but its directory must; what else does not exist grants nothing.
  ///
  /// - Parameters:
  ///   - paths: files, and directories with everything beneath them.
  ///   - files: files; directories among them grant nothing.
  ///   - written: files, and directories with everything beneath them, that may be written.
  public init(reading paths: [String], files: [String] = [], writing written: [String] = []) {
    roots = paths.compactMap { FileGrants.resolved($0) }
    self.files = Set(files.compactMap { FileGrants.resolved($0) })
    writtenRoots = written.compactMap { path in
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        return FileGrants.resolved(path)
      }
      return FileGrants.place(of: path)
    }
  }

  /// Why a file was not opened.
  public struct Refusal: Error, Sendable {
    /// What happened and what to do about it.
    public var message: String
  }

  /// Refuses to read a file that is not there, or lies beneath no grant.
  ///
  /// - Returns: the file, links followed.
  @discardableResult
  func checkReading(_ path: String) throws(Refusal) -> String {
    guard let resolved = FileGrants.resolved(path) else {
      throw Refusal(message: "\(path): no such file")
    }
    guard files.contains(resolved) || FileGrants.lies(resolved, beneath: roots) else {
      throw Refusal(
        message: "\(path): reading is not allowed; allow it with --allow-read \(path)")
    }
    return resolved
  }

  /// Refuses to write a file that lies beneath no grant, or where something else stands that is no
  /// ordinary file.
  ///
  /// - Returns: the file, links to its directory followed.
  func checkWriting(_ path: String) throws(Refusal) -> String {
    guard let place = FileGrants.place(of: path) else {
      throw Refusal(message: "\(path): there is no such directory")
    }
    guard FileGrants.lies(place, beneath: writtenRoots) else {
      throw Refusal(
        message: "\(path): writing is not allowed; allow it with --allow-write \(path)")
    }
    var status = stat()
    if lstat(place, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw Refusal(message: "\(path): there is something that is no ordinary file")
    }
    return place
  }

  private static func lies(_ path: String, beneath roots: [String]) -> Bool {
    roots.contains { root in
      path == root || path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
    }
  }

  /// Where a file is or is going to be: in its directory, links to that followed; `nil` when there
  /// is no such directory, or the path names no file.
  private static func place(of path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0)
    else { return nil }
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/")
    guard let resolved = resolved(folder.isEmpty ? "/" : folder) else { return nil }
    return (resolved == "/" ? "" : resolved) + "/" + name
  }

  /// Opens a regular file for reading, if it lies beneath a grant.
  func open(_ path: String) throws(Refusal) -> FileHandle {
    let resolved = try checkReading(path)
    // What was checked is what is opened: no link may take the place of the file meanwhile, and
    // opening must not wait for a pipe's other end.
    let descriptor = Glibc.open(resolved, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Refusal(message: "\(path): \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Refusal(message: "\(path): not a regular file")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func resolved(_ path: String) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0), let resolved = realpath(path, nil) else {
      return nil
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
