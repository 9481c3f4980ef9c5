import CSV

/// The result of parsing one record: its fields with their positions, and the error thrown at its
/// end.
struct Parsed: Equatable, CustomStringConvertible {
  /// The position at which the record starts.
  var position: CSVPosition
  /// The texts of the fields.
  var fields: [[UInt8]]
  /// The positions at which the fields start.
  var positions: [CSVPosition]
  /// The number of fields that were added because the input had too few.
  var filled = 0
  /// The error that was thrown.
  var error: CSVError?

  /// A description for the message of a failed test.
  var description: String {
    let texts = fields.map { String(decoding: $0, as: UTF8.self).debugDescription }
    let starts = positions.map { "\($0.line):\($0.column)" }
    return "\(position.line):\(position.column) \(texts) at \(starts) \(error?.description ?? "")"
  }

  /// The fields as text.
  var strings: [String] { fields.map { String(decoding: $0, as: UTF8.self) } }
}

extension Parsed {
  /// Copies the current record of a parser.
  init(_ record: borrowing CSVRecord, error: CSVError? = nil) {
    position = record.position
    fields = []
    positions = []
    filled = record.filledCount
    for index in 0..<record.count {
      var bytes: [UInt8] = []
      record.withBytes(of: index) { span in
        for offset in span.indices { bytes.append(span[offset]) }
      }
      fields.append(bytes)
      positions.append(record.position(of: index))
    }
    self.error = error
  }
}

/// Parses a whole input in chunks of the given sizes (the last one is repeated).
func parse(
  _ input: [UInt8], chunks sizes: [Int] = [.max], dialect: CSVDialect = .standard,
  width: Int? = nil, fieldLimit: Int = 100_000_000
) -> [Parsed] {
  var parser = CSVParser(dialect: dialect, width: width, fieldLimit: fieldLimit)
  var results: [Parsed] = []
  var start = 0
  var sizes = sizes[...]
  while start < input.count {
    let size = sizes.count > 1 ? sizes.removeFirst() : sizes[sizes.startIndex]
    let end = start + min(size, input.count - start)
    let chunk = Array(input[start..<end])
    start = end
    var position = 0
    var hasMore = true
    while hasMore {
      do {
        hasMore = try parser.next(in: chunk.span.bytes, at: &position)
        if hasMore { results.append(Parsed(parser.record)) }
      } catch {
        results.append(Parsed(parser.record, error: error))
      }
    }
  }
  do {
    if try parser.finish() { results.append(Parsed(parser.record)) }
  } catch {
    results.append(Parsed(parser.record, error: error))
  }
  return results
}
