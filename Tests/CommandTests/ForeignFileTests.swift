import Confinement
import Foundation
import Testing

/// Untrusted files are read in the sandbox by every command.
struct `An untrusted file` {
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Sandbox/without-sandbox.c").path

  /// On a kernel without sandbox support, a command that enters the sandbox prints a note.
  @Test(arguments: [
    "status --db p.db", "verify --db p.db", "log --db p.db", "merge --db p.db copy.db",
    "merge --dry-run --db p.db copy.db", "simulate --merge 1.json 2.json", "import --db p.db s.csv",
    "import --create --db new.db s.csv", "import --dry-run --db p.db s.csv.gz",
    "import --db p.db s.zip",
    "restore --db again.db archive", "restore --dry-run --db again.db archive",
    "import --db p.db -",
  ])
  func `is read in the sandbox`(command: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      PATH=$PATH:\(CCompiler.folder); clang -o without '\(Self.source)'
      flint init --quiet --db p.db --zone UTC; cp p.db copy.db
      flint eval --quiet --db copy.db 'spark.count()'; flint dump --quiet --db p.db archive
      for n in 1 2; do
        flint simulate --days 2 --players 4 --shard $n/2 -o $n.json --quiet; done
      printf 'title,category,at\\none,idea,2026-03-01\\n' >s.csv; gzip -k s.csv
      python3 -c 'import zipfile; zipfile.ZipFile("s.zip", "w").write("s.csv")'
      ./without WITHOUT_BOTH flint \(command) <s.csv 2>&1 >out; echo $?
      """, in: scratch.url)
    #expect(
      result.output.contains("note: this kernel cannot restrict file access (no Landlock)")
        && result.output.contains("note: the system call filter could not be installed"),
      "\(result.output)")
    #expect(result.output.hasSuffix("0\n"), "\(result.output)")
  }

  /// With the sandbox the output is the same: it allows everything that these commands need.
  @Test func `commands give the same output in the sandbox as without it`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --zone UTC --seed 1; cp p.db copy.db
      flint eval --quiet --db copy.db --now 2026-03-01 'spark.add{title = "a", category = "idea"}' >out
      printf 'title,category,at\\none,idea,2026-03-01\\n' >s.csv; gzip -k s.csv
      python3 -c 'import zipfile; zipfile.ZipFile("s.zip", "w").write("s.csv")'
      flint merge --quiet --db p.db copy.db; echo $?
      for file in s.csv s.csv.gz s.zip; do flint import --quiet --db p.db $file; echo $?; done
      flint import --quiet --db p.db - <s.csv; echo $?
      flint import --quiet --create --db new.db s.csv; echo $?
      flint dump --quiet --db p.db archive; flint restore --quiet --db again.db archive
      flint restore --quiet --dry-run --db third.db archive; echo $?
      flint verify --db again.db; flint verify --db p.db; flint verify --db copy.db
      ls
      """, in: scratch.url)
    let expected = """
      0
      0
      0
      0
      0
      0
      0
      valid: 2 records, 2 events folded
      """
    #expect(result.output.hasPrefix(expected), "\(result.output)")
  }

  @Test func `a backup is switched to a write-ahead log in the sandbox`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --zone UTC; mkdir b
      flint backup --quiet --db p.db b/b.db; chmod 664 b/b.db
      flint eval --quiet --db b/b.db 'spark.add{title = "a", category = "idea"}; return spark.count()'
      flint eval --quiet --db b/b.db 'spark.count()'; ls -l b | tail -n +2 | grep -o "^-[rwx-]*\\|[^ ]*$" | paste -sd' '
      flint undo --quiet --db b/b.db; ls b; flint verify --db b/b.db
      """, in: scratch.url)
    #expect(
      result.output == """
        1
        1
        -rw-rw-r-- b.db -rw-rw-r-- b.db-shm -rw-rw-r-- b.db-wal
        b.db
        b.db-shm
        b.db-wal
        1 draw was removed or undone (idea 1)
        valid: 2 records, 0 events folded

        """, "\(result.output)")
  }

  /// Each habit would have all entries.
  @Test func `a backup of Loop with habits of the same id is refused`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      sqlite3 loop.db "CREATE TABLE Habits(id, name, freq_num, freq_den);
        INSERT INTO Habits VALUES (1, 'Run', 1, 1), (1, 'Read', 1, 1);
        CREATE TABLE Repetitions(habit, timestamp, value)"
      flint import --create --db n.db --zone UTC --now 2026-03-01 loop.db
      """, in: scratch.url)
    #expect(result.status == 65)
    #expect(
      result.output == "flint: loop.db: the SQLite database is damaged: habits have the same id; "
        + "nothing was recorded\n")
  }

  @Test func `a profile with additional SQL objects is refused`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --zone UTC; cp p.db evil.db
      python3 - <<'E'
      import sqlite3
      db = sqlite3.connect("evil.db", isolation_level=None)
      db.executescript('''ALTER TABLE profile RENAME TO other; CREATE VIEW profile AS
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x AS only FROM n;''')
      E
      for command in "merge --db p.db evil.db" "status --db evil.db" "verify --db evil.db" \
        "undo --db evil.db" "eval --db evil.db 1" "export sparks --db evil.db"; do
        timeout 10 flint $command >out 2>&1; echo $?; grep -c "evil.db: another program changed" out
      done
      """, in: scratch.url)
    #expect(result.output == String(repeating: "74\n1\n", count: 6), "\(result.output)")
  }
}
