import Foundation

/// A file of an archive that is being written.
struct ArchiveFile: ~Copyable {
  private let descriptor: Int32
  /// The path of the archive, which errors name: the file itself has a name only while it is
  /// written.
  private let archive: String

  /// Creates a file, which must not exist yet.
  init(_ path: String, mode: mode_t, of archive: String) throws(StoreError) {
    self.archive = archive
    descriptor = createFile(path, mode)
    if descriptor < 0 { throw Self.failure(archive, errno) }
  }

  /// Opens an empty file that was created for this purpose.
  init(opening path: String, of archive: String) throws(StoreError) {
    self.archive = archive
    descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 { throw Self.failure(archive, errno) }
  }

  /// Appends bytes to the file.
  func append(_ bytes: Data) throws(StoreError) {
    try bytes.bytes.withUnsafeBytes { (bytes) throws(StoreError) in try append(bytes) }
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
        throw Self.failure(archive, errno)
      }
    }
  }

  /// Waits until the written bytes are on the disk.
  func synchronize() throws(StoreError) {
    if fsync(descriptor) != 0 { throw Self.failure(archive, errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func failure(_ archive: String, _ code: Int32) -> StoreError {
    code == ENOSPC || code == EDQUOT
      ? StoreError(.full, path: archive)
      : StoreError(
        .io, path: archive, detail: "cannot be written: \(String(cString: strerror(code)))")
  }
}
