package import FlintCalendar

/// The comparison of a published table of rates with what a rulebook discloses.
package struct DisclosureCheck: Sendable {
  /// What is wrong with a row, or with what the table lacks.
  package enum Problem: String, Sendable, CaseIterable {
    /// The rate is another one.
    case differs
    /// The rate is that of another kind, such as a consolidated rate in the place of a base rate.
    case kind
    /// The rate is a hundred times too large or too small.
    case unit
    /// The rate is the share in the rarity.
    case share
    /// The item is in none of the pools.
    case unknown
    /// The item is in several pools with different rates, or the kind of a column is not known.
    case ambiguous
    /// The item, or its rate, is not in the table.
    case missing
    /// The item is listed more often than there are pools that have it.
    case repeated
    /// The rates of a pool, or the rows of a total, have another sum.
    case sum
  }

  /// Something in which the table and the rulebook differ.
  package struct Fault: Sendable {
    package var problem: Problem
    /// The line of the table; `nil` for what it lacks, or what is wrong with a column.
    package var line: Int?
    /// The pool; empty where it is not known.
    package var pool = ""
    /// The card, the rarity or the total; empty where it is not about one.
    package var item = ""
    package var kind: PublishedTable.Kind?
    /// The rate as published.
    package var published: String?
    /// The exact rate.
    package var exact: Double?
    /// The published rate less the exact one.
    package var difference: Double?
    /// What is wrong, in words.
    package var text: String
  }

  package let rulebook: String
  package let hash: String
  package let date: CivilDay
  package let version: String
  /// The columns that were compared, with the kind of their rates.
  package let columns: [String]
  /// The columns that were not compared.
  package let leftOut: [String]
  /// The number of rates that were compared.
  package let compared: Int64
  package let faults: [Fault]

  /// - Parameter tolerance: the difference that is accepted; by default half a unit of the last place that is printed.
  package init(_ table: PublishedTable, with disclosure: Disclosure, tolerance: Double? = nil) {
    (rulebook, hash) = (disclosure.rulebook, disclosure.hash)
    (date, version) = (disclosure.date, disclosure.version)
    leftOut = table.others
    let comparison = DisclosureComparison(table, disclosure.pools, tolerance)
    (columns, compared, faults) =
      (comparison.columns, comparison.compared, comparison.faults)
  }
}
