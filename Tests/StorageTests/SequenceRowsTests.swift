import GRDB
import FlintRules
import TestSupport
import Testing

@testable import Storage

@Suite struct `Rows with some sequence numbers` {
  private let scratch: Scratch

  /// A profile in which some numbers have no row, and the rows of others are removed.
  init() throws {
    scratch = try Scratch()
    try scratch.makeProfile(sparks: 400)
    try scratch.tamper(
      "DELETE FROM spark WHERE seq % 5 = 1; UPDATE spark SET removed = 1 WHERE seq % 7 = 0")
  }

  private func found(_ sequences: [Int64]) throws -> [Int64] {
    try Store.open(path: scratch.path()).access { access in
      try access.sparks.find(sequences: sequences[...]).map(\.sequence)
    }
  }

  /// The numbers that have a row which is not removed.
  private func present(_ sequences: [Int64]) throws -> [Int64] {
    let queue = try DatabaseQueue(path: scratch.path())
    let present = try queue.read {
      try Set(Int64.fetchAll($0, sql: "SELECT seq FROM spark WHERE removed = 0"))
    }
    return sequences.filter(present.contains)
  }

  @Test(
    arguments: [
      [], [5], [1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 5, 4, 3], [2, 2, 3, 3], [3, 4, 400, 401, 402],
      [.min, .max], [-3, -2, -1, 0, 1, 2], [.max - 1, .max],
    ] as [[Int64]])
  func `are found in the order of the numbers`(sequences: [Int64]) throws {
    #expect(try found(sequences) == present(sequences))
  }

  /// On both sides of the distance at which the numbers are searched for one by one.
  @Test(arguments: 1...8, 1...5 as ClosedRange<UInt64>)
  func `are found at any distance of the numbers`(distance: Int, seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let sequences = (1...400 as ClosedRange<Int64>).filter { _ in
      Int.random(in: 0..<distance, using: &random) == 0
    }
    #expect(try found(sequences) == present(sequences))
  }
}
