import Archives
import Foundation
import FlintRules

/// Reads the decompressed bytes of a file in chunks, and counts and hashes them.
final class ByteSource {
  private enum Reader {
    case plain(Int32)
    /// Data that is not compressed is passed through unchanged.
    case gzip(GzipReader)
  }

  let file: InputFile
  private let reader: Reader
  /// The size of the file on disk, in bytes; `nil` if unknown.
  let size: Int64?
  private var ahead: [UInt8] = []
  private(set) var count: Int64 = 0
  private var hash = SipHash128(key0: 0, key1: 0)

  /// - Throws: `InputFailure` if it cannot be opened.
  init(_ file: InputFile) throws(InputFailure) {
    self.file = file
    switch file.location {
    case .zipped(let entry, let path):
      do {
        let zip = try ZipReader(path: path, listing: false)
        try zip.open(entry)
        reader = .gzip(
          GzipReader { (buffer) throws(CompressedFileError) in try zip.read(into: buffer) })
        size = entry.size
      } catch {
        throw InputFailure(file.name, error.message, isUnreadable: error.isUnreadable)
      }
    case .standardInput, .disk:
      var path: String?
      if case .disk(let name) = file.location { path = name }
      let descriptor =
        path.map { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } ?? dup(STDIN_FILENO)
      guard descriptor >= 0 else { throw InputFailure(file.name, String(cString: strerror(errno))) }
      if let path { try ByteSource.waitForWriter(descriptor, path, file.name) }
      var status = stat()
      let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      var start: [UInt8] = [0, 0]
      if !isRegular || (pread(descriptor, &start, 2, 0) == 2 && start == [0x1F, 0x8B]) {
        let descriptor = OwnedDescriptor(descriptor)
        reader = .gzip(
          GzipReader { (buffer) throws(CompressedFileError) in
            try ByteSource.read(descriptor.number, buffer)
          })
      } else {
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        reader = .plain(descriptor)
      }
      size = isRegular ? Int64(status.st_size) : nil
    }
  }

  /// The number of seconds to wait for a writer of a named pipe.
  private static let writerTimeout: Int32 = 5

  /// Waits until a process writes to a pipe that was opened by its name, and makes reads blocking.
  /// An open pipe of a shell, such as /dev/fd/63, has a writer already.
  private static func waitForWriter(
    _ descriptor: Int32, _ path: String, _ name: String
  ) throws(InputFailure) {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
      !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/")
    {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, writerTimeout * 1000) == 0 {
        close(descriptor)
        throw InputFailure(
          name,
          "is a named pipe (FIFO) to which no process has written for \(writerTimeout) s; start "
            + "the writer first, or read standard input: flint import - <\(name)")
      }
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  deinit {
    if case .plain(let descriptor) = reader { close(descriptor) }
  }

  /// The number of bytes of the file on disk that have been read.
  var position: Int64 {
    switch reader {
    case .gzip(let gzip): gzip.offset
    case .plain: count
    }
  }

  /// The hash of all bytes returned so far: SipHash-2-4-128 with the key 0, in hexadecimal.
  var hashText: String {
    let (first, second) = hash.finish()
    return EventID(high: first.byteSwapped, low: second.byteSwapped).description
  }

  /// Returns up to `count` first bytes without consuming them.
  func start(_ count: Int) throws(InputFailure) -> [UInt8] {
    while ahead.count < count {
      let chunk = ByteChunk(capacity: count - ahead.count)
      let filled = try fill(chunk.bytes)
      if filled == 0 { break }
      ahead += chunk.bytes[..<filled]
    }
    return Array(ahead.prefix(count))
  }

  /// - Returns: The number of bytes read; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputFailure) -> Int {
    var filled: Int
    if ahead.isEmpty {
      filled = try fill(buffer)
    } else {
      filled = min(ahead.count, buffer.count)
      buffer.copyBytes(from: ahead[..<filled])
      ahead.removeFirst(filled)
    }
    count += Int64(filled)
    hash.append(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    return filled
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(InputFailure) -> Int {
    do throws(CompressedFileError) {
      switch reader {
      case .gzip(let gzip): return try gzip.read(into: buffer)
      case .plain(let descriptor): return try ByteSource.read(descriptor, buffer)
      }
    } catch {
      throw InputFailure(file.name, error.message, isUnreadable: error.isUnreadable)
    }
  }

  private static func read(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) throws(CompressedFileError) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR {
        throw CompressedFileError(
          "cannot be read: \(String(cString: strerror(errno)))", isUnreadable: true)
      }
    }
  }
}

/// A file descriptor that is closed with its last reference.
private final class OwnedDescriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

/// A buffer for a chunk of a file.
///
/// Invariant: only this object owns the memory, which is valid as long as the object.
final class ByteChunk {
  let bytes: UnsafeMutableRawBufferPointer

  init(capacity: Int = 1 << 18) {
    bytes = .allocate(byteCount: capacity, alignment: 64)
  }

  deinit { bytes.deallocate() }
}
