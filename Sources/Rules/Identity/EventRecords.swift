/// What is known of one event: how it was added, and its corrections.
public struct EventRecords: Sendable {
  /// A correction and where it came from.
  public struct Corrected: Sendable {
    /// The place in the order of recording.
    public var sequence: Int64
    /// The batch.
    public var batch: Int64
    /// The batch which that one undoes, or does again.
    public var undoes: Int64?
    /// The correction.
    public var correction: Correction

    /// Makes a correction of a batch.
    public init(sequence: Int64, batch: Int64, undoes: Int64? = nil, correction: Correction) {
      self.sequence = sequence
      self.batch = batch
      self.undoes = undoes
      self.correction = correction
    }
  }

  /// The batch that added the event.
  public var batch: Int64
  /// What the event said when it was added.
  public var original: Correction.Content
  /// Its corrections, the one that counts last.
  public var corrections: [Corrected]

  /// Makes the records of an event.
  public init(batch: Int64, original: Correction.Content, corrections: [Corrected] = []) {
    self.batch = batch
    self.original = original
    self.corrections = corrections
  }

  /// What the event says now; `nil` when it is taken back.
  public var current: Correction.Content? {
    corrections.isEmpty ? original : corrections.last?.correction.content
  }
}
