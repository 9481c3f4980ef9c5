import Dispatch
import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

/// SQLite stops the current statement on request.
@Suite struct `An interrupted statement` {
  @Test func `fails, and the next one works`() throws {
    let store = try Store.inMemory(profile: .sample)
    try store.access { access in
      let interruption = access.interruption
      // Repeated, because an interruption before the start of the statement has no effect.
      nonisolated(unsafe) let argument = interruption.argument
      let call = interruption.call
      let timer = DispatchSource.makeTimerSource()
      timer.setEventHandler { call(argument) }
      timer.schedule(deadline: .now() + .milliseconds(20), repeating: .milliseconds(20))
      timer.resume()
      #expect(throws: DatabaseError.self) {
        // So many rows that the statement would never end.
        _ = try Int.fetchOne(
          access.database,
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT count(*) FROM n
            """)
      }
      // Wait for the last interruption, which would otherwise affect the next statement.
      let isOver = DispatchSemaphore(value: 0)
      timer.setCancelHandler { isOver.signal() }
      timer.cancel()
      isOver.wait()
      let next = try Int.fetchOne(access.database, sql: "SELECT 7")
      #expect(next == 7)
    }
  }
}
