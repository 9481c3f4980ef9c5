import Foundation
import Testing

@testable import Storage

/// The resolution of paths for SQLite.
struct `The path of a profile` {
  @Test func `follows links at its end, even to a missing file`() throws {
    let scratch = try Scratch()
    let manager = FileManager.default
    let folder = scratch.path("real")
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try manager.createSymbolicLink(
      atPath: scratch.path("relative.db"), withDestinationPath: "real/p.db")
    try manager.createSymbolicLink(
      atPath: scratch.path("real/absolute.db"), withDestinationPath: scratch.path("relative.db"))
    let target = scratch.path("real/p.db")
    #expect(ProfilePath.resolved(scratch.path("relative.db")) == target)
    #expect(ProfilePath.resolved(scratch.path("real/absolute.db")) == target)
    try scratch.write("x".utf8, to: "real/p.db")
    #expect(ProfilePath.resolved(scratch.path("relative.db")) == target)
  }

  @Test func `is unchanged without a link at its end`() throws {
    for path in ["p.db", "./p.db", "a/../p.db", "/nowhere/p.db", "x//p.db"] {
      #expect(ProfilePath.resolved(path) == path)
    }
  }

  @Test func `with a cycle of links ends`() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("a"), withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("b"), withDestinationPath: "a")
    #expect(ProfilePath.resolved(scratch.path("a")) == scratch.path("a"))
    #expect(throws: StoreError(.missing, path: scratch.path("a"))) {
      try Store.open(path: scratch.path("a"))
    }
  }
}
