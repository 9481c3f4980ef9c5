import FlintCalendar
import FlintRules
import Storage
import TestSupport
import Testing

@testable import Sessions

/// Undo and redo of very many events in bulk have the same results as event by event.
struct `Undo and redo in bulk` {
  let store: Store

  init() throws { store = try .scratch() }

  /// Applies the same operation to the profile in bulk and to a copy event by event, and compares
  /// them.
  private func both(
    _ now: String, _ body: (Session) throws -> UndoReport?
  ) throws -> UndoReport? {
    let copy = try store.copyInMemory()
    // In bulk no events are listed.
    var few = try copy.at(now) { session in
      session.leastInBulk = .max
      return try body(session)
    }
    let many = try store.at(now) { session in
      session.leastInBulk = 1
      return try body(session)
    }
    few?.events = many?.events ?? []
    #expect(many == few)
    #expect(try store.records() == copy.records())
    #expect(try store.state() == copy.state())
    #expect(try store.problems() == [])
    return many
  }

  @Test func `of an import can be repeated`() throws {
    try store.at { session in
      for number in 0..<20 {
        _ = try session.add(newSpark("s\(number % 15)", key: number % 3 == 0 ? "k\(number)" : nil))
        _ = try session.record(
          .mood(.record(try MoodContent(day: session.today + -number, mood: .great))))
      }
      _ = try session.roll(.idea)
    }
    for round in 0..<4 {
      let undone = try both("2026-06-0\(2 * round + 2)T12:00:00Z") { session in
        try session.history.undoLatest(isLast: true)
      }
      #expect(undone?.removed == 41)
      let redone = try both("2026-06-0\(2 * round + 3)T12:00:00Z") { session in
        try session.history.redoLatest(isLast: true)
      }
      #expect(redone?.restored == 41)
    }
  }

  @Test(arguments: cases(60...67 as ClosedRange<UInt64>, usual: 4, quick: 1))
  func `equal those of single events, with other records in between`(seed: UInt64) throws {
    var history = MixedHistory(seed: seed)
    var random = SplitMix64(state: seed)
    for step in 0..<20 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: try history.play(store, today, steps: 8)
      case 2: _ = try both(today) { try $0.history.undoLatest(isLast: true) }
      case 3: _ = try both(today) { try $0.history.redoLatest(isLast: true) }
      default:
        let batches = try store.at { try $0.history.batches() }
        guard let batch = batches.randomElement(using: &random) else { continue }
        // At increasing times, and occasionally with a clock that was set back.
        let day = step % 5 == 4 ? 1 : step + 2
        _ = try both("2026-06-\(day < 10 ? "0" : "")\(day)T12:00:00Z") {
          try $0.history.undo(batch: batch.number, isLast: true)
        }
      }
    }
  }
}
