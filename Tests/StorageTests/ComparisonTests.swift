import FlintCalendar
import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

struct `A comparison of a profile with a copy` {
  let scratch: Scratch
  let profile: Store

  init() throws {
    scratch = try Scratch()
    profile = try Store.create(path: scratch.path(), profile: .sample)
    try profile.recordRichly()
    try profile.backUp(to: scratch.path("copy.db"))
  }

  private func copy() throws -> Store { try Store.open(path: scratch.path("copy.db")) }

  @Test func `finds nothing in an equal one`() throws {
    let comparison = try Comparison(of: profile, with: copy())
    #expect(comparison.isEqual && comparison.hasSameRecords)
    _ = try Dump.write(profile, to: scratch.path("text"))
    let dump = try Dump.read(scratch.path("text")).store
    #expect(try Comparison(of: profile, with: dump).isEqual)
  }

  @Test func `counts what each of the two lacks, with its days`() throws {
    try profile.record(2, from: 50)
    try copy().record(1, from: 60 * 24 * 3)
    let comparison = try Comparison(of: profile, with: copy())
    #expect((comparison.missing.events, comparison.missing.corrections) == (2, 0))
    #expect((comparison.additional.events, comparison.additional.corrections) == (1, 0))
    #expect(comparison.differing == 0 && comparison.isSameProfile && !comparison.hasSameRecords)
    // 2026-03-01 00:00 UTC is the first.
    let day = CivilTime(Instant(milliseconds: 1_772_323_200_000), offset: .zero).day
    #expect(comparison.missing.days == day...day)
    #expect(comparison.additional.days == (day + 3)...(day + 3))
  }

  @Test func `finds other contents under one id`() throws {
    try copy().access { access in
      try access.database.execute(
        sql: """
          UPDATE event SET content = content || ' ' WHERE seq =
            (SELECT min(seq) FROM event WHERE seq NOT IN (SELECT seq FROM event_original))
          """)
    }
    #expect(try Comparison(of: profile, with: copy()).differing == 1)
  }

  @Test func `says whether it is another profile`() throws {
    var other = Profile.sample
    other.id = EventID(high: 1, low: 2)
    other.zone = "UTC"
    let comparison = try Comparison(
      of: profile, with: Store.create(path: scratch.path("other.db"), profile: other))
    #expect(!comparison.isSameProfile && comparison.missing.isEmpty)
    #expect(comparison.otherSettings.map(\.setting) == [.zone])
  }
}

struct `The extent of a profile` {
  @Test func `has events that are not removed, and their days`() throws {
    let scratch = try Scratch()
    let store = try Store.create(path: scratch.path(), profile: .sample)
    #expect(try ProfileExtent(of: store).range == nil)
    try store.record(1)
    try store.record(2, from: 60 * 24 * 2)
    let extent = try ProfileExtent(of: store)
    #expect((extent.events, extent.days) == (3, 2))
    let first = CivilTime(Instant(milliseconds: 1_772_323_200_000), offset: .zero).day
    #expect(extent.range == first...(first + 2))
  }
}
