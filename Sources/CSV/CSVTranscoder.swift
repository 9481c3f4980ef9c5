internal import Glibc

/// Converts text in another encoding to UTF-8, chunk by chunk; it does no I/O.
///
/// ```swift
/// var transcoder = try CSVTranscoder(from: "windows-1252")
/// var text: [UInt8] = []
/// while let chunk = try read() {
///   text.removeAll(keepingCapacity: true)
///   try transcoder.append(chunk, to: &text)
///   use(text)
/// }
/// text.removeAll(keepingCapacity: true)
/// try transcoder.finish(to: &text)
/// use(text)
/// ```
///
/// The supported encodings are those of the system's `iconv`, under the names that `iconv -l`
/// lists. A byte order mark at the start is converted to one in UTF-8 (or removed, for encodings
/// that define one, such as "UTF-16"); ``CSVParser`` skips it either way.
///
/// Invariant of the unchecked `Sendable`: the handle is opened and closed by this value alone,
/// which cannot be copied; `iconv` allows the use of a handle in any thread, one at a time.
public struct CSVTranscoder: ~Copyable, @unchecked Sendable {
  /// The name of the encoding, as given.
  public let encoding: String
  /// The number of bytes of the input decoded so far.
  public private(set) var offset = 0

  /// A byte sequence of the input that is invalid in the encoding.
  public struct InvalidSequence: Hashable, Sendable {
    /// The first byte of the sequence.
    public var byte: UInt8
    /// The offset of the sequence in the input, in bytes from 0.
    public var offset: Int
    /// The offset of its ``mark`` in the decoded text, in bytes from 0.
    public var textOffset: Int

    /// Creates an invalid sequence.
    public init(byte: UInt8, offset: Int, textOffset: Int) {
      self.byte = byte
      self.offset = offset
      self.textOffset = textOffset
    }
  }

  /// The byte that replaces an invalid sequence in the text, if these are marked. It never occurs
  /// in UTF-8, so a parser of the text reports its position.
  public static let mark: UInt8 = 0xFF

  /// Whether invalid sequences are marked in the text and decoding continues after them; otherwise
  /// they are errors.
  public var marksInvalidSequences = false
  private var invalidSequences: [InvalidSequence] = []
  /// The number of bytes of text produced.
  private var written = 0

  private let handle: iconv_t
  /// The start of a character whose other bytes are in the next chunk.
  private var rest: [UInt8] = []

