import Confinement
import Foundation
import TestSupport
import Testing

/// Every command that uses a profile has SQLite read it in the sandbox only.
struct `A profile` {
  /// Commands with a profile `p.db` that each names by `--db`, among them one of each name.
  static let commands = [
    "spark Read idea", "spark Read unknown", "spark Read idea --dry-run", "task Call", "done Call",
    "start Call", "stop", "reopen Call", "buy First",
    "mood good", "entry Weight 80 --new", "habit add Walk", "journal Words", "roll idea",
    "inbox phone.txt",
    "edit last title=X", "remove last", "run s.lua", "eval 'spark.count()'", "repl < /dev/null",
    "today", "week", "status", "sparks", "cards", "pools", "missions", "tasks", "quests", "moods",
    "journey", "achievements", "trackers", "habits", "list", "stats", "due", "calendar", "year",
    "report -o r.html", "log", "log --imports", "undo", "undo --dry-run", "redo", "merge q.db",
    "import s.csv", "export sparks", "export sparks -o e.csv", "export everything -o e",
    "export sqlite e.sqlite", "dump d",
    "dump --dry-run d2", "restore q.db", "odds --goal first:rare",
    "simulate --players 1 --days 1 --rules current",
    "audit", "rules show current", "rules set everyday", "replay --rules everyday", "config",
    "config language es", "verify", "backup b.db", "backup shared --keep 2", "verify --backup q.db",
    "dump --replace shared",
    "sync shared", "salvage -o n.db", "init",
  ]

  /// Commands that use no profile of the user.
  static let others: Set = [
    "check", "test", "new", "api", "doctor", "completions", "man", "demo",
  ]

  @Test func `is read by each command in the sandbox only`() throws {
    guard SandboxStatus.available.landlock > 0 else { return }
    let names = Set(Self.commands.map { String($0.prefix { $0 != " " }) })
    #expect(Set(Shell.commandNames).subtracting(Self.others) == names)
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      flint init --quiet --db q.db --seed 7 --zone UTC --rules ignition &&
      flint spark First idea --quiet --db q.db && echo 'spark.count()' > s.lua &&
      echo 'mood good' > phone.txt && mkdir shared &&
      printf 'at,title,category\\n2026-01-01,Row,idea\\n' > s.csv
      """, in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    for command in Self.commands {
      let words = command.split(separator: " <", maxSplits: 1).map(String.init)
      // A new profile is read, too.
      let copy = command == "init" ? "" : "cp q.db p.db;"
      _ = try Shell.run(
        """
        rm -f p.db*; \(copy) strace -f -y -qq -o trace.txt -e trace=pread64,prctl,seccomp \
          flint \(words[0]) --db p.db \(words.dropFirst().map { "<" + $0 }.joined())
        """, in: scratch.url)
      let trace = try String(
        contentsOf: scratch.url.appendingPathComponent("trace.txt"), encoding: .utf8)
      let lines = trace.split(separator: "\n")
      let entered = lines.firstIndex { $0.contains("SECCOMP") && $0.hasSuffix("= 0") }
      let read = lines.firstIndex { $0.contains("pread64(") && $0.contains(".db>") }
      #expect(read != nil, "flint \(command) does not read the profile: \(trace)")
      #expect((entered ?? .max) < (read ?? 0), "flint \(command) reads the profile outside of it")
    }
  }
}
