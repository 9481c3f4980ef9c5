import Commands
import Foundation
import Testing

/// Damaged files and unusual environments and values lead to the right status and message.
struct `Commands in unusual environments` {
  private func run(_ script: String) throws -> String {
    let scratch = try Scratch()
    return try Shell.run(script, in: scratch.url).output
  }

  private static let profile = """
    flint init --quiet --db p.db --seed 7 --zone UTC
    flint eval --quiet --db p.db --now 2026-03-01 'for i = 1, 300 do
      spark.add{title = "s" .. i, category = "idea", tags = {"a"}} end'
    """

  @Test func `every command exits with 74 if the profile is damaged`() throws {
    let output = try run(
      """
      \(Self.profile)
      flint verify --quiet --db p.db --now 2026-03-02; cp p.db q.db
      sqlite3 p.db "UPDATE spark SET tags = 'x' WHERE seq = 200; DELETE FROM cached_state"
      dd if=/dev/zero of=q.db bs=4096 seek=8 count=20 conv=notrunc 2> /dev/null
      for arguments in "sparks" "everything -o d1" "sparks --columns title,tags"; do
        flint export --db p.db $arguments > out.txt 2>&1; echo "$? $(grep -c 'is damaged' out.txt)"
      done
      flint dump --db q.db d2 > out.txt 2>&1; echo "$? $(grep -c 'is damaged' out.txt)"
      flint backup --db q.db b.db > out.txt 2>&1; echo "$? $(grep -c 'is damaged' out.txt)"
      flint backup --db p.db b.db > out.txt 2>&1; echo "$? $(grep -c 'is damaged' out.txt)"
      ls | grep -v -e -wal -e -shm
      """)
    #expect(output == "74 1\n74 1\n74 1\n74 1\n74 1\n74 1\nout.txt\np.db\nq.db\n")
  }

  /// The profile must not be opened under the number of a stream that is closed, or output would
  /// overwrite it.
  @Test(arguments: [
    ("today", "74 0 74"), ("week", "74 0 74"), ("log", "74 0 74"), ("due", "74 0 74"),
    ("habits", "74 0 74"), ("undo", "0 0 0"), ("spark y idea", "74 0 74"), ("done zzz", "1 1 1"),
    ("config week-start sunday", "0 0 0"),
  ])
  func `closed streams are not written to`(command: String, statuses: String) throws {
    let output = try run(
      """
      \(Self.profile)
      for closed in '>&-' '2>&-' '>&- 2>&- <&-'; do
        cp p.db q.db; eval "flint \(command) --db q.db --now 2026-03-02 $closed" >out 2>&1
        printf '%s ' $?; flint verify --quiet --db q.db; rm q.db*
      done
      """)
    #expect(output == statuses + " ", "\(output)")
  }

  @Test func `an answer that cannot be written does not hide that it was recorded`() throws {
    let output = try run(
      """
      flint init --quiet --db p.db --zone UTC
      for full in '>/dev/full' '--format json >/dev/full' '--dry-run >/dev/full 2>/dev/null' \
        '--quiet >/dev/full'; do
        eval "flint task Milk --db p.db $full"; echo $?
      done
      flint tasks --db p.db --format csv | wc -l
      """)
    let failure = "flint: standard output: No space left on device; it was recorded\n74\n"
    #expect(output == failure + failure + "74\n0\n4\n", "\(output)")
  }

  @Test func `a copy that cannot be written is reported with the reason`() throws {
    let output = try run(
      "\(Self.profile)\n(ulimit -f 100; flint backup --db p.db b.db; echo $?); ls | grep -v -e -wal -e -shm"
    )
    #expect(output == "flint: b.db: disk I/O error\n74\np.db\n")
  }

  @Test(arguments: [
    "spark.add{title = 'a\\0b', category = 'idea'}", "task.add{name = 'a\\0b'}",
    "task.add{name = 'a', project = 'x\\0'}",
    "mood.add{mood = 4, day = '2026-01-01', note = '\\0'}",
    "tracker.add{name = 'a\\0b'}", "project.add('a\\0b')",
    "tracker.add{name = 'T'} tracker.add_entry('T', {text = string.char(92, 0)})",
    "task.update(task.add{name = 'a'}.id, {details = 'a\\0b'})",
  ])
  func `the character U+0000 is refused in every text`(script: String) throws {
    let output = try run(
      """
      flint eval --quiet --scratch --now 2026-03-01 "\(script)" > out.txt 2>&1; echo $?
      grep -c 'U+0000' out.txt
      """)
    #expect(output == "1\n1\n", "\(script)")
  }

