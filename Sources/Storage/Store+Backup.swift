import GRDB

extension Store {
  /// Copies the profile to a new file, completely or not at all, while other processes may be using
  /// it (SQLite's online backup). A damaged profile is not copied.
  ///
  /// - Throws: `StoreError`: `exists` when the file already exists, `corrupted` when the profile is
  ///   damaged.
  public func backUp(to path: String) throws(StoreError) {
    try Store.createAtomically(path, mode: mode, writesAhead: false) {
      (temporary) throws(StoreError) in
      try Store.translating(path: path) { try backUp(into: temporary) }
      try Store.turn(temporary, toWriteAhead: false, path)
      // A useless copy is worse than none: it may replace a usable one.
      do throws(StoreError) {
        try Store.translating(path: path) {
          try temporary.read { database in
            try StoreAccess(database: database, path: path, isReadOnly: true).checkContent()
          }
        }
      } catch {
        throw error.code == .corrupted
          ? StoreError(.corrupted, path: self.path, detail: error.detail) : error
      }
    }
  }
}
