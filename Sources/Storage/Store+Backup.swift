import GRDB

extension Store {
  /// Copies the profile to a new file while others may be using it (SQLite's online backup), whole
  /// or not at all.
  ///
  /// - Throws: `StoreError`: `exists` when there is a file already.
  public func backUp(to path: String) throws(StoreError) {
    try Store.making(path, mode: mode) { (draft) throws(StoreError) in
      try Store.translating(path: path) {
        let copy = try DatabaseQueue(path: draft, configuration: Configuration())
        try backUp(into: copy)
        try copy.writeWithoutTransaction { database in
          // A copy of a profile in WAL mode is one file only when it is not in that mode itself.
          try database.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        try copy.close()
      }
    }
  }
}
