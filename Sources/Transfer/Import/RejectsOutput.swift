import Foundation

/// Where rejected records are written. It appears whole, or not at all.
public protocol RejectsOutput: AnyObject {
  /// Writes bytes behind those before.
  func write(_ bytes: Span<UInt8>) throws
  /// Makes what was written so far stay, whatever happens to the system.
  func sync() throws
  /// Makes it appear: everything was written.
  func finish() throws
  /// Takes it away again, whether it was finished or not.
  func discard()
}

/// A file of rejected records that appears as soon as it is finished.
final class NewRejectsFile: RejectsOutput {
  private let place: FilePlace
  /// The name it has until then; `nil` while it has none, so that nothing stays behind whatever
  /// happens to the process.
  private let draft: String?
  private let handle: FileHandle
  private var isPlaced = false

  /// Makes a file in the directory of the place, where there must be nothing yet.
  init(_ place: FilePlace) throws(InputFailure) {
    self.place = place
    try RejectsFile.check(place)
    try RejectsFile.checkIsFree(place)
    let folder = place.folder.descriptor
    // O_TMPFILE, which is not imported: a file without a name (see open(2)).
    var descriptor = openat(folder, ".", O_WRONLY | 0o20200000 | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      draft = nil
    } else {
      let name = OpenFolder.temporaryName(for: place.name)
      draft = name
      descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else {
      throw InputFailure(place.path, String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit {
    if let draft { unlinkat(place.folder.descriptor, draft, 0) }
  }

  func sync() throws {
    guard fsync(handle.fileDescriptor) == 0 else {
      throw InputFailure(place.path, "cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  func finish() throws {
    try sync()
    // Never over a file that is there: it may hold what somebody has fixed.
    let folder = place.folder.descriptor
    var isDone =
      draft.map { linkat(folder, $0, folder, place.name, 0) == 0 }
      ?? (linkat(
        AT_FDCWD, "/proc/self/fd/\(handle.fileDescriptor)", folder, place.name,
        AT_SYMLINK_FOLLOW) == 0)
    if !isDone, errno != EEXIST, let draft, place.folder.status(of: place.name) == nil {
      // There are file systems without links.
      isDone = renameat(folder, draft, folder, place.name) == 0
    }
    guard isDone else {
      throw InputFailure(place.path, "cannot be made: \(String(cString: strerror(errno)))")
    }
    isPlaced = true
    place.folder.synchronize()
  }

  func discard() {
    if isPlaced { unlinkat(place.folder.descriptor, place.name, 0) }
    isPlaced = false
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
      throw InputFailure(place.path, "cannot be written: \(String(cString: strerror(failure)))")
    }
  }
}
