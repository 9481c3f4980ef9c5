import ArgumentParser
import Calendar
import Commands
import JSON
import Rules
import Sessions

/// Lists the imports of a profile.
struct ImportsCommand: Subcommand {
  static let name = "imports"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List imports with their files, formats and counts, latest first.",
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
      let (format, zone) = (list.format, session.zone)
      var columns: [Column<ImportBatch>] = [
        Column("batch") { Cell.ordinal($0.batch.number) },
        Column("recorded") { zone.text($0.batch.recordedAt, in: format) },
        Column("source", \.batch.source), Column("format") { $0.text("format") },
      ]
      columns += ["read", "added", "updated", "unchanged", "rejected", "skipped"].map { name in
        Column(name) { $0.number($0.detail?["counts"]?[name]) }
      }
      columns.append(Column("undone") { undone.contains($0.batch.number) })
      columns += ["files", "hashes"].map { name in
        Column(name, in: .records) { $0.detail?[name].map { Cell.json($0) } }
      }
      columns.append(Column("bytes", in: .records) { $0.number($0.detail?["bytes"]) })
      Listing.write(
        imports.prefix(limit == 0 ? .max : limit).map(ImportBatch.init), format, columns,
        empty: "nothing was imported; flint import FILE imports a file")
    }
  }
}

/// The batch of an import and its detail.
private struct ImportBatch {
  let batch: StoredBatch
  let detail: JSONValue?

  init(_ batch: StoredBatch) {
    self.batch = batch
    // Invalid JSON in a damaged profile is shown as no detail.
    detail = batch.detail.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
  }

  func text(_ name: String) -> Cell {
    if case .string(let text)? = detail?[name] { .text(text) } else { .none }
  }

  func number(_ value: JSONValue?) -> Cell {
    if case .integer(let number)? = value { .integer(number) } else { .none }
  }
}
