/// A batch: what one script, one import or one command recorded.
public struct StoredBatch: Equatable, Sendable {
  /// Its number.
  public var number: Int64
  /// What sort it is: `script`, `undo`, `redo`, `merge`, …
  public var kind: String
  /// Where its records come from.
  public var source: String
  /// When it was recorded.
  public var recordedAt: Instant
  /// The batch that it undoes, or does again.
  public var undoes: Int64?
  /// What it was in detail, as a JSON object: of an import its file, format and counts.
  public var detail: String?

  /// Makes a batch.
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
  /// The numbers of those that are undone now, by what was done to them last.
  public var undone: Set<Int64> {
    let redone = Set(filter { $0.kind == "redo" }.compactMap(\.undoes))
    return Set(filter { $0.kind == "undo" && !redone.contains($0.number) }.compactMap(\.undoes))
  }
}
