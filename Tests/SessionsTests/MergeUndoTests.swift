import Foundation
import FlintRules
import FlintSchema
import Sessions
import TestSupport
import Testing

@testable import Storage

struct `Undoing after a merge` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func merge(_ name: String, into store: Store) throws {
    try store.merge(scratch.path(name), SessionOptions(at: today)) { _, _ in }
  }

  /// All operations on a profile's history, at random: sessions, and all kinds of undo and redo.
  private func live(
    _ store: Store, _ history: inout MixedHistory, _ random: inout SplitMix64, steps: Int
  ) throws {
    for _ in 0..<steps {
      // Clocks of copies differ: a later record may have an earlier time.
      let now = "2026-05-\(10 + Int.random(in: 0..<15, using: &random))T10:00:00Z"
      switch Int.random(in: 0..<7, using: &random) {
      case 0..<3: try history.play(store, now, steps: 6)
      case 3: _ = try store.at(now) { try $0.history.undoLatest() }
      case 4: _ = try store.at(now) { try $0.history.redoLatest() }
      case 5:
        try store.at(now) { session in
          guard let batch = try session.history.batches().randomElement(using: &random) else {
            return
          }
          _ = try session.history.undo(batch: batch.number)
        }
      default:
        let ids = try store.facts().originals.keys.sorted()
        if let id = ids.randomElement(using: &random) {
          _ = try store.at(now) { try $0.history.undo(event: id) }
        }
      }
    }
  }

  @Test(arguments: cases(1...12 as ClosedRange<UInt64>, usual: 4, quick: 1))
  func `restores the previous state, and redo the result of the merge`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    var histories = [MixedHistory(seed: seed), MixedHistory(seed: seed &+ 100)]
    // Different keys: contents that two copies recorded under one key are resolved, not added.
    histories[1].label = "other "
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    try histories[0].play(base, "2026-05-01T10:00:00Z", steps: 20)
    let stores = [try scratch.copy("base", "a"), try scratch.copy("base", "b")]
    for round in 0..<3 {
      for index in 0...1 {
        try live(stores[index], &histories[index], &random, steps: 4)
      }
      let (ours, theirs) = (stores[round % 2], ["b", "a"][round % 2])
      let last = try ours.at { try $0.history.batches()[0].number }
      let before = (try ours.facts().current, try ours.state())
      try merge(theirs, into: ours)
      let merged = (try ours.facts().current, try ours.state())
      guard try ours.at(today, { try $0.history.batches()[0].number }) > last else { continue }
      let report = try #require(try ours.at { try $0.history.undoLatest() })
      #expect(report.batch == last + 1)
      #expect(report.left == [])
      #expect(try ours.facts().current == before.0)
      #expect(try ours.state() == before.1)
      let redone = try #require(try ours.at { try $0.history.redoLatest() })
      #expect(redone.batch == report.batch && redone.left == [])
      #expect(try ours.facts().current == merged.0)
      #expect(try ours.state() == merged.1)
      #expect(try ours.problems() == [])
    }
    // After merging into each other they are equal, with any undos in either.
    try merge("b", into: stores[0])
    try merge("a", into: stores[1])
    #expect(try stores[0].facts() == stores[1].facts())
    // Undoing everything results in an empty profile, in any order of the records.
    var count = 0
    while let report = try stores[0].at(today, { try $0.history.undoLatest() }), report.isDone {
      count += 1
    }
    #expect(count > 0)
    #expect(try stores[0].at { try $0.history.undoLatest() } == nil)
    #expect(try stores[0].facts().current == [:])
    #expect(try stores[0].problems() == [])
  }

  private func retitle(_ store: Store, _ id: EventID, _ title: String, _ now: String) throws {
    try store.at(now) { session in
      _ = try session.updateSpark(id: id, SparkChange(["title": .text(title)]))
    }
  }

  private func titles(_ store: Store) throws -> [String] {
    try store.rows("SELECT title FROM spark WHERE removed = 0 ORDER BY title")
      .map { $0.filter { $0 != "\"" } }
  }

  @Test func `restores what the other copy had undone`() throws {
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    try base.at("2026-05-01") { session in
      _ = try session.add(newSpark("one"))
      _ = try session.add(newSpark("two"))
    }
    try base.at("2026-05-02") { _ = try $0.add(newSpark("three")) }
    let (a, b) = (try scratch.copy("base", "a"), try scratch.copy("base", "b"))
    _ = try b.at("2026-05-03") { try $0.history.undoLatest() }
    try merge("b", into: a)
    #expect(try titles(a) == ["one", "two"])
    let report = try #require(try a.at { try $0.history.undoLatest() })
    #expect((report.batch, report.restored, report.removed) == (3, 1, 0))
    #expect(try titles(a) == ["one", "three", "two"])
    _ = try a.at { try $0.history.redoLatest() }
    #expect(try titles(a) == ["one", "two"])
  }

  @Test func `does not restore an event whose own batch was undone`() throws {
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    let id = try base.at("2026-05-01") { try $0.add(newSpark("a")).id }
    try retitle(base, id, "b", "2026-05-02")
    let (a, b) = (try scratch.copy("base", "a"), try scratch.copy("base", "b"))
    _ = try b.at("2026-05-03") { try $0.history.undoLatest() }
    try merge("b", into: a)
    _ = try a.at { try $0.history.undo(batch: 1) }
    #expect(try titles(a) == [])
    // The merge removed "b"; without the merge "b" would be restored, but its event was undone.
    _ = try a.at { try $0.history.undo(batch: 3) }
    #expect(try titles(a) == [])
    #expect(try a.problems() == [])
  }

  @Test func `skips no batch, and continues behind equal corrections`() throws {
    for isRemoval in [true, false] {
      let label = isRemoval ? "r" : "e"
      let base = try Store.create(path: scratch.path("base" + label), profile: .sample())
      let id = try base.at("2026-05-01") { try $0.add(newSpark("a")).id }
      let (a, b) = (
        try scratch.copy("base" + label, "a" + label), try scratch.copy("base" + label, "b" + label)
      )
      for (store, now) in [(a, "2026-05-02"), (b, "2026-05-03")] {
        if isRemoval {
          try store.at(now) { try $0.removeSpark(id: id) }
        } else {
          try retitle(store, id, "b", now)
        }
      }
      try merge("b" + label, into: a)
      let both = try titles(a)
      #expect(both == (isRemoval ? [] : ["b"]))
      // For the event both are the same correction.
      let report = try a.at { try $0.history.undo(event: id) }
      #expect(report.isDone)
      #expect(try titles(a) == ["a"])
      _ = try a.at { try $0.history.redoLatest() }
      #expect(try titles(a) == both)
      // As batches they are separate.
      var found: [[String]] = []
      for batch in [3, 2, 1] as [Int64] {
        let report = try #require(try a.at { try $0.history.undoLatest() })
        #expect(report.batch == batch && report.isDone)
        #expect(report.unchanged == (batch == 3 ? 1 : 0))
        found.append(try titles(a))
      }
      #expect(found == [both, ["a"], []])
      #expect(try a.at { try $0.history.undoLatest() } == nil)
      for _ in 0..<3 { _ = try a.at { try $0.history.redoLatest() } }
      #expect(try titles(a) == both)
      #expect(try a.problems() == [])
    }
  }

  @Test func `of a change beneath a later local one does not show it again`() throws {
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    let id = try base.at("2026-05-01") { try $0.add(newSpark("a")).id }
    let (a, b) = (try scratch.copy("base", "a"), try scratch.copy("base", "b"))
    try retitle(a, id, "ours", "2026-05-04")
    try retitle(b, id, "theirs", "2026-05-03")
    try merge("b", into: a)
    #expect(try titles(a) == ["ours"])
    #expect(try a.at { try $0.history.undoLatest() }?.unchanged == 1)
    _ = try a.at { try $0.history.undo(batch: 2) }
    #expect(try titles(a) == ["a"])
    // Later records must not be removed with it.
    _ = try a.at { try $0.history.redoLatest() }
    _ = try a.at { try $0.history.redoLatest() }
    try retitle(a, id, "since", "2026-05-05")
    #expect(try a.at { try $0.history.undo(batch: 3) }.left == [id])
    #expect(try titles(a) == ["since"])
  }
}
