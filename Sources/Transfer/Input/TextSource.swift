import CSV

/// Reads the bytes of a file as UTF-8 in chunks.
final class TextSource {
  let source: ByteSource
  let start: TextStart
  private let chunk = ByteChunk()
  private var transcoder: CSVTranscoder?
  /// The invalid byte sequences in the text read so far.
  var faults: EncodingErrors
  private var decoded: [UInt8] = []
  private var isAtEnd = false

  /// - Parameter opened: the source of the file, if it is open already.
  /// - Throws: `InputFailure` if the file cannot be opened, or its encoding is unknown.
  init(
    _ file: InputFile, _ options: TextOptions, _ opened: ByteSource? = nil
  ) throws(InputFailure) {
    if let opened { source = opened } else { source = try ByteSource(file) }
    let bytes = try source.start(ImportPlanner.glimpse)
    do throws(CSVEncodingError) {
      start = try TextStart(bytes, options)
      transcoder = nil
      faults = EncodingErrors(encoding: start.encoding)
      faults.isRejectsFile = start.isRejects
      faults.fieldEncoding = start.fieldEncoding
      if let encoding = start.encoding {
        // An invalid byte is an error of its record only, as in UTF-8.
        transcoder = try CSVTranscoder(from: encoding)
        transcoder?.marksInvalidSequences = true
      }
    } catch {
      throw InputFailure(file.name, error.description, isUnreadable: false)
    }
  }

  /// Returns the next chunk, which is valid until the following call; empty at the end.
  func next() throws(InputFailure) -> UnsafeRawBufferPointer {
    let filled = try source.read(into: chunk.bytes)
    let bytes = UnsafeRawBufferPointer(rebasing: chunk.bytes[..<filled])
    if start.encoding == nil { return bytes }
    // The decoded text is copied to a buffer of its own, not to that of the original bytes.
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

  /// The maximum total size of files that are read as a whole together, in bytes.
  static let maximumWholeSize = 256 << 20

  /// - Parameter before: the size of the files before it that are read together with it, in bytes.
  /// - Throws: `InputFailure` if the files exceed `maximumWholeSize`.
  func wholeFile(
    _ options: TextOptions, after before: Int = 0
  ) throws(InputFailure) -> WholeFile {
    var file = WholeFile(
      path: source.file.path, bytes: try whole(after: before), delimiter: start.dialect.delimiter)
    file.isStrict = options.isStrict
    file.skipsSpaceBeforeQuotes = start.dialect.skipsSpaceBeforeQuotes
    file.columns = options.columns
    file.faults = faults
    return file
  }

  /// Returns the whole text, without a byte order mark.
  private func whole(after before: Int) throws(InputFailure) -> [UInt8] {
    let limit = Self.maximumWholeSize
    var bytes: [UInt8] = []
    // The size that a zip file states is not trusted.
    if case .disk = source.file.location, let size = source.size {
      bytes.reserveCapacity(Int(clamping: min(size, Int64(limit - before))))
    }
    while true {
      let piece = try next()
      if piece.isEmpty { break }
      guard before + bytes.count + piece.count <= limit else {
        throw InputFailure(
          source.file.name,
          (before > 0 ? "with the files before it " : "")
            + "longer than \(limit >> 20) MiB, the maximum for this format",
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

/// A growing buffer for a chunk of text.
///
/// Invariant: only this object owns the memory, which is valid until the buffer grows or is
/// deallocated.
private final class TextChunk {
  private(set) var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 64)

  deinit { bytes.deallocate() }

  func reserve(_ count: Int) {
    if count <= bytes.count { return }
    bytes.deallocate()
    bytes = .allocate(byteCount: count, alignment: 64)
  }
}
