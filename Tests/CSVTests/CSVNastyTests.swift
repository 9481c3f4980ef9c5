import CSV
import Foundation
import Testing

/// Files with one irregularity each; scripts/make-nasty-files writes them with the expected
/// results, which were determined by hand.
@Suite struct `Nasty files` {
  struct Case: Decodable, CustomTestStringConvertible {
    struct Record: Decodable, Equatable {
      var fields: [String]?
      var error: String?
      /// The error that ends the file early.
      var end: String?
    }

    var name: String
    var delimiter: String
    var header: Bool?
    var encoding: String?
    var limit: Int?
    var strict: [Record]
    var lenient: [Record]

    var testDescription: String { name }
  }

  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "Nasty")

  /// The cases; empty if they cannot be read, which fails a test.
  private static let cases: [Case] =
    (try? JSONDecoder().decode(
      [Case].self, from: Data(contentsOf: folder.appending(path: "expected.json")))) ?? []

  @Test func `are at least forty, each with an expected result`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.count >= 41)
    #expect(
      Set(names.filter { $0.hasSuffix(".csv") }) == Set(Self.cases.map { "\($0.name).csv" }))
  }

  @Test(arguments: cases, CSVDialect.Strictness.allCases)
  func `are read as expected, in chunks of any size`(
    nasty: Case, strictness: CSVDialect.Strictness
  ) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "\(nasty.name).csv")))
    let expected = strictness == .strict ? nasty.strict : nasty.lenient
    for size in [1, 2, 3, 7, 63, 64, 65, Int.max] {
      let found = try read(bytes, as: nasty, strictness: strictness, chunk: size)
      #expect(found == expected, "in chunks of \(size)")
    }
  }

  /// Reads a file as a command does: detects, decodes and parses it.
  private func read(
    _ bytes: [UInt8], as nasty: Case, strictness: CSVDialect.Strictness, chunk size: Int
  ) throws -> [Case.Record] {
    let (chunks, ending) = try decoded(bytes, from: nasty.encoding, chunk: size)
    let sample = nasty.encoding == nil ? bytes : Array(chunks.joined())
    let sniff = sample.withUnsafeBytes { CSVSniff($0, isWhole: true) }
    #expect(String(Unicode.Scalar(sniff.delimiter)) == nasty.delimiter)

    var parser = CSVParser(
      dialect: sniff.dialect(strictness: strictness), fieldLimit: nasty.limit ?? 100_000_000)
    var awaitsHeader = nasty.header == true
    var records: [Case.Record] = []
    /// Adds a record, and returns whether reading can continue.
    func take(_ result: Result<Bool, CSVError>) -> Bool {
      if case .success(false) = result { return true }
      var record = Case.Record(fields: parser.record.strings)
      if case .failure(let error) = result { record.error = "\(error)" }
      if awaitsHeader, record.error == nil {
        awaitsHeader = false
        do {
          record.fields = try parser.adoptHeader().names
        } catch {
          record.error = "\(error)"
        }
      }
      records.append(record)
      return !(nasty.header == true && records.count == 1 && record.error != nil)
    }
    for chunk in chunks {
      var position = 0
      while position < chunk.count {
        let result = Result { () throws(CSVError) in
          try parser.next(in: chunk.span.bytes, at: &position)
        }
        if !take(result) { return records }
      }
    }
    if let ending {
      records.append(Case.Record(end: ending))
    } else {
      _ = take(Result { () throws(CSVError) in try parser.finish() })
    }
    return records
  }

  /// Returns the text of a file in chunks, and the error that ended it early.
  private func decoded(
    _ bytes: [UInt8], from named: String?, chunk size: Int
  ) throws -> (chunks: [[UInt8]], ending: String?) {
    let pieces = stride(from: 0, to: bytes.count, by: min(size, max(bytes.count, 1))).map {
      Array(bytes[$0..<min(bytes.count, $0 + min(size, bytes.count))])
    }
    let encoding = named ?? bytes.withUnsafeBytes { CSVSniff.Encoding(of: $0) }.rawValue
    if encoding == "UTF-8" { return (pieces, nil) }
    var transcoder = try CSVTranscoder(from: encoding)
    var chunks: [[UInt8]] = []
    var text: [UInt8] = []
    do {
      for piece in pieces {
        defer {
          chunks.append(text)
          text = []
        }
        try transcoder.append(piece.span.bytes, to: &text)
      }
      try transcoder.finish(to: &text)
      chunks.append(text)
    } catch {
      return (chunks, "\(error)")
    }
    return (chunks, nil)
  }
}
