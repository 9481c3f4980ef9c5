import CSV
import Foundation
import Lua
import Transfer

/// A file that a script writes. It has no name, or a temporary one, until it is moved to its path,
/// so that a script that fails leaves no file.
final class OutputFile {
  /// The path as the script wrote it, for messages.
  let path: String
  let target: FileLocation
  private let isReplacing: Bool
  private let isRehearsal: Bool
  private let handle: FileHandle
  /// The temporary name; `nil` while the file has none.
  private var temporary: String?
  private(set) var isClosed = false
  /// Whether the file has been moved to its path.
  private(set) var isAtTarget = false
  private let allowance: OutputAllowance
  /// The number of written bytes that count towards the limit.
  private var written = 0

  /// - Parameters:
  ///   - path: the path as the script wrote it.
  ///   - target: the directory and name of the file.
  ///   - isReplacing: whether an existing file is replaced.
  ///   - isRehearsal: whether it is never moved to its path.
  ///   - mode: the permissions, which the process's umask reduces.
  ///   - allowance: the number of bytes that may still be written.
  init(
    _ path: String, at target: FileLocation, replacing isReplacing: Bool, isRehearsal: Bool,
    mode: mode_t, _ allowance: OutputAllowance
  ) throws(OutputFailure) {
    self.path = path
    self.target = target
    self.isReplacing = isReplacing
    self.isRehearsal = isRehearsal
    self.allowance = allowance
    target.folder.removeLeftovers(of: target.name)
    // O_TMPFILE, which is not imported: a file without a name (see open(2)).
    let unnamed = 0o2000_0000 | O_DIRECTORY
    var descriptor = openat(target.folder.descriptor, ".", O_RDWR | unnamed | O_CLOEXEC, mode)
    if descriptor < 0 {
      let name = OutputFile.temporaryName(target)
      descriptor = openat(
        target.folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { temporary = name }
    }
    guard descriptor >= 0 else {
      throw OutputFailure(message: "\(path): \(String(cString: strerror(errno)))")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    _ = OpenFolder.lock(descriptor)
  }

  deinit { discard() }

  func append(_ bytes: Span<UInt8>) throws(OutputFailure) {
    try allowance.charge(bytes.count)
    written += bytes.count
    do {
      try bytes.withUnsafeBytes { try handle.write(contentsOf: Data($0)) }
    } catch {
      throw failure(error)
    }
  }

  /// Marks the file as complete.
  func close() { isClosed = true }

  /// The number of bytes written so far.
  var size: Int {
    var status = stat()
    return fstat(handle.fileDescriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Returns the bytes written so far.
  func contents() throws(OutputFailure) -> [UInt8] {
    do {
      try handle.seek(toOffset: 0)
      let bytes = [UInt8](try handle.readToEnd() ?? Data())
      return bytes
    } catch {
      throw failure(error)
    }
  }

  /// Returns a second descriptor of the same open file, for reading at offsets.
  func shared() throws(FileGrants.Refusal) -> FileHandle {
    let descriptor = fcntl(handle.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw FileGrants.Refusal.unreadable(path, errno)
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Flushes the file to disk, under a temporary name.
  func prepare() throws(OutputFailure) {
    if isRehearsal || isAtTarget { return }
    var code: Int32
    repeat { code = fsync(handle.fileDescriptor) } while code != 0 && errno == EINTR
    guard code == 0 else { throw lastFailure() }
    if temporary != nil { return }
    let name = OutputFile.temporaryName(target)
    guard
      linkat(
        AT_FDCWD, "/proc/self/fd/\(handle.fileDescriptor)", target.folder.descriptor, name,
        AT_SYMLINK_FOLLOW) == 0
    else { throw OutputFailure(message: "\(path): \(String(cString: strerror(errno)))") }
    temporary = name
  }

  func moveToTarget() throws(OutputFailure) {
    if isRehearsal { isAtTarget = true }
    guard let temporary, !isAtTarget else { return }
    let folder = target.folder.descriptor
    if isReplacing {
      guard renameat(folder, temporary, folder, target.name) == 0 else { throw lastFailure() }
    } else {
      // Never overwrites a file that was created meanwhile.
      guard linkat(folder, temporary, folder, target.name, 0) == 0 else { throw lastFailure() }
      unlinkat(folder, temporary, 0)
    }
    self.temporary = nil
    isAtTarget = true
    // The new name is durable once the directory is flushed.
    target.folder.synchronize()
  }

  /// Deletes the file unless it has been moved to its path.
  func discard() {
    if let temporary { unlinkat(target.folder.descriptor, temporary, 0) }
    temporary = nil
    if !isAtTarget { allowance.refund(written) }
    written = 0
  }

  private static func temporaryName(_ target: FileLocation) -> String {
    OpenFolder.temporaryName(for: target.name)
  }

  private func lastFailure() -> OutputFailure {
    OutputFailure(message: "\(path): \(String(cString: strerror(errno)))")
  }

  private func failure(_ error: any Error) -> OutputFailure {
    OutputFailure(message: "\(path): cannot be written" + systemReason(of: error))
  }
}

/// The error of a file that could not be written.
package struct OutputFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file and the cause of the error.
  package var message: String
  /// Whether a limit was reached; then no script may continue.
  package var isLimit = false

  /// Returns the error for more than `most` bytes.
  static func limit(_ most: Int) -> OutputFailure {
    OutputFailure(
      message: "stopped: the script wrote more than \(LuaLimits.text(ofBytes: most)) to files "
        + "(--max-written); nothing was kept since the last checkpoint", isLimit: true)
  }

  package var description: String { message }
}
