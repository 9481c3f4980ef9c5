import CArchives

/// Reads gzip data, decompressed: members one behind the other, perhaps with zeros behind the last.
/// Data that is not compressed is read as it is.
public final class GzipReader {
  /// Where the data comes from: fills a buffer as far as it can, and says how many bytes that are;
  /// 0 at the end.
  public typealias Source = (UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int

  private enum State {
    case start
    case plain
    case inMember
    case behindMember
    case end
  }

  private let source: Source
  private var state = State.start
  private var isExhausted = false
  /// Bytes that were read ahead, and those of them that are still to be looked at.
  private let input: UnsafeMutableRawBufferPointer
  private var left = 0..<0
  /// How many bytes the source gave.
  private var taken: Int64 = 0
  /// zlib's; it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var hasInflater = false

  /// Reads what a source gives.
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

  /// How many bytes of the data itself have been read.
  public var offset: Int64 { taken - Int64(left.count) }

  /// Reads on.
  ///
  /// - Returns: how many bytes were read; 0 at the end.
  /// - Throws: `ArchiveError` when the data is damaged or cut off, or something else stands behind it.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ArchiveError) -> Int {
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
      case .behindMember:
        if try isAtMember() {
          try beginMember()
          state = .inMember
        } else {
          try passPadding()
          state = .end
        }
      case .end: return 0
      }
    }
  }

  /// Gets more data behind what is left; `false` when there is none.
  private func fill() throws(ArchiveError) -> Bool {
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
  private func isAtMember() throws(ArchiveError) -> Bool {
    while left.count < 2 {
      guard try fill() else { return false }
    }
    return input[left.lowerBound] == 0x1F && input[left.lowerBound + 1] == 0x8B
  }

  private func beginMember() throws(ArchiveError) {
    // 15 bits of window and 16 for a gzip header, by zlib's manual.
    let code =
      hasInflater
      ? inflateReset(stream)
      : inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw ArchiveError("out of memory", isUnreadable: true) }
    hasInflater = true
  }

  private func inflate(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ArchiveError) -> Int {
    if left.isEmpty {
      guard try fill() else { throw ArchiveError("the gzip file is cut off") }
    }
    let room = min(buffer.count, 1 << 30)
    stream.pointee.next_in = input.baseAddress?.advanced(by: left.lowerBound)
      .assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(left.count)
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(room)
    let code = CArchives.inflate(stream, Z_NO_FLUSH)
    left = (left.upperBound - Int(stream.pointee.avail_in))..<left.upperBound
    switch code {
    case Z_STREAM_END: state = .behindMember
    case Z_OK, Z_BUF_ERROR: break
    case Z_MEM_ERROR: throw ArchiveError("out of memory", isUnreadable: true)
    default:
      let text = stream.pointee.msg.map { ": " + String(cString: $0) } ?? ""
      throw ArchiveError("damaged gzip file" + text)
    }
    return room - Int(stream.pointee.avail_out)
  }

  private func readPlain(
    _ buffer: UnsafeMutableRawBufferPointer
  ) throws(ArchiveError) -> Int {
    if left.isEmpty {
      if isExhausted { return 0 }
      let count = try source(buffer)
      taken += Int64(count)
      isExhausted = count == 0
      return count
    }
    let count = min(left.count, buffer.count)
    let part = left.lowerBound..<(left.lowerBound + count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[part]))
    left = part.upperBound..<left.upperBound
    return count
  }

  /// Zeros behind the last member fill a block of a tape; anything else is no part of the file, and
  /// may be what is left of one that was damaged.
  private func passPadding() throws(ArchiveError) {
    repeat {
      for place in left where input[place] != 0 {
        let position = taken - Int64(left.upperBound - place)
        throw ArchiveError(
          "something else stands behind the compressed data, from byte \(position + 1) on: "
            + "the file is damaged, or was put together wrongly; gzip -dc unpacks what is good of it"
        )
      }
      left = 0..<0
    } while try fill()
  }
}
