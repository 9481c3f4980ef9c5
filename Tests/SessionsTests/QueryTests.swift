import FlintRules
import Sessions
import Storage
import Testing

struct `A query of sparks` {
  let store: Store

  init() throws {
    store = try .scratch()
    try store.at { session in
      _ = try session.add(
        newSpark("Banana", .idea, at: "2026-03-03T10:00:00Z") { $0.intensity = .low })
      _ = try session.add(
        newSpark("apple", .energy, at: "2026-03-01T10:00:00Z") {
          $0.intensity = .high
          $0.tags = ["work", "a, b"]
        })
      _ = try session.add(
        newSpark("École", .idea, at: "2026-03-02T10:00:00Z") {
          $0.intensity = .extreme
          $0.notes = "Über die STRASSE, 100 % _sure_"
        })
      _ = try session.add(
        newSpark("Cherry", .idea, at: "2026-03-04T10:00:00Z") {
          $0.intensity = .high
          $0.tags = ["Żółw", "b"]
          $0.notes = "apple pie"
        })
      let gone = try session.add(newSpark("Gone apple", .idea, at: "2026-03-02T11:00:00Z")).id
      try session.removeSpark(id: gone)
    }
  }

  private func titles(_ change: (inout SparkQuery) -> Void) throws -> [String] {
    var query = SparkQuery()
    change(&query)
    return try store.at { session in
      let found = try session.reader.sparkSequences(query)
      #expect(try session.reader.sparkCount(query) == found.count)
      return try session.reader.sparks(sequences: found[...]).map(\.spark.title)
    }
  }

  @Test func `finds all sparks that are not removed, in each order`() throws {
    #expect(try titles { _ in } == ["apple", "École", "Banana", "Cherry"])
    #expect(try titles { $0.order = .newest } == ["Cherry", "Banana", "École", "apple"])
    #expect(try titles { $0.order = .intensity } == ["École", "Cherry", "apple", "Banana"])
    #expect(try titles { $0.order = .title } == ["Banana", "Cherry", "apple", "École"])
  }

  @Test func `limits the number of results`() throws {
    #expect(try titles { $0.limit = 0 } == [])
    #expect(try titles { $0.limit = 2 } == ["apple", "École"])
    #expect(try titles { $0.limit = 9 }.count == 4)
    #expect(try titles { $0.limit = -1 } == [])
  }

  @Test func `filters by category, intensity and time`() throws {
    #expect(try titles { $0.category = .idea } == ["École", "Banana", "Cherry"])
    #expect(try titles { $0.category = .challenge } == [])
    #expect(try titles { $0.intensity = .high } == ["apple", "Cherry"])
    #expect(try titles { $0.minIntensity = .high } == ["apple", "École", "Cherry"])
    #expect(try titles { $0.since = at("2026-03-03T10:00:00Z") } == ["Banana", "Cherry"])
    #expect(try titles { $0.before = at("2026-03-03T10:00:00Z") } == ["apple", "École"])
    #expect(
      try titles {
        $0.since = at("2026-03-02T10:00:00Z")
        $0.before = at("2026-03-03T10:00:00.001Z")
        $0.category = .idea
      } == ["École", "Banana"])
  }

  @Test func `filters by a tag, which may contain a comma`() throws {
    #expect(try titles { $0.tag = "a, b" } == ["apple"])
    #expect(try titles { $0.tag = " A, B " } == ["apple"])
    #expect(try titles { $0.tag = "b" } == ["Cherry"])
    #expect(try titles { $0.tag = "ŻÓŁW" } == ["Cherry"])
    #expect(try titles { $0.tag = "a" } == [])
    #expect(try titles { $0.tag = "wor" } == [])
  }

  @Test(arguments: [
    ("APPLE", ["apple", "Cherry"]), ("école", ["École"]), ("e\u{301}cole", ["École"]),
    ("über", ["École"]), ("strasse", ["École"]), ("100 % _", ["École"]), ("żÓ", ["Cherry"]),
    ("a, B", ["apple"]), ("x", []), ("%", ["École"]), ("\"", []),
  ])
  func `searches title, notes and tags, ignoring case`(text: String, expected: [String]) throws {
    #expect(try titles { $0.text = text } == expected)
  }

  @Test func `pages through its results, skipping sparks removed since`() throws {
    try store.at { session in
      let found = try session.reader.sparkSequences(SparkQuery())
      let first = try session.reader.sparks(sequences: found[0..<2])
      #expect(first.map(\.spark.title) == ["apple", "École"])
      try session.removeSpark(id: try session.reader.sparks(sequences: found[2..<3])[0].id)
      let second = try session.reader.sparks(sequences: found[2..<4])
      #expect(second.map(\.spark.title) == ["Cherry"])
      #expect(try session.reader.sparks(sequences: []).isEmpty)
    }
  }
}
