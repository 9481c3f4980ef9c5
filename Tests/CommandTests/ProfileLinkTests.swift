import Foundation
import Testing

/// `--db` may be a symbolic link: SQLite's files are beside the target of the link.
struct `A profile behind a symbolic link` {
  /// A profile `real/real.db`, with links to it: `link.db`, and `far/chain.db` by way of that.
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      mkdir real far && flint init --quiet --db real/real.db --seed 1 --zone UTC
      ln -s real/real.db link.db && ln -s ../link.db far/chain.db
      """, in: scratch.url)
    #expect(made.status == 0 && made.output == "")
    return scratch
  }

  @Test(arguments: ["link.db", "far/chain.db", "real/real.db"])
  func `scripts cannot access the journal and the log beside the target of a link`(path: String)
    throws
  {
    let scratch = try scratch()
    for name in [
      "real/real.db", "real/real.db-wal", "real/real.db-shm", "real/real.db-journal",
      "real/REAL.DB-journal",
    ] {
      let result = try Shell.run(
        "flint eval --db \(path) --allow-write real --allow-write . 'fs.write(\"\(name)\", \"x\")'",
        in: scratch.url)
      #expect(result.status == 74, "\(name): \(result.output)")
      #expect(result.output.contains("belongs to the profile"), "\(name): \(result.output)")
    }
    let left = try Shell.run("ls real/*-journal real/REAL*", in: scratch.url)
    #expect(left.status != 0, "\(left.output)")
  }

  @Test func `scripts cannot access files beside the link either`() throws {
    let scratch = try scratch()
    for name in ["link.db", "link.db-wal", "link.db-shm", "link.db-journal"] {
      let result = try Shell.run(
        "flint eval --db link.db --allow-write . 'fs.write(\"\(name)\", \"x\")'", in: scratch.url)
      #expect(result.status == 74, "\(name): \(result.output)")
    }
  }

  @Test func `a profile is created at the target of a dangling link`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      mkdir real; ln -s real/new.db link.db
      flint eval --quiet --create --db link.db 'spark.add{title = "a", category = "idea"}' && \
        flint eval --db real/new.db 'spark.count()' && test -L link.db
      """, in: scratch.url)
    #expect(result.status == 0 && result.output.hasSuffix("\n1\n"), "\(result.output)")
  }

  @Test func `a profile behind a link is read with its write-ahead log`() throws {
    let scratch = try scratch()
    // A killed process leaves a log beside the target, and nothing beside the link.
    let result = try Shell.run(
      """
      echo 'spark.add{title = "s", category = "idea"} checkpoint() log.info("ready") while true do end' > c.lua
      : > log; flint run --db link.db c.lua 2> log & P=$!
      for i in $(seq 600); do grep -q ready log && break; sleep 0.05; done; kill -9 $P
      test -s real/real.db-wal && flint eval --db link.db 'spark.count()'
      """, in: scratch.url)
    #expect(result.output == "1\n", "\(result.output)")
  }
}
