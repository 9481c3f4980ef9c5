import CSV
import Rules
import Sessions

/// Where the columns of one of Flint's own tables are in a file.
struct OwnColumns {
  private let places: [String: Int]
  private let id: Int?
  /// The columns that tables of the kind have and this one has not.
  private let unsaid: Set<String>

  /// `nil` when a column is missing that must be there, or one is there that is none of the kind's.
  init?(_ header: [String], of kind: ExportKind, required: [String]) {
    let known = kind.columns
    guard required.allSatisfy({ header.contains($0) }),
      header.allSatisfy({ known.contains($0) })
    else { return nil }
    places = Dictionary(
      header.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    id = places["id"]
    let usual = kind.columnList.filter { $0.presence == .always }.map(\.name)
    // A time is not left as it is.
    unsaid = Set(usual).subtracting(header).subtracting(["at"])
  }

  /// A draft of a record that tells of one event: which, if the table says so.
  ///
  /// - Parameter origin: what the column `origin` says of it, and the event's kind.
  func draft(
    _ record: borrowing CSVRecord, _ draft: Draft, _ kind: EventKind, _ origin: OriginReading?
  ) throws(RowProblem) -> Draft {
    var draft = draft.silent(on: unsaid)
    if let origin { draft = try origin.restored(draft, kind) }
    guard let id, let word = record.word(id), let id = EventID(word) else { return draft }
    return .known(id, draft)
  }

  subscript(name: String) -> Int? { places[name] }
}

/// Reading of the fields of Flint's own tables.
extension CSVRecord {
  /// Somebody's words, without a guard; `nil` where there are none.
  borrowing func text(_ place: Int?) -> String? {
    guard let place else { return nil }
    return withBytes(of: place) { TextGuard.text($0) }
  }

  /// A word of Flint's own; `nil` where there is none.
  borrowing func word(_ place: Int?) -> String? {
    guard let place, !isEmpty(place) else { return nil }
    let word = self[place].trimmedWhitespace
    return word.isEmpty ? nil : word
  }

  /// When something happened.
  borrowing func time(
    _ place: Int?, _ column: String
  ) throws(RowProblem) -> EventTime {
    guard let place else { throw RowProblem(column: column, reason: "expected \(Timestamp.form)") }
    let timestamp = withBytes(of: place) { Timestamp(utf8: $0) }
    if let timestamp { return .written(timestamp) }
    // Spreadsheets like to put spaces around.
    guard let timestamp = Timestamp(self[place].trimmedWhitespace) else {
      throw RowProblem(column: column, value: self[place], reason: "expected \(Timestamp.form)")
    }
    return .written(timestamp)
  }

  /// A day; `nil` where there is none.
  borrowing func day(_ place: Int?, _ column: String) throws(RowProblem) -> CivilDay? {
    guard let word = word(place) else { return nil }
    guard let day = CivilDay(word) else {
      throw RowProblem(column: column, value: word, reason: "expected a day such as 2026-03-01")
    }
    return day
  }

  /// A whole number; `nil` where there is none.
  borrowing func integer(_ place: Int?, _ column: String) throws(RowProblem) -> Int64? {
    guard let place, !isEmpty(place) else { return nil }
    let number = withBytes(of: place) { bytes -> Int64? in
      var number: Int64 = 0
      guard bytes.count < 18 else { return nil }
      for index in bytes.indices {
        let digit = bytes[index] &- 0x30
        guard digit < 10 else { return nil }
        number = number * 10 + Int64(digit)
      }
      return number
    }
    if let number { return number }
    let word = self[place].trimmedWhitespace
    if word.isEmpty { return nil }
    guard let number = Int64(word) else {
      throw RowProblem(column: column, value: word, reason: "expected a whole number")
    }
    return number
  }

  /// A truth; `nil` where there is none.
  borrowing func flag(_ place: Int?, _ column: String) throws(RowProblem) -> Bool? {
    guard let word = word(place) else { return nil }
    switch word.lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default: throw RowProblem(column: column, value: word, reason: "expected true or false")
    }
  }

  /// Several texts.
  borrowing func list(_ place: Int?) -> [String] {
    text(place).map { TagList.split($0) } ?? []
  }

  /// One of several words.
  borrowing func one<Value>(
    _ place: Int?, _ column: String, of names: [String], _ read: (String) -> Value?
  ) throws(RowProblem) -> Value? {
    guard let word = word(place) else { return nil }
    if let value = read(word) ?? read(word.lowercased()) { return value }
    throw RowProblem(
      column: column, value: word,
      reason: "expected \(names.alternatives)"
        + NearestName.hint(for: word, among: names))
  }

  /// A JSON value; `nil` where there is none.
  borrowing func json(_ place: Int?, _ column: String) throws(RowProblem) -> JSONValue? {
    guard let word = word(place) else { return nil }
    do throws(JSONError) {
      return try JSONValue(parsing: word)
    } catch {
      throw RowProblem(column: column, value: String(word.prefix(60)), reason: error.problem)
    }
  }
}

extension RowProblem {
  /// Runs what may refuse a field.
  static func checking<Value>(
    _ body: () throws(FieldError) -> Value
  ) throws(RowProblem) -> Value {
    do {
      return try body()
    } catch {
      throw RowProblem(error)
    }
  }

  /// What is missing in a column.
  static func missing(_ column: String, _ expected: String) -> RowProblem {
    RowProblem(column: column, reason: "expected \(expected), got nothing")
  }
}

extension [String] {
  /// `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or \(last)"
  }
}
