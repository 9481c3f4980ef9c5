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
