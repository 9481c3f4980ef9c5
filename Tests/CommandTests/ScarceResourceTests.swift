import Foundation
import Testing

/// Disks without room, disks that cannot be read, few descriptors and long names.
struct `Where something is scarce` {
  @Test func `a profile on a disk without a free byte can be read`() throws {
    let scratch = try Scratch()
    let commands = [
      "status", "today", "week", "due", "sparks", "verify", "log", "report",
      "export sparks -o s.csv --force", "dump dump", "backup b.db",
      "eval --dry-run 'spark.count()'",
    ]
    let result = try Shell.run(
      """
      mkdir m; mount -t tmpfs -o size=800k none m 2> /dev/null || exit 77
      flint init --quiet --db m/p.db --seed 7 --zone UTC && flint spark A idea --db m/p.db --quiet
      rm -f m/p.db-*; cat /dev/zero > m/fill 2> /dev/null
      for round in 1 2; do
      \(commands.map { "flint \($0) --db m/p.db > out 2>&1 || cat out; [ $round = 2 ] || rm -f m/p.db-*" }
        .joined(separator: "\n"))
      rm -rf dump b.db; done
      flint spark B idea --db m/p.db; umount m
      """, in: scratch.url)
    if result.status == 77 { return }
    #expect(result.output == "flint: m/p.db: the disk is full; nothing was changed\n")
  }

  /// SQLite calls a file damaged of which the disk cannot read a part.
  @Test(arguments: ["status", "sparks", "verify", "dump out", "backup b.db"])
  func `a disk that cannot be read is not called a damaged file`(command: String) throws {
    let scratch = try Scratch()
    try PreparedProfile.copy(to: scratch.url)
    let result = try Shell.run(
      """
      for call in 1 2 3 4 6 9 14; do for more in "" +; do
        strace -f -qq -o /dev/null -P $PWD/p.db -e trace=pread64 \
          -e inject=pread64:error=EIO:when=$call$more flint \(command) --db p.db > log 2>&1 \
          || tail -1 log; rm -rf out b.db
      done; done
      """, in: scratch.url)
    let messages = Set(result.output.split(separator: "\n"))
    // A dump skips what cannot be read.
    #expect(messages.contains("flint: p.db: the disk could not be read: input/output error"))
    #expect(
      !messages.contains { $0.contains("damaged (") || $0.contains("malformed") }, "\(messages)")
  }

  @Test func `a process that may open few files says so`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC
      for most in 4 5 6 7 8 9 10 15 31; do for command in "spark A idea" status "dump out"; do
        (sh -c "ulimit -n $most; exec flint $command --db p.db" > log 2>&1; echo "$? $(cat log)")
      done; done
      sh -c "ulimit -S -n 8; exec flint status --db p.db" > log; echo $?
      """, in: scratch.url)
    let expected = [4, 5, 6, 7, 8, 9, 10, 15, 31].flatMap { most in
      Array(
        repeating: "74 flint: too many open files: this process may open \(most) at a time "
          + "(ulimit -n), and needs 32", count: 3)
    }
    // A limit that the process may raise does not matter.
    #expect(result.output == (expected + ["0"]).joined(separator: "\n") + "\n")
  }

  @Test func `names as long as the system allows are used, or refused as too long`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      name() { head -c $(($1 - 3)) /dev/zero | tr '\\0' a; echo .db; }
      for bytes in 230 247; do flint init --quiet --db $(name $bytes) && flint spark A idea --db $(name $bytes) --quiet; done
      flint init --db $(name 248) 2>&1 | grep -o 'the name .*'
      flint backup --quiet --db $(name 247) b$(name 246)
      flint export sparks --quiet --db $(name 247) -o c$(name 254)
      flint dump --quiet --db $(name 247) d$(name 254)
      flint eval --quiet --db $(name 247) --allow-write . "fs.write('e$(name 254)', 'x')"
      ls | cut -c1 | tr -d '\\n'; ls | wc -l
      """, in: scratch.url)
    #expect(
      result.output
        == "the name is too long: that of a profile has at most 247 bytes, got 248\nabcde6\n"
        || result.output.hasSuffix("bcde10\n"), "\(result.output)")
  }

  @Test func `leftovers of killed writers are removed by the next`() throws {
    let scratch = try Scratch()
    try PreparedProfile.copy(to: scratch.url)
    let result = try Shell.run(
      """
      write="flint eval --quiet --db p.db --allow-write . fs.write('out.txt','new')"
      strace -f -qq -o /dev/null -e trace=renameat -e inject=renameat:signal=KILL $write > log 2>&1
      ls | grep -c 'out.txt.new-'
      $write; ls | grep -c 'out.txt.new-'; cat out.txt; echo
      strace -f -qq -o /dev/null -e trace=link -e inject=link:signal=KILL flint backup --quiet \
        --db p.db b.db > /dev/null 2>&1
      ls | grep -c 'b.db.new-'; touch b.db; flint backup --db p.db b.db; ls | grep -c 'b.db.new-'
      """, in: scratch.url)
    #expect(
      result.output == """
        1
        0
        new
        1
        flint: b.db: already exists; nothing was changed
        0

        """)
  }
}
