package import FlintJSON
import FlintRules
import FlintSchema

extension DraftTable {
  /// A record of a CSV file.
  package struct Record: Sendable {
    package var line: Int
    /// The values, in the order of the header.
    package var values: [String]

    package init(line: Int, values: [String]) {
      self.line = line
      self.values = values
    }
  }

  /// Reads the records of a CSV file.
  ///
  /// - Throws: `DraftError` with every fault, whose owners are the line and the column.
  package init(
    header: [String], records: [Record], hasDecimalCommas: Bool = false
  ) throws(DraftError) {
    try self.init(
      header, place: "line 1", hasDecimalCommas: hasDecimalCommas,
      records.lazy.map { record in
        (.line(record.line), record.values.map { JSONValue.string($0) })
      })
  }

  /// - Throws: `DraftError` with every fault, whose paths have the position and the key.
  package init(entries: [JSONValue]) throws(DraftError) {
    var header: [String] = []
    var positions: [String: Int] = [:]
    var faults: [TableFault] = []
    for (index, entry) in entries.prefix(Self.mostRows + 1).enumerated() {
      guard case .object(let members) = entry else {
        faults.append(
          TableFault(path: TablePath([.position(index + 1)]), problem: "expected an object"))
        continue
      }
      for (name, _) in members where positions[name] == nil {
        positions[name] = header.count
        header.append(name)
      }
      guard header.count <= 1000 else {
        throw DraftError(nil, "expected at most 1000 different keys")
      }
    }
    guard faults.isEmpty else { throw DraftError(faults) }
    try self.init(
      header, place: nil,
      entries.lazy.enumerated().map { index, entry in
        var values = [JSONValue](repeating: .null, count: header.count)
        if case .object(let members) = entry {
          for (name, value) in members { if let at = positions[name] { values[at] = value } }
        }
        return (.entry(index + 1), values)
      })
  }

  private init(
    _ names: [String], place: String?, hasDecimalCommas: Bool = false,
    _ records: some Collection<(place: DraftPlace, values: [JSONValue])>
  ) throws(DraftError) {
    guard !records.isEmpty else { throw DraftError(nil, "expected at least one row") }
    guard records.count <= Self.mostRows else {
      throw DraftError(nil, "expected at most \(Self.mostRows) rows, got \(records.count)")
    }
    var header = DraftHeader(names)
    header.hasDecimalCommas = hasDecimalCommas
    guard header.indices[.name] != nil else {
      throw DraftError(
        place,
        "expected a column with the names of the cards (\(DraftColumn.name.names.alternatives)), got "
          + names.prefix(20).map { "\"\($0)\"" }.joined(separator: ", "))
    }
    remarks = header.remarks
    columns = header.indices.mapValues { names[$0] }
    var faults: [TableFault] = []
    var impossible = 0
    for (index, record) in records.enumerated() {
      var cells = DraftCells(place: record.place, values: record.values, header, names)
      if index > 0, index == records.count - 1, cells.isTotal {
        remarks.append("left out the last row, which is taken for the sum of the others")
        continue
      }
      guard !cells.isBlank, let row = cells.row() else {
        faults += cells.faults
        continue
      }
      if row.rate == .zero || row.weight == .zero {
        impossible += 1
      } else {
        rows.append(row)
      }
    }
    guard faults.isEmpty else { throw DraftError(faults) }
    if impossible > 0 {
      remarks.append("left out \(impossible) row\(impossible == 1 ? "" : "s") of chance 0")
    }
    guard !rows.isEmpty else { throw DraftError(nil, "expected at least one row with a chance") }
  }
}

/// The cells of a row while they are read.
private struct DraftCells {
  let place: DraftPlace
  let values: [JSONValue]
  let header: DraftHeader
  let names: [String]
  var faults: [TableFault] = []

  init(place: DraftPlace, values: [JSONValue], _ header: DraftHeader, _ names: [String]) {
    (self.place, self.values, self.header, self.names) = (place, values, header, names)
  }

  private func value(_ column: DraftColumn) -> JSONValue {
    guard let index = header.indices[column], index < values.count else { return .null }
    return values[index]
  }

