package import Foundation
import Scripting
import Transfer

/// Functions that locate and read the source of a script.
package enum ScriptText {
  /// Returns the path of a script's source; a directory stands for the `main.lua` in it.
  package static func path(of script: String) -> String {
    guard isDirectory(script) else { return script }
    return (script.hasSuffix("/") ? String(script.dropLast()) : script) + "/main.lua"
  }

  /// Returns the directory part of a path.
  package static func folder(of path: String) -> String {
    // Compared as bytes: a combining mark after a slash would change the character.
    let slash = UInt8(ascii: "/")
    var bytes = Array(path.utf8)[...]
    while bytes.last == slash { bytes.removeLast() }
    while let last = bytes.last, last != slash { bytes.removeLast() }
    while bytes.last == slash { bytes.removeLast() }
    if bytes.isEmpty { return path.utf8.first == slash ? "/" : "." }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  /// Reads the source of a script; `-` means standard input.
  package static func read(_ path: String) throws -> [UInt8] {
    do {
      if path == "-" { return try read(.standardInput, path) }
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw CommandFailure(.storage, "\(path): \(String(cString: strerror(errno)))")
      }
      return try read(file, path)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.storage, "\(path): cannot be read" + systemReason(of: error))
    }
  }

  /// Reads a script up to the maximum size: devices and pipes may be endless.
  package static func read(_ file: FileHandle, _ name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try file.read(upToCount: 1 << 20), !more.isEmpty {
      bytes.append(contentsOf: more)
      guard bytes.count <= Script.longest else {
        throw CommandFailure(
          .badInput, "\(name): expected a script of at most \(Script.longest >> 20) MiB, got more")
      }
    }
    return bytes
  }
}
