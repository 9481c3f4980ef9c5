import Commands
import Foundation
import Lua

/// The output file of `--profile`, with samples of where a script spent its time. It is opened before
/// the process enters the sandbox.
final class SampleFile {
  /// The interval between samples.
  static let interval = Duration.milliseconds(1)

  private let path: String
  private let descriptor: Int32
  /// The samples to write.
  var stacks = FoldedStacks()

  /// Opens a file; its content is not changed until there are samples to write.
  ///
  /// - Parameter script: The path of the script, which could look like samples.
  /// - Throws: `CommandFailure`, also if the file has other content: `--profile` is easily mistaken for
  ///   the option of the user's profile.
  init(path: String, besides script: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path) }
    var start = [UInt8](repeating: 0, count: 1 << 16)
    let count = start.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    var (own, other) = (stat(), stat())
    let isScript =
      fstat(descriptor, &own) == 0 && stat(script, &other) == 0
      && (own.st_dev, own.st_ino) == (other.st_dev, other.st_ino)
    guard count <= 0 || (Self.areStacks(start[..<count]) && !isScript) else {
      throw CommandFailure(
        .failure,
        "--profile \(path): the file exists and has other content; choose another file or "
          + "remove it (the option for the profile that the script works on is --db)")
    }
  }

  /// Whether the lines, the last of which may be incomplete, are in the format of samples.
  private static func areStacks(_ bytes: ArraySlice<UInt8>) -> Bool {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast()
    return !lines.isEmpty
      && lines.allSatisfy { line in
        let ticks = line.reversed().prefix { (48...57).contains($0) }.count
        return ticks > 0 && line.count > ticks + 1 && line[line.endIndex - ticks - 1] == 32
      }
  }

  deinit { close(descriptor) }

  /// Writes the samples, replacing the content of the file.
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
    CommandFailure(.storage, "--profile \(path): \(String(cString: strerror(errno)))")
  }
}
