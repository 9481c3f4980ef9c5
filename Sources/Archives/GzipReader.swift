import CSystem

/// Reads and decompresses gzip data: one or more members in sequence, optionally followed by zero
/// bytes. Data that is not compressed is read unchanged.
public final class GzipReader {
  /// A function that reads the next bytes of the data into a buffer and returns their number; 0 at
  /// the end.
  public typealias Source = (UnsafeMutableRawBufferPointer) throws(CompressedFileError) -> Int

  private enum State {
    case start
    case plain
    case inMember
    case afterMember
    case end
  }

  private let source: Source
  private var state = State.start
  private var isExhausted = false
  /// The bytes read ahead, and the range of those not yet processed.
  private let input: UnsafeMutableRawBufferPointer
  private var left = 0..<0
  /// The number of bytes read from the source.
  private var taken: Int64 = 0
  /// The state of zlib, which must not move in memory.
  private let stream: UnsafeMutablePointer<z_stream>
  private var hasInflater = false

  /// Creates a reader of the data of a source.
  public init(_ source: @escaping Source) {
    self.source = source
    input = .allocate(byteCount: 1 << 17, alignment: 64)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if hasInflater { inflateEnd(stream) }
    stream.deallocate()
    input.deallocate()
  }

  /// The number of bytes of the compressed data that have been processed.
  public var offset: Int64 { taken - Int64(left.count) }

  /// Reads the next decompressed bytes into a buffer.
  ///
  /// - Returns: The number of bytes read; 0 at the end.
  /// - Throws: `CompressedFileError` if the data is damaged or truncated, or followed by other data.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(CompressedFileError) -> Int {
    if buffer.isEmpty { return 0 }
    while true {
      switch state {
      case .start:
        state = try isAtMember() ? .inMember : .plain
        if state == .inMember { try beginMember() }
      case .plain: return try readPlain(buffer)
      case .inMember:
        let count = try inflate(into: buffer)
        if count > 0 { return count }
      case .afterMember:
        if try isAtMember() {
          try beginMember()
          state = .inMember
        } else {
          try skipPadding()
          state = .end
        }
      case .end: return 0
      }
    }
  }

  /// Reads more data after the unprocessed bytes; returns `false` at the end.
  private func fill() throws(CompressedFileError) -> Bool {
    if isExhausted { return false }
    if !left.isEmpty {
      let rest = UnsafeRawBufferPointer(rebasing: input[left])
      input.copyMemory(from: rest)
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: input[left.count...])
    let count = try source(room)
    left = 0..<(left.count + count)
    taken += Int64(count)
    isExhausted = count == 0
    return count > 0
  }

  /// Whether a gzip member begins here.
  private func isAtMember() throws(CompressedFileError) -> Bool {
    while left.count < 2 {
      guard try fill() else { return false }
    }
    return input[left.lowerBound] == 0x1F && input[left.lowerBound + 1] == 0x8B
  }

  private func beginMember() throws(CompressedFileError) {
    // 15 bits of window and 16 for a gzip header, by zlib's manual.
    let code =
      hasInflater
      ? inflateReset(stream)
      : inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw CompressedFileError("out of memory", isUnreadable: true) }
    hasInflater = true
  }

  private func inflate(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(CompressedFileError) -> Int {
    if left.isEmpty {
      guard try fill() else { throw CompressedFileError("the gzip file is cut off") }
    }
    let room = min(buffer.count, 1 << 30)
    stream.pointee.next_in = input.baseAddress?.advanced(by: left.lowerBound)
      .assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(left.count)
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(room)
    let code = CSystem.inflate(stream, Z_NO_FLUSH)
    left = (left.upperBound - Int(stream.pointee.avail_in))..<left.upperBound
    switch code {
    case Z_STREAM_END: state = .afterMember
    case Z_OK, Z_BUF_ERROR: break
    case Z_MEM_ERROR: throw CompressedFileError("out of memory", isUnreadable: true)
    default:
      let text = stream.pointee.msg.map { ": " + String(cString: $0) } ?? ""
      throw CompressedFileError("damaged gzip file" + text)
    }
    return room - Int(stream.pointee.avail_out)
  }

  private func readPlain(
    _ buffer: UnsafeMutableRawBufferPointer
  ) throws(CompressedFileError) -> Int {
    if left.isEmpty {
      if isExhausted { return 0 }
      let count = try source(buffer)
      taken += Int64(count)
      isExhausted = count == 0
      return count
    }
    let count = min(left.count, buffer.count)
    let range = left.lowerBound..<(left.lowerBound + count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[range]))
    left = range.upperBound..<left.upperBound
    return count
  }

  /// Skips zero bytes after the last member, which fill a block on tape. Any other byte is an
  /// error, since it may be the rest of a damaged member.
  private func skipPadding() throws(CompressedFileError) {
    repeat {
      for index in left where input[index] != 0 {
        let position = taken - Int64(left.upperBound - index)
        throw CompressedFileError(
          "other data follows the compressed data, from byte \(position + 1) on: "
            + "the file is damaged or was joined incorrectly; gzip -dc unpacks the intact members"
        )
      }
      left = 0..<0
    } while try fill()
  }
}
