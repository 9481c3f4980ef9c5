internal import Glibc

/// Makes UTF-8 of text in another encoding, chunk by chunk; it does no I/O.
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
/// It knows the encodings that the system's `iconv` knows, by the names that `iconv -l` lists. A
/// byte order mark at the start comes out as one in UTF-8 (or not at all, for encodings that have
/// one as a matter of course, like "UTF-16"), and is skipped by ``CSVParser`` either way.
///
/// Invariant of the unchecked `Sendable`: the handle is opened and closed by this value alone,
/// which cannot be copied; `iconv` allows a handle in any one thread at a time.
public struct CSVTranscoder: ~Copyable, @unchecked Sendable {
  /// The name of the encoding, as given.
  public let encoding: String
  /// How many bytes of the input have been decoded.
  public private(set) var offset = 0

  /// Bytes of the input that are not of the encoding.
  public struct Fault: Hashable, Sendable {
    /// The first of them.
    public var byte: UInt8
    /// How many bytes of the input precede them.
    public var offset: Int
    /// How many bytes of all text precede their ``mark``.
    public var textOffset: Int

    /// Makes a fault.
    public init(byte: UInt8, offset: Int, textOffset: Int) {
      self.byte = byte
      self.offset = offset
      self.textOffset = textOffset
    }
  }

  /// What stands in the text for a fault, where those are marked: a byte that no UTF-8 has, so that
  /// whoever reads the text finds it at its place.
  public static let mark: UInt8 = 0xFF

  /// Whether faults are marked in the text, and decoding goes on behind them; they are errors
  /// otherwise.
  public var marksFaults = false
  private var faults: [Fault] = []
  /// How many bytes of text were made.
  private var written = 0

  private let handle: iconv_t
  /// The start of a character whose other bytes are in the next chunk.
  private var rest: [UInt8] = []

  /// Encodings in common use, by the names that scripts may give them: of others each is a module of
  /// its own that `iconv` loads, and which of these code is read by is not for a script to choose.
  public static let common: [String] =
    ["UTF-8", "UTF8", "ASCII", "US-ASCII", "LATIN1", "MACINTOSH", "KOI8-R", "KOI8-U"]
    + ["UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"]
    + (1...16).filter { $0 != 12 }.map { "ISO-8859-\($0)" }
    + [874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map { "WINDOWS-\($0)" }
    + [437, 850, 852, 866, 932, 936, 949, 950, 1250, 1251, 1252].map { "CP\($0)" }
    + ["SHIFT_JIS", "SJIS", "EUC-JP", "EUC-KR", "GB2312", "GBK", "GB18030", "BIG5", "BIG5-HKSCS"]

  /// What ``common`` is, in a message.
  public static let commonText =
    "an encoding in common use, such as UTF-8, UTF-16LE, windows-1252, ISO-8859-15, Shift_JIS or GB18030"

  /// Whether an encoding is one in common use.
  public static func isCommon(_ encoding: String) -> Bool {
    common.contains(encoding.uppercased())
  }

  /// Opens a transcoder at the start of an input.
  ///
  /// - Parameter encoding: A name of letters, digits and `- _ . : + ( )`, upper or lower case.
  /// - Throws: That there is no such encoding.
  public init(from encoding: String) throws(CSVEncodingError) {
    // No more than names: after a "/", iconv takes options, and an empty name is the locale's.
    let isName = !encoding.isEmpty && encoding.utf8.allSatisfy(Self.canBeInName)
    guard isName, let handle = Self.open(encoding) else {
      throw CSVEncodingError(.unknownEncoding, encoding: encoding)
    }
    self.encoding = encoding
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Decodes a chunk and appends the text as UTF-8. A character that the chunk cuts is kept until
  /// the next one.
  ///
  /// - Parameters:
  ///   - chunk: Bytes that follow those of the chunk before.
  ///   - text: Where the text goes; on an error, all the text before the faulty bytes is there.
  /// - Throws: Where the input has bytes that are not of the encoding, unless faults are marked.
  ///   Nothing can be decoded after that.
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
  /// - Throws: That it ends within a character, unless faults are marked.
  public mutating func finish(to text: inout [UInt8]) throws(CSVEncodingError) {
    if let first = rest.first {
      guard marksFaults else {
        throw CSVEncodingError(.cutOff(byte: first, offset: offset), encoding: encoding)
      }
      mark(first, in: &text)
      rest = []
    }
    // Some encodings hold a character back until they know that nothing combines with it.
    _ = convert(nil, to: &text)
  }

  /// The faults that were marked since this was last asked for.
  public mutating func takeFaults() -> [Fault] {
    defer { faults = [] }
    return faults
  }

  private mutating func mark(_ byte: UInt8, in text: inout [UInt8]) {
    faults.append(Fault(byte: byte, offset: offset, textOffset: written))
    text.append(Self.mark)
    written += 1
  }

  /// How many bytes are left out where those at a place are faulty: what follows has to be read in
  /// step with what came before.
  private var unit: Int {
    let name = encoding.uppercased()
    let isOf = { (names: [String]) in names.contains { name.hasPrefix($0) } }
    return isOf(["UTF-16", "UTF16", "UCS-2", "UCS2", "UNICODE"])
      ? 2 : isOf(["UTF-32", "UTF32", "UCS-4", "UCS4", "WCHAR_T"]) ? 4 : 1
  }

  /// Decodes whole characters; returns how many bytes these are.
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
        guard marksFaults else {
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

  /// Decodes as much as goes into one buffer, or without a chunk what the handle still holds; says
  /// how many bytes were taken, and how it failed to take more (as `errno` has it).
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
    // What iconv_open returns when it fails: (iconv_t) -1.
    return handle == iconv_t(bitPattern: -1) ? nil : handle
  }

  private static func canBeInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-_.:+()".utf8.contains(byte)
    }
  }
}
