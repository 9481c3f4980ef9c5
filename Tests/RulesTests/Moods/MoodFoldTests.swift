import Testing

@testable import FlintRules

struct `The fold of moods` {
  @Test func `counts a day with several ratings once`() throws {
    var moods = PlayedMoods()
    #expect(try moods.rate("2026-03-01", .good).moods == 1)
    #expect(try moods.rate("2026-03-01", .bad).moods == 0)
    #expect(try moods.rate("2026-02-27", .great, on: "2026-03-02").moods == 1)
    #expect(try moods.rate("2026-03-02", .average).moods == 1)
    #expect(moods.state.ratings.map(\.day) == ["2026-02-27", "2026-03-01", "2026-03-02"].map(day))
  }

  @Test func `applies the latest rating of a day and lists the others`() throws {
    var moods = PlayedMoods()
    try moods.rate("2026-03-01", .good, type: .header)
    try moods.rate("2026-03-02", .average)
    try moods.rate("2026-03-01", .bad, type: .list, on: "2026-03-02")
    try moods.rate("2026-03-01", .great, type: .imported, on: "2026-03-02")
    let rating = try #require(moods.state.rating(of: day("2026-03-01")))
    #expect(rating.mood == .great)
    #expect(rating.entryType == .imported)
    #expect(rating.id == PlayedMoods.id(4))
    #expect(rating.at == PlayedMoods.at(4))
    #expect(rating.count == 3)
    #expect(rating.superseded == [PlayedMoods.id(1), PlayedMoods.id(3)])
    #expect(moods.state.rating(of: day("2026-03-02"))?.superseded == [])
  }

  @Test func `makes a rating of a later day void`() throws {
    var moods = PlayedMoods()
    let effect = try moods.rate("2026-03-02", .good, on: "2026-03-01")
    #expect(effect.void == .laterDay)
    #expect(effect.moods == 0)
    #expect(moods.state == MoodsState())
    #expect(try moods.rate("2026-03-01", .good, on: "2026-03-01").void == nil)
  }

  @Test func `switches filling on and off`() {
    var moods = PlayedMoods()
    #expect(!moods.state.isFilling)
    #expect(moods.fill(true).void == nil)
    #expect(moods.state.isFilling)
    #expect(moods.fill(true).moods == 0)
    #expect(moods.state.isFilling)
    moods.fill(false)
    #expect(!moods.state.isFilling)
  }

  @Test func `is restored from a cache exactly`() throws {
    var moods = PlayedMoods()
    try moods.rate(from: "2026-02-26", [4, 0, 2, 3, 1])
    try moods.rate("2026-02-28", .bad, type: .list)
    try moods.rate("2026-02-28", .horrible, type: .header)
    for isOn in [false, true] {
      moods.fill(isOn)
      var writer = StateWriter()
      moods.state.encode(to: &writer)
      var reader = StateReader(writer.bytes)
      #expect(MoodsState(from: &reader) == moods.state)
      #expect(reader.isAtEnd)
      for length in 0..<writer.bytes.count {
        var reader = StateReader(writer.bytes, in: 0..<length)
        _ = MoodsState(from: &reader)
        #expect(!reader.isAtEnd)
      }
    }
  }

  @Test func `is refused from an invalid cache`() throws {
    var moods = PlayedMoods()
    try moods.rate(from: "2026-02-26", [4, 0])
    var writer = StateWriter()
    moods.state.encode(to: &writer)
    // Bytes: filling, count, then day (3), mood, entry type, id (16), instant (6), the number
    // superseded; the next day. Small numbers are doubled, minus one where they are negative.
    let damages: [(offset: Int, byte: UInt8)] = [
      (4, 3), (5, 10), (5, 1), (6, 18), (29, 120), (29, 1), (32, 0), (32, 0x80),
    ]
    for (offset, byte) in damages {
      var bytes = writer.bytes
      bytes[offset] = byte
      var reader = StateReader(bytes)
      _ = MoodsState(from: &reader)
      #expect(!reader.isSound, "byte \(offset)")
    }
  }
}
