import Dispatch
import Foundation
import GRDB
import Rules
import Testing

@testable import Storage

/// SQLite gives up what it is at work on when it is told to.
@Suite struct `An interrupted statement` {
  @Test func `fails, and the next one works`() throws {
    let store = try Store.inMemory(profile: .sample)
    try store.access { access in
      let interruption = access.interruption
      // Again and again: what comes before the statement has begun is for nothing.
      nonisolated(unsafe) let place = interruption.argument
      let call = interruption.call
      let timer = DispatchSource.makeTimerSource()
      timer.setEventHandler { call(place) }
      timer.schedule(deadline: .now() + .milliseconds(20), repeating: .milliseconds(20))
      timer.resume()
      #expect(throws: DatabaseError.self) {
        // As many rows as would take for ever.
        _ = try Int.fetchOne(
          access.database,
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT count(*) FROM n
            """)
      }
      // Until the last one is through: it would interrupt what comes next.
      let isOver = DispatchSemaphore(value: 0)
      timer.setCancelHandler { isOver.signal() }
      timer.cancel()
      isOver.wait()
      let next = try Int.fetchOne(access.database, sql: "SELECT 7")
      #expect(next == 7)
    }
  }
}
