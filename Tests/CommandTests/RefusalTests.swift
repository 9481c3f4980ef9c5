import Foundation
import Testing

/// The result of a script or of `eval` may be a refusal: `nil` and an error. It must not look like
/// success.
struct `A refusal that is returned` {
  private static let options = "--db p.db --now 2026-03-01T10:00"

  private func profile(in folder: URL) throws {
    let made = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: folder)
    #expect(made.status == 0, "\(made.output)")
    let created = try Shell.run(
      "flint eval \(Self.options) 'tracker.add{name = \"Reading\"}' >created", in: folder)
    #expect(created.status == 0, "\(created.output)")
  }

  @Test func `a refusal returned by eval is an error with status 1`()
    throws
  {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let eval = "flint eval \(Self.options) 'tracker.add_entry(\"Redaing\", {number = 3})'"
    let result = try Shell.run(eval + " 2>errors; echo $?; cat errors", in: scratch.url)
    #expect(
      result.output
        == "1\nflint: there is no tracker \"Redaing\" (did you mean \"Reading\"?)\n")
  }

  @Test func `a refusal after other results is an error too`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let result = try Shell.run(
      "flint eval \(Self.options) '7, tracker.add_entry(\"Redaing\", {number = 3})'",
      in: scratch.url)
    #expect(result.status == 1)
    #expect(
      result.output == "flint: there is no tracker \"Redaing\" (did you mean \"Reading\"?)\n")
  }

  @Test func `a refusal is reported as JSON with its code and fields`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let result = try Shell.run(
      "flint eval \(Self.options) --error-format json 'card.roll(\"idea\"); return card.roll(\"idea\")'",
      in: scratch.url)
    #expect(result.status == 1)
    // The one token is spent by the first roll, whose missions bring some of the 1,000 fuel.
    #expect(
      result.output.hasPrefix(
        #"{"error":{"status":1,"kind":"refusal","code":"no_token","message":"no roll token; "#),
      "\(result.output)")
    #expect(result.output.contains(#""value":{"code":"no_token","#), "\(result.output)")
  }

  @Test func `a script that returns a refusal exits with 1 and its changes are saved`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    try """
    spark.add{title = "Kept", category = "idea"}
    return task.complete(("0"):rep(32))
    """.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run("flint run \(Self.options) s.lua", in: scratch.url)
    #expect(result.status == 1)
    #expect(
      result.output == "flint: there is no such task\n")
    let count = try Shell.run("flint eval \(Self.options) 'spark.count()'", in: scratch.url)
    #expect(count.output == "1\n")
  }

  @Test(arguments: [
    #"local entry, why = tracker.add_entry("Redaing", {number = 3}) print(entry, why.code)"#,
    #"local entry = tracker.add_entry("Redaing", {number = 3}) return entry"#,
    #"tracker.add_entry("Redaing", {number = 3}) return 7"#,
    #"return nil"#,
    #"return nil, "words of a script""#,
    #"return 1, {code = "x", message = "y"}"#,
  ])
  func `a handled refusal is not an error`(code: String) throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let result = try Shell.run("flint eval \(Self.options) '\(code)'", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(arguments: ["undo", "redo", "undo --quiet", "redo --dry-run"])
  func `undo and redo exit with 1 if there is nothing to do`(command: String) throws {
    let scratch = try Scratch()
    let made = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    #expect(made.status == 0)
    let result = try Shell.run("flint \(command) --db p.db", in: scratch.url)
    #expect(result.status == 1)
    #expect(result.output == "flint: nothing to \(command.prefix(4))\n")
  }

  @Test func `undoing a batch twice exits with 1`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    #expect(try Shell.run("flint undo \(Self.options) 1", in: scratch.url).status == 0)
    let again = try Shell.run("flint undo \(Self.options) 1", in: scratch.url)
    #expect(again.status == 1)
    #expect(again.output == "flint: batch 1 (script (eval)): nothing to change\n")
  }
}
