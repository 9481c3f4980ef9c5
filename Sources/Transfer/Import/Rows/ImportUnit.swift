package import FlintRules

/// One or more records of a file that are recorded or rejected together, with the result of reading
/// them. Most units are one record; a note in a record of its own belongs to the record above it.
package struct ImportUnit: Sendable {
  package enum Outcome: Sendable {
    /// The events that the records describe, in the order in which they have to be recorded.
    case events([ImportedEvent])
    /// The reason for not recording the records: they belong to the format, or to data that Flint
    /// does not store. Records are counted by reason, so each reason has one text.
    case skipped(String)
    /// The problem because of which the records cannot be read.
    case rejected(RowProblem)
  }

  /// The original records; at least one.
  package var originals: [OriginalRecord]
  package var outcome: Outcome
  /// The events that did not happen according to the records. Those that the profile contains are
  /// reported or removed.
  package var absences: [Absence] = []
  /// For rows without an id, the prefix of the keys of equal rows, before the `/2` or `/3` that
  /// distinguishes them.
  package var duplicateKey: String?
  /// Whether `duplicateKey` contains the time of the event.
  package var isTimeInKey = false

  package init(_ originals: [OriginalRecord], _ outcome: Outcome) {
    self.originals = originals
    self.outcome = outcome
  }
}

extension ImportUnit {
  /// Whether only their content identifies the events.
  var isKeyless: Bool {
    if case .events(let events) = outcome { events.allSatisfy(\.isKeyless) } else { false }
  }
}

extension ImportUnit.Outcome {
  var isRejected: Bool { if case .rejected = self { true } else { false } }
}

/// The statement of a file that the event of a key did not happen, or was undone in the app that
/// wrote the file.
package struct Absence: Hashable, Sendable {
  package var kind: EventKind
  /// The key that the event would have in the profile.
  package var key: String
  package var column: String
  package var value: String

  package init(_ kind: EventKind, key: String, column: String, value: String) {
    self.kind = kind
    self.key = key
    self.column = column
    self.value = value
  }
}

/// A record of a file in its original form, for the report and the rejects file.
package struct OriginalRecord: Hashable, Sendable {
  /// The index of the file among the files that are read together.
  package var file: Int
  /// The line on which the record begins, from 1.
  package var line: Int
  /// The fields of the record, without quotes; for a file that is not a table, the text of the
  /// record as one field.
  package var fields: [String]
  /// The original bytes of the fields, for a record that is invalid in the encoding of the file.
  package var bytes: [[UInt8]]?
  /// Whether other rows of its file determine the meaning of the record, so that it is corrected
  /// there.
  package var needsOriginal = false
  /// Whether the error is in the CSV syntax of the record, so that its fields do not show it.
  var isSyntaxError = false
  /// The origin of the record when it was first rejected, if it is from a rejects file.
  package var origin: RecordOrigin?

  package init(file: Int = 0, line: Int, fields: [String]) {
    self.file = file
    self.line = line
    self.fields = fields
  }
}

package struct RecordOrigin: Hashable, Sendable {
  /// The name of the file in reports.
  package var file: String
  /// The line on which the record begins, from 1.
  package var line: Int
  /// The path of the file within the folder or zip file in which it was found.
  var path: String {
    file.firstRange(of: ".zip:").map { String(file[$0.upperBound...]) } ?? file
  }
}
