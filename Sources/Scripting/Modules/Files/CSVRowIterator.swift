import CSV
import Foundation
import Lua

/// A CSV file to read, with the options of reading.
struct CSVSource {
  var path: String
  var delimiter: UInt8?
  var encoding: String?
  var strictness: CSVDialect.Strictness

  /// Reads the beginning of the file, and detects its encoding and dialect.
  ///
  /// - Parameter isShared: whether the script itself has written the file.
  func reading(_ file: FileHandle, isShared: Bool) throws(InputError) -> CSVReading {
    do {
      return try CSVReading(self, file, isShared: isShared)
    } catch {
      throw error as? InputError ?? InputError(message: "\(path): \(error)", isMissing: true)
    }
  }
}

/// A reader of the records of a file, one at a time, in constant memory.
final class CSVReading {
  let path: String
  /// The parser; it holds the latest record.
  var parser: CSVParser
  private var file: FileHandle?
  private var buffer = [UInt8](repeating: 0, count: CSVSniff.sampleSize)
  /// The text that is being parsed, in UTF-8: the bytes read, decoded if necessary.
  private var text: [UInt8] = []
  private var position = 0
  private var transcoder: CSVTranscoder?
  private var isFinished = false
  private var isAtEnd = false
  /// The size of the file in bytes; `nil` where it is unknown, as for a pipe.
  let size: Int64?
  private(set) var bytesRead: Int64 = 0

  /// Whether the file descriptor is shared with other readers and writers, so that this reader needs a
  /// file offset of its own.
  private let isShared: Bool

  init(_ source: CSVSource, _ file: FileHandle, isShared: Bool) throws {
    path = source.path
    self.file = file
    self.isShared = isShared
    size = file.regularFileSize
    let count = try CSVReading.fill(&buffer, from: file, at: isShared ? bytesRead : nil, path)
    var sniff = buffer[..<count].withUnsafeBytes {
      CSVSniff($0, isWhole: count < CSVSniff.sampleSize)
    }
    let encoding = source.encoding ?? (sniff.encoding == .utf8 ? nil : sniff.encoding.rawValue)
    transcoder = nil
    parser = CSVParser()
    if let encoding, !["utf-8", "utf8"].contains(encoding.lowercased()) {
      do {
        transcoder = try CSVTranscoder(from: encoding)
      } catch {
        throw InputError(message: "\(path): \(error)", isMissing: false)
      }
    }
    try decode(count)
    if transcoder != nil {
      sniff = text.withUnsafeBytes { CSVSniff($0, isWhole: count < CSVSniff.sampleSize) }
    }
    var dialect = sniff.dialect(strictness: source.strictness)
    if let delimiter = source.delimiter {
      dialect = CSVDialect(
        delimiter: delimiter, strictness: source.strictness,
        skipsSeparatorLine: dialect.skipsSeparatorLine)
    }
    parser = CSVParser(dialect: dialect)
  }

  func close() {
    try? file?.close()
    file = nil
  }

  /// Calls a closure with the latest record, borrowed once instead of field by field.
  @inline(__always)
  func writeRecord(
    to reply: borrowing HostReply, _ body: (borrowing CSVRecord, borrowing HostReply) -> Void
  ) {
    body(parser.record, reply)
  }

  /// - Returns: Whether a record exists; it is `parser.record`.
  /// - Throws: `CSVError` if the record is invalid, after which reading can continue; `InputError` if
  ///   the file cannot be read or decoded.
  func next() throws -> Bool {
    while !isFinished {
      if try text.withUnsafeBytes({ try parser.next(in: $0, at: &position) }) { return true }
      if isAtEnd {
        isFinished = true
        return try parser.finish()
      }
      guard let file else { return false }
      try decode(try CSVReading.fill(&buffer, from: file, at: isShared ? bytesRead : nil, path))
    }
    return false
  }

  /// Decodes the first bytes of the buffer into the text.
  ///
  /// - Parameter count: the number of bytes; 0 at the end of the file.
  private func decode(_ count: Int) throws {
    isAtEnd = count == 0
    bytesRead += Int64(count)
    position = 0
    do {
      text.removeAll(keepingCapacity: true)
      guard transcoder != nil else {
        text.append(contentsOf: buffer[..<count])
        return
      }
      if isAtEnd {
        try transcoder?.finish(to: &text)
      } else {
        try buffer[..<count].withUnsafeBytes { try transcoder?.append($0, to: &text) }
      }
    } catch {
      throw InputError(message: "\(path): \(error)", isMissing: false)
    }
  }

