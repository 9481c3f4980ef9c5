import GRDB

extension Store {
  /// Copies the profile to a new file while others may be using it (SQLite's online backup), whole
  /// or not at all. A damaged one is not copied.
  ///
  /// - Throws: `StoreError`: `exists` when there is a file already, `corrupted` when the profile is damaged.
  public func backUp(to path: String) throws(StoreError) {
    try Store.making(path, mode: mode, writesAhead: false) { (draft) throws(StoreError) in
      try Store.translating(path: path) { try backUp(into: draft) }
      try Store.turn(draft, toWriteAhead: false, path)
      // A copy that is no use is worse than none: it may take the place of one that is.
      do throws(StoreError) {
        try Store.translating(path: path) {
          try draft.read { database in
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
