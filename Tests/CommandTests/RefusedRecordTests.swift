import Foundation
import Testing

/// A profile is created by the first record that is accepted.
struct `A refused record` {
  @Test(arguments: [
    "spark", "spark Walk", "spark Walk nonsense", "spark Walk idea --at tomorrow", "task",
    "task Call --due never", "task Call --bogus", "done", "done nothing", "mood", "mood 9",
    "mood good --on tomorrow", "entry", "entry Reading 20", "entry Reading 20 --bogus 1 --new",
    "habit", "habit done Reading", "habit add Read --at-least x", "journal",
    "journal Text --at never",
    "roll nothing", "roll idea --at tomorrow", "edit", "edit last title=x", "edit nothing title=x",
    "remove",
    "remove last", "remove nothing", "inbox", "inbox nothing.txt", "undo", "undo last", "redo",
  ])
  func `creates no profile`(line: String) throws {
    let scratch = try Scratch()
    for create in ["", " --create", " --seed 1"] {
      let result = try Shell.run(
        "export FLINT_DB=$PWD/sub/p.db; flint \(line)\(create) </dev/null", in: scratch.url)
      #expect(result.status != 0, "\(line)\(create): \(result.output)")
      #expect(!result.output.contains("created"), "\(line)\(create): \(result.output)")
      let named = try Shell.run("flint \(line)\(create) --db sub/p.db </dev/null", in: scratch.url)
      #expect(named.status != 0, "\(line)\(create): \(named.output)")
      let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
      #expect(files.isEmpty, "\(line)\(create): \(files)")
    }
  }

  @Test func `is followed by one that creates the profile, and says so once`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      export FLINT_DB=$PWD/p.db
      flint journal --seed 7; flint journal --seed 5 --zone UTC "First words"; flint journal More
      """, in: scratch.url)
    #expect(result.output.components(separatedBy: "created ").count == 2, "\(result.output)")
    #expect(result.output.contains("zone UTC, rulebook everyday, seed 5"), "\(result.output)")
  }

  @Test(arguments: [
    ("flint spark \"B $(printf '\\351')\" energy --db p.db", "argument 2: expected text in UTF-8"),
    ("FLINT_DB=$(printf 'p\\351.db') flint spark B energy", "FLINT_DB: expected text in UTF-8"),
  ])
  func `is also one whose words are no text`(line: String, message: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(line, in: scratch.url)
    #expect(result.status == 2)
    #expect(result.output.hasPrefix("flint: \(message), got "), "\(result.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }

  @Test func `names its line of standard input, and none is recorded`() throws {
    let scratch = try Scratch()
    let long = String(repeating: "x", count: 201)
    let result = try Shell.run(
      "printf 'Buy milk\\n\\n\(long)\\n' | flint task - --db p.db --create", in: scratch.url)
    #expect(result.status != 0)
    #expect(result.output.hasPrefix("flint: standard input, line 3: "), "\(result.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }

  /// Swift reads the arguments from /proc; without it, each command showed the day, with status 0.
  @Test(
    .enabled(if: (try? Shell.run("unshare -rm true", in: URL(fileURLWithPath: "/")))?.status == 0))
  func `is also a command whose arguments cannot be read`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "unshare -rm sh -c 'mount -t tmpfs none /proc && exec flint verify --db none.db'",
      in: scratch.url)
    #expect(result.status == 70)
    #expect(result.output == "flint: the arguments cannot be read: /proc is not mounted\n")
  }
}
