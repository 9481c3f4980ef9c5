import Foundation
import Testing

/// What a message about a failure says of what was committed before: it is asked of one place.
struct `A message about a failure says what stayed` {
  /// A script that commits 40 times 200 sparks.
  private static let script = """
    for part = 1, 40 do
      for i = 1, 200 do spark.add{category = "idea", title = "P" .. part .. "-" .. i} end
      checkpoint()
    end
    """

  private func prepare(_ scratch: borrowing Scratch) throws {
    try Self.script.write(
      to: scratch.url.appendingPathComponent("c.lua"), atomically: true, encoding: .utf8)
    let made = try Shell.run(
      "mkdir m; flint init --quiet --db p.db --seed 7 --zone UTC", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
  }

  /// Expects the output of a script that failed, a line with its status, and a line with the number of sparks.
  private func expect(_ output: String, says beginning: String, _ end: String = "") throws {
    let lines = output.split(separator: "\n")
    try #require(lines.count == 3, "\(output)")
    let count = try #require(Int(lines[2]), "\(output)")
    #expect(count > 0 && count % 200 == 0, "\(output)")
    let text = count < 1000 ? "\(count)" : "\(count / 1000),\(String(count + 1000).suffix(3))"
    #expect(
      lines[0] == "flint: \(beginning)\(text) records stayed committed\(end)", "\(output)")
    #expect(lines[1] == "74")
  }

  @Test func `of a script with a checkpoint and an error of its own`() throws {
    let scratch = try Scratch()
    try prepare(scratch)
    let record = "spark.add{category = \"idea\", title = \"x\"}"
    let result = try Shell.run(
      """
      printf '%s\n' '\(record)' 'checkpoint()' '\(record)' 'error("boom")' > e.lua
      printf '%s\n' '\(record) checkpoint() fail("no")' > f.lua
      printf '%s\n' '\(record) error("boom")' > n.lua
      for f in e f n; do flint run --db p.db $f.lua; echo "$? $(flint eval --db p.db 'spark.count()')"; done
      flint run --error-format json --db p.db e.lua
      echo '\(record) checkpoint() error("boom")' | flint repl --db p.db
      """, in: scratch.url)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("flint: e.lua:4: boom"), "\(lines)")
    #expect(lines.filter { $0 == "1 record stayed committed" }.count == 3, "\(lines)")
    #expect(lines.filter { ["1 1", "1 2"].contains($0) } == ["1 1", "1 2", "1 2"], "\(lines)")
    #expect(
      lines.contains { $0.hasPrefix("{\"error\"") && $0.contains("\"committed\":1}") }, "\(lines)")
  }

  @Test func `of a script with checkpoints on a full disk`() throws {
    let scratch = try Scratch()
    try prepare(scratch)
    let result = try Shell.run(
      """
      mount -t tmpfs -o size=800k none m 2> /dev/null || exit 77
      cp p.db m/p.db; flint run --db m/p.db c.lua; echo $?
      cp m/p.db* .; flint eval --db p.db 'spark.count()'; umount m
      """, in: scratch.url)
    if result.status == 77 { return }
    try expect(result.output, says: "m/p.db: the disk is full; ")
  }

  @Test func `of a script with checkpoints when the disk fails`() throws {
    let scratch = try Scratch()
    try prepare(scratch)
    let result = try Shell.run(
      """
      (ulimit -f 1600; flint run --db p.db c.lua; echo $?)
      flint eval --db p.db 'spark.count()'
      """, in: scratch.url)
    try expect(
      result.output,
      says: "p.db: disk I/O error; the profile may grow by 1GiB (--max-written); ")
  }

  @Test func `of a script with checkpoints whose profile is moved`() throws {
    let scratch = try Scratch()
    try prepare(scratch)
    let result = try Shell.run(
      """
      echo 'for i = 1, 200 do spark.add{category = "idea", title = "s" .. i} end checkpoint()
        log.info("ready") while not fs.exists("go") do end
        spark.add{category = "idea", title = "late"}' > s.lua
      flint run --db p.db s.lua 2> log & P=$!
      for i in $(seq 600); do grep -q ready log && break; sleep 0.05; done
      mv p.db former.db; touch go; wait $P; rc=$?; grep flint: log; echo $rc
      mv p.db-wal former.db-wal 2> /dev/null; rm -f p.db-shm; flint eval --db former.db 'spark.count()'
      """, in: scratch.url)
    try expect(
      result.output,
      says: "p.db: the file was moved, replaced or removed while it was in use; ",
      " (in the former file) (see docs/backups.md)")
  }

  @Test func `of a command that made a profile`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      mkdir m
      for size in 140 160 180; do for command in "task X" "eval spark.add{title='x',category='idea'}"; do
        mount -t tmpfs -o size=${size}k none m 2> /dev/null || exit 77
        flint $command --create --db m/new.db --zone UTC > out 2>&1
        echo "$? $(ls m/new.db 2> /dev/null | wc -l) $(tail -1 out)"; umount m
      done; done
      """, in: scratch.url)
    if result.status == 77 { return }
    let full = "flint: m/new.db: the disk is full; "
    for line in result.output.split(separator: "\n") {
      #expect(
        line == "74 0 \(full)nothing was changed"
          || line == "74 1 \(full)the new profile stayed, without records", "\(line)")
    }
    #expect(result.output.contains("74 1 "), "\(result.output)")
  }

  @Test func `of one entry of a console`() throws {
    let scratch = try Scratch()
    try prepare(scratch)
    let result = try Shell.run(
      """
      mount -t tmpfs -o size=600k none m 2> /dev/null || exit 77
      cp p.db m/p.db; printf '%s\\n' 'spark.add{category = "idea", title = "one"}' \
        'for i = 1, 9000 do spark.add{category = "idea", title = ("x"):rep(90)} end' \
        | flint repl --db m/p.db 2>&1 | grep flint:; umount m
      """, in: scratch.url)
    if result.status == 77 { return }
    // The first entry, which is committed, is not the one that failed.
    #expect(result.output == "flint: m/p.db: the disk is full; nothing was changed\n")
  }

  @Test func `of an import in parts that is interrupted`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      flint init --quiet --db empty.db --seed 7 --zone UTC
      { echo at,title,category; seq 6000 | sed 's/.*/2026-03-01,Spark &,idea/'; } > s.csv
      """, in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    _ = try Shell.run("cp empty.db p.db", in: scratch.url)
    let command = TracedCommand(
      command: "flint import --db p.db --quiet --commit-every 500 s.csv", directory: scratch.url)
    let calls = try command.calls("pwrite64")
    _ = try Shell.run("rm -f p.db*; cp empty.db p.db", in: scratch.url)
    let stopped = try command.end(by: SIGINT, at: calls.count / 2, of: calls)
    #expect(stopped.status == 130)
    let count = try Shell.run("flint eval --db p.db 'spark.count()'", in: scratch.url)
      .output.trimmingCharacters(in: .newlines)
    #expect(count.hasSuffix("00") && count != "0")
    #expect(
      stopped.output.replacingOccurrences(of: ",", with: "")
        == "flint: interrupted; \(count) records stayed committed: import again to continue\n")
  }
}
