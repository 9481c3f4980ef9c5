import GRDB
import FlintRules
import Testing

@testable import Storage

/// The copy of a profile that is read during a merge.
struct `An attached copy` {
  let scratch: Scratch
  let store: Store

  init() throws {
    scratch = try Scratch()
    try scratch.makeProfile(sparks: 2)
    store = try Store.open(path: scratch.path())
    try store.backUp(to: scratch.path("copy.db"))
  }

  private func count(_ access: StoreAccess) throws -> Int? {
    try Int.fetchOne(access.database, sql: "SELECT count(*) FROM other.spark")
  }

  @Test func `has the records of one moment, and is gone when it is detached`() throws {
    let copy = try Store.open(path: scratch.path("copy.db"))
    try store.access { access in
      for sparks in [2, 3] {
        try access.mergeJob.attach(momentOf: copy)
        #expect(try count(access) == sparks)
        // What is recorded in the copy meanwhile belongs to the next merge.
        try copy.record(1, from: sparks)
        #expect(try count(access) == sparks)
        try access.mergeJob.detach()
        #expect(throws: DatabaseError.self) { try count(access) }
      }
    }
    #expect(try store.sparkCount() == 2)
    #expect(try copy.sparkCount() == 4)
  }

  @Test func `that is damaged is not attached`() throws {
    let copy = try Store.open(path: scratch.path("copy.db"))
    try copy.access {
      try $0.database.execute(sql: "UPDATE spark SET title = 'another' WHERE seq = 1")
    }
    try store.access { access in
      #expect(throws: StoreError.self) { try access.mergeJob.attach(momentOf: copy) }
      #expect(throws: DatabaseError.self) { try count(access) }
    }
  }
}
