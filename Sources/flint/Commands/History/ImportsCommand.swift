import ArgumentParser
import Calendar
import JSON
import Rules
import Sessions

/// Lists the imports of a profile.
struct ImportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imports", _superCommandName: "flint",
    abstract: "List imports with their files, formats and counts, latest first.",
    discussion: """
      flint undo with the number of a batch reverts that import. An import that
      records nothing new is not listed.

      Examples:
        flint imports
        flint imports --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "The maximum number of imports; 0 for all.") var limit = 50

  func validate() throws { try checkLimit(limit) }

  func run() throws {
    try profile.reading { session in
      let batches = try session.history.batches()
      let undone = batches.undone
      let imports = batches.filter { $0.kind == "import" }
      var listing = Listing(
        list.format,
        columns: [
          "batch", "recorded", "source", "format", "read", "added", "updated", "unchanged",
          "rejected", "skipped", "undone",
        ] + (list.format == .table ? [] : ["files", "hashes", "bytes"]))
      for batch in imports.prefix(limit == 0 ? .max : limit) {
        listing.append(row(batch, isUndone: undone.contains(batch.number), session.zone))
      }
      listing.end(empty: "nothing was imported")
    }
  }

  private func row(_ batch: StoredBatch, isUndone: Bool, _ zone: Zone) -> [Cell] {
    // Invalid JSON in a damaged profile is shown as no detail.
    let detail = batch.detail.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    func text(_ name: String) -> Cell {
      if case .string(let text)? = detail?[name] { .text(text) } else { .none }
    }
    func number(_ value: JSONValue?) -> Cell {
      if case .integer(let number)? = value { .integer(number) } else { .none }
    }
    let counts = ["read", "added", "updated", "unchanged", "rejected", "skipped"].map {
      number(detail?["counts"]?[$0])
    }
    var row: [Cell] = [
      .number(batch.number),
      .text(
        list.format == .table ? zone.minuteText(batch.recordedAt) : zone.text(batch.recordedAt)),
      .text(batch.source), text("format"),
    ]
    row += counts + [.flag(isUndone)]
    if list.format != .table {
      row += ["files", "hashes"].map { detail?[$0].map { .json($0) } ?? .none }
      row.append(number(detail?["bytes"]))
    }
    return row
  }
}
