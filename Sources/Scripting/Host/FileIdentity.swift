import Foundation

/// The identity of a file, which is the same under all its names.
struct FileIdentity: Hashable {
  let device: UInt64
  let number: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// Creates the identity of the file that a path leads to; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
