import Foundation
import FlintRules
import Testing

@testable import Storage

/// A damaged profile that has lost its own row or a rulebook.
struct `A profile without its own row` {
  let scratch: SalvageScratch

  init() throws {
    scratch = try SalvageScratch()
    try scratch.write(scratch.bytes(), to: "copy.db")
  }

  private func loseRow() throws {
    let zone = try scratch.position(of: "Europe/Rome")
    try scratch.damage { $0[zone] = UInt8(ascii: "A") }
  }

  private func copy(_ name: String = "copy.db") throws -> Store {
    try Store.openForReading(path: scratch.path(name))
  }

  @Test func `is refused without an older copy`() throws {
    try loseRow()
    let failure = try #require(throws: SalvageFailure.self) { try scratch.salvage() }
    #expect(
      failure.problem
        == "the profile's own row, with its id, seed and zone, is lost; give an older copy of the profile, a "
        + "file or a dump, with --like")
    #expect(failure.report.rejects.map(\.kind) == ["profile"])
    #expect(!ProfilePath.exists(scratch.path("new.db")))
  }

  @Test func `gets it from an older copy`() throws {
    try loseRow()
    let report = try scratch.salvage(like: copy())
    #expect(report.notes.first?.hasPrefix("the profile's own row was lost") == true)
    #expect(try scratch.saved() == scratch.original)
  }

  @Test func `gets it from a dump`() throws {
    _ = try Dump.write(copy(), to: scratch.path("text"))
    try loseRow()
    _ = try scratch.salvage(like: Dump.read(scratch.path("text")).store)
    #expect(try scratch.saved() == scratch.original)
  }

  @Test func `is not made of another profile`() throws {
    var other = Profile.sample
    other.id = EventID(high: 1, low: 2)
    other.seed = 3
    _ = try Store.create(path: scratch.path("other.db"), profile: other)
    let sound = try #require(throws: SalvageFailure.self) {
      try scratch.salvage(like: copy("other.db"))
    }
    #expect(sound.problem == "--like is a copy of another profile")
    try loseRow()
    let damaged = try #require(throws: SalvageFailure.self) {
      try scratch.salvage(like: copy("other.db"))
    }
    #expect(damaged.problem == "the rows are not of the profile of which --like is a copy")
  }

  @Test func `gets a lost rulebook from an older copy`() throws {
    try scratch.tamper("UPDATE rulebook SET definition = replace(definition, '1', '2')")
    let failure = try #require(throws: SalvageFailure.self) { try scratch.salvage() }
    #expect(
      failure.problem
        == "the rulebook own, which the profile needs, is missing; give an older copy of the profile with --like"
    )
    #expect(try scratch.salvage(like: copy()).isComplete)
    #expect(try scratch.saved() == scratch.original)
  }

  @Test func `of which the batches are lost has its records in empty ones`() throws {
    try scratch.tamper("PRAGMA foreign_keys = OFF; DELETE FROM batch WHERE seq = 1")
    let report = try scratch.salvage()
    #expect(report.notes.contains { $0.hasPrefix("batches were lost") }, "\(report.notes)")
    #expect(try scratch.saved()["spark"] == scratch.original["spark"])
  }
}
