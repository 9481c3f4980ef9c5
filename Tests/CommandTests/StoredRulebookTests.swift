import Foundation
import TestSupport
import Testing

/// The rulebook in a profile is input from elsewhere.
struct `A stored rulebook that was changed` {
  /// Commands that use a profile, with how each names it.
  static let commands = [
    "status --db p.db", "today --db p.db", "spark Read idea --db p.db",
    "edit last title=X --db p.db",
    "undo --db p.db", "eval 'spark.count()' --db p.db", "verify --db p.db", "backup b.db --db p.db",
    "export sparks --db p.db", "report --db p.db -o r.html", "rules show current --db p.db",
    "odds --db p.db --goal first:rare", "simulate --db p.db --players 1 --days 1", "due --db p.db",
    "config day-start 04:00 --db p.db", "rules set everyday --db p.db", "merge p.db --db q.db",
    "restore p.db --db new.db", "audit --db p.db", "replay --db p.db --rules everyday",
  ]

  /// What was changed, and what is said of it.
  static let changes = [
    (#"replace(definition, '"decision":10', '"decision":90')"#, "it does not have that hash"),
    (#"replace(definition, '"decision":10', '"decision":-10')"#, "it cannot be read"),
    ("substr(definition, 1, 100)", "it cannot be read"),
  ]

  @Test(arguments: changes)
  func `is reported by every command with status 74, and nothing is written`(
    change: (sql: String, text: String)
  ) throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC --now 2026-01-01 \
        --rules \(Shell.root.path)/examples/rulebooks/winter.lua &&
      flint spark A decision --quiet --db p.db --now 2026-02-01 && cp p.db q.db &&
      sqlite3 p.db "UPDATE rulebook SET definition = \(change.sql.replacing("\"", with: "\\\""));
        DELETE FROM cached_state; PRAGMA wal_checkpoint(TRUNCATE)" > /dev/null && cp p.db before.db
      """, in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    for command in Self.commands {
      let refused = try Shell.run("flint \(command)", in: scratch.url)
      #expect(refused.status == 74, "\(command): \(refused.output)")
      #expect(
        refused.output.contains("in the profile is damaged: \(change.text)"),
        "\(command): \(refused.output)")
    }
    let after = try Shell.run(
      "cmp p.db before.db; ls b.db new.db r.html 2>/dev/null", in: scratch.url)
    #expect(after.output.isEmpty, "\(after.output)")
  }
}
