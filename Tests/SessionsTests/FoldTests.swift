import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import TestSupport
import Testing

struct `The state of a profile` {
  /// A profile with all sparks added in the order of time, in one session.
  private static func inOrder(_ newSparks: [NewSpark]) throws -> Store {
    let store = try Store.scratch()
    try store.at { session in
      for newSpark in newSparks.sorted(by: { instant($0) < instant($1) }) {
        _ = try session.add(newSpark)
      }
    }
    return store
  }

  private static func instant(_ newSpark: NewSpark) -> Instant {
    if case .instant(let instant)? = newSpark.at { return instant }
    return Instant(milliseconds: 0)
  }

  private static let sparkIndexes = ["\"spark_at\"", "\"spark_id\""]

  @Test(arguments: cases(1...12 as ClosedRange<UInt64>, quick: 3))
  func `is the same for any shuffle, in any sessions`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let all = newSparks(120, seed: seed)
    let reference = try Self.inOrder(all)
    let store = try Store.scratch()
    var left = all.shuffled(using: &random)[...]
    while !left.isEmpty {
      let chunk = left.prefix(Int.random(in: 1...50, using: &random))
      left = left.dropFirst(chunk.count)
      try store.at { session in
        for newSpark in chunk {
          _ = try session.add(newSpark)
          switch Int.random(in: 0..<30, using: &random) {
          case 0: #expect(try session.state() == session.reader.refoldedState())
          case 1: try session.checkpoint()
          case 2: _ = try session.add(newSpark.key == nil ? all[0] : newSpark)
          case 3:
            let found = try session.reader.sparkSequences(SparkQuery())
            _ = try session.reader.sparks(sequences: found.prefix(3))
          default: break
          }
        }
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        #expect(throws: Halt.self) {
          try store.at { session in
            for newSpark in left.prefix(10) { _ = try session.add(newSpark) }
            _ = try session.state()
            throw Halt()
          }
        }
      }
    }
    // Keyless repetitions within a session are additional sparks: remove them again.
    try store.at { session in
      let wanted = Set(try reference.rows("SELECT hex(id) FROM spark"))
      for spark in try session.reader.sparks(
        sequences: session.reader.sparkSequences(SparkQuery())[...])
      where !wanted.contains("\"\(spark.id.description.uppercased())\"") {
        try session.removeSpark(id: spark.id)
      }
    }
    #expect(try store.state() == reference.state())
    #expect(try store.state().encoded == reference.state().encoded)
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `is folded from events ordered by instant, rank and id, from any instant on`() throws {
    let store = try Store.scratch()
    let times = ["2026-03-01T08:00:00Z", "2026-03-01T08:00:01Z", "2026-03-01T09:00:00Z"]
    try store.at { session in
      for number in 0..<40 {
        let time = times[number * 7 % 3]
        if number % 2 == 0 {
          var newSpark = NewSpark(title: "Spark \(number)", category: .idea)
          newSpark.at = written(time)
          _ = try session.add(newSpark)
        } else {
          try session.addTask("Task \(number)", at: time)
        }
      }
    }
    func positions(after instant: Instant?) throws -> [FoldPosition] {
      var positions: [FoldPosition] = []
      try store.access { access in
        try access.foldOrder.forEachEvent(after: instant, through: at(today)) {
          positions.append($0.foldPosition)
        }
      }
      return positions
    }
    let all = try positions(after: nil)
    #expect(all.count == 40)
    #expect(Set(all.map(\.rank)) == [0, 2])
    #expect(all == all.sorted { ($0.at, $0.rank, $0.id) < ($1.at, $1.rank, $1.id) })
    #expect(Set(all.map(\.id)).count == 40)
    for position in all {
      #expect(try positions(after: position.at) == all.filter { $0.at > position.at })
    }
  }

  @Test(arguments: 21...26 as ClosedRange<UInt64>)
  func `and all rows are the same for any shuffle of new sparks`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let all = newSparks(150, seed: seed)
    let reference = try Self.inOrder(all)
    let store = try Store.scratch()
    var left = all.shuffled(using: &random)[...]
    while !left.isEmpty {
      let chunk = left.prefix(Int.random(in: 1...70, using: &random))
      left = left.dropFirst(chunk.count)
      try store.at { session in for newSpark in chunk { _ = try session.add(newSpark) } }
    }
    // The caches are for the same records, and equal to the byte.
    #expect(try store.records() == reference.records())
  }

  @Test(arguments: 31...36 as ClosedRange<UInt64>)
  func `without a removed spark is as if it had never been recorded`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let all = newSparks(80, seed: seed)
    let removed = Int.random(in: all.indices, using: &random)
    let others = all.indices.filter { $0 != removed }.map { all[$0] }
    let (whole, without) = try (Self.inOrder(all), Self.inOrder(others))
    let store = try Self.inOrder(all)
    try store.at { session in
      let sparks = try session.reader.sparks(
        sequences: session.reader.sparkSequences(SparkQuery())[...])
      let spark = try #require(sparks.first(where: { $0.spark.title == all[removed].title }))
      try session.removeSpark(id: spark.id)
    }
    #expect(try store.state().encoded == without.state().encoded)
    #expect(try store.state().encoded != whole.state().encoded)
    let again = try store.at { try $0.add(all[removed]).status }
    #expect(again == .restored)
    #expect(try store.state().encoded == whole.state().encoded)
  }

  enum Interruption: CaseIterable {
    case none, read, count, duplicate, checkpoint, roll, removal, failure
  }

  private static let many = 5200
  private static let manyNewSparks = newSparks(many, seed: 77, days: 110)
  private static let reference = Result { try inOrder(manyNewSparks) }

  @Test(arguments: Interruption.allCases)
  func `is the same after a bulk insert, however that ends`(
    interruption: Interruption
  ) throws {
    let reference = try Self.reference.get()
    var random = SplitMix64(state: 9)
    let all = Self.manyNewSparks.shuffled(using: &random)
    let store = try Store.scratch()
    if interruption == .failure {
      #expect(throws: Halt.self) {
        try store.at { session in
          for newSpark in all.prefix(4700) { _ = try session.add(newSpark) }
          throw Halt()
        }
      }
      #expect(try store.indexes() == Self.sparkIndexes)
      #expect(try store.state().events.count == 0)
    }
    try store.at { session in
      for (index, newSpark) in all.enumerated() {
        #expect(try session.add(newSpark).status == .added)
        guard index == 4800 else { continue }
        // In the middle of bulk mode.
        switch interruption {
        case .none, .failure: break
        case .read: #expect(try session.state().sparkCount == 4801)
        case .count: #expect(try session.reader.sparkCount(SparkQuery()) == 4801)
        case .duplicate:
          let keyed = try #require(all.first { $0.key != nil })
          #expect(try session.add(keyed).status == .unchanged)
        case .checkpoint:
          try session.checkpoint()
          #expect(try store.indexes() == Self.sparkIndexes)
        case .roll:
          #expect(try session.roll(.idea).status == .added)
        case .removal:
          let id = try session.add(newSpark).id
          #expect(try session.reader.sparkCount(SparkQuery()) == 4802)
          try session.removeSpark(id: id)
        }
      }
    }
    #expect(try store.indexes() == Self.sparkIndexes)
    let found = try store.at { try $0.reader.verify() }
    #expect(found.problems == [])
    switch interruption {
    case .roll: #expect(found.events == Int64(Self.many) + 1)
    case .removal: #expect(try store.state() == reference.state())
    default: #expect(try store.records() == reference.records())
    }
  }

  @Test func `is the same after a bulk insert in the order of time`() throws {
    let scratch = try Scratch()
    let store = try scratch.create()
    let all = Self.manyNewSparks.sorted { Self.instant($0) < Self.instant($1) }
    try store.at { session throws in
      for newSpark in all { #expect(try session.add(newSpark).outcome?.isVoid != true) }
      // Again: nothing is new, although much of it was added in bulk.
      for newSpark in all.suffix(20) where newSpark.key != nil {
        #expect(try session.add(newSpark).status == .unchanged)
      }
    }
    #expect(try store.records() == Self.reference.get().records())
    #expect(try scratch.open().indexes() == Self.sparkIndexes)
  }

  @Test(arguments: 41...46 as ClosedRange<UInt64>)
  func `equals a fold from the beginning at every step, with rolls and corrections`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed)
    let store = try Store.scratch()
    var ids: [EventID] = []
    for round in 0..<6 {
      try store.at { session in
        for newSpark in newSparks(15, seed: seed * 100 + UInt64(round)) {
          switch Int.random(in: 0..<6, using: &random) {
          case 0:
            // Refused where there is no token; no trace may be left.
            _ = try? session.roll(newSpark.category, at: newSpark.at)
          case 1 where !ids.isEmpty:
            let id = ids.remove(at: Int.random(in: ids.indices, using: &random))
            try session.removeSpark(id: id)
          case 2:
            let change = try SparkChange(["intensity": newSpark.intensity?.fieldValue ?? .none])
            if let id = ids.randomElement(using: &random) {
              _ = try session.updateSpark(id: id, change, at: newSpark.at)
            }
          default: break
          }
          var own = newSpark
          own.title += " of \(round)"
          own.key = nil
          ids.append(try session.add(own).id)
          if Int.random(in: 0..<3, using: &random) == 0 {
            #expect(try session.state() == session.reader.refoldedState())
          }
        }
        #expect(try session.state() == session.reader.refoldedState())
      }
      #expect(try store.at { try $0.reader.verify() }.problems == [])
    }
  }

  @Test func `is read from the cache only for the same records and rulebook`() throws {
    let store = try Self.inOrder(newSparks(50, seed: 4))
    let state = try store.state()
    let sum = try store.access { try $0.profile.recordSum() }
    func cached(_ definition: RulebookDefinition) throws -> ProfileState? {
      let rulebook = try Rulebook(definition)
      return try store.access {
        try $0.stateCache.state(
          records: sum, rulebook: rulebook, through: Instant(milliseconds: .max))
      }
    }
    // The cache contains the state of the last event; for today, every day since is opened.
    let kept = try #require(try cached(.ignition))
    #expect(try Rulebook(.ignition).opened(kept, through: store.at { $0.today }) ?? kept == state)
    #expect(try cached(.ignitionShipped) == nil)
    // With another rulebook: its state is separate, and the profile's is unchanged.
    let shipped = SessionOptions(at: today, isWriting: false, rulebook: .ignitionShipped)
    let other = try store.session(shipped) { session in
      #expect(try session.state() == session.reader.refoldedState())
      return try session.state()
    }
    #expect(other.ledger != state.ledger)
    #expect(try store.state() == state)
    // Other records: the cache is not used.
    try store.at { _ = try $0.add(newSpark("one more")) }
    #expect(try store.state().events.count == 51)
  }

  @Test func `in the past covers the events up to then, and is not cached`() throws {
    let all = newSparks(80, seed: 6)
    let store = try Self.inOrder(all)
    let kept = try store.rows("SELECT * FROM cached_state")
    let now = "2026-03-10T00:00:00Z"
    let before = all.filter { Self.instant($0) <= at(now) }
    let state = try store.at(now) { session in
      #expect(try session.state() == session.reader.refoldedState())
      return try session.state()
    }
    #expect(state.events.count == Int64(before.count))
    #expect(try state == Self.inOrder(before).at(now) { try $0.state() })
    #expect(try store.rows("SELECT * FROM cached_state") == kept)
    // Also when something is added there: the cache is for other records and thus not used.
    try store.at(now) { session in
      _ = try session.add(newSpark("then", at: "2026-03-01"))
      #expect(try session.state().events.count == Int64(before.count) + 1)
      #expect(try session.state() == session.reader.refoldedState())
    }
    #expect(try store.rows("SELECT * FROM cached_state") == kept)
    #expect(try store.state().events.count == 81)
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `is folded again from checkpoints when the past changes`() throws {
    // Enough events for several checkpoints of the fold.
    let store = try Store.scratch()
    let seed = Self.manyNewSparks.map { newSpark in
      var twice = newSpark
      twice.key = nil
      twice.title += " again"
      return twice
    }
    try store.at { session in
      for newSpark in Self.manyNewSparks + seed { _ = try session.add(newSpark) }
      #expect(try session.state() == session.reader.refoldedState())
      for day in ["2026-05-20", "2026-02-01", "2026-04-01", "2026-05-21"] {
        let id = try session.add(newSpark("changed", at: day)).id
        #expect(try session.state() == session.reader.refoldedState())
        if day == "2026-02-01" { try session.removeSpark(id: id) }
        #expect(try session.state() == session.reader.refoldedState())
      }
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }
}
