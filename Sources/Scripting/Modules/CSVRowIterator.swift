import CSV
import Foundation
import Lua

/// A CSV file that is to be read.
struct CSVSource {
  var path: String
  var delimiter: UInt8?
  var encoding: String?
  var strictness: CSVDialect.Strictness

  /// Opens the file, if that is granted, and finds out how it is written.
  ///
  /// - Parameter written: what the script itself is going to put there.
  func open(_ files: FileGrants, written: OutputFile?) throws(InputError) -> CSVReading {
    let file: FileHandle
    do throws(FileGrants.Refusal) {
      if let written {
        file = try written.shared()
      } else {
        file = try files.open(path)
      }
    } catch {
      throw InputError(message: error.message, isMissing: true)
    }
    do {
      return try CSVReading(self, file, isShared: written != nil)
    } catch {
      throw error as? InputError ?? InputError(message: "\(path): \(error)", isMissing: true)
    }
  }
}

/// The records of a file, one at a time, in constant memory.
final class CSVReading {
  let path: String
  /// The latest record is its.
  var parser: CSVParser
  private var file: FileHandle?
  private var buffer = [UInt8](repeating: 0, count: CSVSniff.sampleSize)
  /// The text that is being parsed: what was read, or what was decoded of it.
  private var text: [UInt8] = []
  private var position = 0
  private var transcoder: CSVTranscoder?
  private var isFinished = false
  private var isAtEnd = false
  /// Bytes in the file; `nil` where there is no telling, as of a pipe.
  let size: Int64?
  /// Bytes taken from it.
  private(set) var taken: Int64 = 0

  /// Whether others read and write by the same place in the file, so that a place of its own is needed.
  private let isShared: Bool

  init(_ source: CSVSource, _ file: FileHandle, isShared: Bool) throws {
    path = source.path
    self.file = file
    self.isShared = isShared
    size = file.plainSize
    let count = try CSVReading.fill(&buffer, from: file, at: isShared ? taken : nil, path)
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
    try take(count)
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

  /// Lends the latest record: asked for once, not field by field.
  @inline(__always)
  func writeRecord(
    to reply: borrowing HostReply, _ body: (borrowing CSVRecord, borrowing HostReply) -> Void
  ) {
    body(parser.record, reply)
  }

  /// Goes to the next record.
  ///
  /// - Returns: whether there is one: `parser.record`.
  /// - Throws: `CSVError` when it is faulty, and can be gone on after; `InputError`.
  func next() throws -> Bool {
    while !isFinished {
      if try text.withUnsafeBytes({ try parser.next(in: $0, at: &position) }) { return true }
      if isAtEnd {
        isFinished = true
        return try parser.finish()
      }
      guard let file else { return false }
      try take(try CSVReading.fill(&buffer, from: file, at: isShared ? taken : nil, path))
    }
    return false
  }

  /// Makes text of the first bytes in the buffer; none of them is the end.
  private func take(_ count: Int) throws {
    isAtEnd = count == 0
    taken += Int64(count)
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
    _ buffer: inout [UInt8], from file: FileHandle, at place: Int64?, _ path: String
  ) throws -> Int {
    var filled = 0
    // A short read is not the end yet, and what is looked at first should be as much as there is.
    while filled < buffer.count {
      let count = buffer[filled...].withUnsafeMutableBytes { room in
        if let place {
          pread(file.fileDescriptor, room.baseAddress, room.count, Int(place) + filled)
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
  /// How many bytes a plain file has; `nil` of anything else.
  var plainSize: Int64? {
    var status = stat()
    guard fstat(fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }
}

/// Goes through the rows of a file for a script.
final class CSVRowIterator: HostIterator {
  private let context: ScriptContext
  private let reading: CSVReading
  private let form: CSVModule.Form
  private let hasHeader: Bool
  private let onError: LuaFunction?
  private var columns: [String]?
  private var isBegun = false

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
      HostProgress(done: min(reading.taken, $0), total: $0, name: reading.path, isInBytes: true)
    }
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    if !isBegun {
      isBegun = true
      if try !begin() { return false }
    }
    guard try nextRecord() else { return false }
    self.reply(to: reply)
    return true
  }

  /// Reads the header.
  private func begin() throws(HostFailure) -> Bool {
    do {
      if hasHeader {
        guard try reading.next() else { return false }
        let header = try reading.parser.adoptHeader()
        if let columns, columns.count != header.count {
          throw InputError(
            message: "\(reading.path): \(columns.count) names of columns were given, and it has "
              + "\(header.count) columns", isMissing: false)
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
