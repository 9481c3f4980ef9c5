import FlintJSON
package import FlintRules
package import FlintSchema
package import Sessions

/// The batch of an import, with what is stored of the import.
package struct ImportBatch: ResultRow {
  let batch: SessionRow<StoredBatch>
  let detail: JSONValue?
  let isUndone: Bool

  /// Creates the row of a batch. Invalid JSON in a damaged profile is shown as no detail.
  fileprivate init(_ batch: SessionRow<StoredBatch>, isUndone: Bool) {
    self.batch = batch
    self.isUndone = isUndone
    detail = batch.view.detail.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
  }

  /// The fields.
  package static let schema = ResultSchema<ImportBatch>(
    "ImportBatch", "A batch of imported records.",
    shown: [
      "batch", "recorded", "source", "format", "read", "added", "updated", "unchanged", "rejected",
      "skipped", "undone",
    ],
    StoredBatch.schema.fields.filter { ["batch", "recorded", "source"].contains($0.name) }
      .map { $0.within(\.batch) } + [
        ResultField("format", .text, "The format of the files.", isOptional: true) {
          if case .string(let format)? = $0.detail?["format"] { .name(format) } else { .none }
        },
        count("read", "The number of rows read."), count("added", "The number of rows added."),
        count("updated", "The number of rows that changed an event."),
        count("unchanged", "The number of rows that the profile had."),
        count("rejected", "The number of rows rejected."),
        count("skipped", "The number of rows skipped."),
        ResultField("undone", \.isUndone, "Whether the import is undone."),
        ResultField("files", .list, "The paths of the files.", isOptional: true) {
          $0.detail?["files"].map { .json($0) } ?? .none
        },
        ResultField("hashes", .list, "The hashes of the files.", isOptional: true) {
          $0.detail?["hashes"].map { .json($0) } ?? .none
        },
        ResultField("bytes", .integer, "The size of the files in bytes.", isOptional: true) {
          number($0.detail?["bytes"])
        },
      ])

  private static func count(_ name: String, _ summary: String) -> ResultField<ImportBatch> {
    ResultField(name, .integer, summary, isOptional: true) { number($0.detail?["counts"]?[name]) }
  }

  private static func number(_ value: JSONValue?) -> FieldValue {
    if case .integer(let number)? = value { .integer(number) } else { .none }
  }
}

extension Session {
  /// Returns the imports among batches.
  package func imports(among batches: [StoredBatch]) throws(SessionError) -> [ImportBatch] {
    let undone = try history.batches().undone
    return batches.filter { $0.kind == "import" }.map {
      ImportBatch(row($0), isUndone: undone.contains($0.number))
    }
  }
}
