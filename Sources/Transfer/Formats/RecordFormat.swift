public import CSV

/// A format whose files may be of any length: they are read record by record.
public protocol RecordFormat: Sendable {
  /// Its name in options and reports, such as `sparks`.
  var name: String { get }
  /// What a person calls it.
  var title: String { get }
  /// What its columns become.
  var guide: FormatGuide { get }
  /// Of several files of one import, those of the lower rank are read first: what others refer to.
  var rank: Int { get }
  /// Whether its translators may be made and used on any thread.
  var isReadAnywhere: Bool { get }

  /// What reads the records of a file with this header; `nil` when the file is not this format's.
  func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)?

  /// The columns of a file with this header that nothing is made of.
  func ignored(in header: [String]) -> IgnoredColumns

  /// What a file with this header lacks to be of this format, where that can be told.
  func mismatch(_ header: [String]) -> String?
}

extension RecordFormat {
  /// As good as any other.
  public var rank: Int { 0 }
  /// They may: most have nothing to do with any thread.
  public var isReadAnywhere: Bool { true }

  /// Those that the guide says are ignored, or does not have.
  public func ignored(in header: [String]) -> IgnoredColumns { guide.ignored(in: header) }

  /// Nothing more than that it is not.
  public func mismatch(_ header: [String]) -> String? { nil }
}

/// Says what records mean, one at a time. Lent to one thread; it may remember what it has seen.
public protocol RecordTranslator {
  /// What a record says happened. It has as many fields as the header.
  ///
  /// - Throws: `RowProblem` when it says something that cannot be read.
  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation

  /// Why nothing more can be translated, once `translate` has thrown for that: the import ends with
  /// this error.
  var interruption: (any Error)? { get }
}

extension RecordTranslator {
  /// Nothing can come between.
  public var interruption: (any Error)? { nil }
}

/// What a record says happened.
public enum Translation: Sendable {
  /// One thing.
  case draft(Draft)
  /// Several, in the order in which they have to be recorded: all of them or none.
  case drafts([Draft])
  /// It is not to be recorded, and why; the reasons are counted, so one reason is one text.
  case skipped(String)
}
