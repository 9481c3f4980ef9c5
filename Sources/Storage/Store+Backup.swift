import GRDB

extension Store {
  /// Copies the profile to a new file while others may be using it (SQLite's online backup), whole
  /// or not at all.
  ///
  /// - Throws: `StoreError`: `exists` when there is a file already.
  public func backUp(to path: String) throws(StoreError) {
    try Store.making(path, mode: mode) { (draft) throws(StoreError) in
      try Store.translating(path: path) { try backUp(into: draft) }
      // A copy of a profile in WAL mode is one file only when it is not in that mode itself, and turning
      // it makes files beside it for a moment.
      try Drafts.undisturbed { () throws(StoreError) in
        try Store.translating(path: path) {
          try draft.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = DELETE")
          }
        }
      }
    }
  }
}