  private static func fill(
    _ buffer: inout [UInt8], from file: FileHandle, at offset: Int64?, _ path: String
  ) throws -> Int {
    var filled = 0
    // A short read is not the end of the file, and detection needs as many bytes as available.
    while filled < buffer.count {
      let count = buffer[filled...].withUnsafeMutableBytes { room in
        if let offset {
          pread(file.fileDescriptor, room.baseAddress, room.count, Int(offset) + filled)
        } else {
          read(file.fileDescriptor, room.baseAddress, room.count)
        }
      }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw InputError(
          message: "\(path): cannot be read: \(String(cString: strerror(errno)))", isMissing: true)
      }
      filled += count
    }
    return filled
  }
}

extension FileHandle {
  /// The size of a regular file in bytes; `nil` for anything else.
  var regularFileSize: Int64? {
    var status = stat()
    guard fstat(fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }
}

final class CSVRowIterator: HostIterator {
  private let context: ScriptContext
  private let reading: CSVReading
  private let form: CSVModule.Form
  private let hasHeader: Bool
  private let onError: LuaFunction?
  private var columns: [String]?
  private var hasStarted = false

  init(
    _ context: ScriptContext, _ reading: CSVReading, form: CSVModule.Form, hasHeader: Bool,
    columns: [String]?, onError: LuaFunction?
  ) {
    self.context = context
    self.reading = reading
    self.form = form
    self.hasHeader = hasHeader
    self.columns = columns
    self.onError = onError
  }

  func close() { reading.close() }

  var footprint: Int { 4 * CSVSniff.sampleSize + reading.parser.record.footprint }

  var progress: HostProgress? {
    reading.size.map {
      HostProgress(done: min(reading.bytesRead, $0), total: $0, name: reading.path, isInBytes: true)
    }
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    if !hasStarted {
      hasStarted = true
      if try !start() { return false }
    }
    guard try nextRecord() else { return false }
    self.reply(to: reply)
    return true
  }

  /// Reads the header, if the file has one.
  ///
  /// - Returns: Whether the file may have rows.
  private func start() throws(HostFailure) -> Bool {
    do {
      if hasHeader {
        guard try reading.next() else { return false }
        let header = try reading.parser.adoptHeader()
        if let columns, columns.count != header.count {
          throw InputError(
            message: "\(reading.path): expected \(columns.count) columns, as named in columns, got "
              + "\(header.count)", isMissing: false)
        }
        columns = columns ?? header.names
      } else if let columns {
        reading.parser.width = columns.count
      }
      return true
    } catch {
      throw failure(error)
    }
  }

  private func nextRecord() throws(HostFailure) -> Bool {
    while true {
      do {
        return try reading.next()
      } catch let error as CSVError {
        guard let onError else { throw failure(error) }
        do throws(LuaError) {
          _ = try onError.call { reply in
            reply.beginTable()
            reply.field("line", error.line)
            reply.field("column", error.column)
            reply.field("message", error.message)
            reply.end()
          }
        } catch {
          throw .script(error)
        }
      } catch {
        throw failure(error)
      }
    }
  }

  private func failure(_ error: any Error) -> HostFailure {
    switch error {
    case let error as InputError: context.failure("csv.rows", error)
    case let error as CSVError:
      context.failure(
        "csv.rows", InputError(message: "\(reading.path): \(error)", isMissing: false))
    default:
      context.failure(
        "csv.rows", InputError(message: "\(reading.path): \(error)", isMissing: true))
    }
  }

  @inline(__always)
  private func reply(to reply: borrowing HostReply) {
    let (form, columns) = (form, columns ?? [])
    reading.writeRecord(to: reply) { record, target in
      switch form {
      case .name:
        target.beginTable()
        for index in columns.indices {
          target.field(dynamic: columns[index])
          target.string(UnsafeRawBufferPointer(record.utf8(of: index)))
        }
        target.end()
        target.integer(record.line)
      case .position:
        target.beginArray(expecting: record.count)
        for index in 0..<record.count {
          target.string(UnsafeRawBufferPointer(record.utf8(of: index)))
        }
        target.end()
        target.integer(record.line)
      case .values:
        target.integer(record.line)
        for index in 0..<record.count {
          target.string(UnsafeRawBufferPointer(record.utf8(of: index)))
        }
      }
    }
  }
}
