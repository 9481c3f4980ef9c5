import FlintRules
import Storage
import TestSupport
import Testing

@testable import Sessions

struct `A short id` {
  /// Some thousand events of all tables, every seventh of which is removed: with four digits, about
  /// thirty pairs of two thousand ids are equal.
  private func prepare(_ store: Store) throws -> [EventID] {
    try store.at { session in
      var ids: [EventID] = []
      for number in 0..<2000 {
        let spark = newSpark("Spark \(number)", key: "\(number)")
        ids.append(try session.add(spark).id)
        if number % 7 == 0 { try session.removeSpark(id: ids[number]) }
      }
      for number in 0..<500 {
        let task = try session.addTask("Task \(number)", at: "2026-03-01T12:00:00Z")
        ids.append(task)
        if number % 7 == 0 { try session.remove(task, of: .taskAdd) }
      }
      ids.append(try session.roll(.idea).id)
      return ids
    }
  }

  @Test(arguments: [0, Int.max])
  func `is the shortest prefix that no other event has`(many: Int) throws {
    let store = try Store.scratch()
    let ids = try prepare(store)
    let short = try store.at { try $0.reader.shortIDs(of: ids, scanningFrom: many) }
    #expect(short.count == ids.count)
    var lengths: [Int: Int] = [:]
    // In order, those that have most digits in common with an id are beside it.
    let texts = ids.map(\.description).sorted()
    let common = zip(texts, texts.dropFirst()).map { zip($0, $1).prefix { $0 == $1 }.count }
    let expected = Dictionary(
      uniqueKeysWithValues: zip(zip([0] + common, common + [0]), texts).map { common, text in
        (text, String(text.prefix(max(4, max(common.0, common.1) + 1))))
      })
    for id in ids {
      let text = try #require(expected[id.description])
      #expect(short[id] == text)
      lengths[text.count, default: 0] += 1
    }
    #expect((lengths[4] ?? 0) > 2000 && (lengths[5] ?? 0) > 10, "\(lengths)")
  }

  @Test func `of the only event has four digits`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let id = try session.add(newSpark("One")).id
      #expect(try session.reader.shortIDs(of: [id]) == [id: String(id.description.prefix(4))])
      #expect(try session.reader.shortIDs(of: []).isEmpty)
    }
  }

  /// Ids that differ only in their last digit, in the middle and after the first half, put there by
  /// SQL: no seed is known that makes such ones.
  @Test func `has as many digits as near neighbours require`() throws {
    let store = try Store.scratch()
    let ids = try store.at { session in
      try (0..<4).map { number in try session.add(newSpark("\(number)", key: "\(number)")).id }
    }
    let wanted = [
      "00000000000000000000000000000000", "00000000000000000000000000000001",
      "000000000000000000f0000000000000", "0000000000f000000000000000000000",
    ]
    for (id, text) in zip(ids, wanted) {
      try store.execute("UPDATE spark SET id = x'\(text)' WHERE id = x'\(id)'")
    }
    let near = wanted.compactMap { EventID($0) }
    for many in [0, Int.max] {
      let found = try store.at { try $0.reader.shortIDs(of: near, scanningFrom: many) }
      #expect(near.map { found[$0]?.count } == [32, 32, 19, 11])
    }
  }
}
