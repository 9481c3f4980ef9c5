import Foundation
import Testing

/// A command that ended with status 0 has synchronized its files: the content, and the name in the
/// directory, without which the content is lost in a power cut.
struct `Files survive a power cut` {
  /// The system calls that add or remove names, and those that synchronize, in order.
  private func calls(_ command: String, in directory: URL) throws -> [String] {
    let result = try Shell.run(
      "strace -f -y -qq -s 400 -o trace.txt -e trace=link,linkat,rename,renameat,renameat2,unlink,"
        + "mkdir,fsync,fdatasync \(command)", in: directory)
    #expect(result.status == 0 || result.status == 65, "\(result.output)")
    let text = try String(
      contentsOf: directory.appendingPathComponent("trace.txt"), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// Whether a directory was synchronized after a call.
  private func isSynchronized(_ directory: URL, after index: Int, in calls: [String]) -> Bool {
    let path = directory.resolvingSymlinksInPath().path
    return calls[index...].contains { $0.contains("fsync(") && $0.contains("<\(path)>)") }
  }

  private static let events =
    "'spark.add{title = \"a\", category = \"idea\", at = \"2026-02-01\"}'"

  @Test(arguments: [
    ("flint init --quiet --db new.db --zone UTC", "new.db"),
    ("flint init --quiet --db deep/er/new.db --zone UTC", "deep/er/new.db"),
    ("flint eval --quiet --db new.db --zone UTC \(events)", "new.db"),
    ("flint import --quiet --db new.db --zone UTC s.csv", "new.db"),
    ("flint restore --quiet --db new.db text", "new.db"),
    ("flint import --quiet --db p.db bad.csv", "bad.rejects.csv"),
    ("flint backup --quiet --db p.db copy.db", "copy.db"),
    ("flint export --quiet --db p.db sparks -o out.csv", "out.csv"),
    ("flint export --quiet --db p.db sparks -o text.csv --force", "text.csv"),
    ("flint export --quiet --db p.db everything -o tables", "tables"),
    ("flint export --quiet --db p.db sqlite out.sqlite", "out.sqlite"),
    ("flint dump --quiet --db p.db dump", "dump"),
  ])
  func `a created file is synchronized with its directory`(
    command: String, name: String
  ) throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC
      flint eval --quiet --db p.db --now 2026-03-01 \(Self.events)
      flint dump --quiet --db p.db text
      flint export --quiet --db p.db sparks -o text.csv
      printf 'title,category,at\\nb,idea,2026-02-02\\n' > s.csv
      printf 'title,category,at\\nb,idea,2026-02-02\\nc,none,2026-02-02\\n' > bad.csv
      """, in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    let calls = try calls(command, in: scratch.url)
    let place = scratch.url.appendingPathComponent(name)
    #expect(FileManager.default.fileExists(atPath: place.path))
    let naming = try #require(
      calls.lastIndex { call in
        (call.contains("link") || call.contains("rename")) && !call.contains("unlink")
          && (call.contains("/\(place.lastPathComponent)\"")
            || call.contains("\"\(name)\"") || call.contains("\"\(place.lastPathComponent)\""))
      }, "\(calls)")
    #expect(
      isSynchronized(place.deletingLastPathComponent(), after: naming, in: calls), "\(calls)")
    // The log that would be replayed into the profile after a power cut is removed durably.
    for index in calls.indices where calls[index].contains("unlink(") {
      if calls[index].contains("-journal\"") {
        #expect(isSynchronized(scratch.url, after: index, in: calls), "\(calls[index])")
      }
    }
    // Created directories are synchronized too.
    for index in calls.indices where calls[index].contains("mkdir(") {
      guard let path = calls[index].split(separator: "\"").dropFirst().first else { continue }
      let folder =
        path.hasPrefix("/")
        ? URL(fileURLWithPath: String(path))
        : scratch.url.appendingPathComponent(String(path))
      #expect(
        isSynchronized(folder.deletingLastPathComponent(), after: index, in: calls),
        "\(calls[index])")
    }
    // A directory is synchronized with all its names before it gets its final name.
    if ["tables", "dump"].contains(name) {
      #expect(
        calls[..<naming].contains {
          $0.contains("fsync(") && $0.contains("/\(name).new-") && !$0.contains(".csv")
            && !$0.contains(".json")
        },
        "\(calls)")
    }
  }

  @Test(arguments: [
    "flint eval --quiet --db new.db --zone UTC \(events)",
    "flint import --quiet --db new.db --zone UTC s.csv",
  ])
  func `the first transaction of a new profile is synchronized`(command: String) throws {
    let scratch = try Scratch()
    try Data("title,category,at\nb,idea,2026-02-02\n".utf8).write(
      to: scratch.url.appendingPathComponent("s.csv"))
    let calls = try calls(command, in: scratch.url)
    let named = try #require(
      calls.lastIndex { $0.contains("link(") && !$0.contains("unlink(") && $0.contains("new.db\"") }
    )
    let path = scratch.url.resolvingSymlinksInPath().path
    // The records are synchronized, and no change of names follows that could restore the empty
    // profile.
    #expect(
      calls[named...].contains {
        $0.contains("sync(")
          && ($0.contains("<\(path)/new.db-wal>") || $0.contains("<\(path)/new.db>"))
      }, "\(calls)")
    for index in calls.indices
    where calls[index].contains("unlink(") && calls[index].contains("-journal\"") {
      #expect(isSynchronized(scratch.url, after: index, in: calls), "\(calls[index])")
    }
  }

  /// Without its name the log would be lost, whose pages may be copied into the profile already. In the
  /// sandbox of a script from another directory SQLite cannot synchronize that of the profile.
  @Test func `the name of a new log is synchronized before the sandbox is entered`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC; rm -f p.db-*; mkdir other
      echo 'spark.add{title = "a", category = "idea"}' > other/s.lua
      strace -f -y -qq -o trace.txt -e trace=openat,fsync,fdatasync,pwrite64 \
        flint run --quiet --db p.db other/s.lua
      """, in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    let calls = try String(
      contentsOf: scratch.url.appendingPathComponent("trace.txt"), encoding: .utf8
    ).split(separator: "\n").map(String.init)
    let path = scratch.url.resolvingSymlinksInPath().path
    let creation = try #require(
      calls.firstIndex { $0.contains("p.db-wal\"") && $0.contains("O_CREAT|O_EXCL") }, "\(calls)")
    let writing = try #require(
      calls.firstIndex { $0.contains("pwrite64(") && $0.contains("<\(path)/p.db-wal>") })
    #expect(
      calls[creation..<writing].contains { $0.contains("fsync(") && $0.contains("<\(path)>)") },
      "\(calls[creation...])")
  }

  @Test(arguments: [
    ("dump --db p.db out", 0), ("export --db p.db sparks -o out.csv", 0),
    ("export --db p.db everything -o all", 0), ("import --db p.db bad.csv", 65),
    ("eval --db p.db --allow-write . \"fs.write('out.txt','x')\"", 0),
  ])
  func `a wait for the disk that a signal interrupts is repeated`(
    command: String, status: Int32
  ) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC; flint eval --db p.db \(Self.events) > out.log
      printf 'title,category,at\\nc,none,2026-02-02\\n' > bad.csv
      strace -f -qq -o trace.txt -e trace=fsync -e inject=fsync:error=EINTR:when=1+2 \
        flint \(command) > out.log 2>&1; echo $?; grep -c EINTR trace.txt
      """, in: scratch.url)
    let lines = result.output.split(separator: "\n")
    try #require(lines.count == 2, "\(result.output)")
    #expect(lines[0] == "\(status)")
    #expect(lines[1] != "0")
  }

  /// A name whose content is not on the disk would be that of an empty or a partial file.
  @Test(arguments: [
    #"fs.write("out.csv", "kept")"#,
    #"local file = csv.writer("out.csv", {"a"}) file:write{1} file:close()"#,
  ])
  func `what a script writes is synchronized before it gets its name`(script: String) throws {
    let scratch = try Scratch()
    let calls = try calls(
      "flint eval --quiet --scratch --allow-write . '\(script)'", in: scratch.url)
    let path = scratch.url.resolvingSymlinksInPath().path
    // Of a file in the directory, not of the directory itself.
    let content = try #require(
      calls.firstIndex { $0.contains("fsync(") && $0.contains("<\(path)/") }, "\(calls)")
    let naming = try #require(
      calls.firstIndex { call in
        (call.contains("link") || call.contains("rename")) && call.contains("\"out.csv\"")
      }, "\(calls)")
    #expect(content < naming, "\(calls)")
    #expect(isSynchronized(scratch.url, after: naming, in: calls), "\(calls)")
  }
}
