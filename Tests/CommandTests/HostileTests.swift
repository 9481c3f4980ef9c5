import Foundation
import TestSupport
import Testing

/// Scripts that try to hang, crash, corrupt, leak or escape: a file each in `Hostile`, by what they
/// try. Their first lines tell how `flint run` has to end:
///
///     -- ends: STATUS a part of the message | STATUS another way to end
///     -- run: further options
///
/// Each runs on a profile of five sparks, may read and write beneath `inside`, and has a sixth of a second, if its time has
/// to end it, otherwise half a second of the processor, 48 MiB and 64 KiB of output. Files whose names end with `_module` are for `require`.
struct `A hostile script` {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Hostile")

  /// `loops/busy` and all the others.
  static let names: [String] = {
    let all =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".lua") && !$0.hasSuffix("_module.lua") }
      .map { String($0.dropLast(4)) }.sorted()
  }()

  @Test func `is one of many`() {
    #expect(Self.names.count >= 120)
    #expect(Set(Self.names.map { $0.split(separator: "/")[0] }).count >= 15)
  }

  @Test(arguments: names)
  func `ends as it has to, and leaves nothing`(name: String) throws {
    let script = Self.folder.appendingPathComponent(name + ".lua")
    let head = try Head(String(contentsOf: script, encoding: .utf8))
    let scratch = try Scratch()
    try Template.shared.get().copy(to: scratch.url)
    var child = try ChildProcess(
      [
        Shell.binary.path, "run", "--db", "p.db", "--now", "2026-03-02T12:00",
        "--allow-read", "inside", "--allow-write", "inside",
      ] + (head.options.contains("--max-output") ? [] : ["--max-output", "64KiB"]) + head.limits
        + head.options + [script.path],
      directory: scratch.url.path,
      environment: ["HOME": scratch.url.path + ".home", "TZ": "UTC", "LC_ALL": "C.UTF-8"],
      output: scratch.url.path + "/.output")
    let status = child.wait()
    let output = try Data(contentsOf: scratch.url.appendingPathComponent(".output"))
    let text = String(decoding: output, as: UTF8.self)

    #expect(
      head.ends.contains {
        $0.status == status && ($0.message.isEmpty || text.contains($0.message))
      },
      "ended with \(status): \(text.prefix(2000))")
    // Its time, half a second of grace, and the start. Of the processor, so that other tests do not count.
    #expect(child.processorTime < head.time + .milliseconds(800))
    #expect(output.count <= head.mostOutput, "\(output.count) bytes")
    // What goes to a terminal moves no cursor there and changes no color.
    if let bad = text.unicodeScalars.first(where: Self.isControl) {
      Issue.record("the output contains U+\(String(bad.value, radix: 16)): \(text.prefix(500))")
    }
    let (before, after) = try (Template.contents.get(), Contents(scratch.url))
    #expect(after.files == before.files)
    // What is cached may have changed, and nothing else.
    if after.profile != before.profile {
      #expect(try Contents.records(scratch.url) == Template.records.get())
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: false
    case 0..<32, 127..<160, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// What a script's first lines say.
private struct Head {
  struct End {
    var status: Int32
    var message: String
  }

  struct Unreadable: Error { var line: String }

  var ends: [End] = []
  var options: [String] = []

  init(_ text: String) throws {
    for line in text.split(separator: "\n").prefix(2) {
      if line.hasPrefix("-- ends: ") {
        ends = try line.dropFirst(9).split(separator: " | ").map { way in
          let words = way.split(separator: " ", maxSplits: 1)
          guard let status = words.first.flatMap({ Int32($0) }) else {
            throw Unreadable(line: String(line))
          }
          return End(status: status, message: words.count > 1 ? String(words[1]) : "")
        }
      } else if line.hasPrefix("-- run: ") {
        options = line.dropFirst(8).split(separator: " ").map(String.init)
      }
    }
    if ends.isEmpty { throw Unreadable(line: String(text.prefix(80))) }
  }

  /// The limits that it does not set itself. The time limit is one of a clock, so a script that ends
  /// before it has one that it does not reach on a busy machine either; the processor time that it
  /// takes is checked instead.
  var limits: [String] {
    let time = isEndedByTime ? "160ms" : "60s"
    return [["--time", time], ["--max-memory", "48MiB"]].filter { !options.contains($0[0]) }
      .flatMap(\.self)
  }

  var time: Duration {
    guard let index = options.firstIndex(of: "--time"), index + 1 < options.count,
      let seconds = Int(options[index + 1].dropLast())
    else { return .milliseconds(isEndedByTime ? 160 : 500) }
    return .seconds(seconds)
  }

  private var isEndedByTime: Bool { ends.contains { $0.status == 124 } }

  /// What may be printed, and an error with its excerpt and traceback.
  var mostOutput: Int { (options.contains("--max-output") ? 1 << 20 : 64 << 10) + 16 << 10 }
}

/// A directory as the scripts find it.
private struct Template {
  let url: URL

  static let shared: Result<Template, any Error> = Result { try Template() }

  private static let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("flint-hostile-\(ProcessInfo.processInfo.processIdentifier)")

  private init() throws {
    url = Self.directory
    atexit { try? FileManager.default.removeItem(at: Template.directory) }
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let made = try Shell.run(
      """
      flint init --quiet --db p.db --rules ignition --seed 7 --zone Europe/Berlin --now 2026-03-01
      flint eval --quiet --db p.db --now 2026-03-01 'for i = 1, 5 do
        spark.add{title = "s" .. i, category = "idea"} end'
      mkdir inside outside inside/folder inside-not
      echo hidden >outside/secret; echo hidden >inside-not/secret; echo deep >inside/folder/deep.txt
      printf 'title,category,at\\none,idea,2026-03-01\\n' >inside/data.csv
      printf 'title,category,at\\none,nonsense,2026-03-01\\n"two"x,idea,2026-03-01\\n' >inside/bad.csv
      ln -s ../outside/secret inside/link; ln -s ../outside inside/linked
      """, in: url)
    guard made.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func copy(to directory: URL) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
      try FileManager.default.copyItem(
        at: url.appendingPathComponent(name), to: directory.appendingPathComponent(name))
    }
    guard mkfifo(directory.path + "/inside/fifo", 0o600) == 0,
      link(directory.path + "/p.db", directory.path + "/inside/hard.db") == 0
    else { throw CocoaError(.fileWriteUnknown) }
  }

  /// What a copy contains before any script ran.
  static let contents = Result {
    let scratch = try Scratch()
    try shared.get().copy(to: scratch.url)
    return try Contents(scratch.url)
  }

  static let records = Result { try Contents.records(shared.get().url) }
}

/// The files of a directory, its profile apart.
private struct Contents {
  /// The bytes of the profile and of its log.
  var profile: [Data?]
  /// The paths of all other files and directories, and what regular files contain.
  var files: [String: Data?] = [:]

  init(_ url: URL) throws {
    profile = ["p.db", "p.db-wal"].map { name in
      let bytes = try? Data(contentsOf: url.appendingPathComponent(name))
      return bytes?.isEmpty == true ? nil : bytes
    }
    let manager = FileManager.default
    for case let name as String in manager.enumerator(atPath: url.path) ?? .init() {
      if name.hasPrefix(".") || name.hasPrefix("p.db") || name == "inside/hard.db" { continue }
      let file = url.appendingPathComponent(name)
      let isRegular = try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      files.updateValue(isRegular == true ? try Data(contentsOf: file) : nil, forKey: name)
    }
  }

  /// Every row of the tables of records, and the problems that a check finds.
  static func records(_ url: URL) throws -> String {
    try Shell.run(
      "sqlite3 -readonly p.db .dump | grep -v cached_state; flint verify --quiet --db p.db", in: url
    ).output
  }
}
