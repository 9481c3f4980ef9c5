import CSV

/// The bytes of a file as UTF-8, a piece at a time.
final class TextSource {
  let source: ByteSource
  let start: TextStart
  private let chunk = ByteChunk()
  private var transcoder: CSVTranscoder?
  /// Bytes that are not of the file's encoding, as far as it was read.
  var faults: TextFaults
  private var decoded: [UInt8] = []
  private var isAtEnd = false

  /// Opens a file.
  ///
  /// - Parameter opened: the file, if it is open already.
  /// - Throws: `InputFailure`.
  init(
    _ file: InputFile, _ options: ImportOptions, _ opened: ByteSource? = nil
  ) throws(InputFailure) {
    if let opened { source = opened } else { source = try ByteSource(file) }
    let bytes = try source.start(ImportJob.glimpse)
    do throws(CSVEncodingError) {
      start = try TextStart(bytes, options)
      transcoder = nil
      faults = TextFaults(encoding: start.encoding)
      faults.isOfRejects = start.isRejects
      faults.fieldEncoding = start.fieldEncoding
      if let encoding = start.encoding {
        // One faulty byte is the trouble of its record, as in a file in UTF-8.
        transcoder = try CSVTranscoder(from: encoding)
        transcoder?.marksInvalidSequences = true
      }
    } catch {
      throw InputFailure(file.name, error.description, isUnreadable: false)
    }
  }

  /// The next piece, valid until the one after it is asked for; empty at the end.
  func next() throws(InputFailure) -> UnsafeRawBufferPointer {
    let filled = try source.read(into: chunk.bytes)
    let bytes = UnsafeRawBufferPointer(rebasing: chunk.bytes[..<filled])
    if start.encoding == nil { return bytes }
    // What was decoded is copied behind the bytes it was decoded from.
    decoded.removeAll(keepingCapacity: true)
    do throws(CSVEncodingError) {
      if filled > 0 {
        try transcoder?.append(bytes, to: &decoded)
      } else if !isAtEnd {
        isAtEnd = true
        try transcoder?.finish(to: &decoded)
      }
    } catch {
      throw InputFailure(source.file.name, error.description, isUnreadable: false)
    }
    if let found = transcoder?.takeInvalidSequences() { faults.add(found) }
    if decoded.isEmpty && filled > 0 { return try next() }
    text.reserve(decoded.count)
    text.bytes.copyBytes(from: decoded)
    return UnsafeRawBufferPointer(rebasing: text.bytes[..<decoded.count])
  }

  private let text = TextChunk()

  /// So many bytes are read whole at most, of all files together that are read together.
  static let mostWhole = 256 << 20

  /// The file, read whole.
  ///
  /// - Parameter before: bytes of the files that are read together with it, and were read before.
  /// - Throws: `InputFailure` when it is longer than a limit.
  func wholeFile(
    _ options: ImportOptions, after before: Int = 0
  ) throws(InputFailure) -> WholeFile {
    var file = WholeFile(
      path: source.file.path, bytes: try whole(after: before), delimiter: start.dialect.delimiter)
    file.isStrict = options.isStrict
    file.columns = options.columns
    file.faults = faults
    return file
  }

  /// Everything, without a byte order mark.
  private func whole(after before: Int) throws(InputFailure) -> [UInt8] {
    let limit = Self.mostWhole
    var bytes: [UInt8] = []
    while true {
      let piece = try next()
      if piece.isEmpty { break }
      guard before + bytes.count + piece.count <= limit else {
        throw InputFailure(
          source.file.name,
          (before > 0 ? "with the files before it " : "")
            + "longer than \(limit >> 20) MiB, the most that is read of this format",
          isUnreadable: false)
      }
      bytes += piece
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeFirst(3)
      faults.move(by: -3)
    }
    return bytes
  }
}

/// Memory for a piece of text, which grows.
///
/// Invariant: the memory is this object's alone, and lives until it grows or is gone.
private final class TextChunk {
  private(set) var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 64)

  deinit { bytes.deallocate() }

  func reserve(_ count: Int) {
    if count <= bytes.count { return }
    bytes.deallocate()
    bytes = .allocate(byteCount: count, alignment: 64)
  }
}
