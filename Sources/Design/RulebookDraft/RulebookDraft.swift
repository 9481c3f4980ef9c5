package import FlintJSON
package import FlintRules
import FlintSchema

/// A rulebook that is drafted from a table of cards and their chances.
package struct RulebookDraft: Sendable {
  /// The rulebook as the tree of its file, in the order in which it is written.
  package let tree: JSONValue
  /// The rulebook that the tree describes, which is valid.
  package let definition: RulebookDefinition
  /// How rates were read.
  package let reading: DraftReading
  /// What was left out or assumed.
  package let remarks: [String]

  /// The id of each row's card.
  package let cardIDs: [String]

  /// - Parameters:
  ///   - id: the id of the rulebook.
  ///   - normalizes: whether rates whose sum is not 1 are divided by it.
  /// - Throws: `DraftError` with every fault.
  package init(
    _ table: DraftTable, id: String, normalizes: Bool = false
  ) throws(DraftError) {
    let shares = try DraftShares(table, normalizes: normalizes)
    var plan = DraftPlan(table, shares)
    try plan.collect()
    tree = plan.tree(id: id)
    reading = shares.reading
    cardIDs = plan.idOfRow
    remarks = shares.remarks + table.remarks + plan.remarks
    do throws(RulebookError) {
      definition = try RulebookDefinition(reading: tree, bundled: RulebookDefinition.bundled)
      _ = try Rulebook(definition)
    } catch {
      throw DraftError(error.faults)
    }
  }

  /// Returns the name of a file without its folder and its end, as the id of a rulebook; `nil` if nothing of
  /// it can be in an id.
  package static func id(ofFile path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let id = DraftNames.plain((parts.count > 1 ? parts.dropLast() : parts).joined(separator: "."))
    return id.isEmpty ? nil : id
  }
}
