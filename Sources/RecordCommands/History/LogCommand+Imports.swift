import Calendar
import Commands
import JSON
import Rules
import Sessions

extension LogCommand {
  /// Lists the imports among batches, with their files, formats and counts.
  func listImports(_ batches: [StoredBatch], _ session: Session) throws {
    let undone = try session.history.batches().undone
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
      batches.filter { $0.kind == "import" }.prefix(most ?? .max).map(ImportBatch.init), format,
      columns,
      empty: "nothing was imported; flint import FILE imports a file")
  }
}

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
