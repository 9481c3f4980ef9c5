import Foundation
import TestSupport
import Testing

/// Devices that exchange one profile through a folder.
final class `A profile on several devices` {
  let scratch: Scratch

  /// Makes `laptop.db` with a spark, its copy in the folder `shared`, and `tablet.db` from that.
  init() throws {
    scratch = try Scratch()
    try run(
      """
      mkdir -p shared/inbox
      flint init -q --db laptop.db --seed 7 --zone UTC --now 2026-01-01 &&
      flint spark -q 'First' energy --db laptop.db --now 2026-02-01T08:00 &&
      \(sync("laptop", "2026-02-01T09:00")) && \(sync("tablet", "2026-02-01T09:30")) --create
      """)
  }

  private func sync(_ device: String, _ now: String) -> String {
    "flint sync shared --db \(device).db --device \(device) --now \(now)"
  }

  @discardableResult
  private func run(_ command: String, status: Int32 = 0) throws -> String {
    let result = try Shell.run("{ \(command)\n} 2>&1", in: scratch.url)
    #expect(result.status == status, "\(result.output)")
    return result.output
  }

  private func titles(_ device: String) throws -> String {
    try run("flint sparks --format csv --columns title --order title --db \(device).db")
  }

  @Test func `is created on another device from the copy in the folder`() throws {
    #expect(try titles("tablet") == "title\nFirst\n")
    #expect(try run("flint verify --db tablet.db").hasPrefix("valid"))
    #expect(try run("ls shared") == "inbox\nlaptop.db\ntablet.db\n")
  }

  @Test func `has what each of them recorded and removed`() throws {
    try run(
      """
      flint spark -q 'On the laptop' idea --db laptop.db --now 2026-02-02T08:00
      flint spark -q 'On the tablet' idea --db tablet.db --now 2026-02-02T08:10
      flint remove -q First --db tablet.db --now 2026-02-02T08:20
      """)
    try run(sync("tablet", "2026-02-02T09:00"))
    let output = try run(sync("laptop", "2026-02-02T09:10"))
    #expect(output.contains("tablet.db: merged 1 event and 1 correction"), "\(output)")
    #expect(output.contains("removed: First"), "\(output)")
    try run(sync("tablet", "2026-02-02T09:20"))
    let wanted = "title\nOn the laptop\nOn the tablet\n"
    #expect(try titles("laptop") == wanted)
    #expect(try titles("tablet") == wanted)
  }

  @Test func `is not written where nothing changed`() throws {
    try run(sync("laptop", "2026-02-02T09:00"))
    let before = try run(
      "cat shared/* laptop.db shared/.l* 2> /dev/null | cksum; ls -li --time-style=full-iso shared")
    #expect(try run(sync("laptop", "2026-02-02T09:10")) == "nothing new in shared\n")
    let after = try run(
      "cat shared/* laptop.db shared/.l* 2> /dev/null | cksum; ls -li --time-style=full-iso shared")
    #expect(before == after)
  }

  @Test func `undo passes over what a synchronization brought`() throws {
    try run(
      """
      flint spark -q 'Mine' idea --db laptop.db --now 2026-02-02T08:00
      flint spark -q 'Theirs' idea --db tablet.db --now 2026-02-02T08:10
      """)
    try run(sync("tablet", "2026-02-02T09:00"))
    try run(sync("laptop", "2026-02-02T09:10"))
    #expect(try run("flint undo --db laptop.db --now 2026-02-02T10:00").contains("removed: Mine"))
    #expect(try titles("laptop") == "title\nFirst\nTheirs\n")
    #expect(try run("flint redo --db laptop.db --now 2026-02-02T10:01").contains("restored: Mine"))
  }

  @Test func `a synchronization between undo and redo does not end what redo restores`() throws {
    try run(
      """
      flint spark -q 'Mine' idea --db laptop.db --now 2026-02-02T08:00
      flint undo -q --db laptop.db --now 2026-02-02T08:05
      flint spark -q 'Theirs' idea --db tablet.db --now 2026-02-02T08:10
      """)
    try run(sync("tablet", "2026-02-02T09:00"))
    try run(sync("laptop", "2026-02-02T09:10"))
    #expect(try run("flint redo --db laptop.db --now 2026-02-02T10:01").contains("restored: Mine"))
  }

