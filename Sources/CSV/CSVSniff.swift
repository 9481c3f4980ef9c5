/// The encoding and dialect of a file, detected from its first bytes: the encoding, the delimiter,
/// and whether a line names the delimiter. Options of commands can override each result.
///
/// The encoding is that of a byte order mark. Without one it is UTF-8, unless the NUL bytes are
/// distributed as only in UTF-16: one byte of each pair is never NUL, and the other byte is NUL in
/// the first pair and in at least half of all pairs. Such a file would be invalid as UTF-8 almost
/// everywhere, so no readable file is misdetected. (Decode a file in another encoding with
/// ``CSVTranscoder`` first.)
///
/// The delimiter is the one that a line such as `sep=;` names. Without such a line, the sample is
/// parsed, including quotes, with each of `,`, `;`, tab and `|`. For each, the usual width is the
/// most frequent number of fields (in a tie, the greatest). Of the delimiters with a usual width of
/// at least 2, the delimiter is the one for which
///
/// 1. the greatest share of records is of the usual width and has no misplaced quote; in a tie,
/// 2. the greatest share of records is of the usual width; in a tie,
/// 3. the usual width is the greatest; in a tie,
/// 4. the order above has it first.
///
/// If each of the four has a usual width of 1, the file has one column, and the delimiter is a
/// comma. A record that is truncated at the end of the sample is ignored, unless it is the only
/// one.
///
/// So the delimiter of a file is detected correctly if it is one of these, all records have the
/// same number of fields, at least two, quotes are well placed, and the sample has a complete
/// record; unless the result ``isAmbiguous``, because another delimiter is as regular. (A first
/// record with only the text "sep=;", or "sep=" and an empty field, is treated as a line that names
/// the delimiter.)
public struct CSVSniff: Hashable, Sendable {
  /// An encoding that can be detected from the first bytes of a file.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// UTF-8, or ASCII.
    case utf8 = "UTF-8"
    /// UTF-16, the low byte first.
    case utf16LittleEndian = "UTF-16LE"
    /// UTF-16, the high byte first.
    case utf16BigEndian = "UTF-16BE"

    /// Detects the encoding of the first bytes of a file.
    public init(of start: UnsafeRawBufferPointer) {
      if start.starts(with: [0xEF, 0xBB, 0xBF]) {
        self = .utf8
      } else if start.starts(with: [0xFF, 0xFE]) {
        self = .utf16LittleEndian
      } else if start.starts(with: [0xFE, 0xFF]) {
        self = .utf16BigEndian
      } else {
        self = Self.unmarked(start)
      }
    }

