import Archives
import CSystem
import FlintRandom

/// No more than this is decompressed of an input: a small one can be very long.
private let maximumOutput = 32 << 20

/// Gzip files: the result does not depend on the sizes of what is read, and intact files are read completely.
func gzipTarget(_ corpus: Corpus) throws -> Target {
  let texts = try corpus.files("examples/data/*.csv", "Tests/CSVTests/Nasty/nul.csv") + [[]]
  let files = texts.map { deflated($0, windowBits: 31) }
  return Target(files + [files[0] + files[1] + [0, 0, 0]]) { input in
    var stream = input.stream
    let whole = gunzipped(input.bytes, piece: 1 << 16, room: 1 << 16)
    let pieces = gunzipped(input.bytes, piece: 1 + stream.below(64), room: 1 + stream.below(300))
    // How much is decompressed before an error depends on the sizes.
    let isEqual =
      whole.error == nil
      ? whole == pieces
      : pieces.error != nil
        && (pieces.bytes.starts(with: whole.bytes) || whole.bytes.starts(with: pieces.bytes))
    try Violation.unless(
      whole.bytes.count > maximumOutput || isEqual, "pieces are read differently")
    if input.sample < texts.count, input.bytes == files[input.sample] {
      try Violation.unless(whole.bytes == texts[input.sample], "an intact file is read differently")
    }
    if whole.error != nil { throw Refusal() }
  }
}

private struct Unpacked: Equatable {
  var bytes: [UInt8] = []
  var error: String?
}

private func gunzipped(_ bytes: [UInt8], piece: Int, room: Int) -> Unpacked {
  var position = 0
  let reader = GzipReader { (buffer) throws(CompressedFileError) in
    let count = min(piece, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
  var result = Unpacked()
  var buffer = [UInt8](repeating: 0, count: room)
  do {
    while result.bytes.count <= maximumOutput {
      let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
      if count == 0 { break }
      result.bytes += buffer[..<count]
    }
  } catch {
    result.error = "\(error)"
  }
  return result
}

/// Returns bytes compressed by zlib: with 31 bits of window as a gzip file, with -15 as in a zip file.
private func deflated(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
  var stream = z_stream()
  deflateInit2_(
    &stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  defer { deflateEnd(&stream) }
  var output = [UInt8](repeating: 0, count: bytes.count + 1024)
  var input = bytes
  let count = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      deflate(&stream, Z_FINISH)
      return output.count - Int(stream.avail_out)
    }
  }
  return Array(output[..<count])
}

/// Zip files: every file in one is read to its end or refused.
func zipTarget(_ corpus: Corpus) throws -> Target {
  let texts = try corpus.files("Tests/CSVTests/Nasty/tabs.csv", "examples/data/imports/streaks.csv")
  let file = MemoryFile()
  return Target(
    [
      zipFile(texts.map { ("folder/a.csv", $0) }, isDeflated: true),
      zipFile([("b.csv", texts[0])], isDeflated: false),
      zipFile([("folder/", [])], isDeflated: false),
    ], words: ["PK\u{1}\u{2}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "../../etc/passwd", "folder/"]
  ) { input in
    file.write(input.bytes)
    let zip = try ZipReader(path: file.path)
    try Violation.unless(
      zip.entries.count <= input.bytes.count / 46 + 1, "\(zip.entries.count) entries")
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var total = 0
    for entry in zip.entries.prefix(20) {
      do {
        try zip.open(entry)
        while total <= maximumOutput {
          let count = try buffer.withUnsafeMutableBytes { try zip.read(into: $0) }
          total += count
          if count == 0 { break }
        }
      } catch {
        continue
      }
    }
  }
}

/// Returns a zip file (PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16).
private func zipFile(_ files: [(path: String, bytes: [UInt8])], isDeflated: Bool) -> [UInt8] {
  func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  var body: [UInt8] = []
  var directory: [UInt8] = []
  for (path, bytes) in files {
    let stored = isDeflated ? deflated(bytes, windowBits: -15) : bytes
    let sum = bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    let common =
      little(20, 2) + little(0, 2) + little(isDeflated ? 8 : 0, 2) + little(0, 4)
      + little(Int(sum), 4)
      + little(stored.count, 4) + little(bytes.count, 4) + little(path.utf8.count, 2) + little(0, 2)
    directory +=
      little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 10) + little(body.count, 4)
      + Array(path.utf8)
    body += little(0x0403_4B50, 4) + common + Array(path.utf8) + stored
  }
  return body + directory + little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2)
    + little(files.count, 2)
    + little(directory.count, 4) + little(body.count, 4) + little(0, 2)
}

/// Databases of other programs: rows have as many values as columns were asked for.
func sqliteTarget(_ corpus: Corpus) throws -> Target {
  Target(
    [try corpus.bytes(corpus.root + "/examples/data/imports/loop.db")],
    words: [
      "CREATE TABLE", "CREATE VIEW", "Habits", "Repetitions", "sqlite_master", "WITHOUT ROWID",
      "AS (1)",
    ]
  ) { input in
    let tables = try SQLiteTables(input.bytes, maximumTextSize: 1 << 22)
    for name in ["Habits", "repetitions", "events"] {
      let columns = try tables.columns(of: name)
      if columns.isEmpty { continue }
      try tables.rows(of: name, columns: columns, orderedBy: [columns[0]]) { _ in }
    }
  }
}
