import Foundation

/// Which files a script may read: those beneath granted directories, and granted files.
public struct FileGrants: Sendable {
  private let roots: [String]
  private let files: Set<String>

  /// Grants reading. Links are followed first; what does not exist grants nothing.
  ///
  /// - Parameters:
  ///   - paths: files, and directories with everything beneath them.
  ///   - files: files; directories among them grant nothing.
  public init(reading paths: [String], files: [String] = []) {
    roots = paths.compactMap { FileGrants.resolved($0) }
    self.files = Set(files.compactMap { FileGrants.resolved($0) })
  }

  /// Why a file was not opened.
  public struct Refusal: Error, Sendable {
    /// What happened and what to do about it.
    public var message: String
  }

  /// Opens a regular file for reading, if it lies beneath a grant.
  func open(_ path: String) throws(Refusal) -> FileHandle {
    guard let resolved = FileGrants.resolved(path) else {
      throw Refusal(message: "\(path): no such file")
    }
    let isGranted =
      files.contains(resolved)
      || roots.contains { root in
        resolved == root || resolved.hasPrefix(root.hasSuffix("/") ? root : root + "/")
      }
    guard isGranted else {
      throw Refusal(
        message: "\(path): reading is not allowed; allow it with --allow-read \(path)")
    }
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
