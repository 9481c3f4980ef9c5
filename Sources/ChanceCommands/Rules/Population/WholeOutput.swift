import Commands
import Storage

/// A file that is written in parts, and appears complete or not at all.
enum WholeOutput {
  /// Writes a part of a text.
  typealias Write = ([UInt8]) throws -> Void

  /// Passes a function that writes to a file, or with `-` to standard output; `nil` without a path.
  static func writing<Result>(
    _ path: String?, _ body: (Write?) throws -> Result
  ) throws -> Result {
    guard let path else { return try body(nil) }
    if path == "-" {
      return try body { bytes in
        bytes.withUnsafeBytes { StandardOutput.shared.write($0) }
      }
    }
    var result: Result?
    try Store.writeFile(path, permissionsOf: nil, replacing: true) { write in
      result = try withoutActuallyEscaping(write) { write in
        try body { bytes in try write(bytes.span) }
      }
    }
    guard let result else { throw CommandFailure(.storage, "\(path): cannot be written") }
    return result
  }
}
