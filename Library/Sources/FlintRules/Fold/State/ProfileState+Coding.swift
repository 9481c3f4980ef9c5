extension ProfileState {
  /// The version of the byte format; caches of other versions are not read.
  package static let codingVersion: Int64 = 17

  /// The state and a checksum as bytes: for caches, not for exchange.
  public var encoded: [UInt8] {
    var writer = StateWriter()
    encodeFold(to: &writer)
    history.encode(to: &writer)
    subjects.encode(to: &writer)
    return writer.bytes + Self.checksumBytes(writer.bytes)
  }

  /// Returns the checksum of bytes as the bytes that follow them.
  static func checksumBytes(_ bytes: [UInt8]) -> [UInt8] {
    let (first, second) = checksum(bytes[...])
    var writer = StateWriter()
    writer.writeWhole(first)
    writer.writeWhole(second)
    return writer.bytes
  }

  /// Decodes bytes written by `encoded` under the same rulebook.
  ///
  /// - Returns: `nil` when the bytes are invalid.
  public init?(encoded bytes: [UInt8], rulebook: Rulebook) {
    guard bytes.count > 16 else { return nil }
    let end = bytes.count - 16
    var sum = StateReader(bytes, in: end..<bytes.count)
    guard (sum.wholeWord(), sum.wholeWord()) == Self.checksum(bytes[..<end]) else { return nil }
    self = rulebook.initialState()
    var reader = StateReader(bytes, in: 0..<end)
    decodeFold(from: &reader, rulebook)
    history = DayHistory(from: &reader)
    subjects = SubjectStates(from: &reader)
    guard reader.isAtEnd else { return nil }
  }

  /// Returns a checksum of two words, which certainly differs for bytes that differ in one word,
  /// and almost certainly for others. Each step is a bijection of the sum and of the word, and is
  /// cheap, because caches are large.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> (UInt64, UInt64) {
    var sums: (UInt64, UInt64) = (0x7473_2e74_6e69_6c66, UInt64(bytes.count))
    func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
      let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      return product ^ product >> 32
    }
    bytes.withUnsafeBytes { bytes in
      let pairs = bytes.count / 16
      for pair in 0..<pairs {
        sums.0 = mix(sums.0, bytes.loadUnaligned(fromByteOffset: pair * 16, as: UInt64.self))
        sums.1 = mix(sums.1, bytes.loadUnaligned(fromByteOffset: pair * 16 + 8, as: UInt64.self))
      }
      for index in (pairs * 16)..<bytes.count { sums.0 = mix(sums.0, UInt64(bytes[index])) }
    }
    return (mix(sums.0, sums.1 >> 1), mix(sums.1, sums.0 >> 1))
  }

  private func encodeFold(to writer: inout StateWriter) {
    writer.write(Self.codingVersion)
    for word in ledger.words + [fuel.amount, fuel.overloads, fuel.tokens, events.count] {
      writer.write(word)
    }
    writer.write(level)
    writer.write(sparkDays.longestStreak)
    writer.write(sparkDays.latest) { $0.write($1) }
    // As many as `ignition` has rarities, or more, which are 0 where the rulebook has fewer.
    for position in 0..<max(4, rarities) { writer.write(since[position]) }
    writer.write(events.newest) {
      $0.write($1.at)
      $0.write($1.rank)
      $0.write($1.id)
    }
    writer.write(events.latestFailure) { $0.write($1) }
    writer.write(list: sparksByCategory) { $0.write($1) }
    writer.write(list: cells.holdings) {
      $0.write($1.copies)
      $0.write($1.first)
    }
    writer.write(list: missions.completions) {
      $0.write($1.mission)
      $0.write($1.windowStart) { $0.write($1) }
      $0.write($1.at)
    }
    writer.write(list: missions.expiries) {
      $0.write($1.mission)
      $0.write($1.windowStart)
      $0.write($1.amount)
    }
    writer.write(list: missions.progress) { $1.encode(to: &$0) }
    writer.write(list: events.voids) {
      $0.write($1.event)
      $0.write($1.reason.rawValue)
    }
    writer.write(list: cells.counters) {
      $0.write($1.value)
      $0.write($1.next)
    }
    writer.write(list: cells.completed) { $0.writeWhole($1) }
    writer.write(list: sparkDays.sparks.indices) {
      $0.write(sparkDays.sparks[$1])
      $0.write(sparkDays.runs[$1])
    }
    writer.write(list: windows.dayTags.indices) { $0.write(windows.dayTags[$1]) }
    writer.write(list: windows.weekTags.indices) { $0.write(windows.weekTags[$1]) }
    wallet.encode(to: &writer)
    pools.encode(to: &writer)
  }

  private mutating func decodeFold(from reader: inout StateReader, _ rulebook: Rulebook) {
    if reader.word() != Self.codingVersion { return reader.fail() }
    ledger = Ledger(from: &reader)
    fuel.amount = reader.word()
    fuel.overloads = reader.word()
    fuel.tokens = reader.word()
    events.count = reader.word()
    level = reader.integer()
    sparkDays.longestStreak = reader.integer()
    sparkDays.latest = reader.optional { $0.day() }
    for position in 0..<max(4, rarities) {
      since[position] = reader.integer()
    }
    events.newest = reader.optional {
      FoldPosition(at: $0.instant(), rank: $0.integer(), id: $0.id())
    }
    events.latestFailure = reader.optional { $0.instant() }
    cells.claim()
    reader.fill(cells.sparks) { $0.word() }
    reader.fill(cells.holdings) { Holding(copies: $0.integer(), first: $0.instant()) }
    missions.completions = reader.list {
      MissionsState.Completion(
        mission: $0.integer(), windowStart: $0.optional { $0.day() }, at: $0.instant())
    }
    missions.expiries = reader.list {
      MissionsState.Expiry(mission: $0.integer(), windowStart: $0.day(), amount: $0.word())
    }
    missions.progress = reader.list { EventProgress(from: &$0) }
    events.voids = reader.list { reader in
      let event = reader.id()
      guard let reason = VoidReason(rawValue: reader.integer()) else {
        reader.fail()
        return FoldedEvents.Void(event: event, reason: .noToken)
      }
      return FoldedEvents.Void(event: event, reason: reason)
    }
    reader.fill(cells.counters) { FoldCells.Counter(value: $0.word(), next: $0.word()) }
    reader.fill(cells.completed) { $0.wholeWord() }
    reader.fill(sparkDays.sparks.scalarCount) {
      sparkDays.sparks[$1] = $0.integer()
      sparkDays.runs[$1] = $0.integer()
    }
    reader.fill(windows.dayTags.scalarCount) { windows.dayTags[$1] = $0.integer() }
    reader.fill(windows.weekTags.scalarCount) { windows.weekTags[$1] = $0.integer() }
    wallet = WalletState(from: &reader, rulebook.currencies)
    pools = PoolsState(from: &reader, rulebook.pools)
    let missionCount = Int32(rulebook.definition.missions.count)
    if !(1...rulebook.pointTable.thresholds.count).contains(level)
      || !missions.completions.allSatisfy({ (0..<missionCount).contains($0.mission) })
      || ![0, rulebook.eventPlan.missions.count].contains(missions.progress.count)
      || !missions.expiries.allSatisfy({ (0..<missionCount).contains($0.mission) })
    {
      return reader.fail()
    }
    for completion in missions.completions { cells.timesCompleted[Int(completion.mission)] &+= 1 }
  }
}

extension StateReader {
  /// Reads a list that must have as many values as the row.
  fileprivate mutating func fill<Element>(
    _ row: CellRow<Element>, _ body: (inout StateReader) -> Element
  ) {
    let values = list(body)
    if values.count != row.count { return fail() }
    for (index, value) in values.enumerated() { row[index] = value }
  }

  /// Reads a list that must have a number of entries; the closure stores the entry of a position.
  fileprivate mutating func fill(_ count: Int, _ body: (inout StateReader, Int) -> Void) {
    var position = 0
    _ = list { reader in
      if position < count { body(&reader, position) }
      position += 1
    }
    if position != count { fail() }
  }
}
