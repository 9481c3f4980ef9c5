extension ProfileState {
  /// The version of the byte form below; a cache written by another version is not read.
  public static let codingVersion: Int64 = 1

  /// The state as bytes, little-endian words of 64 bits and a checksum of them: for a cache, never
  /// for exchange.
  public var encoded: [UInt8] {
    var writer = WordWriter()
    writer.write([
      Self.codingVersion, ledger.spark, ledger.duplicate, ledger.mission, fuel, overloads, tokens,
      Int64(level), latestSparkDay.map { Int64($0.number) } ?? .min, Int64(longestStreak),
      eventCount, Int64(since.0), Int64(since.1), Int64(since.2), Int64(since.3),
      newest == nil ? 0 : 1, newest?.at.milliseconds ?? 0,
      Int64(bitPattern: newest?.id.high ?? 0), Int64(bitPattern: newest?.id.low ?? 0),
    ])
    writer.write(sparksByCategory, \.self)
    writer.write(holdings.flatMap { [Int64($0.copies), $0.first.milliseconds] }, \.self)
    writer.write(
      completions.flatMap {
        [Int64($0.mission), $0.windowStart.map { Int64($0.number) } ?? .min, $0.at.milliseconds]
      }, \.self)
    writer.write(
      expiries.flatMap { [Int64($0.mission), Int64($0.windowStart.number), $0.progress] }, \.self)
    writer.write(
      voids.flatMap { [Int64(bitPattern: $0.high), Int64(bitPattern: $0.low)] }, \.self)
    writer.write(counters.flatMap { [$0.value, $0.next] }, \.self)
    writer.write(completed) { Int64(bitPattern: $0) }
    writer.write(days.flatMap { [Int64($0.sparks), Int64($0.run)] }, \.self)
    writer.write(dayTags) { Int64($0) }
    writer.write(weekTags) { Int64($0) }
    writer.write(Self.checksum(writer.bytes[...]))
    return writer.bytes
  }

  /// Two words that all but never agree for bytes that differ.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> [Int64] {
    // "flint.st" and "ate" in ASCII.
    var hash = SipHash128(key0: 0x7473_2e74_6e69_6c66, key1: 0x6574_61)
    for byte in bytes { hash.append(byte) }
    let (first, second) = hash.finish()
    return [Int64(bitPattern: first), Int64(bitPattern: second)]
  }

  /// Reads what `encoded` wrote under the same rulebook.
  ///
  /// - Returns: `nil` when the bytes are anything else.
  public init?(encoded bytes: [UInt8], rulebook: Rulebook) {
    self = rulebook.initialState()
    var sum = WordReader(bytes: bytes.suffix(16))
    var reader = WordReader(bytes: bytes.dropLast(16))
    guard sum.read(count: 2) == Self.checksum(reader.bytes),
      let head = reader.read(count: 19), head[0] == Self.codingVersion,
      let level = Int(exactly: head[7]), (1...rulebook.thresholds.count).contains(level)
    else { return nil }
    ledger.spark = head[1]
    ledger.duplicate = head[2]
    ledger.mission = head[3]
    fuel = head[4]
    overloads = head[5]
    tokens = head[6]
    self.level = level
    latestSparkDay = head[8] == .min ? nil : CivilDay(number: Int32(truncatingIfNeeded: head[8]))
    longestStreak = Int32(truncatingIfNeeded: head[9])
    eventCount = head[10]
    since = (
      Int32(truncatingIfNeeded: head[11]), Int32(truncatingIfNeeded: head[12]),
      Int32(truncatingIfNeeded: head[13]), Int32(truncatingIfNeeded: head[14])
    )
    if head[15] == 1 {
      newest = FoldPlace(
        at: Instant(milliseconds: head[16]),
        id: EventID(high: UInt64(bitPattern: head[17]), low: UInt64(bitPattern: head[18])))
    }
    guard let categories = reader.readList(), categories.count == 5,
      let holdings = reader.readList(), holdings.count == self.holdings.count * 2,
      let completions = reader.readList(), completions.count % 3 == 0,
      let expiries = reader.readList(), expiries.count % 3 == 0,
      let voids = reader.readList(), voids.count % 2 == 0,
      let counters = reader.readList(), counters.count == self.counters.count * 2,
      let completed = reader.readList(), completed.count == self.completed.count,
      let days = reader.readList(), days.count == self.days.count * 2,
      let dayTags = reader.readList(), dayTags.count == self.dayTags.count,
      let weekTags = reader.readList(), weekTags.count == self.weekTags.count, reader.isAtEnd
    else { return nil }
    sparksByCategory = categories
    self.holdings = stride(from: 0, to: holdings.count, by: 2).map {
      Holding(
        copies: Int32(truncatingIfNeeded: holdings[$0]),
        first: Instant(milliseconds: holdings[$0 + 1]))
    }
    self.completions = stride(from: 0, to: completions.count, by: 3).map {
      Completion(
        mission: Int32(truncatingIfNeeded: completions[$0]),
        windowStart: completions[$0 + 1] == .min
          ? nil : CivilDay(number: Int32(truncatingIfNeeded: completions[$0 + 1])),
        at: Instant(milliseconds: completions[$0 + 2]))
    }
    let missions = Int32(rulebook.definition.missions.count)
    guard self.completions.allSatisfy({ (0..<missions).contains($0.mission) }) else { return nil }
    self.expiries = stride(from: 0, to: expiries.count, by: 3).map {
      Expiry(
        mission: Int32(truncatingIfNeeded: expiries[$0]),
        windowStart: CivilDay(number: Int32(truncatingIfNeeded: expiries[$0 + 1])),
        progress: expiries[$0 + 2])
    }
    self.voids = stride(from: 0, to: voids.count, by: 2).map {
      EventID(high: UInt64(bitPattern: voids[$0]), low: UInt64(bitPattern: voids[$0 + 1]))
    }
    self.counters = stride(from: 0, to: counters.count, by: 2).map {
      Counter(value: counters[$0], next: counters[$0 + 1])
    }
    self.completed = completed.map { UInt64(bitPattern: $0) }
    self.days = stride(from: 0, to: days.count, by: 2).map {
      DaySlot(
        sparks: Int32(truncatingIfNeeded: days[$0]), run: Int32(truncatingIfNeeded: days[$0 + 1]))
    }
    self.dayTags = dayTags.map { Int32(truncatingIfNeeded: $0) }
    self.weekTags = weekTags.map { Int32(truncatingIfNeeded: $0) }
  }
}

private struct WordWriter {
  var bytes: [UInt8] = []

  mutating func write(_ words: [Int64]) {
    for word in words {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> Int64(shift)))
      }
    }
  }

  mutating func write<Element>(_ list: [Element], _ word: (Element) -> Int64) {
    write([Int64(list.count)])
    write(list.map(word))
  }
}

private struct WordReader {
  let bytes: ArraySlice<UInt8>
  var position: Int

  init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func read(count: Int) -> [Int64]? {
    guard count >= 0, count <= (bytes.endIndex - position) / 8 else { return nil }
    var words: [Int64] = []
    words.reserveCapacity(count)
    for _ in 0..<count {
      var word: UInt64 = 0
      for index in 0..<8 { word |= UInt64(bytes[position + index]) << UInt64(index * 8) }
      words.append(Int64(bitPattern: word))
      position += 8
    }
    return words
  }

  mutating func readList() -> [Int64]? {
    guard let count = read(count: 1)?[0] else { return nil }
    return read(count: Int(truncatingIfNeeded: count))
  }
}
