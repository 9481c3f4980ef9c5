import FlintCalendar
import FlintRules
import Testing

/// Contents are compared byte by byte: what a correction changes is whatever differs.
struct `The content of a correction` {
  private typealias Content = Correction.Content

  private static func task(
    at: Int64 = 5, offset: Int32 = 60, name: String = "é"
  ) throws -> Content {
    .event(
      at: Instant(milliseconds: at), offset: UTCOffset(seconds: offset),
      .task(.taskAdd(try TaskContent(name: name))))
  }

  @Test func `is identical only if nothing differs`() throws {
    let own = try Self.task()
    #expect(own.isIdentical(to: try Self.task()))
    let spark = Content.spark(
      try Spark(
        at: Instant(milliseconds: 5), offset: UTCOffset(seconds: 60), category: .idea, title: "é"))
    let others = [
      try Self.task(at: 6), try Self.task(offset: 0),
      // Equivalent in Unicode.
      try Self.task(name: "e\u{301}"), spark,
      .event(at: Instant(milliseconds: 5), offset: UTCOffset(seconds: 60), .roll(.idea)),
      .event(
        at: Instant(milliseconds: 5), offset: UTCOffset(seconds: 60),
        .task(.projectAdd(try ProjectContent(name: "é")))),
    ]
    for (index, other) in others.enumerated() {
      #expect(!own.isIdentical(to: other), "\(index)")
      #expect(!other.isIdentical(to: own), "\(index)")
      #expect(other.isIdentical(to: other), "\(index)")
    }
  }

  @Test func `of an event has another hash with another offset`() throws {
    let hashes = try [0, 60, 3600].map { try Self.task(offset: $0).hash(seed: 7) }
    #expect(Set(hashes).count == 3)
  }
}

struct `The difficulty of a mission` {
  @Test func `rises from easy to expert`() {
    let rising: [Difficulty] = [.easy, .medium, .hard, .expert]
    #expect(rising.map(\.name) == ["easy", "medium", "hard", "expert"])
    #expect([.hard, .easy, .expert, .medium].sorted() == rising)
    for (index, difficulty) in rising.enumerated() {
      for (other, harder) in rising.enumerated() {
        #expect((difficulty < harder) == (index < other))
      }
    }
  }
}
