import GRDB

extension StoreAccess {
  /// Attaches a copy of a moment of another copy of the profile, in the present form, that nobody
  /// else can read or write: it has no name any more. Outside of a transaction.
  ///
  /// - Throws: `StoreError` about the other copy, when that is damaged: what is merged is trusted.
  public func attach(momentOf other: Store) throws {
    try Drafts.withDirectory { directory in
      let draft = directory + "/other.db"
      try other.backUp(to: draft)
      do {
        let copy = try Store.open(path: draft, busySeconds: 0, writesAhead: false)
        try copy.access { try $0.checkRecords() }
      } catch let error as StoreError {
        throw StoreError(error.code, path: other.path, detail: error.detail)
      }
      // Not writing ahead, it stays open by one descriptor alone, whatever becomes of its name.
      try attach(draft)
    }
  }

  private func checkRecords() throws {
    let problems = try integrityProblems() + schemaProblems() + recordProblems(recordSum())
    guard let first = problems.first else { return }
    let others = problems.count == 1 ? "" : " and \(problems.count - 1) more"
    throw StoreError(.corrupted, path: path, detail: first + others)
  }
}
