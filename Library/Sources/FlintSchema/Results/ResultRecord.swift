import FlintJSON

/// A value of a result with its path and what it is about: a line of a tidy table, which has one value a line.
package struct ResultRecord: Sendable {
  /// The path of the value, with underscores: `mean`, `items_probability`.
  package var measure: String
  /// What the value is about, by the names of the fields that say so.
  package var keys: [String: FieldValue]
  package let value: FieldValue

  /// Returns a value as a record; one for each member of an object, such as prices by currency; none for no value.
  fileprivate static func of(_ value: FieldValue, _ measure: String) -> [ResultRecord] {
    switch value {
    case .none, .list([]): []
    case .json(.object(let members)):
      members.map { name, value in
        ResultRecord(measure: "\(measure)_\(name)", keys: [:], value: FieldValue(member: value))
      }
    default: [ResultRecord(measure: measure, keys: [:], value: value)]
    }
  }
}

extension FieldValue {
  /// Creates the value of a member of an object.
  fileprivate init(member: JSONValue) {
    self =
      switch member {
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      case .string(let text): .text(text)
      default: .json(member)
      }
  }
}

extension ResultSchema {
  /// The columns of the tidy records of a result: the measure, the fields that say what a value is about, and the value.
  package var recordColumns: [String] { ["measure"] + shape.keys + ["value"] }

  /// Returns the values of a row as tidy records, in the order of the fields; values that a row does not have are omitted.
  package func records(_ row: Row) -> [ResultRecord] {
    let keys = fields.filter(\.declaration.isKey).map { ($0.name, $0.value(row)) }
    var records: [ResultRecord] = []
    for field in fields where field.declaration.forms == .all && !field.declaration.isKey {
      if let inner = field.records {
        records += inner(row).map { record in
          var record = record
          record.measure = field.name + (record.measure.isEmpty ? "" : "_\(record.measure)")
          return record
        }
      } else {
        records += ResultRecord.of(field.value(row), field.name)
      }
    }
    guard !keys.isEmpty else { return records }
    return records.map { record in
      var record = record
      record.keys.merge(keys) { inner, _ in inner }
      return record
    }
  }
}

extension ResultShape {
  /// The names of the fields that say what rows inside a row are about, each once.
  fileprivate var keys: [String] {
    var names: [String] = []
    func add(_ shape: ResultShape) {
      for field in shape.fields {
        let name = field.isKey ? field.name : field.numbersKey
        if let name, !names.contains(name) { names.append(name) }
        if let inner = field.type.shape { add(inner) }
      }
    }
    add(self)
    return names
  }
}
