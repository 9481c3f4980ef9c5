/// The records of one event: its addition and its corrections.
package struct EventRecords: Sendable {
  package struct BatchCorrection: Sendable {
    /// The position in the order of recording.
    package var sequence: Int64
    package var batch: Int64
    /// The batch that the correction's batch undoes or redoes.
    package var undoes: Int64?
    package var correction: Correction

    package init(sequence: Int64, batch: Int64, undoes: Int64? = nil, correction: Correction) {
      self.sequence = sequence
      self.batch = batch
      self.undoes = undoes
      self.correction = correction
    }
  }

  package var batch: Int64
  package var original: Correction.Content
  /// The corrections of the event; the last one applies.
  package var corrections: [BatchCorrection]

  package init(batch: Int64, original: Correction.Content, corrections: [BatchCorrection] = []) {
    self.batch = batch
    self.original = original
    self.corrections = corrections
  }

  /// The current content of the event; `nil` when the event is removed.
  package var current: Correction.Content? {
    corrections.isEmpty ? original : corrections.last?.correction.content
  }
}
