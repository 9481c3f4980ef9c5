/// The records of one event: its addition and its corrections.
public struct EventRecords: Sendable {
  /// A correction and its batch.
  public struct BatchCorrection: Sendable {
    /// The position in the order of recording.
    public var sequence: Int64
    /// The number of the batch.
    public var batch: Int64
    /// The batch that the correction's batch undoes or redoes.
    public var undoes: Int64?
    /// The correction.
    public var correction: Correction

    /// Creates a correction of a batch.
    public init(sequence: Int64, batch: Int64, undoes: Int64? = nil, correction: Correction) {
      self.sequence = sequence
      self.batch = batch
      self.undoes = undoes
      self.correction = correction
    }
  }

  /// The number of the batch that added the event.
  public var batch: Int64
  /// The content of the event when it was added.
  public var original: Correction.Content
  /// The corrections of the event; the last one applies.
  public var corrections: [BatchCorrection]

  /// Creates the records of an event.
  public init(batch: Int64, original: Correction.Content, corrections: [BatchCorrection] = []) {
    self.batch = batch
    self.original = original
    self.corrections = corrections
  }

  /// The current content of the event; `nil` when the event is removed.
  public var current: Correction.Content? {
    corrections.isEmpty ? original : corrections.last?.correction.content
  }
}
