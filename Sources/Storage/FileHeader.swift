import Foundation

/// What the first bytes of a file tell, read before SQLite opens it, so that a file that is none
/// of ours is not touched ("Database File Format", section 1.3).
enum FileHeader {
  /// The number of the schema that a profile was written with.
  static func version(path: String) throws(StoreError) -> Int { try check(path: path) }

  /// Refuses what is no profile, or one of a later version.
  ///
  /// - Returns: the number of the schema.
  @discardableResult
  static func check(path: String) throws(StoreError) -> Int {
    var isDirectory: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    guard !isDirectory.boolValue else {
      throw StoreError(.notAProfile, path: path, detail: "it is a directory")
    }
    let type = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[.type]
    if let type = type as? FileAttributeType, type != .typeRegular {
      // A pipe would be waited for.
      throw StoreError(.notAProfile, path: path, detail: "it is not a file")
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw StoreError(.io, path: path, detail: "cannot be read: permission denied")
    }
    defer { try? file.close() }
    let header = (try? file.read(upToCount: 100)) ?? Data()
    guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw StoreError(
        .notAProfile, path: path, detail: header.isEmpty ? "it is empty" : "not an SQLite file")
    }
    guard number(header, at: 68) == UInt32(Schema.applicationID) else {
      throw StoreError(.notAProfile, path: path, detail: "another program's database")
    }
    let version = Int(number(header, at: 60))
    if version > Schema.version { throw StoreError(.newer(schema: version), path: path) }
    return version
  }

  private static func number(_ bytes: Data, at offset: Int) -> UInt32 {
    bytes[bytes.startIndex + offset..<bytes.startIndex + offset + 4]
      .reduce(0) { $0 << 8 | UInt32($1) }
  }
}
