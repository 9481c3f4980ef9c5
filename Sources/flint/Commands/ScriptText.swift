import Foundation
import Scripting
import Transfer

/// The text of a script, wherever it comes from.
enum ScriptText {
  /// Where a script's text is: a directory stands for the `main.lua` in it.
  static func path(of script: String) -> String {
    guard isDirectory(script) else { return script }
    return (script.hasSuffix("/") ? String(script.dropLast()) : script) + "/main.lua"
  }

  /// The directory that a file is in, as its path says it.
  static func folder(of path: String) -> String {
    // By bytes: a slash is one whatever mark follows it.
    let slash = UInt8(ascii: "/")
    var bytes = Array(path.utf8)[...]
    while bytes.last == slash { bytes.removeLast() }
    while let last = bytes.last, last != slash { bytes.removeLast() }
    while bytes.last == slash { bytes.removeLast() }
    if bytes.isEmpty { return path.utf8.first == slash ? "/" : "." }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether there is a directory of that path.
  static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  /// Reads a script by its path; - for standard input.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      if path == "-" { return try read(.standardInput, path) }
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw CommandFailure(
          status: .storage, message: "\(path): \(String(cString: strerror(errno)))")
      }
      return try read(file, path)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(
        status: .storage, message: "\(path): cannot be read" + systemReason(of: error))
    }
  }

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