  private mutating func fault(_ column: DraftColumn, _ problem: String) {
    faults.append(place.fault(header.indices[column].map { names[$0] } ?? column.rawValue, problem))
  }

  /// Whether all cells of the row are empty.
  var isBlank: Bool {
    header.indices.keys.allSatisfy { column in
      switch value(column) {
      case .null: true
      case .string(let text): text.trimmedWhitespace.isEmpty
      default: false
      }
    }
  }

  /// Whether the row is named like a sum.
  var isTotal: Bool {
    guard case .string(let text) = value(.name) else { return false }
    return ["total", "totals", "sum", "gesamt", "summe", "suma", "somma", "totale", "somme"]
      .contains(text.trimmedWhitespace.lowercased())
  }

  /// Returns the row; `nil` if it has faults.
  mutating func row() -> DraftRow? {
    var row = DraftRow(place: place, name: text(.name))
    if row.name.isEmpty && faults.isEmpty { fault(.name, "missing; expected the name of a card") }
    row.id = text(.id)
    row.rarity = text(.rarity)
    row.category = text(.category)
    row.pool = text(.pool)
    for (column, given) in [(DraftColumn.rarity, row.rarity), (.pool, row.pool)]
    where header.indices[column] != nil && given.isEmpty {
      fault(column, "missing; every row needs a \(column.rawValue), or none")
    }
    row.isFeatured = isFeatured()
    row.weight = weight()
    row.rate = rate()
    return faults.isEmpty ? row : nil
  }

  private mutating func text(_ column: DraftColumn) -> String {
    switch value(column) {
    case .null: return ""
    case .boolean(let flag): return "\(flag)"
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .string(let text):
      let text = text.trimmedWhitespace
      if text.utf8.count > 300 { fault(column, "expected at most 300 bytes") }
      return text
    case .array, .object:
      fault(column, "expected a text or a number")
      return ""
    }
  }

  private mutating func isFeatured() -> Bool {
    switch text(.featured).lowercased() {
    case "", "no", "n", "false", "0", "-": return false
    case "yes", "y", "true", "1", "x", "featured": return true
    case let text:
      fault(.featured, "expected yes or no, got \"\(text)\"")
      return false
    }
  }

  private mutating func weight() -> Fraction? {
    let given = text(.weight)
    if given.isEmpty { return nil }
    let cell = CellNumber(given, header.hasDecimalCommas)
    if cell.readings.isEmpty, let weight = number(value(.weight), given) ?? cell.value {
      return weight
    }
    fault(
      .weight, "expected a weight such as 3, 0.5 or 1/3, got \"\(given)\"\(cell.readings)")
    return nil
  }

  private mutating func rate() -> Fraction? {
    var given = text(.rate)
    if given.isEmpty { return nil }
    let written = given
    given.removeAll { $0.isWhitespace }
    given = given.replacing("in", with: "/", maxReplacements: 1)
    if !given.contains(".") { given = given.replacing(",", with: ".", maxReplacements: 1) }
    var rate = number(value(.rate), given)
    if header.isPercent, !given.contains("%"), !given.contains("/") {
      rate = rate.flatMap { $0.divided(by: 100) }
    }
    // Rates that sum to 100 are hundredths, so that one of them can be above 1.
    if let rate, UInt128(rate.numerator) <= UInt128(rate.denominator) * 100 { return rate }
    fault(.rate, "expected a chance such as 0.6%, 0.006 or 1/167, got \"\(written)\"")
    return nil
  }

  private func number(_ value: JSONValue, _ text: String) -> Fraction? {
    if case .number(let number) = value { return Fraction(shortestDecimalOf: number) }
    // Spreadsheets write small numbers as 6.00E-03; a floating-point number has that many digits.
    if text.utf8.count <= 12, text.contains(where: { $0 == "e" || $0 == "E" }) {
      return Double(text).flatMap { $0.isFinite ? Fraction(shortestDecimalOf: $0) : nil }
    }
    return Fraction(text)
  }
}

extension Fraction {
  /// Returns the fraction divided by a whole number; `nil` when it exceeds 64 bits.
  func divided(by divisor: UInt64) -> Fraction? {
    let (product, overflow) = denominator.multipliedReportingOverflow(by: divisor)
    return overflow ? nil : Fraction(numerator, over: product)
  }
}
