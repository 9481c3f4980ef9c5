import Foundation
import TestSupport
import Testing

/// A profile's file that another one takes the place of: after a crash, during a script, and during a
/// console. What arrives stays as it arrived.
final class `A profile that is replaced` {
  let scratch: Scratch

  /// Makes `base.db` with 600 sparks, and `phone.db`, a copy with 600 more.
  init() throws {
    scratch = try Scratch()
    try run(
      """
      flint init --quiet --db base.db --seed 7 --zone UTC --now 2026-01-01 &&
      flint eval --quiet --db base.db --now 2026-02-01 'for i = 1, 600 do
        spark.add{title = "laptop " .. i, category = "energy"} end' && cp base.db phone.db &&
      flint eval --quiet --db phone.db --now 2026-02-02 'for i = 1, 600 do
        spark.add{title = "phone " .. i, category = "challenge"} end'
      """)
  }

  private func run(_ command: String) throws {
    let result = try Shell.run(command, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }

  /// The ways in which one file takes the place of another.
  static let manners = [
    "cp phone.db p.db", "cp phone.db arriving && mv arriving p.db", "rm p.db && cp phone.db p.db",
  ]

  /// The ways of programs that keep folders equal: the file that is open is not written.
  static let arrivals = [
    "cp phone.db arriving && mv arriving p.db", "rm p.db && cp phone.db p.db",
    "mv p.db conflict.db && cp phone.db p.db",
  ]

  private func expectAsArrived() throws {
    try run("cmp p.db phone.db")
    let found = try Shell.run("flint verify --db p.db", in: scratch.url)
    #expect(found.status == 0)
    #expect(found.output.hasPrefix("valid: 1,200 records"), "\(found.output)")
  }

  @Test(arguments: manners)
  func `after a crash is not mixed with the log of the crash`(manner: String) throws {
    try run(
      """
      cp base.db p.db && flint eval --quiet --db p.db --now 2026-02-03 'for i = 1, 600 do
        spark.add{title = "more " .. i, category = "decision"} end'
      echo 'for i = 1, 200 do spark.add{title = "c" .. i, category = "idea"} end checkpoint()
        log.info("ready") while true do end' > crash.lua
      flint run --db p.db --now 2026-03-01 crash.lua 2> log & P=$!
      for i in $(seq 600); do grep -q ready log && break; sleep 0.05; done
      kill -9 $P; test -s p.db-wal && \(manner)
      """)
    for command in ["status", "verify", "spark Read idea", "eval 'spark.count()'"] {
      let refused = try Shell.run("flint \(command) --db p.db", in: scratch.url)
      #expect(refused.status == 74, "\(command): \(refused.output)")
      #expect(
        refused.output.hasPrefix("flint: p.db-wal: it does not belong to p.db"), "\(refused.output)"
      )
    }
    try run("cmp p.db phone.db && test -s p.db-wal && rm p.db-wal p.db-shm")
    try expectAsArrived()
  }

  @Test(arguments: arrivals)
  func `during a script is left alone, and the script fails`(manner: String) throws {
    try run("cp base.db p.db")
    // A script that waits until the file has been replaced.
    let result = try Shell.run(
      """
      echo 'for i = 1, 3000 do spark.add{title = "s" .. i, category = "idea"} end log.info("ready")
        local n = 0 while not fs.exists("go") do n = n + 1 end' > s.lua
      flint run --db p.db --now 2026-09-01 s.lua 2> log & P=$!
      for i in $(seq 600); do grep -q ready log && break; sleep 0.05; done
      \(manner); touch go; wait $P; echo $?; cat log
      """, in: scratch.url)
    #expect(result.output.hasPrefix("74\n"), "\(result.output)")
    #expect(
      result.output.contains(
        "flint: p.db: the file was moved, replaced or removed while it was in use; nothing was changed (see docs/backups.md)"
      ))
    try expectAsArrived()
  }

  @Test(arguments: arrivals)
  func `between two lines of a console is left alone`(manner: String) throws {
    let result = try Shell.run(
      """
      cp base.db p.db; mkfifo lines; flint repl --db p.db --now 2026-03-01 < lines > log 2>&1 & P=$!
      exec 7> lines; echo 'spark.add{title = "before", category = "idea"}' >&7; echo 'print("ready")' >&7
      for i in $(seq 600); do grep -q ready log && break; sleep 0.05; done
      stat -c 'log %s' p.db-wal
      \(manner); echo 'spark.add{title = "after", category = "idea"}' >&7; exec 7>&-; wait $P
      echo $?; grep moved log
      """, in: scratch.url)
    #expect(
      result.output
        == "log 0\n1\nflint: p.db: the file was moved, replaced or removed while it was in use; nothing was "
        + "changed (see docs/backups.md)\n")
    try expectAsArrived()
    if manner.hasPrefix("mv") {
      let moved = try Shell.run("flint eval --db conflict.db 'spark.count()'", in: scratch.url)
      #expect(moved.output == "601\n")
    }
  }

  @Test func `by restore is put aside with its log, and the backup takes its place`() throws {
    try run(
      """
      cp base.db p.db; flint backup --quiet --db phone.db backup.db
      echo 'spark.add{title = "c", category = "idea"} checkpoint() log.info("ready") while true do end' > c.lua
      flint run --db p.db --now 2026-03-01 c.lua 2> log & P=$!
      for i in $(seq 600); do grep -q ready log && break; sleep 0.05; done; kill -9 $P; test -s p.db-wal
      """)
    let options = "--db p.db --now 2026-03-02T09:30"
    let dry = try Shell.run("TZ=UTC flint restore --dry-run \(options) backup.db", in: scratch.url)
    let changes = """
      it has 1,200 events on 2 days, 2026-02-01 to 2026-02-02; the former one has 601 events on 2 days, \
      2026-02-01 to 2026-03-01
      only the former profile has 1 event of 2026-03-01
      only the copy has 600 events of 2026-02-02
      """
    #expect(
      dry.output.hasPrefix(
        "dry run: would restore p.db from backup.db, and put aside what is there\n" + changes),
      "\(dry.output)")
    let restored = try Shell.run("TZ=UTC flint restore \(options) backup.db", in: scratch.url)
    #expect(
      restored.output.hasPrefix(
        "restored p.db from backup.db; the former profile is p.db.replaced-2026-03-02T0930\n"
          + changes), "\(restored.output)")
    let found = try Shell.run(
      "flint verify --db p.db; flint verify --db p.db.replaced-2026-03-02T0930; flint restore --db p.db p.db; ls p.db*",
      in: scratch.url)
    #expect(
      found.output.hasPrefix(
        """
        valid: 1,200 records, 1,200 events folded, the cache agrees
        valid: 601 records, 601 events folded, the cache agrees
        flint: p.db: this is the profile itself

        """), "\(found.output)")
  }

  @Test func `by restore stays when the backup is damaged`() throws {
    try run(
      "cp base.db p.db; sqlite3 phone.db \"UPDATE spark SET title = 'changed' WHERE seq = 700\"")
    let refused = try Shell.run("flint restore --db p.db phone.db", in: scratch.url)
    #expect(refused.status == 74)
    #expect(
      refused.output.hasPrefix("flint: phone.db: the file is damaged (spark "), "\(refused.output)")
    try run("cmp base.db p.db && ! test -e p.db.replaced")
    try run("flint restore --quiet --db new/p.db base.db && flint verify --quiet --db new/p.db")
  }
}