    private static func unmarked(_ start: UnsafeRawBufferPointer) -> Encoding {
      let pairs = start.count / 2
      guard pairs > 0, start[0] == 0 || start[1] == 0 else { return .utf8 }
      var (first, second) = (0, 0)
      for pair in 0..<pairs {
        if start[2 * pair] == 0 { first += 1 }
        if start[2 * pair + 1] == 0 { second += 1 }
      }
      if first == 0, start[1] == 0, 2 * second >= pairs { return .utf16LittleEndian }
      if second == 0, start[0] == 0, 2 * first >= pairs { return .utf16BigEndian }
      return .utf8
    }
  }

  /// The detected encoding. Its raw value is a name that ``CSVTranscoder`` accepts.
  public let encoding: Encoding
  /// Whether the first line only names the delimiter.
  public let hasSeparatorLine: Bool
  /// The detected delimiter.
  public let delimiter: UInt8
  /// The most frequent number of fields in the records of the sample.
  public let width: Int
  /// Whether the first record has a space after each delimiter. Then spaces before an opening quote are
  /// not part of its field.
  public let hasSpaces: Bool
  /// Whether another delimiter is equally good by rules 1 and 2.
  public let isAmbiguous: Bool

  /// The recommended size of the sample, in bytes.
  public static let sampleSize = 65_536

  /// The delimiters that are detected without a line that names them, in the order of rule 4.
  public static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// Detects the encoding and dialect of a file.
  ///
  /// - Parameters:
  ///   - start: The first bytes of the file, ideally ``sampleSize`` of them, including the byte
  ///     order mark.
  ///   - isWhole: Whether `start` is the whole file.
  public init(_ start: UnsafeRawBufferPointer, isWhole: Bool) {
    let encoding = Encoding(of: start)
    if encoding == .utf8 {
      self.init(text: start, encoding: .utf8, isWhole: isWhole)
    } else {
      let text = Self.decoded(start, isBigEndian: encoding == .utf16BigEndian)
      self = text.withUnsafeBytes {
        CSVSniff(text: $0, encoding: encoding, isWhole: isWhole)
      }
    }
  }

  /// Returns the dialect of the file.
  public func dialect(strictness: CSVDialect.Strictness) -> CSVDialect {
    var dialect = CSVDialect(
      delimiter: delimiter, strictness: strictness, skipsSeparatorLine: hasSeparatorLine)
    dialect.skipsSpaceBeforeQuotes = hasSpaces && strictness == .lenient
    return dialect
  }

  private init(text: UnsafeRawBufferPointer, encoding: Encoding, isWhole: Bool) {
    self.encoding = encoding
    let named = Self.namedDelimiter(text, isWhole: isWhole)
    let fits = (named.map { [$0] } ?? Self.delimiters).map {
      Fit(text, delimiter: $0, isWhole: isWhole)
    }
    // The first of the best: each must be surpassed.
    let wide = fits.filter { $0.width > 1 }
    let best = wide.dropFirst().reduce(wide.first) { best, fit in
      best.map { $0.isSurpassed(by: fit) ? fit : $0 }
    }
    hasSeparatorLine = named != nil
    delimiter = best?.delimiter ?? named ?? Self.delimiters[0]
    width = best?.width ?? 1
    hasSpaces = best?.hasSpaces ?? false
    isAmbiguous = wide.count { best?.isAsRegular(as: $0) == true } > 1
  }

  /// Returns the delimiter that the first line names, if it does nothing else.
  private static func namedDelimiter(_ text: UnsafeRawBufferPointer, isWhole: Bool) -> UInt8? {
    let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
    let line = text.prefix { $0 != Byte.lineFeed && $0 != Byte.carriageReturn }
    guard line.count < text.count || isWhole else { return nil }
    var mark = line
    if mark.first == Byte.quote, mark.last == Byte.quote { mark = mark.dropFirst().dropLast() }
    guard mark.count == 5, let delimiter = mark.last, CSVDialect.canBeNamed(delimiter),
      String(decoding: mark.dropLast(), as: UTF8.self).lowercased() == "sep="
    else { return nil }
    return delimiter
  }

  /// Returns the UTF-8 of a sample in UTF-16, with ill-formed sequences replaced.
  private static func decoded(_ start: UnsafeRawBufferPointer, isBigEndian: Bool) -> [UInt8] {
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units = (0..<start.count / 2).map {
      UInt16(start[2 * $0 + high]) << 8 | UInt16(start[2 * $0 + low])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// A measure of how regular a sample is with a delimiter.
private struct Fit {
  let delimiter: UInt8
  /// The number of records, of records with the usual width, and of those without a misplaced
  /// quote.
  private(set) var records = 0
  private(set) var regular = 0
  private(set) var clean = 0
  private(set) var width = 1
  /// Whether the first record has a space after each delimiter.
  let hasSpaces: Bool

  init(_ text: UnsafeRawBufferPointer, delimiter: UInt8, isWhole: Bool) {
    self.delimiter = delimiter
    // NUL bytes and ill-formed UTF-8 are no evidence about delimiters.
    var dialect = CSVDialect(
      delimiter: delimiter, acceptsNUL: true, skipsSeparatorLine: true)
    hasSpaces = Self.hasSpaces(text, dialect)
    dialect.skipsSpaceBeforeQuotes = hasSpaces
    var parser = CSVParser(dialect: dialect, fieldLimit: .max)
    var widths: [Int: (all: Int, clean: Int)] = [:]
    /// Reads and counts a record; returns `false` if there is none.
    func count(_ read: (inout CSVParser) throws(CSVError) -> Bool) -> Bool {
      var isClean = true
      do throws(CSVError) {
        guard try read(&parser) else { return false }
      } catch {
        isClean = Self.isClean(error)
      }
      widths[parser.record.count, default: (0, 0)].all += 1
      if isClean { widths[parser.record.count, default: (0, 0)].clean += 1 }
      records += 1
      return true
    }
    var position = 0
    while count({ (parser) throws(CSVError) in try parser.next(in: text, at: &position) }) {}
    if isWhole || records == 0 {
      _ = count { (parser) throws(CSVError) in try parser.finish() }
    }
    for (width, (all, clean)) in widths
    where all > regular || all == regular && width > self.width {
      (self.width, regular, self.clean) = (width, all, clean)
    }
  }

  /// Whether the first record of a text has a space after each delimiter, at least one.
  private static func hasSpaces(_ text: UnsafeRawBufferPointer, _ dialect: CSVDialect) -> Bool {
    var parser = CSVParser(dialect: dialect, fieldLimit: .max)
    var position = 0
    // The record of an error can be read, too.
    let isRead = try? parser.next(in: text, at: &position)
    if isRead == false, (try? parser.finish()) == false { return false }
    let others = parser.record.strings.dropFirst()
    return !others.isEmpty && others.allSatisfy { $0.hasPrefix(" ") }
  }

  /// Whether an error does not concern quotes.
  private static func isClean(_ error: CSVError) -> Bool {
    switch error.code {
    case .unclosedQuote, .textAfterQuote, .quoteInUnquotedField: false
    default: true
    }
  }

  /// Whether another delimiter fits better.
  func isSurpassed(by other: Fit) -> Bool {
    let (cleaner, steadier) = lead(of: other)
    if cleaner != 0 { return cleaner > 0 }
    if steadier != 0 { return steadier > 0 }
    return other.width > width
  }

  /// Whether the shares of another delimiter are the same.
  func isAsRegular(as other: Fit) -> Bool { lead(of: other) == (0, 0) }

  /// Returns by how much the shares of another delimiter are greater, multiplied by both numbers of
  /// records. These numbers differ if quotes are interpreted differently.
  private func lead(of other: Fit) -> (clean: Int, regular: Int) {
    (
      other.clean * records - clean * other.records,
      other.regular * records - regular * other.records
    )
  }
}
