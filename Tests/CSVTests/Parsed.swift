import CSV

/// What became of one record: its fields with their positions, and the error thrown at its end.
struct Parsed: Equatable, CustomStringConvertible {
  var position: CSVPosition
  var fields: [[UInt8]]
  var positions: [CSVPosition]
  /// How many of the fields the input did not have.
  var filled = 0
  var error: CSVError?

  var description: String {
    let texts = fields.map { String(decoding: $0, as: UTF8.self).debugDescription }
    let starts = positions.map { "\($0.line):\($0.column)" }
    return "\(position.line):\(position.column) \(texts) at \(starts) \(error?.description ?? "")"
  }

  /// The fields as text.
  var strings: [String] { fields.map { String(decoding: $0, as: UTF8.self) } }

  /// Whether the error is that there are too few or too many fields.
  var isRagged: Bool {
    if case .raggedRecord = error?.code { true } else { false }
  }
}

extension Parsed {
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

/// Parses all of an input, fed in chunks of the given sizes (the last one repeats).
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

/// The fields of all records of an input without errors.
func records(
  _ text: String, dialect: CSVDialect = .standard, width: Int? = nil
) -> [[String]] {
  parse(Array(text.utf8), dialect: dialect, width: width).map {
    $0.error == nil ? $0.strings : ["an error"]
  }
}

/// The errors in an input, as they are shown.
func errors(
  _ input: [UInt8], dialect: CSVDialect = .standard, width: Int? = nil,
  fieldLimit: Int = 100_000_000
) -> [String] {
  parse(input, dialect: dialect, width: width, fieldLimit: fieldLimit).compactMap {
    $0.error?.description
  }
}

/// The errors in an input, as they are shown.
func errors(_ text: String, dialect: CSVDialect = .standard, width: Int? = nil) -> [String] {
  errors(Array(text.utf8), dialect: dialect, width: width)
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
