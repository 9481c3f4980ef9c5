import Foundation

extension Store {
  /// Opens a copy of a profile for reading: a file, or a dump, which is read into memory.
  ///
  /// - Throws: `StoreError`; `DumpError`.
  package static func openCopy(_ path: String) throws -> Store {
    fileStatus(path)?.kind == S_IFDIR
      ? try Dump.read(path).store : try openForReading(path: path)
  }
}
