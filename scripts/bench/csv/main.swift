import CSV
import Glibc

// csv-bench parse FILE: parses a file in chunks and reads each field of each record.
// csv-bench write FILE RECORDS: writes the file's first records over and over, to /dev/null.
// Either prints a summary and the seconds of that work alone.

struct Trouble: Error {
  var message: String
}

struct File: ~Copyable {
  private let descriptor: CInt

  init(_ path: String, _ flags: CInt) throws(Trouble) {
    descriptor = open(path, flags)
    if descriptor < 0 { throw Trouble(message: "\(path) cannot be opened") }
  }

  deinit { close(descriptor) }

  /// Passes the file to a closure, chunk by chunk.
  func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 { throw Trouble(message: "cannot be read") }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  func append(_ bytes: Span<UInt8>) throws(Trouble) {
    let written = bytes.withUnsafeBufferPointer { write(descriptor, $0.baseAddress, $0.count) }
    if written != bytes.count { throw Trouble(message: "cannot be written") }
  }
}

func seconds(since start: ContinuousClock.Instant) -> Double {
  let duration = start.duration(to: .now).components
  return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
}

func parse(_ path: String) throws {
  let start = ContinuousClock.now
  let file = try File(path, O_RDONLY)
  var parser = CSVParser()
  var (records, fields, bytes) = (0, 0, 0)
  func count(_ record: borrowing CSVRecord) {
    records += 1
    fields += record.count
    for field in 0..<record.count { bytes += record.utf8(of: field).count }
  }
  try file.forEachChunk { chunk in
    var position = 0
    while try parser.next(in: chunk, at: &position) { count(parser.record) }
  }
  if try parser.finish() { count(parser.record) }
  print("\(records) records, \(fields) fields, \(bytes) bytes of text, \(seconds(since: start)) s")
}

func write(_ path: String, records: Int) throws {
  var rows: [[[UInt8]]] = []
  var parser = CSVParser()
  try File(path, O_RDONLY).forEachChunk { chunk in
    var position = 0
    while rows.count < 1_000, try parser.next(in: chunk, at: &position) {
      rows.append(parser.record.strings.map { Array($0.utf8) })
    }
  }
  rows.removeFirst()
  let file = try File("/dev/null", O_WRONLY)
  let start = ContinuousClock.now
  var writer = CSVWriter()
  var bytes = 0
  for number in 0..<records {
    let row = rows[number % rows.count]
    writer.append("\(number)")
    for index in 1..<row.count {
      row[index].withUnsafeBufferPointer { writer.append(utf8: $0, isGuarded: index == 1) }
    }
    writer.endRecord()
    if writer.count > 65_536 || number == records - 1 {
      bytes += writer.count
      try writer.drain { buffer throws(Trouble) in try file.append(buffer) }
    }
  }
  print("\(records) records, \(bytes) bytes, \(seconds(since: start)) s")
}

do {
  let arguments = CommandLine.arguments
  switch (arguments.dropFirst().first, arguments.count) {
  case ("parse", 3): try parse(arguments[2])
  case ("write", 4): try write(arguments[2], records: Int(arguments[3]) ?? 0)
  default: throw Trouble(message: "usage: csv-bench parse FILE | write FILE RECORDS")
  }
} catch {
  print("csv-bench: \(error)")
  exit(1)
}
