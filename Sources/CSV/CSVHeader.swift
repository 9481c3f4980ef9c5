/// The names of a file's columns: each has one, and no two have the same.
public struct CSVHeader: Hashable, Sendable {
  /// The names, in the order of the columns, as they are written; leniently read, with what had to
  /// be added (see ``CSVDialect/Strictness``).
  public let names: [String]
  private let indices: [String: Int]

  /// Reads the names in a record.
  ///
  /// - Throws: When read strictly, that a name is empty or is there twice.
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
    self.indices = indices
  }

  /// How many columns there are.
  public var count: Int { names.count }

  /// The column of a name, from 0, to be asked once per file; `nil` when there is none. Case and
  /// spaces count.
  public func index(of name: String) -> Int? { indices[name] }

  /// Names what has no name and numbers what has one that is taken. A name that is written stays
  /// with the first column that has it, so no made name is one of those.
  private static func makeUnique(_ names: inout [String]) {
    var taken = Set(names)
    var seen: Set<String> = []
    /// For each name, the number to try next: each is tried once, so this takes linear time.
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
