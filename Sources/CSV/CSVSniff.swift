/// What the first bytes of a file say about how it is written: its encoding, a line that names the
/// delimiter, and the delimiter. It guesses nothing that an option of a command could not overrule.
///
/// The encoding is that of a byte order mark. Without one it is UTF-8, unless every other byte is a
/// NUL as only UTF-16 has it: the sample has no NUL in one byte of each pair, has one in the other
/// byte of the first pair and of at least half of all. In UTF-8 that would be one error after the
/// other, so nothing readable is mistaken. (A file in another encoding is to be decoded first, by
/// ``CSVTranscoder``, and sniffed then.)
///
/// The delimiter is the one that the line `sep=;` names, whichever that is. Without such a line,
/// the sample is parsed, quotes and all, with each of `,`, `;`, tab and `|`. For each, the usual
/// width is the number of fields that most records have (of several the greatest). The delimiter is
/// the one, of those with a usual width of at least 2, for which
///
/// 1. the greatest share of records is of the usual width and has no misplaced quote; if equal,
/// 2. the greatest share of records is of the usual width; if equal,
/// 3. the usual width is the greatest; if equal,
/// 4. the one named first above.
///
/// If each of the four has a usual width of 1, the file has one column, and the delimiter is a
/// comma. A record that the sample cuts off is left out, unless it is the only one.
///
/// So a file with one of these delimiters, as many fields in each record, at least two, and quotes
/// where they belong, is given its own delimiter if the sample has a whole record; unless it
/// ``isAmbiguous``, being just as regular with another. (A first record that is but the text
/// "sep=;", or "sep=" and an empty field, is taken for a line that names the delimiter.)
public struct CSVSniff: Hashable, Sendable {
  /// An encoding that a file's first bytes can give away.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// UTF-8, or ASCII.
    case utf8 = "UTF-8"
    /// UTF-16, the low byte first.
    case utf16LittleEndian = "UTF-16LE"
    /// UTF-16, the high byte first.
    case utf16BigEndian = "UTF-16BE"

    /// The encoding that the first bytes of a file are in.
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

  /// The encoding: of what is not UTF-8, ``CSVTranscoder`` makes UTF-8, given the raw value.
  public let encoding: Encoding
  /// Whether the first line does nothing but name the delimiter.
  public let hasSeparatorLine: Bool
  /// The delimiter.
  public let delimiter: UInt8
  /// How many fields most records of the sample have.
  public let width: Int
  /// Whether another delimiter is as good by rules 1 and 2.
  public let isAmbiguous: Bool

  /// How many bytes to give, if the file has that many.
  public static let sampleSize = 65_536

  /// The delimiters that are found without being named, in the order of rule 4.
  public static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// Looks at the first bytes of a file.
  ///
  /// - Parameters:
  ///   - start: The bytes, best ``sampleSize`` of them; with the byte order mark.
  ///   - isWhole: Whether that is all of the file.
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

  /// The dialect that the file is in.
  public func dialect(strictness: CSVDialect.Strictness) -> CSVDialect {
    CSVDialect(
      delimiter: delimiter, strictness: strictness, skipsSeparatorLine: hasSeparatorLine)
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
    isAmbiguous = wide.count { best?.isAsRegular(as: $0) == true } > 1
  }

  /// What a line that does nothing else names as the delimiter.
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

  /// The UTF-8 of a sample in UTF-16, ill-formed parts replaced.
  private static func decoded(_ start: UnsafeRawBufferPointer, isBigEndian: Bool) -> [UInt8] {
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units = (0..<start.count / 2).map {
      UInt16(start[2 * $0 + high]) << 8 | UInt16(start[2 * $0 + low])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// How well a delimiter fits a sample.
private struct Fit {
  let delimiter: UInt8
  /// How many records there are, how many of them have the usual width, and how many of those have
  /// no misplaced quote.
  private(set) var records = 0
  private(set) var regular = 0
  private(set) var clean = 0
  private(set) var width = 1

  init(_ text: UnsafeRawBufferPointer, delimiter: UInt8, isWhole: Bool) {
    self.delimiter = delimiter
    // NUL bytes and ill-formed UTF-8 tell nothing about delimiters.
    let dialect = CSVDialect(
      delimiter: delimiter, acceptsNUL: true, skipsSeparatorLine: true)
    var parser = CSVParser(dialect: dialect, fieldLimit: .max)
    var widths: [Int: (all: Int, clean: Int)] = [:]
    func count(_ width: Int, isClean: Bool) {
      widths[width, default: (0, 0)].all += 1
      if isClean { widths[width, default: (0, 0)].clean += 1 }
      records += 1
    }
    var position = 0
    var isAtEnd = false
    while !isAtEnd {
      do throws(CSVError) {
        if try parser.next(in: text, at: &position) {
          count(parser.record.count, isClean: true)
        } else {
          isAtEnd = true
        }
      } catch {
        count(parser.record.count, isClean: Self.isClean(error))
      }
    }
    if isWhole || records == 0 {
      do throws(CSVError) {
        if try parser.finish() { count(parser.record.count, isClean: true) }
      } catch {
        count(parser.record.count, isClean: Self.isClean(error))
      }
    }
    for (width, (all, clean)) in widths
    where all > regular || all == regular && width > self.width {
      (self.width, regular, self.clean) = (width, all, clean)
    }
  }

  /// Whether an error has nothing to do with quotes.
  private static func isClean(_ error: CSVError) -> Bool {
    switch error.code {
    case .unclosedQuote, .textAfterQuote, .quoteInUnquotedField: false
    default: true
    }
  }

  /// Whether another one is better.
  func isSurpassed(by other: Fit) -> Bool {
    let (cleaner, steadier) = lead(of: other)
    if cleaner != 0 { return cleaner > 0 }
    if steadier != 0 { return steadier > 0 }
    return other.width > width
  }

  /// Whether the shares of another one are the same.
  func isAsRegular(as other: Fit) -> Bool { lead(of: other) == (0, 0) }

  /// By how much the shares of another one are greater, times both numbers of records: these differ
  /// where quotes do not mean the same.
  private func lead(of other: Fit) -> (clean: Int, regular: Int) {
    (
      other.clean * records - clean * other.records,
      other.regular * records - regular * other.records
    )
  }
}
