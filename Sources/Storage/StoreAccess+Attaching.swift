import GRDB

extension StoreAccess {
  /// Attaches a copy of a moment of another copy of the profile, in the present form, that nobody
  /// else can read or write: it has no name any more. Outside of a transaction.
  public func attach(momentOf other: Store) throws {
    try Drafts.withDirectory { directory in
      let draft = directory + "/other.db"
      try other.backUp(to: draft)
      _ = try Store.open(path: draft, busySeconds: 0, writesAhead: false)
      // Not writing ahead, it stays open by one descriptor alone, whatever becomes of its name.
      try attach(draft)
    }
  }
}