  @Test func `the character U+0000 is refused in events of scripted players`() throws {
    let output = try run(
      #"""
      printf '%s' 'function day() task.add{name = "a", details = "b\0"} end' > plan.lua
      flint simulate --quiet --players 1 --days 1 plan.lua > out.txt 2>&1; echo $?
      grep -c 'U+0000' out.txt
      """#)
    #expect(output == "1\n1\n")
  }

  @Test func `a backslash before u0000 is stored as text`() throws {
    let output = try run(
      #"""
      flint eval --scratch --now 2026-03-01 \
        "local t = task.add{name = [[a\u0000b]]} print(task.get(t.id).name)"
      """#)
    #expect(output == "a\\u0000b\n")
  }

  @Test func `created directories are removed if no profile was created`() throws {
    let output = try run(
      """
      flint eval --db a/b/c.db --zone Nowhere/None 1 > /dev/null 2>&1; echo $?
      long=$(head -c 600 /dev/zero | tr '\\0' x | sed 's,.\\{100\\},&/,g')
      flint eval --db "d/$long/p.db" --zone UTC 1 > out.txt 2>&1; echo $?
      grep -c 'the path is too long' out.txt; rm out.txt; ls
      """)
    #expect(output == "2\n74\n1\n")
  }

  @Test(arguments: ["CET-1CEST", ":Nowhere/None", "/etc/hostname"])
  func `an unknown zone in the variable TZ is refused`(zone: String) throws {
    let output = try run(
      """
      TZ='\(zone)' flint init --db p.db 2> out.txt; echo $?; grep -c 'variable TZ' out.txt
      TZ='\(zone)' flint init --quiet --db p.db --zone Europe/Rome; echo $?
      """)
    #expect(output == "2\n1\n0\n")
  }

  @Test(arguments: ["Europe/Rome", ":Europe/Rome", "/usr/share/zoneinfo/Europe/Rome"])
  func `the zone of a new profile comes from the variable TZ`(zone: String) throws {
    let output = try run("TZ='\(zone)' flint init --db p.db 2>&1 | grep -c 'zone Europe/Rome,'")
    #expect(output == "1\n")
  }

  @Test func `an empty HOME is treated as unset`() throws {
    let output = try run(
      "HOME= XDG_DATA_HOME= flint status > out.txt 2>&1; grep -c '^flint: /.local' out.txt")
    #expect(output == "0\n")
  }

  @Test func `a leap second is read as the last moment of its minute`() throws {
    let output = try run(
      """
      flint eval --scratch --now 2026-03-01 \
        "return spark.add{title = 'a', category = 'idea', at = '2016-12-31T23:59:60Z'}.status"
      flint eval --scratch --now 2026-03-01 \
        "return spark.add{title = 'a', category = 'idea', at = '2016-12-31T23:10:60Z'}.status" 2> /dev/null
      echo $?
      flint init --quiet --db p.db --zone UTC
      printf 'title,category,at\\na,idea,2017-01-01T05:29:60.5+05:30\\n' > s.csv
      flint import --quiet --db p.db s.csv; flint export --db p.db sparks --columns at,title
      """)
    #expect(output == "added\n1\nat,title\n2017-01-01T05:29:59.999+05:30,a\n")
  }

  @Test func `reading a profile without write permission leaves no files that lock out its owner`()
    throws
  {
    // As a user without root's permissions.
    let other =
      geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=$PWD" : "env"
    let output = try run(
      """
      chmod 777 .; \(Self.profile); rm -f p.db-*; chmod 444 p.db; [ $(id -u) = 0 ] && chown 65534 p.db
      \(other) flint status --db p.db > /dev/null; echo $?
      \(other) flint verify --quiet --db p.db; echo $?
      ls p.db*
      chmod 644 p.db
      \(other) flint eval --quiet --db p.db --now 2026-03-02 'spark.count()'; echo $?
      """)
    #expect(output == "0\n0\np.db\n300\n0\n")
  }

  /// 64 MiB are 67,108,864 bytes; the file is sparse, so that it takes no time to write.
  @Test func `a script has 64 MiB at most`() throws {
    let scratch = try Scratch()
    let place = scratch.url.appendingPathComponent("long.lua")
    try Data().write(to: place)
    let file = try FileHandle(forWritingTo: place)
    try file.truncate(atOffset: 67_108_864)
    #expect(try ScriptText.read(place.path).count == 67_108_864)
    try file.truncate(atOffset: 67_108_865)
    let error = #expect(throws: CommandFailure.self) { try ScriptText.read(place.path) }
    #expect(
      error?.message == "\(place.path): expected a script of at most 64 MiB, got more")
  }
}
