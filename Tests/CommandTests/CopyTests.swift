import Foundation
import TestSupport
import Testing

/// Copies of a profile in a folder, in a repository and in its place.
final class `Copies of a profile` {
  let scratch: Scratch

  /// Makes `p.db` with a spark.
  init() throws {
    scratch = try Scratch()
    try run(
      """
      flint init -q --db p.db --seed 7 --zone UTC --now 2026-01-01 &&
      flint spark -q First energy --db p.db --now 2026-02-01T08:00 && mkdir copies
      """)
  }

  @discardableResult
  private func run(_ command: String, status: Int32 = 0) throws -> String {
    let result = try Shell.run("export TZ=UTC; { \(command)\n} 2>&1", in: scratch.url)
    #expect(result.status == status, "\(result.output)")
    return result.output
  }

  private func record(_ title: String, _ day: Int, in profile: String = "p") throws {
    try run("flint spark -q \(title) idea --db \(profile).db --now 2026-02-0\(day)T08:00")
  }

  private func backUp(_ day: Int, _ time: String = "09:00") throws -> String {
    try run("flint backup copies --keep 2 --db p.db --now 2026-02-0\(day)T\(time)")
  }

  @Test func `in a folder have the day in their names, and the oldest are removed`() throws {
    #expect(try backUp(1) == "copied p.db to copies/p-2026-02-01.db\n")
    #expect(
      try backUp(2) == "copies/p-2026-02-01.db is equal to p.db; nothing was copied\n")
    try record("Second", 2)
    #expect(try backUp(2) == "copied p.db to copies/p-2026-02-02.db\n")
    // The name of a copy that is none of this profile, and one that is no copy.
    try run(
      """
      flint init -q --db other.db --zone UTC; flint backup -q copies/p-2020-01-01.db --db other.db
      echo text > copies/p-2020-01-02.db
      """)
    try record("Third", 3)
    #expect(
      try backUp(3)
        == "copied p.db to copies/p-2026-02-03.db\nremoved copies/p-2026-02-01.db\n")
    try run("flint spark -q Fourth idea --db p.db --now 2026-02-03T09:10")
    #expect(
      try backUp(3, "09:30")
        == "copied p.db to copies/p-2026-02-03T0930.db\nremoved copies/p-2026-02-02.db\n")
    #expect(
      try run("ls copies")
        == """
        p-2020-01-01.db
        p-2020-01-02.db
        p-2026-02-03.db
        p-2026-02-03T0930.db

        """)
  }

  @Test func `a new copy is never removed, whatever dates the others have`() throws {
    let names = ["p-2026-02-05.db", "p-2026-02-05T0900.db", "p-2026-02-05T0900-2.db"]
    for (number, name) in names.enumerated() {
      try run("flint spark -q S\(number) idea --db p.db --now 2026-02-05T08:0\(number)")
      let output = try run("flint backup copies --keep 1 --db p.db --now 2026-02-05T09:00")
      #expect(output.hasPrefix("copied p.db to copies/\(name)\n"), "\(output)")
      #expect(try run("ls copies") == name + "\n")
    }
    try run("mv copies/* copies/p-2030-01-01.db")
    try record("Later", 6)
    #expect(
      try run("flint backup copies --keep 1 --db p.db --now 2026-02-06T09:00")
        == "copied p.db to copies/p-2026-02-06.db\nremoved copies/p-2030-01-01.db\n")
  }

  @Test func `are kept only in a folder`() throws {
    #expect(
      try run("flint backup new.db --keep 3 --db p.db", status: 2).contains(
        "--keep: expected a folder that exists"))
    #expect(try run("flint backup copies --keep 0 --db p.db", status: 2).contains("from 1 to"))
  }

  @Test func `a dry run names the copies that would be removed`() throws {
    _ = try backUp(1)
    try record("Second", 2)
    #expect(
      try run("flint backup copies --keep 1 --dry-run --db p.db --now 2026-02-02T09:00")
        == "dry run: would copy p.db to copies/p-2026-02-02.db\n"
        + "dry run: would remove copies/p-2026-02-01.db\n")
    #expect(try run("ls copies") == "p-2026-02-01.db\n")
  }

  @Test func `verify compares a copy with the profile`() throws {
    try run("flint backup -q b.db --db p.db; flint dump -q text --db p.db")
    #expect(
      try run("flint verify --backup b.db --db p.db") == "b.db: a sound copy, equal to p.db\n")
    try record("Second", 3)
    try run("flint remove -q First --db p.db --now 2026-02-04T08:00")
    let older = """
      a sound copy; it differs from p.db:
        only p.db has 1 event and 1 correction of 2026-02-01 to 2026-02-03

      """
    #expect(try run("flint verify --backup b.db --db p.db") == "b.db: " + older)
    #expect(try run("flint verify --backup text --db p.db") == "text: " + older)
    // The other way round, the copy has what the profile lacks.
    try run("flint backup -q newer.db --db p.db")
    #expect(
      try run("flint verify --backup newer.db --db b.db", status: 1).contains(
        "only newer.db has 1 event and 1 correction"))
    try run("flint init -q --db other.db --zone UTC")
    #expect(
      try run("flint verify --backup other.db --db p.db", status: 1).contains("another profile"))
    try run(
      "printf X | dd of=b.db bs=1 seek=$(grep -abo First b.db | tail -1 | cut -d: -f1) conv=notrunc status=none"
    )
    #expect(try run("flint verify --backup b.db --db p.db", status: 74).contains("is damaged"))
  }

  @Test func `a dump is replaced, and other files of its directory stay`() throws {
    try run(
      """
      mkdir -p text/.git; echo notes > text/README; echo config > text/.git/config
      flint dump --replace text --db p.db
      """)
    #expect(try run("flint dump --replace text --db p.db") == "text has this profile already\n")
    try run("stat -c '%n %i' text/*.jsonl | sort > before; ls -A text > names")
    try record("Second", 2)
    #expect(
      try run("flint dump --replace text --db p.db")
        == "wrote 2 events and 0 corrections to text\n")
    let changed = try run(
      "stat -c '%n %i' text/*.jsonl | sort | diff before - | grep '^>' | cut -d' ' -f2", status: 0)
    #expect(changed == "text/batch.jsonl\ntext/profile.jsonl\ntext/spark.jsonl\n")
    #expect(
      try run("ls -A text | diff names - && cat text/README text/.git/config") == "notes\nconfig\n")
    try run("flint restore -q --db again.db text")
    #expect(
      try run("flint sparks --db again.db --format csv --columns title --order title")
        == "title\nFirst\nSecond\n")
    // A dump of another profile is not replaced.
    try run("flint init -q --db other.db --zone UTC")
    #expect(
      try run("flint dump --replace text --db other.db", status: 1).contains("another profile"))
  }

  /// As when a replacement is interrupted.
  @Test(arguments: ["profile.json", "profile.jsonl", "spark.jsonl", "batch.jsonl"])
  func `of which one file is of an earlier dump is refused`(file: String) throws {
    try run("flint dump -q text --db p.db; cp -r text earlier")
    try record("Second", 2)
    try run("flint dump -q --replace text --db p.db; cp earlier/\(file) text/")
    try run("flint restore --db again.db text", status: 65)
    try run("test ! -e again.db")
  }

  @Test func `a dump takes the place of the profile`() throws {
    try run("flint dump -q text --db p.db")
    try record("Second", 2)
    let output = try run("flint restore text --db p.db --now 2026-02-03T10:00")
    #expect(
      output.hasPrefix(
        """
        restored p.db from 1 event and 0 corrections; the former profile is p.db.replaced-2026-02-03T1000
        it has 1 event on 2026-02-01; the former one has 2 events on 2 days, 2026-02-01 to 2026-02-02
        only the former profile has 1 event of 2026-02-02
        """), "\(output)")
    #expect(output.contains("sparks") && output.contains("2 → 1"), "\(output)")
    #expect(try run("flint verify --db p.db").hasPrefix("valid: 1 record"))
    #expect(
      try run("flint verify --db p.db.replaced-2026-02-03T1000").hasPrefix("valid: 2 records"))
  }

  @Test(arguments: ["", "--dry-run"])
  func `takes the place of no directory`(option: String) throws {
    try run("flint backup -q b.db --db p.db; mkdir folder.db; touch folder.db/mine")
    let output = try run("flint restore b.db --db folder.db \(option) 2>&1", status: 1)
    #expect(
      output.hasPrefix("flint: folder.db: already exists, it is not an ordinary file"), "\(output)")
    try run("test -e folder.db/mine")
  }

  @Test(arguments: ["new.db", "new.db-journal", "./new.db-wal"])
  func `salvage does not list what is left out in a file of the new profile`(rejects: String) throws
  {
    let output = try run(
      "flint salvage p.db -o new.db --rejects \(rejects) 2>&1", status: 2)
    #expect(output.contains("-o and --rejects: expected two files, got the same"), "\(output)")
    try run("test ! -e new.db -a ! -e \(rejects)")
  }

  @Test func `takes the place of a damaged profile, and of another one`() throws {
    try run("flint backup -q b.db --db p.db; head -c 5000 p.db > cut.db")
    #expect(
      try run("flint restore b.db --db cut.db --now 2026-02-03T10:00").contains(
        "the former one cannot be read"))
    #expect(try run("flint verify --db cut.db").hasPrefix("valid: 1 record"))
    try run("flint init -q --db other.db --zone UTC")
    #expect(
      try run("flint restore b.db --db other.db --now 2026-02-03T10:00").contains(
        "the former one is another profile"))
    #expect(try run("flint verify --db other.db").hasPrefix("valid: 1 record"))
  }
}
