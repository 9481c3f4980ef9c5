import Foundation

/// A file that is written and synchronized with the disk.
struct SyncedFile: ~Copyable {
  private let descriptor: Int32
  /// The path that errors name: the file itself may have a temporary name while it is
  /// written.
  private let target: String

  /// Creates a file, which must not exist yet.
  init(_ path: String, mode: mode_t, of target: String) throws(StoreError) {
    self.target = target
    descriptor = createFile(path, mode)
    if descriptor < 0 { throw Self.failure(target, errno) }
  }

  /// Opens an empty file that was created for this purpose.
  init(opening path: String, of target: String) throws(StoreError) {
    self.target = target
    descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 { throw Self.failure(target, errno) }
  }

  /// Appends bytes to the file.
  func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    var position = 0
    while position < bytes.count {
      let written = write(
        descriptor, bytes.baseAddress.map { $0 + position }, bytes.count - position)
      if written >= 0 {
        position += written
      } else if errno != EINTR {
        throw Self.failure(target, errno)
      }
    }
  }

  /// Waits until the written bytes are on the disk.
  func synchronize() throws(StoreError) {
    if fsync(descriptor) != 0 { throw Self.failure(target, errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func failure(_ target: String, _ code: Int32) -> StoreError {
    code == ENOSPC || code == EDQUOT
      ? StoreError(.full, path: target)
      : StoreError(
        .io, path: target, detail: "cannot be written: \(String(cString: strerror(code)))")
  }
}