  /// What programs that move folders leave in them, and what is no copy of the profile.
  static let strangers = [
    ("head -c 40000 shared/tablet.db > shared/half.db", "half.db: it is not complete yet"),
    (": > shared/empty.db", "empty.db: it is not complete yet"),
    ("echo text > shared/text.db", "text.db: it is not complete yet"),
    (
      "flint init -q --db other.db --zone UTC && flint backup -q shared/other.db --db other.db",
      "other.db: a copy of another profile, which was left as it is"
    ),
    ("cp shared/tablet.db shared/x.db; echo log > shared/x.db-wal", "x.db: it is not complete yet"),
    ("cp shared/tablet.db shared/.syncthing.tablet.db.tmp", "nothing new"),
  ]

  @Test(arguments: strangers)
  func `is left alone by what is no complete copy`(make: String, expected: String) throws {
    try run(make)
    let before = try run("ls -lA --time-style=full-iso shared | grep -v sync.json")
    let output = try run(sync("laptop", "2026-02-02T09:00"))
    #expect(output.contains(expected), "\(output)")
    #expect(try run("ls -lA --time-style=full-iso shared | grep -v sync.json") == before)
    #expect(try titles("laptop") == "title\nFirst\n")
  }

  @Test func `reads a conflict copy like that of another device`() throws {
    try run(
      """
      cp tablet.db third.db
      flint spark -q 'In the conflict' idea --db third.db --now 2026-02-02T08:00
      flint backup -q shared/tablet.sync-conflict-20260202-080000-ABCDEFG.db --db third.db
      """)
    try run(sync("laptop", "2026-02-02T09:00"))
    #expect(try titles("laptop") == "title\nFirst\nIn the conflict\n")
  }

  @Test func `has all records again when a device goes back to an earlier copy`() throws {
    try run(
      """
      cp laptop.db earlier.db
      flint spark -q 'Theirs' idea --db tablet.db --now 2026-02-02T08:10
      """)
    try run(sync("tablet", "2026-02-02T09:00"))
    try run(sync("laptop", "2026-02-02T09:10"))
    try run("cp earlier.db laptop.db")
    try run(sync("laptop", "2026-02-02T09:20"))
    #expect(try titles("laptop") == "title\nFirst\nTheirs\n")
  }

  @Test func `keeps what another device wrote under the same name`() throws {
    try run("flint spark -q 'Namesake' idea --db tablet.db --now 2026-02-02T08:10")
    try run("flint sync shared --db tablet.db --device laptop --now 2026-02-02T08:20")
    try run(sync("laptop", "2026-02-02T09:10"))
    #expect(try titles("laptop") == "title\nFirst\nNamesake\n")
  }

  @Test(arguments: ["echo text > shared/new.db", "head -c 9000 tablet.db > shared/new.db"])
  func `does not replace a file that is no copy of it`(make: String) throws {
    try run(make + "; cp shared/new.db before")
    let output = try run(
      "flint sync shared --db laptop.db --device new --now 2026-02-02T09:00", status: 1)
    #expect(output.contains("it was left as it is"), "\(output)")
    try run("cmp shared/new.db before")
  }

  @Test func `does not take a copy of another profile for its own`() throws {
    try run("flint init -q --db other.db --zone UTC")
    let output = try run(
      "flint sync shared --db other.db --device laptop --now 2026-02-02T09:00", status: 1)
    #expect(output.contains("a copy of another profile has the name of this device"), "\(output)")
  }

