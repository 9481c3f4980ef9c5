import Foundation
import Scripting

/// The text of a script, wherever it comes from.
enum ScriptText {
  /// Reads a script, of which there must be an end: devices and pipes need have none.
  static func read(_ file: FileHandle, _ name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try file.read(upToCount: 1 << 20), !more.isEmpty {
      bytes.append(contentsOf: more)
      guard bytes.count <= Script.longest else {
        throw CommandFailure(
          status: .badInput,
          message: "\(name): expected a script of at most \(Script.longest >> 20) MiB, got more")
      }
    }
    return bytes
  }
}
