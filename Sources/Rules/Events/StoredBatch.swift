public import Calendar

/// A batch: the records of one script, one import or one command.
public struct StoredBatch: Equatable, Sendable {
  /// The number of the batch.
  public var number: Int64
  /// The kind of the batch: `script`, `undo`, `redo`, `merge`, …
  public var kind: String
  /// The origin of its records.
  public var source: String
  /// The instant of recording.
  public var recordedAt: Instant
  /// The batch that this batch undoes or redoes.
  public var undoes: Int64?
  /// The details as a JSON object; for an import its file, format and counts.
  public var detail: String?

  /// Creates a batch.
  public init(
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
  public var undone: Set<Int64> {
    let redone = Set(filter { $0.kind == "redo" }.compactMap(\.undoes))
    return Set(filter { $0.kind == "undo" && !redone.contains($0.number) }.compactMap(\.undoes))
  }
}
