import Foundation
import Processes
import Testing

/// Scripts that try to hang, crash, corrupt, leak or escape: a file each in `Hostile`, by what they
/// try. Their first lines tell how `flint run` has to end:
///
///     -- ends: STATUS a part of the message | STATUS another way to end
///     -- run: further options
///
/// Each runs on a profile of five sparks, may read and write beneath `inside`, and has half a second,
/// 48 MiB and 64 KiB of output. Files whose names end with `_module` are for `require`.
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
    let before = try Remains(scratch.url)

    let begun = ContinuousClock.now
    var child = try ChildProcess(
      [
        Shell.binary.path, "run", "--db", "p.db", "--now", "2026-03-02T12:00",
        "--max-output", "64KiB", "--allow-read", "inside", "--allow-write", "inside",
      ] + head.limits + head.options + [script.path],
      directory: scratch.url.path,
      environment: ["HOME": scratch.url.path + ".home", "TZ": "UTC", "LC_ALL": "C.UTF-8"],
      output: scratch.url.path + "/.output")
    let status = child.wait()
    let taken = ContinuousClock.now - begun
    let output = try Data(contentsOf: scratch.url.appendingPathComponent(".output"))
    let text = String(decoding: output, as: UTF8.self)

    #expect(
      head.ends.contains {
        $0.status == status && ($0.message.isEmpty || text.contains($0.message))
      },
      "ended with \(status): \(text.prefix(2000))")
    // Loose, as other tests run beside it: its time, and half a second of grace.
    #expect(taken < head.time + .milliseconds(500) + .seconds(20))
    #expect(output.count <= head.mostOutput, "\(output.count) bytes")
    // What goes to a terminal moves no cursor there and changes no color.
    if let bad = text.unicodeScalars.first(where: Self.isControl) {
      Issue.record("the output contains U+\(String(bad.value, radix: 16)): \(text.prefix(500))")
    }
    let after = try Remains(scratch.url)
    #expect(after == before)
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

  /// The limits that it does not set itself.
  var limits: [String] {
    [["--time", "500ms"], ["--max-memory", "48MiB"]].filter { !options.contains($0[0]) }
      .flatMap(\.self)
  }

  var time: Duration {
    guard let place = options.firstIndex(of: "--time"), place + 1 < options.count,
      let seconds = Int(options[place + 1].dropLast())
    else { return .milliseconds(500) }
    return .seconds(seconds)
  }

  /// What may be printed, and an error with its excerpt and traceback.
  var mostOutput: Int { (options.contains("--max-output") ? 1 << 20 : 64 << 10) + 16 << 10 }
}

/// A directory as the scripts find it.
private struct Template {
  let url: URL

  static let shared: Result<Template, any Error> = Result { try Template() }

  private init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "flint-hostile-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let made = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone Europe/Berlin --now 2026-03-01
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

  func copy(to place: URL) throws {
    let made = try Shell.run(
      "cp -a '\(url.path)/.' . && mkfifo inside/fifo && ln p.db inside/hard.db", in: place)
    guard made.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}

/// What is there after a script: the profile's records, and every other file.
private struct Remains: Equatable {
  var profile: String
  var files: [Substring]

  init(_ url: URL) throws {
    profile = try Shell.run("flint log --db p.db --format json; flint verify --db p.db", in: url)
      .output
    let listed = try Shell.run(
      "find . -not -name '.output*' -not -name 'p.db*' -not -path './.cache*' -not -path './.local*' "
        + "-not -name hard.db | sort | while read f; do if [ -f \"$f\" ]; then cksum \"$f\"; "
        + "else echo \"$f\"; fi; done", in: url)
    files = listed.output.split(separator: "\n")
  }
}
