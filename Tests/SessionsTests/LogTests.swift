import GRDB
import FlintRules
import Sessions
import TestSupport
import Testing

@testable import Storage

struct `The log` {
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `lists each record once, latest first, in pages of any size`(seed: UInt64) throws {
    let store = try Store.scratch()
    var history = MixedHistory(seed: seed)
    for day in 1...4 { try history.play(store, "2026-03-0\(day)T12:00:00Z", steps: 40) }
    let sequences = try store.access { access in
      try Int64.fetchAll(
        access.database,
        sql: """
          SELECT seq FROM spark UNION ALL SELECT seq FROM card_roll UNION ALL SELECT seq FROM event
          UNION ALL SELECT seq FROM correction ORDER BY seq DESC
          """)
    }
    #expect(sequences.count > 100)
    for size in [1, 2, 7, 1000, nil] as [Int?] {
      let read = try store.at { session in
        var query = LogQuery()
        query.limit = size
        var found: [Int64] = []
        while true {
          let page = try session.history.log(query).map(\.sequence)
          found += page
          guard let last = page.last, page.count == size else { return found }
          query.beforeSequence = last
        }
      }
      #expect(read == sequences, "pages of \(size.map { "\($0)" } ?? "all")")
    }
  }
}
