import Foundation

extension Store {
  /// Opens a copy of a profile for reading: a file, or a dump, which is read into memory.
  ///
  /// - Parameter isZone: returns whether a name is that of a time zone.
  /// - Throws: `StoreError`; `DumpError`.
  package static func openCopy(_ path: String, isZone: (String) -> Bool) throws -> Store {
    fileStatus(path)?.kind == S_IFDIR
      ? try Dump.read(path, isZone: isZone).store : try openForReading(path: path)
  }
}
