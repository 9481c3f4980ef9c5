import FlintCalendar
import FlintRules
import Sessions
import TestSupport
import Testing

@testable import Storage

@Suite("The cached state") struct CachedStateTests {
  private static func cached(_ store: Store) throws -> [String] {
    try store.rows("SELECT record_count FROM cached_state")
  }

  /// A profile with sparks an hour apart, recorded in one session with the usual number of events behind the
  /// cached state.
  private static func filled(_ count: Int, from first: Int = 0, _ store: Store) throws {
    var options = SessionOptions(at: today)
    options.mostBehindCache = nil
    try store.session(options) { session in
      for number in first..<first + count {
        var spark = NewSpark(title: "Spark \(number)", category: .idea)
        spark.at = .instant(
          Instant(milliseconds: at("2026-01-02T00:00:00Z").milliseconds + Int64(number) * 3_600_000)
        )
        _ = try session.add(spark)
      }
    }
  }

  private static func add(_ time: String, _ store: Store) throws {
    var options = SessionOptions(at: today)
    options.mostBehindCache = nil
    try store.session(options) { _ = try $0.add(newSpark("at \(time)", at: time)) }
    let found = try store.session(SessionOptions(at: today, isWriting: false)) {
      try $0.reader.verify()
    }
    #expect(found.problems == [])
    #expect(found.hadCache)
  }

  @Test func `is not stored for few events, and is stored for many`() throws {
    let store = try Store.scratch()
    try Self.filled(512, store)
    #expect(try Self.cached(store) == [])
    try Self.filled(1, from: 512, store)
    #expect(try Self.cached(store) == ["513"])
    try Self.filled(512, from: 513, store)
    #expect(try Self.cached(store) == ["513"])
    #expect(try store.state().sparkCount == 1025)
    try Self.filled(1, from: 1025, store)
    #expect(try Self.cached(store) == ["1026"])
  }

  @Test func `lies some events back, so that records of the last days leave it as it is`() throws {
    let store = try Store.scratch()
    try Self.filled(513, store)
    try Self.filled(513, from: 513, store)
    #expect(try Self.cached(store) == ["1026"])
    // 255 hours before the last of the 1,026 sparks: 1025 - 255 = 770 hours after the first.
    try Self.add("2026-02-03T02:30:00Z", store)
    #expect(try Self.cached(store) == ["1026"])
    // Before the state: it is not the one of that history any more.
    try Self.add("2026-02-03T01:30:00Z", store)
    #expect(try Self.cached(store) == ["1028"])
  }

  @Test(arguments: 0..<8)
  func `with the events behind it equals the fold of all events`(round: Int) throws {
    let seed = TestSeed.make(for: "The cached state, round \(round)")
    var random = SplitMix64(state: seed &+ UInt64(round))
    var history = MixedHistory(seed: random.next())
    let store = try Store.scratch()
    for session in 0..<40 {
      let now = "2026-0\(4 + session / 20)-\(10 + session % 20)T12:00:00Z"
      let most: Int64 = [0, 2, 6, 20].randomElement(using: &random) ?? 0
      try history.play(
        store, now, steps: Int.random(in: 1...6, using: &random), behindCache: most)
      var options = SessionOptions(at: now)
      options.mostBehindCache = most
      try store.session(options) { session in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: _ = try session.history.undoLatest()
        case 1: _ = try session.history.redoLatest()
        default: break
        }
      }
      // Compares it with the fold of all events.
      _ = try store.state(now)
      #expect(try store.at(now) { try $0.reader.verify() }.problems == [])
    }
  }
}
