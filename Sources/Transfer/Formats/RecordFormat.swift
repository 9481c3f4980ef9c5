package import CSV

/// A format whose files may have any length, because they are read record by record.
package protocol RecordFormat: Sendable {
  /// The name in options and reports, such as `sparks`.
  var name: String { get }
  /// The title for people.
  var title: String { get }
  var guide: FormatGuide { get }
  /// The order among several files of one import: those of a lower rank are read first, because
  /// others refer to them.
  var rank: Int { get }
  /// Whether its translators may be created and used on any thread.
  var isReadAnywhere: Bool { get }

  /// Whether names of moods can be defined for its files.
  var hasNamedMoods: Bool { get }

  /// Returns a translator for a file with this header; `nil` when the file is not of this format.
  func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)?

  func ignored(in header: [String]) -> IgnoredColumns

  /// Returns an error message about what a file with this header lacks to be of this format, if
  /// that can be determined.
  func mismatch(_ header: [String]) -> String?
}

extension RecordFormat {
  package var rank: Int { 0 }
  package var isReadAnywhere: Bool { true }
  package var hasNamedMoods: Bool { false }

  /// Returns the columns that the guide marks as ignored or does not contain.
  package func ignored(in header: [String]) -> IgnoredColumns { guide.ignored(in: header) }

  package func mismatch(_ header: [String]) -> String? { nil }
}

/// A translator of records into events, one at a time. It is used on one thread, and may keep state
/// between records.
package protocol RecordTranslator {
  /// Returns the events that a record describes. The record has as many fields as the header.
  ///
  /// - Throws: `RowProblem` when the record cannot be read.
  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent

  /// The error that ends the import, if `translate` has thrown because of it.
  var interruption: (any Error)? { get }
  /// Remarks about the records so far, one sentence each, for the report.
  var remarks: [String] { get }
}

extension RecordTranslator {
  package var interruption: (any Error)? { nil }
  package var remarks: [String] { [] }
}