  /// The encodings in common use, under the names that scripts may use. For each other encoding
  /// `iconv` loads a separate shared library, and a script must not choose which code is loaded.
  public static let common: [String] =
    ["UTF-8", "UTF8", "ASCII", "US-ASCII", "LATIN1", "MACINTOSH", "KOI8-R", "KOI8-U"]
    + ["UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"]
    + (1...16).filter { $0 != 12 }.map { "ISO-8859-\($0)" }
    + [874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map { "WINDOWS-\($0)" }
    + [437, 850, 852, 866, 932, 936, 949, 950, 1250, 1251, 1252].map { "CP\($0)" }
    + ["SHIFT_JIS", "SJIS", "EUC-JP", "EUC-KR", "GB2312", "GBK", "GB18030", "BIG5", "BIG5-HKSCS"]

  /// The description of ``common`` for messages.
  public static let commonText =
    "an encoding in common use, such as UTF-8, UTF-16LE, windows-1252, ISO-8859-15, Shift_JIS or GB18030"

  /// Whether an encoding is in common use.
  public static func isCommon(_ encoding: String) -> Bool {
    common.contains(encoding.uppercased())
  }

  /// Opens a transcoder at the start of an input.
  ///
  /// - Parameter encoding: A name of letters, digits and `- _ . : + ( )`, upper or lower case.
  /// - Throws: `CSVEncodingError` if the system has no such encoding.
  public init(from encoding: String) throws(CSVEncodingError) {
    // Only names: after a "/", iconv reads options, and an empty name means the locale's encoding.
    let isName = !encoding.isEmpty && encoding.utf8.allSatisfy(Self.canBeInName)
    guard isName, let handle = Self.open(encoding) else {
      throw CSVEncodingError(.unknownEncoding, encoding: encoding)
    }
    self.encoding = encoding
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Decodes a chunk and appends the text as UTF-8. A character that continues in the next chunk is
  /// decoded with that chunk.
  ///
  /// - Parameters:
  ///   - chunk: The bytes that follow the previous chunk.
  ///   - text: The buffer to which the text is appended; on an error, all text before the invalid
  ///     bytes.
  /// - Throws: `CSVEncodingError` if the input has bytes that are invalid in the encoding, unless
  ///   these are marked. The transcoder cannot be used after that.
  public mutating func append(
    _ chunk: UnsafeRawBufferPointer, to text: inout [UInt8]
  ) throws(CSVEncodingError) {
    if rest.isEmpty {
      let taken = try decode(chunk, to: &text)
      rest = Array(chunk[taken...])
    } else {
      let joined = rest + chunk
      rest = []
      let taken = try joined.span.bytes.withUnsafeBytes { (joined) throws(CSVEncodingError) in
        try decode(joined, to: &text)
      }
      rest = Array(joined[taken...])
    }
  }

  /// Decodes a chunk, like the method for raw buffers.
  public mutating func append(
    _ chunk: RawSpan, to text: inout [UInt8]
  ) throws(CSVEncodingError) {
    try chunk.withUnsafeBytes { (chunk) throws(CSVEncodingError) in try append(chunk, to: &text) }
  }

  /// Ends the input.
  ///
  /// - Throws: `CSVEncodingError` if the input ends within a character, unless invalid sequences
  ///   are marked.
  public mutating func finish(to text: inout [UInt8]) throws(CSVEncodingError) {
    if let first = rest.first {
      guard marksInvalidSequences else {
        throw CSVEncodingError(.cutOff(byte: first, offset: offset), encoding: encoding)
      }
      mark(first, in: &text)
      rest = []
    }
    // Some encodings buffer a character until it is certain that nothing combines with it.
    _ = convert(nil, to: &text)
  }

  /// Returns the invalid sequences marked since the last call.
  public mutating func takeInvalidSequences() -> [InvalidSequence] {
    defer { invalidSequences = [] }
    return invalidSequences
  }

  private mutating func mark(_ byte: UInt8, in text: inout [UInt8]) {
    invalidSequences.append(InvalidSequence(byte: byte, offset: offset, textOffset: written))
    text.append(Self.mark)
    written += 1
  }

  /// The number of bytes to skip for an invalid sequence: the size of a code unit, so that the
  /// bytes after it are decoded in step.
  private var unit: Int {
    let name = encoding.uppercased()
    let begins = { (names: [String]) in names.contains { name.hasPrefix($0) } }
    return begins(["UTF-16", "UTF16", "UCS-2", "UCS2", "UNICODE"])
      ? 2 : begins(["UTF-32", "UTF32", "UCS-4", "UCS4", "WCHAR_T"]) ? 4 : 1
  }

  /// Decodes complete characters, and returns the number of their bytes.
  private mutating func decode(
    _ chunk: UnsafeRawBufferPointer, to text: inout [UInt8]
  ) throws(CSVEncodingError) -> Int {
    var taken = 0
    while taken < chunk.count {
      let step = convert(UnsafeRawBufferPointer(rebasing: chunk[taken...]), to: &text)
      taken += step.taken
      offset += step.taken
      switch step.problem {
      case 0, E2BIG: continue
      case EINVAL: return taken
      default:
        guard marksInvalidSequences else {
          let code = CSVEncodingError.Code.invalidBytes(first: chunk[taken], offset: offset)
          throw CSVEncodingError(code, encoding: encoding)
        }
        mark(chunk[taken], in: &text)
        let skipped = min(unit, chunk.count - taken)
        taken += skipped
        offset += skipped
      }
    }
    return taken
  }

  /// Decodes as much as one buffer can store or, without a chunk, the rest that `iconv` has
  /// buffered. Returns the number of bytes consumed, and the `errno` that stopped the conversion,
  /// or 0.
  private mutating func convert(
    _ chunk: UnsafeRawBufferPointer?, to text: inout [UInt8]
  ) -> (taken: Int, problem: Int32) {
    let before = text.count
    defer { written += text.count - before }
    return withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
      // iconv declares its input mutable, though it only moves the pointer to it.
      let start = chunk?.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
      var input = start?.assumingMemoryBound(to: CChar.self)
      var inputLeft = chunk?.count ?? 0
      var output = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var outputLeft = buffer.count
      let result =
        if chunk == nil {
          iconv(handle, nil, nil, &output, &outputLeft)
        } else {
          iconv(handle, &input, &inputLeft, &output, &outputLeft)
        }
      // (size_t) -1 when it fails, and size_t is Int here.
      let problem = result == -1 ? errno : 0
      text.append(contentsOf: buffer[..<(buffer.count - outputLeft)])
      return ((chunk?.count ?? 0) - inputLeft, problem)
    }
  }

  private static func open(_ encoding: String) -> iconv_t? {
    let handle = iconv_open("UTF-8", encoding)
    // iconv_open returns (iconv_t) -1 when it fails.
    return handle == iconv_t(bitPattern: -1) ? nil : handle
  }

  private static func canBeInName(_ byte: UInt8) -> Bool {
    Byte.isLetterOrDigit(byte) || "-_.:+()".utf8.contains(byte)
  }
}
