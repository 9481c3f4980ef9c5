package import Sessions

/// What a row of a file says.
package enum RowContent: Sendable {
  /// A spark that was prepared on the reading thread.
  case spark(PreparedSpark)
  case event(ImportedEvent)
  /// Several events, in the order in which they have to be recorded: all of them or none.
  case events([ImportedEvent])
  /// A skipped row, with the reason. Reasons are counted, so each has one fixed text.
  case skipped(String)
  /// A row that cannot be read.
  case rejected(RowProblem)
}

/// What recording a row, or the rows of a unit, has resulted in.
enum RowResult {
  case added
  /// The event, or one of its unit, was removed before and is restored.
  case restored
  /// The profile contained some of the events of the unit, and the others are added.
  case completed
  case updated
  case unchanged
  /// The profile's event with the same key has other content, and was not changed.
  case changed(RowProblem)
  /// An earlier row of the same import has the same key and other content.
  case repeated(RowProblem)
  /// The event rates a day that was rated by hand; the rating was not changed.
  case ratedByHand
  /// The row cannot be read or recorded.
  case rejected(RowProblem)

  @inline(__always)
  init(_ status: Recorded.Status) {
    switch status {
    case .added: self = .added
    case .restored: self = .restored
    case .unchanged: self = .unchanged
    }
  }

  /// Records a row; a problem that concerns the row alone is the result.
  @inline(__always)
  init(_ body: () throws -> RowResult) throws {
    do {
      self = try body()
    } catch let problem as RowProblem {
      self = .rejected(problem)
    }
  }

  var isRejected: Bool { if case .rejected = self { true } else { false } }

  /// Returns the result of a unit, from the results of two of its events.
  func joined(with other: RowResult) -> RowResult {
    switch (self, other) {
    case (.rejected, _): self
    case (_, .rejected): other
    case (.added, .added): .added
    case (.restored, _), (_, .restored): .restored
    case (.added, _), (_, .added), (.completed, _), (_, .completed): .completed
    case (.updated, _), (_, .updated): .updated
    case (.changed, _), (.repeated, _): self
    case (_, .changed), (_, .repeated): other
    case (.ratedByHand, _), (_, .ratedByHand): .ratedByHand
    case (.unchanged, .unchanged): .unchanged
    }
  }
}
