/// The names of a file's columns, which are non-empty and unique.
public struct CSVHeader: Hashable, Sendable {
  /// The names, in the order of the columns, as they are written. Names that were missing or
  /// repeated are completed in lenient reading (see ``CSVDialect/Strictness``).
  public let names: [String]

  /// Creates a header from a record.
  ///
  /// - Throws: `CSVError` if, in strict reading, a name is empty or occurs twice.
  public init(
    _ record: borrowing CSVRecord, strictness: CSVDialect.Strictness = .strict
  ) throws(CSVError) {
    var names = record.strings
    if strictness == .lenient { Self.makeUnique(&names) }
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      if name.isEmpty {
        throw CSVError(.emptyName(field: index + 1), at: record.position(of: index))
      }
      if let first = indices.updateValue(index, forKey: name) {
        let code = CSVError.Code.duplicateName(name, field: index + 1, first: first + 1)
        throw CSVError(code, at: record.position(of: index))
      }
    }
    self.names = names
  }

  /// The number of columns.
  public var count: Int { names.count }

  /// Generates a name for each column without one, and numbers repeated names. A name in the file
  /// stays with the first column that has it, so no generated name is equal to it.
  private static func makeUnique(_ names: inout [String]) {
    var taken = Set(names)
    var seen: Set<String> = []
    /// The number to try next, by name: each is tried once, so this takes linear time.
    var numbers: [String: Int] = [:]
    for index in names.indices {
      var name = names[index]
      if name.isEmpty {
        name = "column \(index + 1)"
        if taken.insert(name).inserted {
          names[index] = name
          continue
        }
      } else if seen.insert(name).inserted {
        continue
      }
      var number = numbers[name] ?? 2
      while !taken.insert("\(name) (\(number))").inserted { number += 1 }
      names[index] = "\(name) (\(number))"
      numbers[name] = number + 1
    }
  }
}
