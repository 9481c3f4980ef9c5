import Foundation

/// A file of pages that may be damaged: it is read page by page and never changed, and nothing in it is
/// trusted ("Database File Format").
final class DamagedFile {
  let path: String
  let size: Int
  let pageSize: Int
  /// The number of pages; the last one may be incomplete.
  var pageCount: Int { (size + pageSize - 1) / pageSize }
  private let descriptor: Int32

  /// The size of the pages that Flint writes.
  static let usualPageSize = 4096

  /// - Throws: `StoreError`.
  init(_ path: String) throws(StoreError) {
    guard ProfilePath.exists(path) else {
      throw StoreError(.io, path: path, detail: "no such file")
    }
    // Opening a pipe would block.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StoreError(.io, path: path, detail: "cannot be read: \(SystemFailure.text(errno))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.kind == S_IFREG else {
      close(descriptor)
      throw StoreError(.notAProfile, path: path, detail: "it is not a file")
    }
    self.path = path
    size = Int(status.st_size)
    pageSize = Self.pageSize(of: descriptor)
  }

  deinit { close(descriptor) }

  /// Returns a page, numbered from 1, with zeros for what is missing at the end of the file; `nil` if there
  /// is none or the disk cannot read it.
  func page(_ number: Int) -> [UInt8]? {
    guard number >= 1, number <= pageCount else { return nil }
    return bytes(at: (number - 1) * pageSize, count: pageSize)
  }

  /// Returns a part of the file, with zeros for what is missing at its end; `nil` if the disk cannot read it.
  func bytes(at position: Int, count: Int) -> [UInt8]? {
    Self.bytes(of: descriptor, at: position, count: count)
  }

  private static func bytes(of descriptor: Int32, at position: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let isRead = bytes.withUnsafeMutableBytes { buffer in
      var done = 0
      while done < count {
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(position + done))
        if read < 0 && errno == EINTR { continue }
        if read < 0 { return false }
        if read == 0 { break }
        done += read
      }
      return true
    }
    return isRead ? bytes : nil
  }

  /// Returns the page size of the header, unless it is damaged: then pages of the usual size have headers.
  private static func pageSize(of descriptor: Int32) -> Int {
    guard let header = bytes(of: descriptor, at: 0, count: 100) else { return usualPageSize }
    // 1 means 65536.
    let stored = header.number16(at: 16) ?? 0
    let size = stored == 1 ? 65536 : stored
    guard size != usualPageSize, (512...65536).contains(size), size & (size - 1) == 0 else {
      return usualPageSize
    }
    return treePages(of: descriptor, size) > treePages(of: descriptor, usualPageSize)
      ? size : usualPageSize
  }

  /// Returns the share of the first pages that begin like pages of a tree, in percent.
  private static func treePages(of descriptor: Int32, _ pageSize: Int) -> Int {
    let sample = 50
    let found = (1...sample).count { number in
      let page = bytes(of: descriptor, at: number * pageSize, count: pageSize)
      return page.flatMap { PageHeader($0, number: number + 1) } != nil
    }
    return found * 100 / sample
  }
}

extension [UInt8] {
  /// Returns a big-endian number of two bytes; `nil` beyond the end.
  func number16(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= count else { return nil }
    return Int(self[offset]) << 8 | Int(self[offset + 1])
  }

  /// Returns a big-endian number of four bytes; `nil` beyond the end.
  func number32(at offset: Int) -> UInt32? {
    guard offset >= 0, offset + 4 <= count else { return nil }
    return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns a number of one to nine bytes ("Varint") and the offset behind it; `nil` beyond the end.
  func varint(at offset: Int) -> (value: UInt64, end: Int)? {
    guard offset >= 0 else { return nil }
    var value: UInt64 = 0
    for index in 0..<9 {
      guard offset + index < count else { return nil }
      let byte = self[offset + index]
      if index == 8 { return (value << 8 | UInt64(byte), offset + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (value, offset + index + 1) }
    }
    return nil
  }
}
