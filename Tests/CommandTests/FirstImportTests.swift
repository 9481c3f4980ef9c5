import Foundation
import Testing

/// An import that makes its profile, and fails, is interrupted, or is not alone.
struct `A first import` {
  /// A file of many rows, the last of which is wrong.
  private func prepare(_ directory: URL, rows: Int, isWrong: Bool) throws {
    var text = "title,category,at\n"
    for row in 0..<rows {
      let day = row % 28 + 1
      text += "s\(row),idea,2026-01-\(day < 10 ? "0" : "")\(day)\n"
    }
    if isWrong { text += "x,none,2026-01-01\n" }
    try Data(text.utf8).write(to: directory.appendingPathComponent("s.csv"))
  }

  private func names(_ directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Stops an import (SIGSTOP) that has written more than SQLite holds in memory, and that is not
  /// complete. What a test does then does not depend on how fast the import is.
  private func stopOnceItWrites(_ running: borrowing Running, in directory: URL) {
    for _ in 0..<20_000 where !running.hasEnded {
      let sizes = ["n.db", "n.db-wal"].map { name in
        (try? FileManager.default.attributesOfItem(
          atPath: directory.appendingPathComponent(name).path)[.size] as? Int) ?? 0
      }
      if sizes.reduce(0, +) > 3_000_000 { break }
      usleep(1000)
    }
    running.send(SIGSTOP)
    let hasEnded = running.hasEnded
    #expect(!hasEnded, "the import ended before it was stopped")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `leaves nothing when it is interrupted, however much it had read`(signal: Int32) throws {
    let scratch = try Scratch()
    try prepare(scratch.url, rows: 200_000, isWrong: false)
    var running = try Running(
      ["import", "--db", "n.db", "--zone", "UTC", "s.csv"], in: scratch.url)
    stopOnceItWrites(running, in: scratch.url)
    running.send(signal)
    let (status, output) = running.end(SIGCONT)
    #expect(status == 130)
    #expect(output.hasSuffix("flint: interrupted; nothing was kept\n"), "\(output)")
    #expect(try names(scratch.url) == ["s.csv"])
    let again = try Shell.run(
      "head -2 s.csv > t.csv; flint import --quiet --db n.db --seed 5 --zone Europe/Rome t.csv",
      in: scratch.url)
    #expect(again.status == 0, "\(again.output)")
  }

  @Test(arguments: [
    ("--create", "--create"),
    (
      "--seed 7 --zone Europe/Rome --day-start 04:00 --rules ignition",
      "--seed 7 --zone Europe/Rome --day-start 04:00 --rules ignition"
    ),
  ])
  func `of which every row is rejected advises a command that works`(
    given: String, advised: String
  ) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      printf 'title,category,at\nx,none,2026-01-01\n' > s.csv
      flint import --db n.db \(given) s.csv 2>&1 | sed -n 's/.*then run: flint/flint/p' > advice
      cat advice; sed -i s/x,none/x,idea/ s.rejects.csv; sh advice 2>&1 | grep ' = '
      flint eval --db n.db 'spark.count()'
      """, in: scratch.url)
    #expect(
      result.output == """
        flint import --db n.db \(advised) s.rejects.csv
          read 1 = added 1 + updated 0 + unchanged 0 + rejected 0 + skipped 0
        1

        """)
  }

  @Test func `is not interrupted by signals that its parent ignores`() throws {
    let scratch = try Scratch()
    try prepare(scratch.url, rows: 20_000, isWrong: false)
    let result = try Shell.run(
      """
      (trap '' INT HUP TERM
      for signal in INT HUP TERM; do
        rm -f n.db*; strace -f -qq -o /dev/null -e signal=none -e trace=openat,pwrite64 \
          -e inject=openat,pwrite64:signal=$signal:when=5+5 \
          flint import --quiet --db n.db --zone UTC s.csv; echo status $?
      done); flint eval --db n.db 'spark.count()'
      """, in: scratch.url)
    #expect(result.output == "status 0\nstatus 0\nstatus 0\n20000\n")
  }

  @Test func `that fails does not take away what others record at the same time`() throws {
    let scratch = try Scratch()
    try prepare(scratch.url, rows: 3, isWrong: true)
    // Each round: an import that fails on a new path, and three scripts at about the same time.
    let result = try Shell.run(
      """
      for round in $(seq 1 15); do
        flint import --db n.db --on-error stop --zone UTC s.csv > /dev/null 2>&1 &
        sleep 0.0$((round % 5))
        for k in 1 2 3; do
          (flint eval --quiet --db n.db --zone UTC \
            "return spark.add{title='r$round k$k', category='idea', at='2026-01-01'}.status" \
            > out$k 2> err$k; echo $? > rc$k) &
        done
        wait
        added=$(cat out1 out2 out3 | grep -c added)
        found=$(flint eval --quiet --db n.db 'return spark.count()' 2> /dev/null || echo none)
        [ "$added" = 3 ] && [ "$found" = 3 ] || { echo "round $round: $added $found"; cat err?; }
        rm -f n.db n.db-*
      done
      """, in: scratch.url)
    #expect(result.output == "")
  }

  @Test func `that removes its profile while another process enters the sandbox does not stop it`()
    throws
  {
    let scratch = try Scratch()
    // The profile is removed after the first, second and third time that the process opens it, which is
    // before it is granted the files in the sandbox.
    let result = try Shell.run(
      """
      for n in 1 2 3; do
        (mkdir $n; cd $n; flint init --quiet --db n.db --zone UTC
        strace -f -qq -o log -P n.db -e signal=none -e trace=openat \
          -e inject=openat:delay_exit=3000000:when=$n flint eval --quiet --db n.db --zone UTC \
          "return spark.add{title='a', category='idea', at='2026-01-01'}.status" > out 2> err &
        until [ -e log ] && [ $(grep -c n.db log) -ge $n ]; do sleep 0.01; done
        rm n.db*; wait
        grep -v 'resolved into' err; cat out; flint eval --quiet --db n.db 'spark.count()') > out$n 2>&1 &
      done
      wait; cat out1 out2 out3
      """, in: scratch.url)
    #expect(result.output == "added\n1\nadded\n1\nadded\n1\n")
  }

  @Test func `leaves nothing when there is no room for the files beside the profile`() throws {
    let scratch = try Scratch()
    try prepare(scratch.url, rows: 3, isWrong: false)
    // The database itself is smaller than its shared memory would make it: 130 KB and 32 KB more.
    let result = try Shell.run(
      """
      mkdir small; mount -t tmpfs -o size=160k none small 2> /dev/null || exit 77
      flint import --db small/n.db --zone UTC s.csv; echo $?; ls small; umount small
      """, in: scratch.url)
    // Only root may mount.
    if result.status == 77 { return }
    #expect(result.output.hasSuffix("; nothing was changed\n74\n"), "\(result.output)")
  }

  @Test func `goes on into the profile that another import has made meanwhile`() throws {
    let scratch = try Scratch()
    try prepare(scratch.url, rows: 10, isWrong: false)
    let result = try Shell.run(
      """
      for round in 1 2 3 4 5; do
        for k in 1 2 3 4 5 6 7 8; do
          (flint import --quiet --db n.db --zone UTC s.csv 2> err$k || cat err$k) &
        done
        wait
        [ "$(flint eval --db n.db 'spark.count()')" = 10 ] || echo "round $round"
        flint verify --quiet --db n.db
        rm -f n.db n.db-*
      done
      """, in: scratch.url)
    #expect(result.output == "")
  }

  @Test func `keeps no reader waiting`() throws {
    let scratch = try Scratch()
    try prepare(scratch.url, rows: 200_000, isWrong: false)
    var running = try Running(
      ["import", "--quiet", "--db", "n.db", "--zone", "UTC", "s.csv"], in: scratch.url)
    stopOnceItWrites(running, in: scratch.url)
    let read = try Shell.run(
      "flint status --db n.db --format json | grep '\"sparks\":'", in: scratch.url)
    #expect(read.output == "  \"sparks\": 0,\n")
    let (status, _) = running.end(SIGCONT)
    #expect(status == 0)
  }
}
