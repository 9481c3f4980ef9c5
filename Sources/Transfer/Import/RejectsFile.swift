import CSV
import Foundation

/// Collects rejected records, as they were read and with what is wrong with them, in a CSV file that
/// can be mended and imported again. It appears whole, or not at all.
final class RejectsFile {
  /// The columns that are put behind those of the file.
  static let columns = [
    "reject_file", "reject_line", "reject_column", "reject_value", "reject_reason",
  ]

  /// Where it is going to be.
  let path: String
  /// The name it has until then; `nil` while it has none, so that nothing stays behind whatever
  /// happens to the process.
  private let draft: String?
  private let handle: FileHandle
  private var writer = CSVWriter()
  private let width: Int
  private var isPlaced = false

  /// Makes a file beside the one at the path, which must not exist.
  ///
  /// - Parameter header: the names of the columns of the file whose records are rejected.
  init(path: String, header: [String]) throws(InputFailure) {
    self.path = path
    width = header.count
    try RejectsFile.check(path)
    let folder = RejectsFile.folder(of: path)
    // O_TMPFILE, which is not imported: a file without a name (see open(2)).
    var descriptor = open(folder, O_WRONLY | 0o20200000 | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      draft = nil
    } else {
      let name = path + ".new-\(ProcessInfo.processInfo.processIdentifier)"
      draft = name
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw InputFailure(path, String(cString: strerror(errno))) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    writer.append(record: header + Self.columns)
  }

  deinit {
    if let draft { unlink(draft) }
  }

  private static func folder(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// Refuses a path where something is already, or where nothing can be made.
  static func check(_ path: String) throws(InputFailure) {
    var status = stat()
    if lstat(path, &status) == 0 {
      throw InputFailure(
        path,
        status.st_mode & S_IFMT == S_IFDIR
          ? "a folder; name a file in it with --rejects"
          : "exists already; name another file with --rejects, or remove it")
    }
    if path.hasSuffix("/") { throw InputFailure(path, "expected a file, got a folder") }
    let folder = folder(of: path)
    if stat(folder, &status) != 0 || access(folder, W_OK | X_OK) != 0 {
      throw InputFailure(
        path, "cannot be made: \(folder): \(String(cString: strerror(errno)))")
    }
    if status.st_mode & S_IFMT != S_IFDIR {
      throw InputFailure(path, "cannot be made: \(folder) is no folder")
    }
  }

  /// Adds a record, byte by byte as it was read: what was no text is none yet.
  func append(_ fields: [[UInt8]], file: String, line: Int, _ problem: RowProblem) throws {
    for field in fields.prefix(width) { writer.append(utf8: field.span) }
    for _ in 0..<max(0, width - fields.count) { writer.append("") }
    for text in [file, String(line), problem.column ?? "", problem.value ?? "", problem.reason] {
      writer.append(text)
    }
    // What is too much stands behind the rest: the record is too wide until it is mended.
    for field in fields.dropFirst(width) { writer.append(utf8: field.span) }
    writer.endRecord()
    if writer.count > 1 << 16 { try write() }
  }

  /// Puts the file in its place.
  func place() throws(InputFailure) {
    try write()
    guard fsync(handle.fileDescriptor) == 0 else {
      throw InputFailure(path, "cannot be written: \(String(cString: strerror(errno)))")
    }
    // Never over a file that is there: it may hold what somebody has mended.
    let name = draft ?? "/proc/self/fd/\(handle.fileDescriptor)"
    var isDone = linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    if !isDone, errno != EEXIST, let draft, access(path, F_OK) != 0 {
      // There are file systems without links.
      isDone = rename(draft, path) == 0
    }
    guard isDone else {
      throw InputFailure(path, "cannot be made: \(String(cString: strerror(errno)))")
    }
    isPlaced = true
  }

  /// Takes the file away again.
  func withdraw() {
    if isPlaced { unlink(path) }
    isPlaced = false
  }

  private func write() throws(InputFailure) {
    let descriptor = handle.fileDescriptor
    var failure: Int32 = 0
    writer.drain { span in
      span.withUnsafeBytes { bytes in
        var position = 0
        while position < bytes.count {
          let count = Foundation.write(
            descriptor, bytes.baseAddress?.advanced(by: position), bytes.count - position)
          if count >= 0 {
            position += count
          } else if errno != EINTR {
            failure = errno
            return
          }
        }
      }
    }
    if failure != 0 {
      throw InputFailure(path, "cannot be written: \(String(cString: strerror(failure)))")
    }
  }
}
