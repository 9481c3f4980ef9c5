package import FlintCalendar

/// A batch: the records of one script, one import or one command.
package struct StoredBatch: Equatable, Sendable {
  package var number: Int64
  /// The kind of the batch: `script`, `undo`, `redo`, `merge`, …
  package var kind: String
  package var source: String
  package var recordedAt: Instant
  package var undoes: Int64?
  /// The details as a JSON object; for an import its file, format and counts.
  package var detail: String?

  package var isReversal: Bool { kind == "undo" || kind == "redo" }

  package init(
    number: Int64, kind: String, source: String, recordedAt: Instant, undoes: Int64? = nil,
    detail: String? = nil
  ) {
    self.number = number
    self.kind = kind
    self.source = source
    self.recordedAt = recordedAt
    self.undoes = undoes
    self.detail = detail
  }
}

extension [StoredBatch] {
  /// The numbers of the batches that are currently undone, according to their latest undo or redo.
  package var undone: Set<Int64> {
    let redone = Set(filter { $0.kind == "redo" }.compactMap(\.undoes))
    return Set(filter { $0.kind == "undo" && !redone.contains($0.number) }.compactMap(\.undoes))
  }

  /// Returns whether a batch is an undo that no later batch has redone.
  package func isUndone(by batch: StoredBatch) -> Bool {
    batch.kind == "undo" && !contains { $0.kind == "redo" && $0.undoes == batch.number }
  }
}
