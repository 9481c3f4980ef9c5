import Foundation

/// The header of a database file ("Database File Format", section 1.3), read before SQLite opens
/// the file, so that a file that is not a profile is not touched.
struct FileHeader {
  /// The number of the schema that the profile was written with.
  let version: Int
  /// Whether the profile is in write-ahead mode.
  let writesAhead: Bool

  /// Reads the header of a profile; throws if the file is not one, or is from a later version.
  init(path: String) throws(StoreError) {
    // Opening a pipe would block.
    if let kind = fileStatus(path)?.kind, kind != S_IFREG {
      throw StoreError(
        .notAProfile, path: path, detail: "it is \(kind == S_IFDIR ? "a directory" : "not a file")")
    }
    let file = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Self.unreadable(path, errno) }
    defer { Foundation.close(file) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = read(file, &header, header.count)
    guard count >= 0 else { throw Self.unreadable(path, errno) }
    guard count == header.count, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      var detail = count == 0 ? "it is empty" : "not an SQLite file"
      if Self.hasPages(path) { detail += "; if it was a profile, flint salvage may save it" }
      throw StoreError(.notAProfile, path: path, detail: detail)
    }
    guard Self.number(header, at: 68) == UInt32(Schema.applicationID) else {
      throw StoreError(.notAProfile, path: path, detail: "another program's database")
    }
    version = Int(Self.number(header, at: 60))
    writesAhead = header[18...19] == [2, 2]
    if version > Schema.version { throw StoreError(.newer(schema: version), path: path) }
  }

  /// Returns whether a file has the size of whole pages, as a profile with a damaged header has.
  private static func hasPages(_ path: String) -> Bool {
    fileStatus(path).map { $0.st_size > 0 && Int($0.st_size) % DamagedFile.usualPageSize == 0 }
      ?? false
  }

  private static func unreadable(_ path: String, _ code: Int32) -> StoreError {
    code == EIO
      ? .unreadableDisk(path)
      : StoreError(.io, path: path, detail: "cannot be read: \(SystemFailure.text(code))")
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
