import Foundation
import Testing

/// The quest set in a profile is input from elsewhere.
struct `A stored quest set that was changed` {
  @Test func `is reported where it is folded, and nothing is written`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      #"""
      flint init --quiet --db p.db --seed 7 --zone UTC --now 2026-01-01
      echo '{"id": "ms", "name": "Main", "missions": [{"id": "m", "title": "M", "nodes": [
        {"id": "a", "title": "A", "orderIndex": 0}, {"id": "b", "title": "B", "orderIndex": 1}]}]}' > q.json
      flint eval --quiet --db p.db --now 2026-02-01 --allow-read q.json 'quest.load("q.json")'
      flint quests --db p.db --now 2026-02-01 > /dev/null
      cp p.db q.db; cp p.db r.db
      sqlite3 p.db "UPDATE event SET content = replace(content, '\"B\"', '\"C\"') WHERE kind = 20;
        DELETE FROM cached_state; PRAGMA wal_checkpoint(TRUNCATE)" > /dev/null
      sqlite3 r.db "DELETE FROM cached_state; PRAGMA wal_checkpoint(TRUNCATE)" > /dev/null
      cp p.db before.db
      """#, in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    for command in [
      "quests", "status", "spark Read idea", "today", "due", "report -o r.html", "verify",
    ] {
      let refused = try Shell.run("flint \(command) --db p.db", in: scratch.url)
      #expect(refused.status == 74, "\(command): \(refused.output)")
      #expect(
        refused.output.contains("is damaged: it is not as it was recorded"),
        "\(command): \(refused.output)")
    }
    let after = try Shell.run(
      "cmp p.db before.db; ls r.html 2>/dev/null; flint quests --db r.db --now 2026-02-01 | grep -c Main",
      in: scratch.url)
    #expect(after.output == "1\n", "\(after.output)")
  }

  @Test func `is used where it was loaded again, unchanged`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      #"""
      flint init --quiet --db p.db --seed 7 --zone UTC --now 2026-01-01
      day=1; for name in Main Other; do day=$((day + 1))
        echo '{"id": "ms", "name": "'$name'", "missions": [{"id": "m", "title": "M", "nodes": [
          {"id": "a", "title": "A", "orderIndex": 0}]}]}' > q.json
        flint eval --quiet --db p.db --now 2026-02-0$day --allow-read q.json 'quest.load("q.json")' > /dev/null
      done
      sqlite3 p.db "DELETE FROM cached_state; PRAGMA wal_checkpoint(TRUNCATE)" > /dev/null
      flint quests --db p.db --now 2026-02-04 | grep -c Other; flint verify --db p.db
      """#, in: scratch.url)
    #expect(result.output.hasPrefix("1\nvalid: "), "\(result.output)")
  }
}
