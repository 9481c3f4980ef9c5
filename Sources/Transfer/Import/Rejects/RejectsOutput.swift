import Foundation

/// The output to which rejected records are written. It appears completely or not at all.
package protocol RejectsOutput: AnyObject {
  func write(_ bytes: Span<UInt8>) throws
  /// Synchronises the written bytes to disk.
  func sync() throws
  /// Publishes the output after everything was written.
  func finish() throws
  /// Removes the output, whether it was published or not.
  func discard()
}

/// A rejects file that appears when it is finished.
final class NewRejectsFile: RejectsOutput {
  private let location: FileLocation
  /// The temporary name until then; `nil` if the file has no name, so that nothing is left if the
  /// process ends.
  private let temporaryName: String?
  private let handle: FileHandle
  private var isPublished = false

  /// Creates a temporary file in the directory of a location, where no file may exist.
  init(_ location: FileLocation) throws(InputFailure) {
    self.location = location
    try RejectsFile.check(location)
    try RejectsFile.checkIsFree(location)
    let folder = location.folder.descriptor
    location.folder.removeLeftovers(of: location.name)
    // O_TMPFILE, which is not imported: a file without a name (see open(2)).
    var descriptor = openat(folder, ".", O_WRONLY | 0o20200000 | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      temporaryName = nil
    } else {
      let name = OpenFolder.temporaryName(for: location.name)
      temporaryName = name
      descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else {
      throw InputFailure(location.path, String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    _ = OpenFolder.lock(descriptor)
  }

  deinit {
    if let temporaryName { unlinkat(location.folder.descriptor, temporaryName, 0) }
  }

  func sync() throws {
    var code: Int32
    repeat { code = fsync(handle.fileDescriptor) } while code != 0 && errno == EINTR
    guard code == 0 else {
      throw InputFailure(location.path, "cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  func finish() throws {
    try sync()
    // Never replace an existing file: the user may have edited it.
    let folder = location.folder.descriptor
    var isDone =
      temporaryName.map { linkat(folder, $0, folder, location.name, 0) == 0 }
      ?? (linkat(
        AT_FDCWD, "/proc/self/fd/\(handle.fileDescriptor)", folder, location.name,
        AT_SYMLINK_FOLLOW) == 0)
    if !isDone, errno != EEXIST, let temporaryName, location.folder.status(of: location.name) == nil
    {
      // Some file systems do not support links.
      isDone = renameat(folder, temporaryName, folder, location.name) == 0
    }
    guard isDone else {
      throw InputFailure(location.path, "cannot be created: \(String(cString: strerror(errno)))")
    }
    isPublished = true
    location.folder.synchronize()
  }

  func discard() {
    if isPublished { unlinkat(location.folder.descriptor, location.name, 0) }
    isPublished = false
  }

  func write(_ bytes: Span<UInt8>) throws {
    let failure: Int32? = bytes.withUnsafeBytes { bytes in
      var position = 0
      while position < bytes.count {
        let count = Foundation.write(
          handle.fileDescriptor, bytes.baseAddress?.advanced(by: position),
          bytes.count - position)
        if count >= 0 {
          position += count
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
    if let failure {
      throw InputFailure(location.path, "cannot be written: \(String(cString: strerror(failure)))")
    }
  }
}
