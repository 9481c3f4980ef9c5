import Foundation
import Testing

/// Names come from imports, merges and other people's files: whoever reads an output must not run what a name says.
struct `Names in outputs` {
  private static let formulas = ["=1+1", "+A1", "-A2", "@SUM(A1)", "'quoted"]

  /// A profile in which everything that has a name is named like a formula.
  private static func prepared() throws -> Scratch {
    let scratch = try Scratch()
    let script = formulas.map { name in
      """
      spark.add{title = "\(name)", category = "idea", tags = {"\(name)"}}
      task.add{name = "\(name)", project = "\(name)", due = "2026-03-01"}
      local t = tracker.add{name = "\(name)"}
      tracker.add_entry(t.id, {text = "\(name)"})
      habit.add{name = "\(name) habit", schedule = {per = "day"}}
      """
    }
    try script.map { "do \($0) end" }.joined(separator: "\n")
      .write(to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let made = try Shell.run(
      "flint run s.lua --db p.db --create --now 2026-03-01T10:00 --zone UTC --quiet",
      in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    return scratch
  }

  @Test func `are guarded against formulas in every list as CSV`() throws {
    let scratch = try Self.prepared()
    for list in ["sparks", "tasks", "tasks --projects", "trackers", "habits", "log", "due"] {
      let result = try Shell.run(
        "flint \(list) --db p.db --now 2026-03-01T11:00 --format csv", in: scratch.url)
      #expect(result.status == 0, "\(list): \(result.output)")
      let cells = result.output.split(whereSeparator: { ",\n".contains($0) })
        .map { $0.drop { $0 == "\"" } }
      // Numbers are not texts: a spreadsheet has to read them.
      let bare = cells.filter { "=+@".contains($0.first ?? " ") || $0.hasPrefix("-A") }
      #expect(bare.isEmpty, "\(list): \(bare)")
      #expect(cells.contains { $0.hasPrefix("'=1+1") }, "\(list): \(result.output)")
    }
  }

  @Test func `are guarded in the totals of a population`() throws {
    let scratch = try Scratch()
    let line =
      #"{"player":"=1+1","seed":1,"kind":"spark","at":"2026-03-01T10:00:00Z","title":"a","category":"idea"}"#
    try (line + "\n").write(
      to: scratch.url.appendingPathComponent("events.jsonl"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "flint replay --population events.jsonl --rules ignition --totals t.csv --quiet && cat t.csv",
      in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("\n'=1+1,1,1,0,"), "\(result.output)")
  }

  /// ESC, the end of an OSC sequence, a C1 control character and a right-to-left override.
  private static let control = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}"

  private static func controls(in text: String) -> [String] {
    text.unicodeScalars.filter { scalar in
      ![9, 10, 13].contains(scalar.value)
        && (scalar.properties.isBidiControl || scalar.properties.generalCategory == .control)
    }.map { "U+" + String($0.value, radix: 16) }
  }

  @Test func `have no control characters in pages and messages in a pipe`() throws {
    let scratch = try Scratch()
    let rules = """
      return {extends = "ignition", id = "r", currencies = {gems = {start = 5, title = "gems\(Self.control)"}},
        pools = {{id = "p", price = {gems = 1}, cards = {"idea-margin-note"}}}}
      """
    try rules.write(
      to: scratch.url.appendingPathComponent("r.lua"), atomically: true, encoding: .utf8)
    let made = try Shell.run(
      "flint init --db p.db --rules r.lua --zone UTC --quiet; flint task 'Call\(Self.control) Ada' --db p.db "
        + "--quiet; flint task 'Call\(Self.control) Bob' --db p.db --quiet", in: scratch.url)
    for command in [
      "pools", "status", "tasks", "done Call", "done '\(Self.control)'",
      "sparks --tag '\(Self.control)'",
      "run '\(Self.control).lua'", "import '\(Self.control).csv'",
      "config zone 'Europe/\(Self.control)'",
      "tasks --project '\(Self.control)'", "log", "today",
    ] {
      let result = try Shell.run("flint \(command) --db p.db | cat", in: scratch.url)
      #expect(Self.controls(in: result.output) == [], "\(command): \(made.output) \(result.output)")
      #expect(!result.output.isEmpty, "\(command)")
    }
  }
}