  @Test func `records each line of the inbox once, on whichever device it arrives`() throws {
    try run(
      """
      printf '%s\\n' '2026-02-02T07:00 mood good' 'spark "From the phone" idea' 'spork x' \
        > shared/inbox/phone.txt; touch -d '2026-02-02T07:30Z' shared/inbox/phone.txt
      """)
    let output = try run(sync("laptop", "2026-02-02T09:00"), status: 1)
    #expect(output.contains("inbox/phone.txt: 2 lines recorded, 1 refused"), "\(output)")
    #expect(output.contains("phone.txt:3: expected spark, task"), "\(output)")
    #expect(try run("cat shared/inbox/phone.txt.rejects").contains("3: spork x"))
    try run(sync("tablet", "2026-02-02T09:10"), status: 1)
    try run(sync("laptop", "2026-02-02T09:20"), status: 1)
    let wanted = "title\nFirst\nFrom the phone\n"
    #expect(try titles("laptop") == wanted)
    #expect(try titles("tablet") == wanted)
    try run("sed -i 3d shared/inbox/phone.txt; touch -d '2026-02-02T07:40Z' shared/inbox/phone.txt")
    #expect(try run(sync("laptop", "2026-02-02T09:30")) == "nothing new in shared\n")
    #expect(try run("ls shared/inbox") == "phone.txt\n")
  }

  @Test func `records the lines of two versions of an inbox file once`() throws {
    try run(
      """
      printf '%s\\n' '2026-02-02T07:00 spark A idea' '2026-02-02T07:10 spark B idea' \
        > shared/inbox/phone.txt
      printf '%s\\n' '2026-02-02T07:00 spark A idea' '2026-02-02T07:20 spark C idea' \
        > shared/inbox/phone.sync-conflict-20260202-072500-ABCDEFG.txt
      touch -d '2026-02-02T07:30Z' shared/inbox/*.txt
      """)
    try run(sync("laptop", "2026-02-02T09:00"))
    #expect(try titles("laptop") == "title\nA\nB\nC\nFirst\n")
  }

  @Test func `is refused where the profile itself is in the folder`() throws {
    try run("cp laptop.db shared/mine.db")
    let output = try run("flint sync shared --db shared/mine.db --now 2026-02-02T09:00", status: 1)
    #expect(output.contains("itself is in this folder"), "\(output)")
  }

  @Test func `keeps its copy as a dump for Git`() throws {
    try run("rm shared/laptop.db; \(sync("laptop", "2026-02-02T09:00")) --dump")
    try run("test -d shared/laptop")
    try run("flint spark -q 'Later' idea --db laptop.db --now 2026-02-02T09:10")
    try run(sync("laptop", "2026-02-02T09:20"))
    try run(sync("tablet", "2026-02-02T09:30"))
    #expect(try titles("tablet") == "title\nFirst\nLater\n")
  }

  @Test func `is not created where nothing says so`() throws {
    #expect(
      try run("flint sync shared --db typo.db", status: 74).contains("or give --create"))
    #expect(
      try run("mkdir bare; flint sync bare --db new.db --create", status: 74).contains("no copy"))
    #expect(try run("flint sync nowhere --db laptop.db", status: 74).contains("no such folder"))
    try run("test ! -e new.db && test ! -e typo.db")
  }

  @Test func `a dry run writes nothing`() throws {
    try run("flint spark -q 'Theirs' idea --db tablet.db --now 2026-02-02T08:10")
    try run(sync("tablet", "2026-02-02T09:00"))
    let before = try run("cat shared/* laptop.db 2> /dev/null | cksum")
    #expect(
      try run(sync("laptop", "2026-02-02T09:10") + " --dry-run").contains("merged 1 event"))
    #expect(try run("cat shared/* laptop.db 2> /dev/null | cksum") == before)
  }

  @Test func `several copies are merged at once, or none if one is of another profile`() throws {
    try run(
      """
      cp laptop.db a.db; cp laptop.db b.db; flint init -q --db other.db --zone UTC
      flint spark -q A idea --db a.db --now 2026-02-02T08:00
      flint spark -q B idea --db b.db --now 2026-02-02T08:00
      """)
    try run("flint merge a.db other.db b.db --db laptop.db --now 2026-02-02T09:00", status: 1)
    #expect(try titles("laptop") == "title\nFirst\n")
    let output = try run("flint merge a.db b.db --db laptop.db --now 2026-02-02T09:00")
    #expect(output.contains("a.db: merged 1 event") && output.contains("b.db: merged 1 event"))
    #expect(try titles("laptop") == "title\nA\nB\nFirst\n")
  }
}
