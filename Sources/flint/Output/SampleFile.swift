import Foundation
import Lua

/// The file that tells where a script spent its time. It is opened before the process shuts itself in.
final class SampleFile {
  /// How often it is looked where the script is.
  static let interval = Duration.milliseconds(1)

  private let path: String
  private let descriptor: Int32
  /// What is to be written.
  var stacks = FoldedStacks()

  /// Opens a file; what is in it stays until there is something else to write.
  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit { close(descriptor) }

  /// Writes what was seen in place of what the file had.
  func write() throws {
    let bytes = Array(stacks.text.utf8)
    // A device or a pipe has no length.
    guard ftruncate(descriptor, 0) == 0 || errno == EINVAL else { throw Self.failure(path) }
    var position = 0
    while position < bytes.count {
      let written = bytes[position...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        position += written
      } else if errno != EINTR {
        throw Self.failure(path)
      }
    }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(
      status: .storage, message: "--profile \(path): \(String(cString: strerror(errno)))")
  }
}
