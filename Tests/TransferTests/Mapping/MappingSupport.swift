import CSV
import Foundation
import FlintRules
import FlintSchema
package import Transfer

extension MappingTree: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// A text.
  package init(stringLiteral value: String) { self = .text(value) }
  /// A table.
  package init(dictionaryLiteral elements: (String, MappingTree)...) {
    self = .table(elements.map { ($0.0, $0.1) })
  }
  /// A list.
  package init(arrayLiteral elements: MappingTree...) { self = .list(elements) }
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// A Boolean value.
  package init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Returns a function of the row's fields by the names of their columns.
  static func of(
    _ body: @escaping @Sendable ([String: String]) throws(MappingFailure) -> MappedValue
  ) -> MappingTree {
    .function { (record, names) throws(MappingFailure) in
      try body(Dictionary(uniqueKeysWithValues: zip(names.columns, record.strings)))
    }
  }
}

extension ImportScratch {
  /// Imports a text by a mapping.
  func map(
    _ tree: MappingTree, _ text: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    let name = "\(UUID().uuidString).csv"
    try write(name, text)
    let mapping = try Mapping(reading: tree, name: "test.lua")
    // The rejects of an earlier import.
    try? FileManager.default.removeItem(atPath: path("rejects.csv"))
    return try run(name) { options in
      mapping.fill(&options)
      change(&options)
    }
  }

  /// Returns the results of importing a text by a mapping: the problem of each rejected row, and
  /// the counts.
  func results(
    _ tree: MappingTree, _ text: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> [String] {
    let report = try map(tree, text, change)
    return report.rejects.map { "\($0.line): \($0.problem)" } + [report.line]
  }

  /// Returns the errors of a mapping.
  static func faults(_ tree: MappingTree) -> [String] {
    do throws(MappingError) {
      _ = try Mapping(reading: tree, name: "test.lua")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }
}
