/// The names of a file's columns: each has one, and no two have the same.
public struct CSVHeader: Hashable, Sendable {
  /// The names, in the order of the columns, as they are written.
  public let names: [String]
  private let indices: [String: Int]

  /// Reads the names in a record.
  public init(_ record: borrowing CSVRecord) throws(CSVError) {
    var indices: [String: Int] = [:]
    let names = record.strings
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
}
